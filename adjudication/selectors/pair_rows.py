"""Pairs in dispute as rows of a queue: found and graded by the database, in three queries, or two with kept grades."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.core.cache import cache
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from adjudication.models import Case, Resolution, Skip
from adjudication.queue_rules import GRADED, IN_WORK, OPEN, PAIR, REOPENED, SKIPPED, YOURS, DisputeRow
from adjudication.selectors.measures import A_DAY
from annotation.models import Project, User
from diffs.models import Diff, PaperPair
from evaluator.canonical import sha256_hex

KEY = "decision_key"
DETAILS = (
    "pk", "unit", "unit__title", "unit__domain", "unit__stage", "unit__priority", "source", "target",
    "case__adjudicator", "is_held", "was_reopened", "is_skipped", "is_paused",
)  # fmt: skip


def pair_rows(project: Project, user: User, *, only_visible: bool = True) -> list[DisputeRow]:
    """Every pair in dispute that the person may know of: who also labels, only those that they are done with.

    Not `only_visible`, it is what they may be handed: never to be shown before they have taken it.
    """
    said = _differing(Diff.objects.counted().filter(pair__project=project)).annotate(labels=Count("pk"))
    known = {row["pair"]: tuple(row.values()) for row in said}
    details = {row["pk"]: row for row in _details(project, user, known, only_visible=only_visible)}
    grades = _kept_grades([known[pair] for pair in sorted(details)])
    return [_row(details[grade["pair"]], grade, user) for grade in grades]


def _kept_grades(said: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """The grades of these pairs, kept until a label comes or a case is decided. Grading takes most of a look's time."""
    key = f"queue:1:{sha256_hex(repr(said).encode())}"
    known: list[dict[str, Any]] | None = cache.get(key)
    if known is None:
        known = list(_grades([pair for pair, *_rest in said]))
        cache.set(key, known, A_DAY)
    return known


def _differing(diffs: Any) -> Any:
    """By pair, those whose decisions are not all one."""
    return diffs.order_by().values("pair").annotate(least=Min(KEY), greatest=Max(KEY)).filter(greatest__gt=F("least"))


def _details(
    project: Project, user: User, pairs: Iterable[int], *, only_visible: bool
) -> "QuerySet[PaperPair, dict[str, Any]]":
    """What is known of those that have all their labels and no standing resolution."""
    of_pair = {"pair": OuterRef("pk")}
    found = PaperPair.objects.filter(project=project, pk__in=pairs, unit__labels_done__gte=F("unit__overlap"))
    if only_visible:
        found = found.told_apart(user).filter(labels_shown=True)
    rows: QuerySet[PaperPair, dict[str, Any]] = (
        found.filter(~Exists(Resolution.objects.standing().filter(**of_pair)))
        .annotate(
            is_held=case_is_held(),
            was_reopened=Exists(Resolution.objects.filter(**of_pair)),
            is_skipped=Exists(Skip.objects.filter(unit=OuterRef("unit"), adjudicator=user)),
            is_paused=Q(unit__is_paused=True) | Q(unit__stage__is_paused=True, unit__stage__isnull=False),
        )
        .values(*DETAILS)
    )
    return rows


def _grades(pairs: list[int]) -> Iterator[dict[str, Any]]:
    """Of each pair what its counted labels say: the least and the greatest value of each field part, or they agree."""
    counted = _differing(Diff.objects.counted().filter(pair__in=pairs))
    said = {name: Coalesce(KT(f"decision__{name}"), Value(""), output_field=TextField()) for name in GRADED}
    bounds = {f"{name}_from": Min(said[name]) for name in GRADED} | {f"{name}_to": Max(said[name]) for name in GRADED}
    yield from counted.annotate(
        **bounds,
        since=Max("submitted_at"),
        labels=ArrayAgg("dynamics", distinct=True),
        guidelines=ArrayAgg("guideline__version", distinct=True),
    )


def _row(facts: dict[str, Any], grade: dict[str, Any], user: User) -> DisputeRow:
    return DisputeRow(
        kind=PAIR,
        pk=facts["pk"],
        unit=facts["unit"],
        title=facts["unit__title"],
        since=grade["since"],
        genomes=(facts["source"], facts["target"]),
        fields=tuple(name for name in GRADED if grade[f"{name}_from"] != grade[f"{name}_to"]),
        dynamics=tuple(grade["labels"]),
        domain=facts["unit__domain"],
        stage=facts["unit__stage"],
        priority=facts["unit__priority"],
        guidelines=tuple(grade["guidelines"]),
        state=state_in(facts, facts["case__adjudicator"], user),
        holder=facts["case__adjudicator"] if facts["is_held"] else None,
        is_paused=facts["is_paused"],
    )


def case_is_held() -> Exists:
    """Whether somebody has the case of a pair in hand, to be used in a query of pairs."""
    return Exists(Case.objects.held().filter(pair=OuterRef("pk")))


def state_in(facts: dict[str, Any], holder: int | None, user: User) -> str:
    """How a dispute stands to a person, from `is_held`, `is_skipped` and `was_reopened`."""
    if facts["is_held"]:
        return YOURS if holder == user.pk else IN_WORK
    if facts["is_skipped"]:
        return SKIPPED
    return REOPENED if facts["was_reopened"] else OPEN
