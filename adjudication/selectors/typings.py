"""Agreement between the author and the second reader of genomes: before any ruling, since typings never change."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from adjudication.counting import cohen, written
from adjudication.selectors.measured import Group
from adjudication.selectors.measures import FieldFigures, figures_of
from adjudication.selectors.wanted import Wanted
from annotation.models import Project
from evaluator.agreement import Kappa, cluster_pattern, pairwise_kappas
from evaluator.vocabulary import ObjectType
from genomes.models import IdeaObject, Typing
from genomes.rules import NO_OBJECT

TYPE_FIELD, ROLE_FIELD = "object_type", "contribution_role"
OBJECT_FIELDS = (TYPE_FIELD, ROLE_FIELD)
AUTHOR, READER = "author", "second reader"
Said = tuple[str, str, str, str | None]  # types of author and reader, roles of author and reader
EVERYTHING = Wanted()
KINDS = (*(each.value for each in ObjectType), NO_OBJECT)


@dataclass(frozen=True, slots=True)
class Typed:
    """What both say of one object; `key` is its id in files. The people are ids that never leave the server."""

    key: str
    author: int
    reader: int
    types: tuple[str, str]
    roles: tuple[str, str | None]


def typed(project: Project, wanted: Wanted = EVERYTHING) -> list[Typed]:
    """Every object of a submitted reading, by genome and number. One query."""
    rows = (
        Typing.objects.filter(wanted.of_readings("reading__"), reading__unit__project=project)
        .order_by("reading", "number")
        .values_list(
            "reading__genome__source_version__paper__slug",
            "number",
            "reading__genome__author",
            "reading__reader",
            "first_type",
            "type",
            "first_role",
            "contribution_role",
        )
    )
    return [
        Typed(f"{slug}:{number}", author, reader, (first, second or NO_OBJECT), (role, other or None))
        for slug, number, author, reader, first, second, role, other in rows
    ]


def labels_of(name: str, rows: list[Typed]) -> list[tuple[str, str, str | None]]:
    """(object, rater, value) of one field. What is no object has no contribution role."""
    values = [(row, row.types if name == TYPE_FIELD else row.roles) for row in rows]
    return [
        (row.key, str(rater), value)
        for row, said in values
        for rater, value in zip((row.author, row.reader), said, strict=True)
    ]


def typing_figures(project: Project, rows: list[Typed]) -> list[FieldFigures]:
    """Figures of OBJECT_FIELDS over these objects; the total is every object of a handed-in genome."""
    objects = IdeaObject.objects.accepted().filter(genome__unit__project=project, genome__handed_in_at__isnull=False)
    total = max(objects.count(), len(rows))
    return [figures_of(name, labels_of(name, rows), total) for name in OBJECT_FIELDS]


def typing_kappas(rows: list[Typed]) -> dict[str, Kappa]:
    """Cohen's κ of each field, with the author as one rater and the second reader as the other, whoever they are."""
    found: dict[str, Kappa] = {}
    for name in OBJECT_FIELDS:
        said = [(row.key, row.types if name == TYPE_FIELD else row.roles) for row in rows]
        labels = [
            (key, rater, value) for key, pair in said for rater, value in zip((AUTHOR, READER), pair, strict=True)
        ]
        kappas = pairwise_kappas(labels)
        found |= {name: kappas[0]} if kappas else {}
    return found


def type_confusion(rows: list[Typed]) -> dict[tuple[str, str], int]:
    """How often the author said one thing and the second reader another; every cell is there."""
    met = Counter(row.types for row in rows)
    return {(first, second): met[first, second] for first in KINDS for second in KINDS}


def typed_counts(project: Project, wanted: Wanted) -> Counter[Said]:
    """How often author and second reader said these types and these roles of one object. One query."""
    rows = (
        Typing.objects.filter(wanted.of_readings("reading__"), reading__unit__project=project)
        .order_by()
        .values("first_type", "type", "first_role", "contribution_role")
        .annotate(number=Count("pk"))
        .values_list("first_type", "type", "first_role", "contribution_role", "number")
    )
    return Counter(
        {(first, second or NO_OBJECT, role, other or None): number for first, second, role, other, number in rows}
    )


def typing_groups(counts: Counter[Said], *, total: int | None) -> list[Group]:
    """What is measured of OBJECT_FIELDS. What is no object has no contribution role."""
    found: dict[str, Counter[str]] = {name: Counter() for name in OBJECT_FIELDS}
    for (first, second, role, other), number in counts.items():
        found[TYPE_FIELD][written(cluster_pattern([(first, second)]))] += number
        found[ROLE_FIELD][written(cluster_pattern([(role, other) if other else (role,)]))] += number
    return [Group(name, name, found[name], total) for name in OBJECT_FIELDS]


def typing_total(project: Project, wanted: Wanted) -> int:
    """Every object of a handed-in genome that is meant."""
    objects = IdeaObject.objects.accepted().filter(
        wanted.of_units("genome__unit__"), genome__unit__project=project, genome__handed_in_at__isnull=False
    )
    return int(objects.count())


def kappas_of(counts: Counter[Said]) -> dict[str, tuple[float | None, int]]:
    """κ of each field with the author as one rater and the second reader as the other, and over how many objects."""
    types, roles = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for (first, second, role, other), number in counts.items():
        types[first, second] += number
        if other is not None:
            roles[role, other] += number
    return {name: (cohen(met), met.total()) for name, met in ((TYPE_FIELD, types), (ROLE_FIELD, roles))}


def types_met(counts: Counter[Said]) -> dict[tuple[str, str], int]:
    """How often the author said one type and the second reader another; every cell is there."""
    cells = {(first, second): 0 for first in KINDS for second in KINDS}
    for (first, second, _role, _other), number in counts.items():
        cells[first, second] += number
    return cells
