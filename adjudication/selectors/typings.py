"""Agreement between the author and the second reader of genomes: before any ruling, since typings never change."""

from collections import Counter
from dataclasses import dataclass

from adjudication.selectors.measures import FieldFigures, figures_of
from annotation.models import Project
from evaluator.agreement import Kappa, pairwise_kappas
from evaluator.vocabulary import ObjectType
from genomes.models import IdeaObject, Typing
from genomes.rules import NO_OBJECT

TYPE_FIELD, ROLE_FIELD = "object_type", "contribution_role"
OBJECT_FIELDS = (TYPE_FIELD, ROLE_FIELD)
AUTHOR, READER = "author", "second reader"
KINDS = (*(each.value for each in ObjectType), NO_OBJECT)


@dataclass(frozen=True, slots=True)
class Typed:
    """What both say of one object; `key` is its id in files. The people are ids that never leave the server."""

    key: str
    author: int
    reader: int
    types: tuple[str, str]
    roles: tuple[str, str | None]


def typed(project: Project) -> list[Typed]:
    """Every object of a submitted reading, by genome and number. One query."""
    rows = (
        Typing.objects.filter(reading__unit__project=project)
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
