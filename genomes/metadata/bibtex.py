"""BibTeX and BibLaTeX: macros, joined values, `crossref`, LaTeX accents."""

import logging
import re
from collections.abc import Iterator, Mapping
from datetime import date

from bibtexparser.entrypoint import parse_string
from bibtexparser.model import Block, DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

from genomes.ingest.document import Note, gettext_noop

from . import clean
from .latex import decode
from .record import MetadataFile, Record

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# They hold papers and are none.
CONTAINERS = frozenset({"proceedings", "mvproceedings", "collection", "mvcollection", "periodical", "xdata", "set"})
_PART_OF = frozenset(
    {"inbook", "bookinbook", "suppbook", "incollection", "suppcollection", "inproceedings", "conference"}
)
_NOT_INHERITED = frozenset({"crossref", "xref", "ids", "label", "options", "entryset", "keywords", "shorttitle"})
_VENUES = ("journal", "journaltitle", "booktitle", "eventtitle", "school", "institution", "series", "howpublished")
# Field and the name of who gives the id; all but the first four are written by `write` alone.
IDS = {
    "pmid": "pmid",
    "pmcid": "pmcid",
    "mrnumber": "mr",
    "zblnumber": "zbl",
    "openalex": "openalex",
    "s2": "s2",
    "corpus_id": "corpus_id",
    "mag": "mag",
    "dblp": "dblp",
    "acl": "acl",
}
_AND = re.compile(r"\\.|[{}]|\s+and(?=\s)\s+", re.IGNORECASE)
_COMMA = re.compile(r"\\.|[{},]")
_ENCLOSING = re.compile(r"\\.|[{}\"]", re.DOTALL)
_PIECE = re.compile(r"\s*(\{|\"|[^#{\"]+)")

# The parser tells of each entry that it leaves out; so do the notes.
logging.getLogger("bibtexparser").setLevel(logging.ERROR)

Fields = Mapping[str, str]


def read_bibtex(text: str) -> MetadataFile:
    """One record for each entry of a paper. Raises nothing: what cannot be read is a note with its line."""
    library = parse_string(text, parse_stack=[])
    macros = {name: name for name in MONTHS}
    for name, string in library.strings_dict.items():
        macros[name.lower()] = _value(str(string.value), macros)
    entries, notes = _entries(library.blocks)
    fields = [_fields(entry, macros) for entry in entries]
    by_key = {entry.key.lower(): own for entry, own in reversed(list(zip(entries, fields, strict=True)))}
    types = {entry.key.lower(): entry.entry_type.lower() for entry in entries}
    records = []
    for entry, own in zip(entries, fields, strict=True):
        kind = entry.entry_type.lower()
        if kind in CONTAINERS:
            notes.append(_note(gettext_noop("%(key)s (line %(line)d) holds papers and is none itself."), entry))
            continue
        record = _record(entry.key, kind, _with_inherited(entry, kind, own, by_key, types))
        if record.says_something:
            records.append(record)
        else:
            notes.append(
                _note(gettext_noop("%(key)s (line %(line)d) has no title, no author and no identifier."), entry)
            )
    return MetadataFile("bibtex", records, notes)


def _entries(blocks: list[Block]) -> tuple[list[Entry], list[Note]]:
    """Entries in the order of the file, also those that share a key; a note for each that is damaged."""
    entries, notes = [], []
    for block in blocks:
        if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
            block = block.ignore_error_block or block  # what it holds can be read all the same
        if isinstance(block, Entry):
            entries.append(block)
        elif isinstance(block, ParsingFailedBlock):
            template = gettext_noop(
                "The entry that begins with “%(start)s” (line %(line)d) cannot be read. Look for a brace or a comma"
                " that is missing."
            )
            start = clean.line(block.raw)[:40]
            notes.append(Note(template, {"start": start, "line": (block.start_line or 0) + 1}))
    return entries, notes


def _note(template: str, entry: Entry) -> Note:
    return Note(template, {"key": clean.line(entry.key), "line": (entry.start_line or 0) + 1})


def _fields(entry: Entry, macros: Fields) -> dict[str, str]:
    """The values of an entry without what encloses them; of a field that stands twice the first counts."""
    found: dict[str, str] = {}
    for each in entry.fields:
        found.setdefault(each.key.lower(), _value(str(each.value), macros))
    return found


def _value(raw: str, macros: Fields) -> str:
    """A value put together: `{a} # macro # "b"`."""
    return "".join(
        piece[1:-1] if piece[:1] in ("{", '"') else macros.get(piece.lower(), piece) for piece in _pieces(raw)
    )


def _pieces(raw: str) -> Iterator[str]:
    at = 0
    while found := _PIECE.match(raw, at):
        end = found.end() if found[1] not in ("{", '"') else _closing(raw, found.start(1))
        yield raw[found.start(1) : end].strip()
        at = end + len(raw[end:]) - len(raw[end:].lstrip(" \t\n#"))


