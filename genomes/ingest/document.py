"""What every reader hands over: one canonical text and the typed passages in it.

All positions are Python string indices (Unicode code points) into `ParsedDocument.text`.
"""

from dataclasses import dataclass, field
from datetime import date

from evaluator.vocabulary import PassageKind


def gettext_noop(message: str) -> str:
    """Mark a message for translation; it is translated where it is shown (this package knows no Django)."""
    return message


class UnreadableFile(ValueError):
    """A file that cannot become a document: what is wrong, where, and what to do next.

    `template` and `params` stay apart so that a page can say `gettext(error.template) % error.params`.
    """

    def __init__(self, template: str, **params: str | int) -> None:
        self.template = template
        self.params = params
        super().__init__(template % params if params else template)


@dataclass(frozen=True, slots=True)
class ParsedPassage:
    """One typed stretch of the text.

    kind    one of `PassageKind` (a str: "section", "paragraph", "sentence", "figure", "table", "equation").
    label   what the paper calls it: a section's heading, "Figure 2", "(3)", a reference's number; may be "".
    level   0 for the document itself, 1 for its main sections and so on; others have the level of their section.
    parent  index, in `ParsedDocument.passages`, of the passage that directly encloses this one.
    """

    kind: PassageKind
    start: int
    end: int
    label: str = ""
    level: int = 0
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedMetadata:
    """What the file says of itself. Empty where it is silent.

    published  a year or month alone counts as its first day.
    licence    an SPDX-like name ("CC-BY-4.0") where it is a known Creative Commons address, else as stated.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    published: date | None = None
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    licence: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class ParsedReference:
    """One entry of a reference list. Empty where the file is silent.

    raw          the entry as it is printed, when the file has it so.
    other_ids    ids elsewhere, by the name of who gives them ("openalex", "s2", "pmid").
    """

    raw: str = ""
    title: str = ""
    first_author: str = ""
    year: int | None = None
    doi: str = ""
    arxiv_id: str = ""
    other_ids: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader of the file noticed and a person should know; translated where it is shown."""

    template: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """The canonical text, what a reader reads in reading order, with its passages in reading order.

    `passages[0]` is the document itself, a section of level 0 labelled with the title. A passage that
    encloses another comes before it. A section begins with its heading, when the paper prints one: the text
    between the section's start and its first child (or its end). A section without a printed heading
    (an abstract, often) has only its label, which is then not part of the text.

    references   the entries of the reference list, in order.
    page_starts  where each page of the file begins, for files that have pages.
    notes        what was left out or is doubtful ("2 pages hold no text").
    """

    text: str
    passages: tuple[ParsedPassage, ...]
    metadata: ParsedMetadata = field(default_factory=ParsedMetadata)
    references: tuple[ParsedReference, ...] = ()
    page_starts: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
