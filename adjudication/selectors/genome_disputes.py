"""Genomes in dispute: author and second reader typed an object differently, and no ruling stands. A query, no flag."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from adjudication.models import ObjectRuling
from annotation.models import Project, User
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import SecondReading, Typing
from genomes.rules import NO_OBJECT
from genomes.selectors.cards import Place, place_of
from genomes.selectors.reading import reading_of

A, B, OWN, EXCLUDED = "a", "b", "own", "excluded"


def open_typings(project: Project) -> QuerySet[Typing]:
    """Objects that were typed differently and that nobody has decided."""
    ruled = ObjectRuling.objects.standing().filter(typing=OuterRef("pk"))
    found: QuerySet[Typing] = Typing.objects.parted().filter(~Exists(ruled), reading__unit__project=project)
    return found


def genome_disputes(project: Project) -> QuerySet[SecondReading]:
    """Readings with objects in dispute, the most first, then the oldest; `open_objects` says how many."""
    readings: QuerySet[SecondReading] = (
        _with_paper(SecondReading.objects.filter(unit__project=project))
        .annotate(open_objects=Count("typings", filter=Q(typings__in=open_typings(project))))
        .filter(open_objects__gt=0)
        .order_by("-open_objects", "submitted_at", "pk")
    )
    return readings


def decided_genomes(project: Project) -> QuerySet[SecondReading]:
    """Readings that differed and are decided in every object, the latest first."""
    readings: QuerySet[SecondReading] = (
        _with_paper(SecondReading.objects.filter(unit__project=project))
        .filter(Exists(Typing.objects.parted().filter(reading=OuterRef("pk"))))
        .exclude(typings__in=open_typings(project))
        .order_by("-submitted_at")
    )
    return readings


def _with_paper(readings: QuerySet[SecondReading]) -> QuerySet[SecondReading]:
    return readings.select_related("unit", "genome__source_version__paper").defer("genome__source_version__text")


@dataclass(frozen=True, slots=True)
class Answer:
    """What one of the two says: a type and a role, or neither when it is no object, and then why."""

    letter: str
    type: str
    role: str
    reason: str = ""

    @property
    def is_object(self) -> bool:
        return bool(self.type)


@dataclass(frozen=True, slots=True)
class ObjectCase:
    """One object that was typed differently. It is named by its number, since its handle tells the first type."""

    typing: Typing
    places: list[Place]
    answers: list[Answer]
    standing: ObjectRuling | None
    history: list[ObjectRuling]

    @property
    def number(self) -> int:
        return self.typing.number


@dataclass(frozen=True, slots=True)
class GenomeCase:
    reading: SecondReading
    objects: list[ObjectCase]
    agreed: list[Typing]

    @property
    def open(self) -> list[ObjectCase]:
        return [each for each in self.objects if each.standing is None]


def answers_of(typing: Typing) -> list[Answer]:
    """Both answers in a random and fixed order: which is A follows from the row's random id."""
    first = (typing.first_type, typing.first_role, "")
    second = (typing.type, typing.contribution_role, typing.reason)
    ordered = [first, second] if typing.pk.int % 2 == 0 else [second, first]
    return [Answer(letter, *said) for letter, said in zip((A, B), ordered, strict=True)]


def genome_case(reading: SecondReading) -> GenomeCase:
    """What both said of every object of a submitted reading. Seven queries."""
    text = reading_of(reading.genome.source_version)
    rulings = Prefetch("rulings", ObjectRuling.objects.select_related("adjudicator").order_by("number"))
    rows = reading.typings.select_related("idea_object").prefetch_related("idea_object__evidence", rulings)
    objects, agreed = [], []
    for row in rows.order_by("number"):
        if row.key == row.first_key:
            agreed.append(row)
            continue
        history = list(row.rulings.all())
        last = history[-1] if history else None
        stands = last is not None and last.outcome != ObjectRuling.Outcome.REOPENED
        places = [place_of(evidence, text) for evidence in row.idea_object.evidence.all()]
        objects.append(ObjectCase(row, places, answers_of(row), last if stands else None, history))
    return GenomeCase(reading, objects, agreed)


@dataclass(frozen=True, slots=True)
class Wish:
    """What an adjudicator wants to decide about one object: a letter, EXCLUDED, or OWN with a type and a role."""

    number: int
    choice: str
    type: str = ""
    role: str = ""
    reason_code: str = ""
    rationale: str = ""


def wished(typing: Typing, wish: Wish) -> tuple[str, str, str] | None:
    """(outcome, type, role) of a wish; None when it says none."""
    if wish.choice == EXCLUDED:
        return ObjectRuling.Outcome.EXCLUDED, "", ""
    by_letter: Mapping[str, Answer] = {each.letter: each for each in answers_of(typing)}
    kind, role = wish.type, wish.role
    if wish.choice in by_letter:
        answer = by_letter[wish.choice]
        kind, role = answer.type or NO_OBJECT, answer.role
    elif wish.choice != OWN:
        return None
    if kind == NO_OBJECT:
        return ObjectRuling.Outcome.NO_OBJECT, "", ""
    if kind in set(ObjectType) and role in set(ContributionRole):
        return ObjectRuling.Outcome.OBJECT, kind, role
    return None


def why_not(person: User, reading: SecondReading) -> str:
    """Which part the person has in the genome, so that a third must decide: "author", "reader" or ""."""
    if reading.unit.barred.filter(pk=person.pk).exists():
        return "author"
    held = reading.unit.assignments.filter(person=person, purpose="label")
    return "reader" if held.exists() else ""
