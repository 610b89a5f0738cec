"""The reference list: lines to entries, and what an entry says where that is sure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from genomes.ingest.document import ParsedReference

from .hyphens import Words, join_lines
from .layout import Line, margin_of

_BRACKETED = re.compile(r"\[(?P<label>[\w+.,’' -]{1,30})\]\s*")
_COUNTED = re.compile(r"(?P<label>\d{1,3})[.)]?\s+(?=\S)")
DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]+", re.IGNORECASE)
ARXIV = re.compile(
    r"arXiv(?:\s+preprint)?[:\s]+(?:arXiv:)?\s*(?P<id>\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)"
    r"|arxiv\.org/(?:abs|pdf)/(?P<address>\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+/\d{7}(?:v\d+)?)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d.:/–-])(?P<year>1[89]\d\d|20\d\d)[a-z]?(?![\d/–-]|\.\d)")
_QUOTED = re.compile(r"[“\"](?P<title>[^”\"]{8,300}?)[,.]?[”\"]")
# Each person can be read in one way only, and none is tried again (?>…): hostile lists stay linear.
_PARTICLE = r"(?:(?:d[aeiou]s?|v[ao]n|von der|de la|el|al|ten|ter|le|la)\s+)?"
_NAME = rf"{_PARTICLE}[A-ZÀ-Ý][\w’'-]+(?:\s+[A-ZÀ-Ý][\w’'-]+)?"
_INITIALS = r"[A-ZÀ-Ý]\.(?:[\s-]?[A-ZÀ-Ý]\.){0,3}"
_BEFORE = rf"(?>{_INITIALS}\s*{_NAME}(?:,?\s+(?:Jr|Sr|III?)\.?)?)"  # A. B. Surname
_AFTER = rf"(?>{_NAME},\s*{_INITIALS})"  # Surname, A. B.
_END = r"(?:,?\s+(?:and|&)\s+{one}|,?\s+et\s+al)?"
_INITIALS_FIRST = re.compile(
    rf"(?P<people>(?>{_BEFORE}(?:,\s*{_BEFORE})*){_END.format(one=_BEFORE)})\.\s+(?P<rest>\S.*)$"
)
_SURNAME_FIRST = re.compile(
    rf"(?P<people>(?>{_AFTER}(?:[,;]\s*{_AFTER})*){_END.format(one=_AFTER)})"
    r"\.?,?\s*\(?(?:19|20)\d\d[a-z]?\)?[.,:]?\s+(?P<rest>\S.*)$"
)
_NEXT_PERSON = re.compile(rf",?\s+(?:and|&)\s|;|,\s*(?={_BEFORE})|(?<=\.),|,?\s+et\s+al")
_TITLE_END = re.compile(r"(?<!\b[A-Z])(?<!\bvs)[.?!](?=\s+(?:In\b|arXiv|[A-ZÀ-Ý\d“(])|\s*$)|,\s+(?=(?:19|20)\d\d\.?$)")


def split_entries(lines: Sequence[Line]) -> list[list[Line]]:
    """Entries by their labels ("[12]", "12."), else by a hanging indent, else by what is left: one per gap."""
    for label in (_BRACKETED, _COUNTED):
        starts = [index for index, line in enumerate(lines) if label.match(line.text)]
        if label is _COUNTED:
            starts = _counting(lines, starts)
        if len(starts) >= 2 and starts[0] <= 2:
            return _cut(lines, starts)
    return _cut(lines, _hanging(lines))


def _counting(lines: Sequence[Line], starts: Sequence[int]) -> list[int]:
    """Only labels that count on: a volume or year may begin a line too."""
    kept: list[int] = []
    expected = None
    for index in starts:
        found = _COUNTED.match(lines[index].text)
        assert found is not None
        number = int(found["label"])
        if expected is None or number == expected:
            kept.append(index)
            expected = number + 1
    return kept


def _hanging(lines: Sequence[Line]) -> list[int]:
    """Lines at their column's margin, where others are indented; else lines after a wider gap."""
    starts = []
    for area in _by_column(lines):
        margin = min(line.left for _, line in area)
        inner = [line for _, line in area if line.left > margin + 0.5 * line.size]
        if inner:
            starts += [index for index, line in area if line.left <= margin + 0.5 * line.size]
            continue
        margin = margin_of(line for _, line in area)
        usual = min((b.base - a.base for (_, a), (_, b) in pairwise(area)), default=0.0)
        starts += [area[0][0]] if not starts else []
        starts += [index for (_, a), (index, b) in pairwise(area) if b.base - a.base > 1.2 * usual]
    return starts


def _by_column(lines: Sequence[Line]) -> list[list[tuple[int, Line]]]:
    columns: list[list[tuple[int, Line]]] = []
    for index, line in enumerate(lines):
        last = columns[-1][-1][1] if columns else None
        if last is None or line.page != last.page or line.base <= last.base:
            columns.append([])
        columns[-1].append((index, line))
    return columns


def _cut(lines: Sequence[Line], starts: Sequence[int]) -> list[list[Line]]:
    edges = sorted({0, *starts, len(lines)})
    return [list(lines[a:b]) for a, b in pairwise(edges) if b > a]


def read_entry(lines: Sequence[Line], words: Words) -> tuple[str, ParsedReference]:
    """Return (label, entry); `raw` is the entry as it stands in the text."""
    raw, _starts = join_lines([line.text for line in lines], words)
    labelled = _BRACKETED.match(raw) or _COUNTED.match(raw)
    label = labelled["label"] if labelled else ""
    body = raw[labelled.end() :] if labelled else raw
    title, first_author = _title_and_author(body)
    return label, ParsedReference(
        raw=raw,
        title=title,
        first_author=first_author,
        year=_year(body),
        doi=find_doi(body),
        arxiv_id=find_arxiv(body),
    )


def _title_and_author(body: str) -> tuple[str, str]:
    """Only where the entry is built as usual; empty otherwise."""
    by_people = _INITIALS_FIRST.match(body[:1500]) or _SURNAME_FIRST.match(body[:1500])
    quoted = _QUOTED.search(body)
    people = by_people["people"] if by_people else ""
    first_author = _NEXT_PERSON.split(people)[0].strip()
    if quoted:
        return quoted["title"].strip(), first_author
    if by_people is None:
        return "", ""
    rest = by_people["rest"]
    end = _TITLE_END.search(rest)
    if end is None or not rest[end.end() :].strip(" .") or not 8 <= end.start() <= 300:
        return "", first_author  # nothing follows it: perhaps no title at all
    return rest[: end.start()].strip() + rest[end.start()].strip(".,"), first_author


def _year(body: str) -> int | None:
    """The last year that the entry names; addresses aside."""
    found = [int(year["year"]) for year in _YEAR.finditer(re.sub(r"https?://\S+|10\.\d{4,9}/\S+", " ", body))]
    return found[-1] if found else None


def find_doi(text: str) -> str:
    found = DOI.search(text)
    if found is None:
        return ""
    doi = found[0].rstrip(".,;:'’”")
    return doi.rstrip(")") if doi.count(")") > doi.count("(") else doi


def find_arxiv(text: str) -> str:
    found = ARXIV.search(text)
    return (found["id"] or found["address"]) if found else ""
