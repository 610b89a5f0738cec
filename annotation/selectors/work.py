"""What one annotator sees of their work. Nothing here reads another person's rows, except to count free places."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Role, Unit, User
from annotation.querysets import AssignmentQuerySet, UnitQuerySet
from annotation.rules import has_place
from annotation.selectors.links import UNIT_SUBJECT, unit_url
from annotation.selectors.units import claimable_units, held_places

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
    in_work: list[Holding]
    lapsed: list[Holding]
    due: list[Holding]
    finished: list[Holding]
    finished_count: int
    finished_this_week: int
    kinds: list[KindProgress]
    expertise: Sequence[str]


def work_page(person: User, project: Project) -> WorkPage:
    """My work: the next unit, what is open, what came back because its lease lapsed, what is due, what is done."""
    membership = Membership.objects.filter(user=person, project=project, role=Role.ANNOTATOR).first()
    expertise = membership.expertise if membership else []
    claimable = claimable_units(person, project, expertise)
    mine = Assignment.objects.filter(unit__project=project, person=person, purpose=Assignment.Purpose.LABEL)
    open_holds = _open_holds(mine)
    lapsed = [each for each in open_holds if each.hold and each.hold.is_lapsed]
    in_work = [each for each in open_holds if each not in lapsed]
    finished = mine.filter(state=Assignment.State.FINISHED)
    counts = _finished_counts(finished)
    return WorkPage(
        next_unit=claimable.first(),
        in_work=in_work,
        lapsed=lapsed,
        due=_due(in_work, claimable.filter(due__lte=timezone.localdate() + SOON)),
        finished=[_holding(hold) for hold in _with_subject(finished).order_by("-finished_at")[:RECENT]],
        finished_count=sum(done for done, _week in counts.values()),
        finished_this_week=sum(week for _done, week in counts.values()),
        kinds=_kinds(counts, claimable, open_holds),
        expertise=expertise,
    )


def _with_subject(holds: AssignmentQuerySet) -> AssignmentQuerySet:
    read: AssignmentQuerySet = holds.select_related(*(f"unit__{path}" for path in UNIT_SUBJECT))
    return read


def _holding(hold: Assignment, *, has_place: bool = True) -> Holding:
    return Holding(unit=hold.unit, hold=hold, address=unit_url(hold.unit), has_place=has_place)


def _open_holds(mine: AssignmentQuerySet) -> list[Holding]:
    """Active rows within or past their lease, newest first, with whether a lapsed one can still be taken up."""
    active = _with_subject(mine.filter(state=Assignment.State.ACTIVE)).annotate(others=held_places("unit_id"))
    return [
        _holding(hold, has_place=has_place(hold.unit.overlap, hold.unit.labels_done, hold.others)) for hold in active
    ]


def _due(in_work: list[Holding], claimable: UnitQuerySet) -> list[Holding]:
    """Units due within a week: those in work, then those that the person could be handed."""
    last = timezone.localdate() + SOON
    held = [each for each in in_work if each.unit.due is not None and each.unit.due <= last]
    waiting = claimable.select_related(*UNIT_SUBJECT).order_by("due", "id")[:DUE_ROWS]
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
    counts: dict[str, tuple[int, int]], claimable: UnitQuerySet, open_holds: list[Holding]
) -> list[KindProgress]:
    units = Unit.objects.filter(pk__in=claimable.order_by().values("pk"))
    available = dict(units.order_by().values_list("kind").annotate(Count("pk")))
    for each in open_holds:
        if each.hold and not each.hold.is_lapsed:  # a lapsed one is claimable again, so it is counted already
            available[each.unit.kind] = available.get(each.unit.kind, 0) + 1
    rows = [(kind, counts.get(kind.value, (0, 0))[0], available.get(kind.value, 0)) for kind in Unit.Kind]
    return [KindProgress(kind.value, str(kind.label), done, done + left) for kind, done, left in rows if done + left]
