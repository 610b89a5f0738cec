"""One entry of a reference list: its fields as the line that a reader sees, and as a record to match it by."""

from collections.abc import Iterable
from dataclasses import dataclass

from genomes.metadata import clean

from .document import ParsedReference


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
    return ParsedReference(
        raw=raw,
        title=clean.line(title).rstrip(" .,"),
        first_author=clean.line(first_author),
        year=clean.year(year) or clean.year(raw),
        doi=clean.doi(doi) or clean.doi(raw),
        arxiv_id=clean.arxiv_id(arxiv_id) or clean.arxiv_id(raw),
        other_ids=clean.ids(**(other_ids or {})),
    )