def _closing(raw: str, start: int) -> int:
    """Where the enclosed value that opens at `start` ends; the end of the text when it never closes."""
    depth, closes = 0, "}" if raw[start] == "{" else '"'
    for found in _ENCLOSING.finditer(raw, start + 1):
        sign = found[0]
        if depth == 0 and sign == closes:
            return found.end()
        depth += (sign == "{") - (sign == "}")
    return len(raw)


def _with_inherited(entry: Entry, kind: str, own: Fields, by_key: Mapping[str, Fields], types: Fields) -> Fields:
    """The fields of an entry with those of its `crossref`, and so on upwards; a circle ends where it closes."""
    found, seen = dict(own), {entry.key.lower()}
    parent = own.get("crossref", "").strip().lower()
    while parent in by_key and parent not in seen:
        seen.add(parent)
        for name, value in by_key[parent].items():
            if name not in _NOT_INHERITED:
                found.setdefault(_name_below(name, kind, types[parent]), value)
        parent = by_key[parent].get("crossref", "").strip().lower()
    return found


def _name_below(name: str, kind: str, parent_kind: str) -> str:
    """What a field of the whole is in its part: the title of a book is the book title of a chapter."""
    if name == "title" and kind in _PART_OF:
        return "booktitle"
    if name == "title" and parent_kind == "periodical":
        return "journaltitle"
    return name


def _record(key: str, kind: str, fields: Fields) -> Record:
    def text(name: str) -> str:
        return clean.line(decode(fields.get(name, "")))

    return Record(
        key=clean.line(key),
        type=clean.line(kind),
        title=": ".join(part for part in (text("title"), text("subtitle")) if part),
        authors=_people(fields.get("author", "")) or _people(fields.get("editor", "")),
        published=_published(fields),
        venue=next((found for found in map(text, _VENUES) if found), ""),
        doi=next((found for found in (clean.doi(_bare(fields.get(name, ""))) for name in ("doi", "url")) if found), ""),
        arxiv_id=_arxiv(fields),
        other_ids=clean.ids(**{name: text(field) for field, name in IDS.items()}),
        abstract=clean.paragraphs(decode(fields.get("abstract", ""))),
        licence=clean.licence(text("license") or text("licence") or text("rights")),
        language=text("langid") or text("language"),
    )


def _bare(value: str) -> str:
    """An identifier as it is typed, without the escapes that LaTeX needs."""
    return re.sub(r"\\([_%&#{}$~])|[{}]", r"\1", value)


def _arxiv(fields: Fields) -> str:
    prefix = fields.get("archiveprefix") or fields.get("eprinttype") or ""
    eprint = fields.get("eprint", "") if prefix.lower() in ("", "arxiv") else ""
    named = (fields.get(name, "") for name in ("arxivid", "arxiv", "doi", "url", "journal", "journaltitle", "note"))
    return clean.arxiv_id(*(_bare(value) for value in (eprint, *named)))


def _people(value: str) -> tuple[str, ...]:
    people = _apart(" ".join(value.split()), _AND)
    return clean.names(_person(name) for name in people if name.lower() != "others")


def _person(name: str) -> str:
    """A name as it is spoken. In braces it is that of a group and stays as it is."""
    if name.startswith("{") and _closing(name, 0) == len(name) and not name.startswith("{\\"):
        return clean.line(decode(name))
    parts = [clean.line(decode(part)) for part in _apart(name, _COMMA)]
    if len(parts) == 1:
        return parts[0]
    family, *suffix, given = parts
    return clean.spoken(given=given, family=family, suffix=" ".join(suffix))


def _apart(text: str, separator: re.Pattern[str]) -> list[str]:
    """The parts of a text between the separators that stand in no braces."""
    parts, depth, start = [], 0, 0
    for found in separator.finditer(text):
        depth += (found[0] == "{") - (found[0] == "}")
        if depth == 0 and found[0][0] not in "{}\\":
            parts.append(text[start : found.start()])
            start = found.end()
    return [part.strip() for part in (*parts, text[start:])]


def _published(fields: Fields) -> date | None:
    """BibLaTeX's `date`, of a range the beginning, else `year` with `month` as a name or a number."""
    stated = clean.iso_day(fields.get("date", "").partition("/")[0])
    if stated:
        return stated
    number = clean.year(fields.get("year", "")) or clean.year(fields.get("date", ""))
    if number is None:
        return None
    words = re.sub(r"[^a-z0-9 ]", " ", decode(fields.get("month", "")).lower()).split()
    named = [MONTHS.index(word[:3]) + 1 for word in words if word[:3] in MONTHS]
    numbers = [found for found in map(clean.whole, words) if found]
    month, *days = [*named, *numbers] or [1]
    return clean.day(number, month, clean.whole(fields.get("day", "")) or next(iter(days), 1))
