"""What every reader of metadata hands over: one record for each work, and what could not be read."""

from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from genomes.ingest.document import Note, ParsedReference


@dataclass(frozen=True, slots=True)
class Record:
    """What a file of metadata says of one work. Empty where it is silent.

    key         what the file itself calls the entry: a citation key, an id.
    type        the kind of work in the file's own words, in lower case ("article", "journal-article").
    authors     names as they are spoken, given names first; `first_author` is the first of them.
    published   a year or month alone counts as its first day.
    doi         in lower case, without the address of a resolver.
    arxiv_id    without the number of its version.
    other_ids   ids elsewhere, by the name of who gives them ("openalex", "s2", "pmid").
    licence     a name like "CC-BY-4.0" where it is a known Creative Commons address, else as stated.
    references  the works that it refers to, in their order.
    """

    key: str = ""
    type: str = ""
    title: str = ""
    authors: tuple[str, ...] = ()
    published: date | None = None
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    other_ids: dict[str, str] = field(default_factory=dict)
    abstract: str = ""
    licence: str = ""
    language: str = ""
    references: tuple[ParsedReference, ...] = ()

    @property
    def first_author(self) -> str:
        return self.authors[0] if self.authors else ""

    @property
    def ids(self) -> dict[str, str]:
        """Every id that the work has, by the name of who gives it."""
        found = {"doi": self.doi, "arxiv": self.arxiv_id, **self.other_ids}
        return {name: value for name, value in found.items() if value}

    @property
    def says_something(self) -> bool:
        """Whether there is anything by which a work could be told from others."""
        return bool(self.title or self.authors or self.ids)


class MetadataFile(NamedTuple):
    """The format of a file, the works that it describes, and a note for each entry that could not be read."""

    format: str
    records: list[Record]
    notes: list[Note]
