"""Units × people for admins: who holds and who has finished what."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, Sum

from annotation.models import Assignment, Project, Role, Stage, Unit, User
from annotation.querysets import UnitQuerySet
from annotation.selectors.filters import Filters
from annotation.selectors.links import UNIT_SUBJECT, unit_url
from annotation.selectors.units import overseen_holds, overseen_units

UNITS_PER_PAGE = 50
ALL = Filters()


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


@dataclass(frozen=True)
class ProgressPage:
    people: list[User]
    rows: list[Row]
    page: Page[int]
    totals: Totals
    hidden_units: int  # units that the reader may still label themselves
    stages: list[Stage]
    domains: list[str]


def progress_page(reader: User, project: Project, *, number: int | str = 1, filters: Filters = ALL) -> ProgressPage:
    """The matrix, without the units that the reader may still label: they must not learn who has submitted there."""
    units = overseen_units(reader, project)
    # Ids first: what the units are about is joined to one page of them, not to all before they are sorted.
    page = Paginator(filters.apply(units, reader, project).values_list("pk", flat=True), UNITS_PER_PAGE).get_page(
        number
    )
    people = {each.pk: each for each in workers_of(project)}
    of_page = Unit.objects.filter(pk__in=list(page)).select_related("stage", *UNIT_SUBJECT)
    rows = rows_of(reader, project, list(of_page), people)
    totals = totals_of(units)
    return ProgressPage(
        people=in_order(people),
        rows=rows,
        page=page,
        totals=totals,
        hidden_units=Unit.objects.filter(project=project).count() - totals.units,
        stages=list(project.stages.all()),
        domains=list(units.exclude(domain="").order_by("domain").values_list("domain", flat=True).distinct()),
    )


def rows_of(reader: User, project: Project, units: list[Unit], people: dict[int, User]) -> list[Row]:
    """A row for each unit; people who left and had a part in one of the units are added to `people`."""
    holds: dict[tuple[int, int], Assignment] = {}
    shown = overseen_holds(reader, project).filter(unit__in=[unit.pk for unit in units])
    for hold in shown.select_related("person"):
        holds[hold.unit_id, hold.person_id] = hold
        people.setdefault(hold.person_id, hold.person)
    ordered = in_order(people)
    return [Row(unit, unit_url(unit), [holds.get((unit.pk, each.pk)) for each in ordered]) for unit in units]


def in_order(people: dict[int, User]) -> list[User]:
    """People by name."""
    return sorted(people.values(), key=lambda each: each.username)


def workers_of(project: Project) -> list[User]:
    """Annotators and adjudicators of the project."""
    roles = [Role.ANNOTATOR, Role.ADJUDICATOR]
    return list(User.objects.filter(memberships__project=project, memberships__role__in=roles).distinct())


def totals_of(units: UnitQuerySet) -> Totals:
    """How many units there are and have all their labels, and how many labels are in and wanted."""
    sums = units.order_by().aggregate(
        units=Count("pk"),
        complete=Count("pk", Q(labels_done__gte=F("overlap"))),
        labels_done=Sum("labels_done", default=0),
        labels_wanted=Sum("overlap", default=0),
    )
    return Totals(**sums)
