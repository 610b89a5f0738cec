"""Idea objects as cards beside the text: where their evidence is, what is flagged, what they repair, what repairs them.

A card is a value: two equal ones look alike, so that a page can tell what has changed and keep what it has drawn.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.refusal import Fault
from annotation.wording import label
from evaluator.vocabulary import ContributionRole, ObjectType, PassageKind
from genomes.models import Evidence, IdeaObject
from genomes.selectors.flags import Flagged, flags_of
from genomes.selectors.reading import Block, Reading
from genomes.selectors.shown import Link, Origin, ShownObject, Spot

ICONS = {
    PassageKind.FIGURE.value: "figure",
    PassageKind.TABLE.value: "table",
    PassageKind.EQUATION.value: "equation",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of evidence is, as a link into the text."""

    name: str
    anchor: str
    icon: str
    start: int
    end: int
    quote: str

    @property
    def as_evidence(self) -> dict[str, Any]:
        """What a form sends back to keep this evidence."""
        return {"start": self.start, "end": self.end, "quote": self.quote}


@dataclass(frozen=True, slots=True)
class Card:
    """What the list shows of one object. `origin` is there while it is a machine's candidate."""

    pk: int
    handle: str
    type: str
    type_name: str
    role: str
    role_name: str
    state: str
    lineage_relevant: bool
    content: str
    constraint: str
    reject_reason: str
    revision: int
    origin: Origin | None
    places: tuple[Place, ...]
    flags: tuple[Flagged, ...]
    repairs: tuple[Link, ...]
    repaired_by: tuple[Link, ...]

    @property
    def at(self) -> int:
        """Where the object first stands in the text."""
        return self.places[0].start if self.places else 0

    @property
    def shelf(self) -> str:
        """Which list it stands in: "standing", "metadata" or "rejected"."""
        if self.state == IdeaObject.State.REJECTED:
            return "rejected"
        return "standing" if self.lineage_relevant else "metadata"

    @property
    def flag_codes(self) -> str:
        """For the filter of the page."""
        return " ".join(sorted({flag.code for flag in self.flags}))


def cards_of(objects: Sequence[ShownObject], reading: Reading, limit: int) -> list[Card]:
    """One card for each object, in the order of the text. `limit` is the project's length of an object."""
    flags = flags_of(objects, reading, limit)
    names = {each.value: str(label(each)) for each in (*ObjectType, *ContributionRole)}
    cards = [_card(each, reading, flags.get(each.pk, ()), names) for each in objects]
    return sorted(cards, key=lambda card: (card.at, card.pk))


def _card(each: ShownObject, reading: Reading, flags: tuple[Flagged, ...], names: Mapping[str, str]) -> Card:
    return Card(
        pk=each.pk,
        handle=each.handle,
        type=each.type,
        type_name=names[each.type],
        role=each.contribution_role,
        role_name=names[each.contribution_role],
        state=each.state,
        lineage_relevant=each.lineage_relevant,
        content=each.content,
        constraint=each.constraint,
        reject_reason=each.reject_reason,
        revision=each.revision,
        origin=each.origin,
        places=tuple(place_of(spot, reading) for spot in each.evidence),
        flags=flags,
        repairs=tuple(each.repairs),
        repaired_by=tuple(each.repaired_by),
    )


def place_of(row: Evidence | Spot, reading: Reading) -> Place:
    """The place of stored evidence."""
    block = reading.block_at(row.start)
    return Place(
        name=place_name(block, row.start, row.end),
        anchor=block.anchor,
        icon=ICONS.get(block.kind, "sentence"),
        start=row.start,
        end=row.end,
        quote=row.quote,
    )


def place_name(block: Block, start: int, end: int) -> str:
    """“¶3”, “Figure 1”, or “Table 1, row 2” when the place lies in one row."""
    if block.kind == "paragraph":
        return block.name
    name = block.name or f"{label(PassageKind(block.kind))} {block.number}" if block.is_float else f"§ {block.name}"
    for number, row in enumerate(block.rows, 1):
        if row[0].start <= start and end <= row[-1].end:
            return f"{name}, {number}"
    return name


@dataclass(frozen=True, slots=True)
class Section:
    """A line of the outline."""

    name: str
    anchor: str
    level: int
    objects: int


def outline_of(reading: Reading, cards: Iterable[Card]) -> list[Section]:
    """The headings of the paper, each with the number of objects that begin in its own part of the text."""
    headings = [block for block in reading.blocks if block.kind == "heading" and block.level > 0]
    starts = [block.start for block in headings]
    counts = Counter(bisect_right(starts, card.at) - 1 for card in cards)
    return [Section(block.name, block.anchor, block.level, counts[number]) for number, block in enumerate(headings)]


@dataclass(frozen=True, slots=True)
class Missing:
    """A gap of the genome as a link to its place."""

    fault: Fault
    anchor: str


def missing_of(faults: Iterable[Fault], objects: Iterable[ShownObject]) -> list[Missing]:
    """Each gap leads to its object, or to the list of objects."""
    by_handle = {each.handle: each for each in objects}
    found = []
    for fault in faults:
        named = by_handle.get(fault.field.partition(".")[0])
        found.append(Missing(fault, f"object-{named.pk}" if named else "objects-title"))
    return found
