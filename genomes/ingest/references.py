"""One entry of a reference list: its fields as the line that a reader sees, and as a record to match it by."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from genomes.metadata import clean

from .document import ParsedReference

_QUOTED = re.compile(r"[“\"]([^“”\"]{10,400}?)[,.?!]?[”\"]")
_INITIALS = re.compile(r"(?:[A-Z]\.?[ \-]?){1,4}$")
_NAMES_END = re.compile(r"\s*(?:;|&|\band\b|\bet\s+al\b|[(\[]?\b(?:1[89]|20)\d\d\b|[:“\"])")
_LONGEST_NAME = 80
_ARXIV = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf)/|\s*:\s*|\s+)((?:[a-z-]+(?:\.[a-z]{2})?/\d{7})|\d{4}\.\d{4,5})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Work:
    """The fields of a work that a file gives instead of a printed line. Any may be empty."""

    people: str = ""
    year: str = ""
    titles: tuple[str, ...] = ()
    source: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    others: tuple[str, ...] = ()

    def printed(self) -> str:
        """Authors (year). Title. Source, volume(issue), pages. Identifiers."""
        volume = self.volume + (f"({self.issue})" if self.issue else "")
        where = ", ".join(_filled((self.source, volume, self.pages)))
        head = " ".join(_filled((self.people, f"({self.year})" if self.year else "")))
        parts = _filled((head, *self.titles, where, self.publisher, *self.others))
        return " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts)


def _filled(parts: Iterable[str]) -> list[str]:
    return [part for part in parts if part]


def reference(
    raw: str,
    *,
    title: str = "",
    first_author: str = "",
    year: str = "",
    doi: str = "",
    arxiv_id: str = "",
    other_ids: dict[str, str] | None = None,
) -> ParsedReference:
    """The record of a printed entry; year and ids that are not given apart are looked for in the print."""
    posted = _ARXIV.search(raw)
    return ParsedReference(
        raw=raw,
        title=clean.line(title).rstrip(" .,"),
        first_author=clean.line(first_author),
        year=clean.year(year) or clean.year(raw),
        doi=clean.doi(doi) or clean.doi(raw),
        arxiv_id=clean.arxiv_id(arxiv_id, posted and posted[1]),
        other_ids=clean.ids(**(other_ids or {})),
    )


def from_blocks(blocks: Sequence[str], *, doi: str = "", arxiv_id: str = "", pmid: str = "") -> ParsedReference:
    """The record of an entry of which only the print is known, in its blocks: authors, title, and the rest.

    An entry in one block says its title only where it is quoted.
    """
    blocks = [block.strip() for block in blocks if block.strip()]
    raw = " ".join(blocks)
    quoted = _QUOTED.search(raw)
    title = quoted[1] if quoted else blocks[1] if len(blocks) > 2 else ""
    return reference(
        raw,
        title=title,
        first_author=_first_author(blocks[0]) if blocks else "",
        doi=doi,
        arxiv_id=arxiv_id,
        other_ids={"pmid": pmid},
    )


def _first_author(names: str) -> str:
    """The first of "A. Fox, B. Hen and C. Ox", "Fox, A., Hen, B." or "Fox A, Hen B"; "" for no list of names."""
    end = _NAMES_END.search(names[: 4 * _LONGEST_NAME])
    listed = names[: end.start()] if end else names[: 4 * _LONGEST_NAME]
    first, _comma, rest = listed.partition(",")
    second = rest.partition(",")[0].strip()
    name = f"{second} {first.strip()}" if _INITIALS.fullmatch(second) else first.strip()
    return name if len(name) <= _LONGEST_NAME else ""
