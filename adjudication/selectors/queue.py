"""The queue: disputes with what they part in, most fields first, then the oldest. Graded by the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case as Choose
from django.db.models import Count, Exists, IntegerField, Max, OuterRef, Q, QuerySet, Value, When
from django.db.models.fields.json import KT
from django.utils import timezone

from adjudication.models import Case, Resolution
from adjudication.selectors.disputes import disputes
from annotation.models import Assignment, Project, User
from diffs.models import Diff, PaperPair
from diffs.querysets import PairQuerySet
from evaluator.compare import FIELDS

PER_PAGE = 50
# Whether a pair is a lineage follows from its dynamics, so it is not counted beside them.
GRADED = tuple(field.name for field in FIELDS if field.name != "lineage")
# What the queue can be narrowed to, and the fields that belong to it.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "dynamics": ("dynamics",),
    "ecology": ("ecology",),
    "drivers": ("predecessor_driver", "driver_continuity", "transition_driver"),
    "transition": ("transition_evidence",),
    "fates": ("fates", "alignments"),
    "origins": ("origins", "provenance"),
}


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A dispute in the list. `state` is open, yours, in-work or reopened; `since` is when the last label came."""

    pair: PaperPair
    state: str
    fields: list[str]
    since: datetime

    @property
    def degree(self) -> int:
        return len(self.fields)

    @property
    def days(self) -> int:
        return (timezone.now() - self.since).days


@dataclass(frozen=True, slots=True)
class Queue:
    """One page of disputes. `counts` holds how many there are of each group, `all` and `decided` among them."""

    items: list[QueueItem]
    page: Page[Any]
    counts: dict[str, int]


def visible_disputes(project: Project, user: User) -> PairQuerySet:
    """The disputes that a person may know of: who also labels sees only those that they are done with."""
    pairs: PairQuerySet = disputes(project).told_apart(user).filter(labels_shown=True)
    return pairs


def queue(project: Project, user: User, *, group: str = "", page: int | str = 1) -> Queue:
    """One page of the queue, narrowed to the disputes that part in a group of fields."""
    graded = _graded(visible_disputes(project, user))
    wanted = graded.filter(_parts_in(group)) if group in GROUPS else graded
    shown = Paginator(wanted, PER_PAGE).get_page(page)
    return Queue(_items(list(shown), user), shown, _counts(graded, project, user))


def claimable_cases(person: User, project: Project) -> list[PaperPair]:
    """Disputes that the person may take, best first; those that they hold already come last."""
    mine = Assignment.objects.own_work().filter(unit=OuterRef("unit"), person=person)
    wrote = Diff.objects.filter(pair=OuterRef("pk"), author=person)
    others = Case.objects.held().filter(pair=OuterRef("pk")).exclude(adjudicator=person)
    free = disputes(project).filter(~Exists(mine), ~Exists(wrote), ~Exists(others), unit__is_paused=False)
    order = [row["pair"] for row in _graded(free)]
    own = set(Case.objects.held().filter(adjudicator=person, pair__in=order).values_list("pair", flat=True))
    pairs = PaperPair.objects.with_papers().in_bulk(order)
    return [pairs[key] for key in sorted(order, key=lambda key: key in own)]


def decided(project: Project, user: User) -> QuerySet[Resolution]:
    """Standing resolutions that the person may see, latest first."""
    rows: QuerySet[Resolution] = (
        Resolution.objects.standing()
        .visible_to(user)
        .filter(pair__project=project)
        .select_related("pair__source__source_version__paper", "pair__target__source_version__paper", "pair__unit")
        .defer("pair__source__source_version__text", "pair__target__source_version__text", "answer", "decision")
        .order_by("-created_at", "-pk")
    )
    return rows


def _graded(pairs: PairQuerySet) -> QuerySet[Diff, dict[str, Any]]:
    """For each of these pairs how many different values each field has, best case first."""
    labels = Diff.objects.counted().filter(pair__in=pairs.values("pk")).order_by().values("pair")
    counted = labels.annotate(
        **{f"n_{name}": Count(KT(f"decision__{name}"), distinct=True) for name in GRADED}, since=Max("submitted_at")
    )
    parts = [
        Choose(When(**{f"n_{name}__gt": 1}, then=Value(1)), default=Value(0), output_field=IntegerField())
        for name in GRADED
    ]
    degree: Any = parts[0]
    for part in parts[1:]:
        degree = degree + part
    rows: QuerySet[Diff, dict[str, Any]] = counted.annotate(degree=degree).order_by("-degree", "since", "pair")
    return rows


def _parts_in(group: str) -> Q:
    wanted = Q()
    for name in GROUPS[group]:
        wanted |= Q(**{f"n_{name}__gt": 1})
    return wanted


def _counts(graded: QuerySet[Diff, dict[str, Any]], project: Project, user: User) -> dict[str, int]:
    counts: dict[str, int] = graded.aggregate(
        all=Count("pair"), **{group: Count("pair", filter=_parts_in(group)) for group in GROUPS}
    )
    return {**counts, "decided": decided(project, user).count()}


def _items(rows: list[dict[str, Any]], user: User) -> list[QueueItem]:
    past = Resolution.objects.filter(pair=OuterRef("pk"))
    pairs = (
        PaperPair.objects.with_papers()
        .select_related("case")
        .annotate(was_reopened=Exists(past), case_is_held=case_is_held())
        .in_bulk([row["pair"] for row in rows])
    )
    return [
        QueueItem(
            pair=pairs[row["pair"]],
            state=state_of(pairs[row["pair"]], user),
            fields=[name for name in GRADED if row[f"n_{name}"] > 1],
            since=row["since"],
        )
        for row in rows
    ]


def case_is_held() -> Exists:
    """Whether somebody has the case of a pair in hand, to be used in a query of pairs."""
    return Exists(Case.objects.held().filter(pair=OuterRef("pk")))


def state_of(pair: Any, user: User) -> str:
    """How a dispute stands to this person; `pair` comes with its case, `case_is_held` and `was_reopened`."""
    if pair.case_is_held:
        return "yours" if pair.case.adjudicator_id == user.pk else "in-work"
    return "reopened" if pair.was_reopened else "open"
