"""What one annotator sees of their work. Nothing here reads another person's rows, except to count free places."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Q
from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Unit, User
from annotation.querysets import AssignmentQuerySet, UnitQuerySet
from annotation.rules import has_place
from annotation.selectors.checks import (
    UNANNOUNCED,
    check_before,
    is_measured,
    known_for,
    must_qualify,
    qualifying_next,
)
from annotation.selectors.links import UNIT_SUBJECT, unit_url
from annotation.selectors.members import membership_of
from annotation.selectors.units import ADJUDICATE, claimable_units, held_places, is_workable

RECENT = 5
DUE_ROWS = 10
SOON = timedelta(days=7)


@dataclass(frozen=True)
class Holding:
    """A unit and the person's hold on it (None: not taken yet)."""

    unit: Unit
    hold: Assignment | None
    address: str
    has_place: bool = True

    @property
    def waits(self) -> bool:
        """Whether somebody assigned it and the person has not opened it."""
        return self.hold is not None and self.hold.is_unopened

    @property
    def is_overdue(self) -> bool:
        return self.unit.due is not None and self.unit.due < timezone.localdate()


@dataclass(frozen=True)
class KindProgress:
    """How far the person is with one kind of unit: done by them, and still to be had by them."""

    kind: str
    label: str
    done: int
    total: int


@dataclass(frozen=True)
class WorkPage:
    next_unit: Unit | None
    membership: Membership | None
    assigned: list[Holding]  # by an admin, not opened yet; the most urgent first
    in_work: list[Holding]
    lapsed: list[Holding]
    due: list[Holding]
    finished: list[Holding]
    finished_count: int
    finished_this_week: int
    kinds: list[KindProgress]
    expertise: Sequence[str]


def work_page(person: User, project: Project) -> WorkPage:
    """My work: the next unit, what is assigned, open, back because its lease lapsed, due, and done."""
    membership = membership_of(person, project)
    expertise = membership.expertise if membership else []
    claimable = claimable_units(person, project, expertise)
    mine = Assignment.objects.filter(unit__project=project, person=person).exclude(purpose=ADJUDICATE)
    open_holds = _open_holds(mine)
    lapsed = [each for each in open_holds if each.hold and each.hold.is_lapsed]
    assigned = sorted((each for each in open_holds if each.waits), key=_urgency)
    in_work = [each for each in open_holds if each not in lapsed and not each.waits]
    finished = mine.filter(state=Assignment.State.FINISHED)
    counts = _finished_counts(finished)
    return WorkPage(
        next_unit=_next(membership, assigned, claimable),
        membership=membership,
        assigned=assigned,
        in_work=in_work,
        lapsed=lapsed,
        due=_due([*assigned, *in_work], claimable.filter(due__lte=timezone.localdate() + SOON)),
        finished=[_holding(hold) for hold in _with_subject(finished).order_by("-finished_at")[:RECENT]],
        finished_count=sum(done for done, _week in counts.values()),
        finished_this_week=sum(week for _done, week in counts.values()),
        kinds=_kinds(counts, claimable, open_holds, membership),
        expertise=expertise,
    )


def _next(membership: Membership | None, assigned: list[Holding], claimable: UnitQuerySet) -> Unit | None:
    """What `claim_next` would hand out: to qualify on, assigned, a known pair where one is due, else a new one."""
    if membership is not None and must_qualify(membership):
        return qualifying_next(membership)
    waiting = next((each.unit for each in assigned if is_workable(each.unit)), None)
    if waiting is not None:
        return waiting
    upcoming: Unit | None = claimable.first()
    return (check_before(membership, upcoming) if membership is not None else None) or upcoming


def _with_subject(holds: AssignmentQuerySet) -> AssignmentQuerySet:
    read: AssignmentQuerySet = holds.select_related("unit__stage", *(f"unit__{path}" for path in UNIT_SUBJECT))
    return read


def _holding(hold: Assignment, *, has_place: bool = True) -> Holding:
    return Holding(unit=hold.unit, hold=hold, address=unit_url(hold.unit), has_place=has_place)


def _open_holds(mine: AssignmentQuerySet) -> list[Holding]:
    """Active rows within or past their lease, newest first, with whether a lapsed one can still be taken up."""
    active = _with_subject(mine.filter(state=Assignment.State.ACTIVE)).annotate(others=held_places("unit_id"))
    return [
        _holding(
            hold,
            has_place=hold.purpose != Assignment.Purpose.LABEL
            or has_place(hold.unit.overlap, hold.unit.labels_done, hold.others),
        )
        for hold in active
    ]


def _urgency(each: Holding) -> tuple[int, bool, date, int]:
    """The order in which `assigned_units` opens them."""
    unit = each.unit
    return (-unit.priority, unit.due is None, unit.due or date.max, each.hold.pk if each.hold else 0)


def _due(in_work: list[Holding], claimable: UnitQuerySet) -> list[Holding]:
    """Units due within a week: those in work, then those that the person could be handed."""
    last = timezone.localdate() + SOON
    held = [each for each in in_work if each.unit.due is not None and each.unit.due <= last]
    first = list(claimable.order_by("due", "id").values_list("pk", flat=True)[:DUE_ROWS])
    waiting = Unit.objects.filter(pk__in=first).select_related(*UNIT_SUBJECT).order_by("due", "id") if first else []
    rows = held + [Holding(unit=unit, hold=None, address=unit_url(unit)) for unit in waiting]
    return sorted(rows, key=lambda each: each.unit.due or last)[:DUE_ROWS]


def _finished_counts(finished: AssignmentQuerySet) -> dict[str, tuple[int, int]]:
    """Kind to the units finished ever and since Monday."""
    today = timezone.localtime()
    monday = (today - timedelta(days=today.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)
    rows = (
        finished.order_by()
        .values_list("unit__kind")
        .annotate(ever=Count("pk"), week=Count("pk", Q(finished_at__gte=monday)))
    )
    return {kind: (ever, week) for kind, ever, week in rows}


def _kinds(
    counts: dict[str, tuple[int, int]],
    claimable: UnitQuerySet,
    open_holds: list[Holding],
    membership: Membership | None,
) -> list[KindProgress]:
    """Pairs count those that may come unannounced as well: so no total moves when one of them is taken or finished."""
    available = dict(claimable.order_by().values_list("kind").annotate(number=Count("pk")))
    pairs = available.get(Unit.Kind.PAIR, 0)
    for each in open_holds:
        if each.hold and not each.hold.is_lapsed:  # a lapsed one is claimable again, so it is counted already
            available[each.unit.kind] = available.get(each.unit.kind, 0) + 1
    if membership is not None and pairs and is_measured(membership):
        available[Unit.Kind.PAIR] = available.get(Unit.Kind.PAIR, 0) + len(known_for(membership, UNANNOUNCED))
    rows = [(kind, counts.get(kind.value, (0, 0))[0], available.get(kind.value, 0)) for kind in Unit.Kind]
    return [KindProgress(kind.value, str(kind.label), done, done + left) for kind, done, left in rows if done + left]
