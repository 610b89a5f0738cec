"""Everything that the genome screen shows to one person, in a constant number of queries."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from annotation.models import Guideline, Project, User
from annotation.wording import label
from evaluator.vocabulary import ObjectType
from genomes.models import Genome, IdeaObject, Paper, SourceVersion
from genomes.rules import FlagCode
from genomes.selectors.cards import Card, Missing, Section, cards_of, missing_of, outline_of
from genomes.selectors.holding import Hold, hold_of
from genomes.selectors.marks import MarkedBlock, marked_blocks, marks_of
from genomes.selectors.objects import genome_gaps_of
from genomes.selectors.reading import Reading, reading_of
from genomes.selectors.shown import shown_objects
from genomes.selectors.steps import Steps, steps_of
from genomes.wording import FLAG_NAMES


@dataclass(frozen=True, slots=True)
class TypeCount:
    type: str
    letter: str
    name: Any
    count: int


@dataclass(frozen=True, slots=True)
class GenomeScreen:
    """`cards` stand in the genome, `metadata` matter to the paper alone, `rejected` are kept for the record."""

    paper: Paper
    version: SourceVersion
    versions: list[SourceVersion]
    genome: Genome
    hold: Hold
    is_visible: bool
    reading: Reading
    blocks: list[MarkedBlock]
    cards: list[Card]
    metadata: list[Card]
    rejected: list[Card]
    missing: list[Missing]
    outline: list[Section]
    guideline: Guideline | None
    steps: Steps

    @property
    def text(self) -> str:
        return self.reading.text

    @property
    def has_title(self) -> bool:
        """Whether the text itself begins with its title."""
        first = self.reading.blocks[0] if self.reading.blocks else None
        return first is not None and first.kind == "heading" and first.level == 0 and bool(first.runs)

    @property
    def has_formulas(self) -> bool:
        """Plain text may hold dollars that are money."""
        return self.version.format != "text"

    @property
    def query(self) -> str:
        """What an address needs to mean this version, when it is not the newest."""
        return "" if self.version == self.versions[0] else f"?version={self.version.number}"

    @property
    def type_counts(self) -> list[TypeCount]:
        counts = Counter(card.type for card in self.cards)
        return [TypeCount(each.value, each.letter, label(each), counts[each.value]) for each in ObjectType]

    @property
    def flagged(self) -> int:
        return sum(bool(card.flags) for card in self.cards)

    @property
    def candidates(self) -> int:
        return sum(card.state == IdeaObject.State.CANDIDATE for card in self.cards)

    @property
    def flag_counts(self) -> list[tuple[str, Any, int]]:
        """(code, name, number of objects) of each kind of flag that is there, in the order of the contract."""
        counts = Counter(code for card in self.cards for code in {flag.code for flag in card.flags})
        return [(code, FLAG_NAMES[code], counts[code]) for code in FlagCode if counts[code]]

    @property
    def all_cards(self) -> list[Card]:
        return [*self.cards, *self.metadata, *self.rejected]


def genome_for(person: User, paper: Paper, number: int | None = None) -> Genome | None:
    """The genome that a person means by a paper: of the version named, else the one they hold, else the newest."""
    genomes = (
        Genome.objects.filter(source_version__paper=paper)
        .select_related("unit__project", "source_version", "second_reading")
        .defer("source_version__text")
    )
    if number is not None:
        chosen: Genome | None = genomes.filter(source_version__number=number).first()
        return chosen
    every = list(genomes.order_by("-source_version__number"))
    held = person.assignments.filter(unit__in=[each.unit_id for each in every], state="active").values_list("unit_id")
    mine = {unit_id for (unit_id,) in held} if len(every) > 1 else set()
    return next((each for each in every if each.unit_id in mine), every[0] if every else None)


def genome_screen(person: User, project: Project, paper: Paper, genome: Genome) -> GenomeScreen:
    """The screen of a genome; without a right to see its objects, the text alone."""
    version = genome.source_version
    reading = reading_of(version)
    is_visible = Genome.objects.visible_to(person).filter(pk=genome.pk).exists()
    objects = shown_objects(genome, person) if is_visible else []
    cards = cards_of(objects, reading, project.object_length_limit)
    standing = [card for card in cards if card.shelf == "standing"]
    hold = hold_of(person, genome)
    gaps = genome_gaps_of(genome, [each.facts() for each in objects]) if hold.can_edit else []
    return GenomeScreen(
        paper=paper,
        version=version,
        versions=list(paper.versions.defer("text").order_by("-number")),
        genome=genome,
        hold=hold,
        is_visible=is_visible,
        reading=reading,
        blocks=marked_blocks(reading, marks_of(objects)),
        cards=standing,
        metadata=[card for card in cards if card.shelf == "metadata"],
        rejected=[card for card in cards if card.shelf == "rejected"],
        missing=missing_of(gaps, objects),
        outline=outline_of(reading, standing),
        guideline=project.guidelines.defer("body").order_by("-version").first(),
        steps=steps_of(person, genome) if hold.can_edit else Steps(),
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of a genome at a moment: its cards and marked blocks, to be compared with another moment."""

    cards: dict[int, Card]
    blocks: list[MarkedBlock]


def shown_of(person: User, project: Project, genome: Genome) -> Shown:
    """What the person's page shows now. 4 queries, and those of a reading that is not kept."""
    reading = reading_of(genome.source_version)
    objects = shown_objects(genome, person)
    cards = cards_of(objects, reading, project.object_length_limit)
    return Shown({card.pk: card for card in cards}, marked_blocks(reading, marks_of(objects)))
