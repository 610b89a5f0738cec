"""A second reading as its reader sees it: the text, and objects under numbers. Nothing of the first typing is here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Assignment, Guideline, User
from annotation.refusal import Fault, refused
from genomes.models import Genome, IdeaObject, Paper, ReadingDraft, SecondReading, SourceVersion, Typing
from genomes.rules import NO_OBJECT, Said, SaidGap, review_order, said_gaps
from genomes.selectors.cards import Place, Section, outline_of, place_of
from genomes.selectors.marks import Mark, MarkedBlock, in_lanes, marked_blocks
from genomes.selectors.objects import genome_objects
from genomes.selectors.reading import Reading, reading_of

PARTS = ("type", "role", "reason")
LONGEST_REASON = 300
NEUTRAL = "unknown"  # the type that marks in the text have


class Mode(StrEnum):
    """What a person may do with a reading now."""

    MINE = "mine"  # the form is open
    FREE = "free"  # an annotator may take it
    TAKEN = "taken"  # another reads it, or it is paused
    BARRED = "barred"  # the person had a part in the genome
    SUBMITTED = "submitted"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Asked:
    """One object as the reader meets it, and what they have said of it."""

    number: int
    content: str
    constraint: str
    places: list[Place]
    said: Said

    @property
    def at(self) -> int:
        """Where it first stands in the text."""
        return self.places[0].start if self.places else 0

    @property
    def is_complete(self) -> bool:
        return not said_gaps(self.said)


@dataclass(frozen=True, slots=True)
class ReadingScreen:
    """What the screen of a reading shows; it stands in for the genome screen where the text is drawn."""

    paper: Paper
    version: SourceVersion
    second_reading: SecondReading
    mode: Mode
    text_blocks: Reading
    blocks: list[MarkedBlock]
    asked: list[Asked]
    outline: list[Section]
    draft: ReadingDraft | None
    guideline: Guideline | None

    @property
    def text(self) -> str:
        return self.text_blocks.text

    @property
    def has_title(self) -> bool:
        """Whether the text itself begins with its title."""
        first = self.text_blocks.blocks[0] if self.text_blocks.blocks else None
        return first is not None and first.kind == "heading" and first.level == 0 and bool(first.runs)

    @property
    def has_formulas(self) -> bool:
        return self.version.format != "text"

    @property
    def left(self) -> int:
        return sum(not each.is_complete for each in self.asked)


def objects_to_read(reading: SecondReading) -> dict[int, IdeaObject]:
    """Number to object, in the order of the reading. Three queries."""
    objects = {each.pk: each for each in genome_objects(reading.genome)}
    facts = [(pk, each.type, each.contribution_role) for pk, each in objects.items()]
    return {number: objects[pk] for number, pk in enumerate(review_order(facts, str(reading.pk)), 1)}


def reading_screen(person: User, paper: Paper, reading: SecondReading, payload: Mapping[str, str]) -> ReadingScreen:
    """The screen for one person; `payload` is what their form holds. Nothing of it depends on the first typing."""
    genome: Genome = reading.genome
    text_blocks = reading_of(genome.source_version)
    mode = mode_of(person, reading)
    asked = _asked(person, reading, mode, text_blocks, payload)
    return ReadingScreen(
        paper=paper,
        version=genome.source_version,
        second_reading=reading,
        mode=mode,
        text_blocks=text_blocks,
        blocks=marked_blocks(text_blocks, _marks(asked)),
        asked=asked,
        outline=outline_of(text_blocks, []),
        draft=draft_of(person, reading) if mode is Mode.MINE else None,
        guideline=Guideline.objects.filter(project=paper.project_id).defer("body").order_by("-version").first(),
    )


def _asked(person: User, reading: SecondReading, mode: Mode, text: Reading, payload: Mapping[str, str]) -> list[Asked]:
    """The objects by number. Once submitted they are those that were typed, with the reader's own answers."""
    if mode is Mode.SUBMITTED:
        rows = reading.typings.select_related("idea_object").prefetch_related("idea_object__evidence")
        is_own = reading.reader_id == person.pk
        return [_one(row.number, row.idea_object, text, said_in(row) if is_own else Said()) for row in rows]
    return [_one(number, each, text, said_of(payload, number)) for number, each in objects_to_read(reading).items()]


