"""Genomes in dispute as rows of a queue, in two queries."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from adjudication.models import GenomeHold, ObjectRuling, Skip
from adjudication.queue_rules import GENOME, DisputeRow
from adjudication.selectors.genome_disputes import open_typings
from adjudication.selectors.pair_rows import state_in
from annotation.models import Project, User
from genomes.models import SecondReading

DETAILS = (
    "pk", "unit", "unit__title", "unit__domain", "unit__stage", "unit__priority", "genome", "submitted_at",
    "guideline__version", "hold__adjudicator", "is_held", "was_reopened", "is_skipped", "is_paused",
)  # fmt: skip


def genome_rows(project: Project, user: User, parts: Collection[int] = frozenset()) -> list[DisputeRow]:
    """Every genome with objects that were typed differently and that nobody has decided.

    `parts` are units that the person had a part in. All overseers know of them: a reading is one answer, so nobody may
    still be handed it once it is in.
    """
    graded = {row["reading"]: row for row in _grades(project)}
    if not graded:
        return []
    return [_row(facts, graded[facts["pk"]], user, parts) for facts in _details(project, user, list(graded))]


def _grades(project: Project) -> Iterable[Any]:
    """Of each reading how many objects it rejects, and in how many type or role are others."""
    open_ones = open_typings(project).order_by().values("reading")
    return open_ones.annotate(
        rejected=Count("pk", filter=Q(is_object=False)),
        types=Count("pk", filter=Q(is_object=True) & ~Q(type=F("first_type"))),
        roles=Count("pk", filter=Q(is_object=True) & ~Q(contribution_role=F("first_role"))),
        retyped=Count("pk", filter=Q(is_object=True)),
    )


def _details(project: Project, user: User, readings: list[int]) -> "QuerySet[SecondReading, dict[str, Any]]":
    rows: QuerySet[SecondReading, dict[str, Any]] = (
        SecondReading.objects.visible_to(user)
        .filter(unit__project=project, pk__in=readings)
        .annotate(
            is_held=genome_is_held(),
            was_reopened=Exists(ObjectRuling.objects.filter(typing__reading=OuterRef("pk"), outcome="reopened")),
            is_skipped=Exists(Skip.objects.filter(unit=OuterRef("unit"), adjudicator=user)),
            is_paused=Q(unit__is_paused=True) | Q(unit__stage__is_paused=True, unit__stage__isnull=False),
        )
        .order_by("pk")
        .values(*DETAILS)
    )
    return rows


def _row(facts: dict[str, Any], grade: dict[str, Any], user: User, parts: Collection[int]) -> DisputeRow:
    holder = facts["hold__adjudicator"] if facts["is_held"] else None
    named = (("object_type", grade["types"]), ("contribution_role", grade["roles"]), ("no_object", grade["rejected"]))
    return DisputeRow(
        kind=GENOME,
        pk=facts["pk"],
        unit=facts["unit"],
        title=facts["unit__title"],
        since=facts["submitted_at"],
        genomes=(facts["genome"],),
        fields=tuple(name for name, count in named if count),
        retyped=grade["retyped"],
        rejected=grade["rejected"],
        domain=facts["unit__domain"],
        stage=facts["unit__stage"],
        priority=facts["unit__priority"],
        guidelines=(facts["guideline__version"],),
        state=state_in(user, holder, is_skipped=facts["is_skipped"], was_reopened=facts["was_reopened"]),
        was_reopened=facts["was_reopened"],
        holder=holder,
        is_paused=facts["is_paused"],
        has_part=facts["unit"] in parts,
    )


def genome_is_held() -> Exists:
    """Whether somebody has a genome in hand, to be used in a query of readings."""
    return Exists(GenomeHold.objects.held().filter(reading=OuterRef("pk")))
