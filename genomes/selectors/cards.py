"""Idea objects as cards beside the text: where their evidence is, what is flagged, what they repair, what repairs them.

A card is a value: two equal ones look alike, so that a page can tell what has changed and keep what it has drawn.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.refusal import Fault
from annotation.wording import label
from evaluator.vocabulary import ContributionRole, ObjectType, PassageKind
from genomes.models import Evidence, IdeaObject
from genomes.selectors.flags import Flagged, flags_of
from genomes.selectors.objects import repairs_of
from genomes.selectors.reading import Block, Reading

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
class Link:
    """An object at the other end of a repair. `paper` is its short name when it belongs to another genome."""

    pk: int
    handle: str
    type: str
    content: str
    paper: str
    title: str
    version: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a ghost comes from: who proposed it, how sure it was (0 to 1), and why."""

    provider: str
    model: str
    confidence: float | None
    why: str


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


def cards_of(objects: Sequence[IdeaObject], reading: Reading, limit: int) -> list[Card]:
    """One card for each of `shown_objects`, in the order of the text. `limit` is the project's length of an object."""
    flags = flags_of(objects, reading, limit)
    cards = [_card(each, reading, flags.get(each.pk, ())) for each in objects]
    return sorted(cards, key=lambda card: (card.at, card.pk))


def _card(idea_object: IdeaObject, reading: Reading, flags: tuple[Flagged, ...]) -> Card:
    return Card(
        pk=idea_object.pk,
        handle=idea_object.handle,
        type=idea_object.type,
        type_name=str(label(ObjectType(idea_object.type))),
        role=idea_object.contribution_role,
        role_name=str(label(ContributionRole(idea_object.contribution_role))),
        state=idea_object.state,
        lineage_relevant=idea_object.lineage_relevant,
        content=idea_object.content,
        constraint=idea_object.constraint,
        reject_reason=idea_object.reject_reason,
        revision=idea_object.revision,
        origin=_origin_of(idea_object),
        places=tuple(place_of(row, reading) for row in idea_object.evidence.all()),
        flags=flags,
        repairs=tuple(_link(each, idea_object) for each in repairs_of(idea_object)),
        repaired_by=tuple(_link(each, idea_object) for each in _answers_to(idea_object)),
    )


def _origin_of(idea_object: IdeaObject) -> Origin | None:
    candidate = getattr(idea_object, "candidate", None)
    if candidate is None or idea_object.state != IdeaObject.State.CANDIDATE:
        return None
    extraction = candidate.extraction
    return Origin(extraction.get_provider_display(), extraction.model, candidate.confidence, candidate.why)


def _answers_to(idea_object: IdeaObject) -> list[IdeaObject]:
    """The deltas that answer it, while it is a limitation."""
    return list(idea_object.repaired_by.all()) if idea_object.type == ObjectType.LIMITATION else []


def _link(other: IdeaObject, idea_object: IdeaObject) -> Link:
    is_elsewhere = other.genome_id != idea_object.genome_id
    version = other.genome.source_version if is_elsewhere else None
    return Link(
        pk=other.pk,
        handle=other.handle,
        type=other.type,
        content=other.content,
        paper=version.paper.slug if version else "",
        title=version.paper.title if version else "",
        version=version.number if version else 0,
    )


def place_of(row: Evidence, reading: Reading) -> Place:
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


def missing_of(faults: Iterable[Fault], objects: Iterable[IdeaObject]) -> list[Missing]:
    """Each gap leads to its object, or to the list of objects."""
    by_handle = {each.handle: each for each in objects}
    found = []
    for fault in faults:
        named = by_handle.get(fault.field.partition(".")[0])
        found.append(Missing(fault, f"object-{named.pk}" if named else "objects-title"))
    return found