def _one(number: int, idea_object: IdeaObject, text: Reading, said: Said) -> Asked:
    places = [place_of(row, text) for row in idea_object.evidence.all()]
    return Asked(number, idea_object.content, idea_object.constraint, places, said)


def _marks(asked: Iterable[Asked]) -> list[Mark]:
    marks = [
        Mark(place.start, place.end, each.number, NEUTRAL, str(each.number), IdeaObject.State.ACCEPTED)
        for each in asked
        for place in each.places
    ]
    return in_lanes(sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.object_id)))


def mode_of(person: User, reading: SecondReading) -> Mode:
    """Two queries at most. A lapsed hold still counts as one's own while nobody else has taken the place."""
    if reading.submitted_at is not None:
        return Mode.SUBMITTED
    if reading.waived_at is not None:
        return Mode.WAIVED
    if reading.unit.barred.filter(pk=person.pk).exists():
        return Mode.BARRED
    now = timezone.now()
    holds = list(reading.unit.assignments.filter(state=Assignment.State.ACTIVE, purpose=Assignment.Purpose.LABEL))
    others = [each for each in holds if each.person_id != person.pk and each.lease_expires_at > now]
    mine = [each for each in holds if each.person_id == person.pk]
    if any(each.lease_expires_at > now or not others for each in mine):
        return Mode.MINE
    return Mode.TAKEN if others or reading.unit.is_paused else Mode.FREE


def draft_of(person: User, reading: SecondReading) -> ReadingDraft | None:
    draft: ReadingDraft | None = ReadingDraft.objects.visible_to(person).filter(reading=reading).first()
    return draft


def said_of(payload: Mapping[str, str], number: int) -> Said:
    """What a form says of an object."""
    kind, role, reason = (str(payload.get(f"{part}.{number}", "")).strip() for part in PARTS)
    return Said(kind, role, reason)


def said_in(typing: Typing) -> Said:
    return Said(typing.type if typing.is_object else NO_OBJECT, typing.contribution_role, typing.reason)


def clean_payload(payload: Mapping[str, Any], numbers: Iterable[int]) -> dict[str, str]:
    """The fields of a reading's form: `type.3`, `role.3`, `reason.3`. Refused when one is no text or too long."""
    names = {f"{part}.{number}" for number in numbers for part in PARTS}
    wrong = [name for name in names & set(payload) if not isinstance(payload[name], str)]
    if wrong:
        raise refused("wrong_type", _("Type, role and reason are texts."), sorted(wrong)[0])
    long = [name for name in names & set(payload) if len(payload[name]) > LONGEST_REASON]
    if long:
        message = _("A reason has %(limit)s characters at most.") % {"limit": LONGEST_REASON}
        raise refused("too_long", message, sorted(long)[0])
    return {name: payload[name] for name in sorted(names) if payload.get(name)}


def reading_faults(payload: Mapping[str, str], numbers: Iterable[int]) -> list[Fault]:
    """Everything that is missing, each with the field in which it is mended."""
    words = {
        SaidGap.NO_TYPE: (_("Object %(number)s has no type yet. Choose one, or say that it is no object."), "type"),
        SaidGap.NO_ROLE: (_("Object %(number)s has no contribution role yet."), "role"),
        SaidGap.NO_REASON: (_("Say why object %(number)s is none."), "reason"),
    }
    return [
        Fault(gap.value, words[gap][0] % {"number": number}, f"{words[gap][1]}.{number}")
        for number in numbers
        for gap in said_gaps(said_of(payload, number))
    ]


def typings_in_dispute(reading: SecondReading) -> list[Typing]:
    """Objects that author and second reader typed differently and about which no ruling stands. Two queries.

    Rulings live in an app above: only their rows are read here. The last one of an object counts.
    """
    parted = Typing.objects.parted().filter(reading=reading).prefetch_related("rulings")
    return [each for each in parted if not _stands(list(each.rulings.all()))]


def _stands(rulings: list[Any]) -> bool:
    last = max(rulings, key=lambda each: each.number, default=None)
    return last is not None and last.outcome != "reopened"
