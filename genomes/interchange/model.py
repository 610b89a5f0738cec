"""What an annotated text is, in whatever format it travels: objects with their places, in plain Python.

Positions are code points, as everywhere on the server: `text[start:end] == quote`. A reader of a format that counts
otherwise converts before it makes a `Place`; every module says in its first lines what its format counts, and where
that is written.

Reading never mends anything. What does not hold is left out and listed as an EntryFault with its place in the file.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from evaluator.faults import DataFault, DataFaults
from genomes.anchoring import make_anchor, range_faults, text_sha256

Files = Mapping[str, bytes]


def gettext_noop(message: str) -> str:
    """Mark a message for translation; it is translated where it is shown (these modules know no Django)."""
    return message


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of the text, in code points. `quote` is None, and the context empty, where the text is withheld."""

    start: int
    end: int
    quote: str | None = None
    prefix: str = ""
    suffix: str = ""

    def withheld(self) -> "Place":
        return Place(self.start, self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedObject:
    """One object, or one annotation of another tool. `key` is its id in the file: a word without blanks.

    `type` is whatever the tool calls it. An empty `contribution_role` or `state` was not said. `repairs` holds keys,
    sorted, also of objects in other documents.
    """

    key: str
    type: str
    content: str = ""
    constraint: str = ""
    contribution_role: str = ""
    lineage_relevant: bool = True
    state: str = ""
    repairs: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Relation:
    """A named arrow between two objects of one document, beside `repairs`; other tools have them."""

    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedText:
    """A text and its objects. `text` is None where it does not travel: then `text_sha256` says which one is meant."""

    document: str
    text: str | None
    text_sha256: str = ""
    objects: tuple[AnnotatedObject, ...] = ()
    relations: tuple[Relation, ...] = ()

    def without_text(self) -> "AnnotatedText":
        return replace(self, text=None)

    def withheld(self) -> "AnnotatedText":
        """Pointers and hashes alone: what may leave of a text that may not be redistributed."""
        objects = tuple(replace(each, places=tuple(place.withheld() for place in each.places)) for each in self.objects)
        return replace(self, text=None, objects=objects)

    def anchored(self) -> "AnnotatedText":
        """Only the objects that have a place, and the relations between them: what formats of spans can hold."""
        objects = tuple(each for each in self.objects if each.places)
        keys = {each.key for each in objects}
        relations = tuple(each for each in self.relations if {each.source, each.target} <= keys)
        return replace(self, objects=objects, relations=relations)


@dataclass(frozen=True, slots=True)
class EntryFault:
    """What is wrong with one entry of a file: where it stands ("tasks.json[2]", "a.ann:12"), which field, and a message
    with its values apart; `shape` in its stead where a record has the wrong shape."""

    where: str
    field: str
    template: str
    params: Mapping[str, str | int] = dataclasses.field(default_factory=dict)
    shape: DataFault | None = None

    @property
    def message(self) -> str:
        """In English, for programs and tests; pages say `gettext(fault.template) % fault.params`."""
        if self.shape is not None:
            return self.shape.message
        return self.template % self.params if self.params else self.template


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds: its texts, what could not be read and why, and what has no counterpart here (with counts).

    `is_ours` when the files say of themselves that they were exported here, with every part of an object; `is_exact`
    when they are our own JSONL, which nobody edits by the way.
    """

    documents: tuple[AnnotatedText, ...] = ()
    faults: tuple[EntryFault, ...] = ()
    left_aside: Mapping[str, int] = dataclasses.field(default_factory=dict)
    is_ours: bool = False
    is_exact: bool = False


@dataclass(slots=True)
class Notebook:
    """What a reader notices on its way."""

    faults: list[EntryFault] = dataclasses.field(default_factory=list)
    left_aside: Counter[str] = dataclasses.field(default_factory=Counter)

    def note(self, where: str, field: str, template: str, **params: str | int) -> None:
        self.faults.append(EntryFault(where, field, template, params))

    def misshapen(self, where: str, error: DataFaults) -> None:
        self.faults += [EntryFault(where, fault.path, "", shape=fault) for fault in error.faults]

    def reading(self, documents: Iterable[AnnotatedText], *, is_ours: bool = False) -> Reading:
        return Reading(tuple(documents), tuple(self.faults), dict(sorted(self.left_aside.items())), is_ours)

    def place(self, text: str, start: int, end: int, quote: str | None, where: str) -> Place | None:
        """The place if it lies in the text and reads as the file says; else None, and a fault for each thing wrong."""
        faults = range_faults(text, start, end)
        for fault in faults:
            self.note(where, fault.field, fault.template, **fault.params)
        if faults:
            return None
        if quote is not None and text[start:end] != quote:
            found, given = excerpt(text[start:end]), excerpt(quote)
            self.note(where, "quote", QUOTE_DIFFERS, start=start, end=end, found=found, given=given)
            return None
        return place_at(text, start, end)


QUOTE_DIFFERS: Final = gettext_noop(
    "The text at %(start)s–%(end)s reads “%(found)s”, not “%(given)s” as the file says."
)
UNIT_UNKNOWN: Final = gettext_noop(
    "The file quotes no text, and the text before this place holds characters that some tools count as one and others"
    " as two. Export it again with the covered text, so that the place can be checked."
)
NO_SUCH_END: Final = gettext_noop("“%(key)s” is no annotation of this document that could be read.")
KEY_TWICE: Final = gettext_noop("“%(key)s” is there twice; the first one counts.")


def place_at(text: str, start: int, end: int) -> Place:
    """The place with what stands there. Raises AnchorError when it is no stretch of the text."""
    anchor = make_anchor(text, start, end, sha256="-")
    return Place(anchor.start, anchor.end, anchor.quote, anchor.prefix, anchor.suffix)


def has_astral(text: str) -> bool:
    """Whether UTF-16 units and code points differ anywhere in the text."""
    return any(character > "\uffff" for character in text)


def excerpt(text: str, length: int = 80) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def a_document(
    document: str, text: str, objects: Iterable[AnnotatedObject], relations: Iterable[Relation] = ()
) -> AnnotatedText:
    """A document with its text: hash computed, relations in order."""
    return AnnotatedText(
        document=document,
        text=text,
        text_sha256=text_sha256(text),
        objects=tuple(objects),
        relations=tuple(sorted(set(relations))),
    )


__all__ = [
    "KEY_TWICE",
    "NO_SUCH_END",
    "QUOTE_DIFFERS",
    "UNIT_UNKNOWN",
    "AnnotatedObject",
    "AnnotatedText",
    "EntryFault",
    "Files",
    "Notebook",
    "Place",
    "Reading",
    "Relation",
    "a_document",
    "excerpt",
    "gettext_noop",
    "has_astral",
    "place_at",
    "text_sha256",
]
