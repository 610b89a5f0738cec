"""Units × people for admins: who holds and who has finished what, and when it will all be done."""

from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, Sum
from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Role, Unit, User
from annotation.querysets import UnitQuerySet
from annotation.selectors.links import UNIT_SUBJECT, unit_url

UNITS_PER_PAGE = 50
RATE_DAYS = 14


@dataclass(frozen=True)
class Row:
    """One unit and its cells, in the order of the page's people; None where a person has nothing to do with it."""

    unit: Unit
    address: str
    cells: list[Assignment | None]


@dataclass(frozen=True)
class Totals:
    units: int
    complete: int
    labels_done: int
    labels_wanted: int
    recent_labels: int
    done_on: date | None  # None: nothing was finished lately, or nothing is left


@dataclass(frozen=True)
class ProgressPage:
    people: list[User]
    rows: list[Row]
    page: Page[Unit]
    totals: Totals
    hidden_units: int  # units that the reader may still label themselves


def progress_page(reader: User, project: Project, *, number: int | str = 1, kind: str = "") -> ProgressPage:
    """The matrix, without the units that the reader may still label: they must not learn who has submitted there."""
    every = Unit.objects.filter(project=project)
    units = _open_to(reader, project, every)
    shown = units.filter(kind=kind) if kind else units
    page = Paginator(shown.select_related(*UNIT_SUBJECT), UNITS_PER_PAGE).get_page(number)
    holds: dict[tuple[int, int], Assignment] = {}
    people = {each.pk: each for each in _workers(project)}
    for hold in Assignment.objects.filter(unit__in=[unit.pk for unit in page]).select_related("person"):
        holds[hold.unit_id, hold.person_id] = hold
        people.setdefault(hold.person_id, hold.person)
    ordered = sorted(people.values(), key=lambda each: each.username)
    rows = [Row(unit, unit_url(unit), [holds.get((unit.pk, each.pk)) for each in ordered]) for unit in page]
    totals = _totals(units)
    return ProgressPage(ordered, rows, page, totals, every.count() - totals.units)


def _open_to(reader: User, project: Project, units: UnitQuerySet) -> UnitQuerySet:
    labels_here = Membership.objects.filter(user=reader, project=project, role=Role.ANNOTATOR)
    mine = Assignment.objects.filter(unit=OuterRef("pk"), person=reader)
    done = mine.filter(Q(state=Assignment.State.FINISHED) | Q(purpose=Assignment.Purpose.ADJUDICATE))
    visible: UnitQuerySet = units.filter(~Exists(labels_here) | Exists(done))
    return visible


def _workers(project: Project) -> list[User]:
    roles = [Role.ANNOTATOR, Role.ADJUDICATOR]
    return list(User.objects.filter(memberships__project=project, memberships__role__in=roles).distinct())


def _totals(units: UnitQuerySet) -> Totals:
    sums = units.order_by().aggregate(
        units=Count("pk"),
        complete=Count("pk", Q(labels_done__gte=F("overlap"))),
        done=Sum("labels_done", default=0),
        wanted=Sum("overlap", default=0),
    )
    since = timezone.now() - timedelta(days=RATE_DAYS)
    recent = Assignment.objects.filter(unit__in=units, is_counted=True, finished_at__gte=since).count()
    left = sums["wanted"] - sums["done"]
    days = ceil(left * RATE_DAYS / recent) if left and recent else None
    return Totals(
        units=sums["units"],
        complete=sums["complete"],
        labels_done=sums["done"],
        labels_wanted=sums["wanted"],
        recent_labels=recent,
        done_on=timezone.localdate() + timedelta(days=days) if days is not None else None,
    )
