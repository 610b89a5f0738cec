"""Idea objects as cards beside the text: where their evidence is, what is flagged, what they repair."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.refusal import Fault
from annotation.wording import label
from evaluator.vocabulary import ContributionRole, ObjectType, PassageKind
from genomes import rules
from genomes.models import Evidence, IdeaObject
from genomes.selectors.objects import facts_of, repairs_of
from genomes.selectors.reading import Block, Reading
from genomes.wording import flag_words

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
    idea_object: IdeaObject
    type_name: Any
    role_name: Any
    places: list[Place]
    flags: list[tuple[str, str]]
    repairs: list[IdeaObject]

    @property
    def at(self) -> int:
        """Where the object first stands in the text."""
        return self.places[0].start if self.places else 0


def cards_of(objects: Sequence[IdeaObject], reading: Reading, limit: int) -> list[Card]:
    """One card for each object, in the order of the text. `limit` is the project's length of an object."""
    facts = {each.pk: facts_of(each, reading.sentences) for each in objects}
    counted = [fact for fact in facts.values() if fact.lineage_relevant]
    cards = [_card(each, reading, _flags(facts[each.pk], counted, limit)) for each in objects]
    return sorted(cards, key=lambda card: (card.at, card.idea_object.pk))


def _card(idea_object: IdeaObject, reading: Reading, flags: list[tuple[str, str]]) -> Card:
    return Card(
        idea_object=idea_object,
        type_name=label(ObjectType(idea_object.type)),
        role_name=label(ContributionRole(idea_object.contribution_role)),
        places=[place_of(row, reading) for row in idea_object.evidence.all()],
        flags=flags,
        repairs=repairs_of(idea_object),
    )


def _flags(facts: rules.ObjectFacts, others: Iterable[rules.ObjectFacts], limit: int) -> list[tuple[str, str]]:
    if facts.state == rules.ObjectState.REJECTED or not facts.lineage_relevant:
        return []
    return [flag_words(flag) for flag in rules.flags(facts, others, limit)]


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
    counts: Counter[int] = Counter()
    for card in cards:
        before = [block.start for block in headings if block.start <= card.at]
        counts[before[-1] if before else -1] += 1
    return [Section(block.name, block.anchor, block.level, counts[block.start]) for block in headings]


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
