"""Which units may be handed to whom, and in which order; and which an overseer may look into."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Role, Unit, User
from annotation.querysets import AssignmentQuerySet, UnitQuerySet, holds_place
from annotation.rules import WEEK

ADJUDICATE = Assignment.Purpose.ADJUDICATE


def open_count(person: User, project: Project) -> int:
    """Units that the person has opened and not finished. Assigned ones that wait to be opened do not count."""
    mine = Assignment.objects.active().filter(unit__project=project, person=person)
    waiting = Q(assigned_by__isnull=False, opened_at__isnull=True)
    count: int = mine.exclude(purpose=ADJUDICATE).exclude(waiting).count()
    return count


def handed_out_lately(person: User, project: Project) -> int:
    """Units that the person was handed within a week and has finished or still holds."""
    mine = Assignment.objects.held().filter(unit__project=project, person=person)
    count: int = mine.exclude(purpose=ADJUDICATE).filter(claimed_at__gt=timezone.now() - WEEK).count()
    return count


def assigned_units(person: User, project: Project, kind: str | None = None) -> AssignmentQuerySet:
    """The person's holds that somebody assigned and they have not opened, the most urgent first."""
    workable = Unit.objects.workable().filter(project=project)
    if kind:
        workable = workable.filter(kind=kind)
    holds: AssignmentQuerySet = (
        Assignment.objects.unopened()
        .filter(person=person, unit__in=workable)
        .exclude(purpose=ADJUDICATE)
        .order_by("-unit__priority", F("unit__due").asc(nulls_last=True), "pk")
    )
    return holds


def claimable_units(person: User, project: Project, expertise: Sequence[str], kind: str | None = None) -> UnitQuerySet:
    """Units that lack a label and that this person may label, best first; none whose answer is known by now.

    Best: not given back by the person before, in a domain they know, urgent, due soon, nearly complete, old.
    What the person has, and which units are full, is read once for the query and not looked up for each unit.
    """
    mine = Assignment.objects.filter(person=person).order_by()
    taken = mine.filter(~Q(purpose=Assignment.Purpose.LABEL) | holds_place())
    units: UnitQuerySet = Unit.objects.workable().filter(project=project, labels_done__lt=F("overlap"), is_known=False)
    if kind:
        units = units.filter(kind=kind)
    given_back = Q(pk__in=mine.filter(state=Assignment.State.RELEASED).values("unit"))
    ordered: UnitQuerySet = (
        units.exclude(pk__in=full_units())
        .exclude(pk__in=taken.values("unit"))
        .exclude(pk__in=Unit.barred.through.objects.filter(user=person).values("unit"))
        .annotate(
            given_back=Case(When(given_back, then=Value(1)), default=Value(0)),
            known=Q(domain__in=list(expertise)),
            missing=F("overlap") - F("labels_done"),
        )
        .order_by("given_back", "-known", "-priority", F("due").asc(nulls_last=True), "missing", "id")
    )
    return ordered


def full_units() -> Any:
    """Ids of units whose missing labels are all in hand. Few rows are active: they have an index of their own."""
    active = Assignment.objects.active().filter(purpose=Assignment.Purpose.LABEL).order_by()
    counted = active.values("unit").annotate(number=Count("pk"))
    return counted.filter(number__gte=F("unit__overlap") - F("unit__labels_done")).values("unit")


def is_workable(unit: Unit) -> bool:
    """Whether a unit that was read with its stage may be handed out at all; `UnitQuerySet.workable` for one."""
    return unit.is_ready and not unit.is_paused and not (unit.stage is not None and unit.stage.is_paused)


def held_places(unit: str = "pk") -> Coalesce:
    """How many people hold a unit to label within their lease and have not finished; `unit` leads to its id."""
    holds = Assignment.objects.active().filter(unit=OuterRef(unit), purpose=Assignment.Purpose.LABEL)
    counted = holds.order_by().values("unit").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def overseen_units(reader: User, project: Project) -> UnitQuerySet:
    """Units whose work an admin may look into: all, or for one who labels here too, those that they have done.

    One on which they were measured unannounced stays out: what stands beside their answer would tell them.
    """
    mine = Assignment.objects.filter(unit=OuterRef("pk"), person=reader)
    open_to_them = Q(purpose=ADJUDICATE) | Q(state=Assignment.State.FINISHED)
    done = mine.filter(open_to_them).exclude(purpose=Assignment.Purpose.CHECK, is_announced=False)
    units: UnitQuerySet = Unit.objects.filter(project=project)
    return units.filter(Exists(done)) if labels_in(reader, project) else units


def overseen_holds(reader: User, project: Project) -> AssignmentQuerySet:
    """What people do on units, as an admin may see it; unannounced measurements only where the admin never labels."""
    holds: AssignmentQuerySet = Assignment.objects.filter(unit__project=project)
    if labels_in(reader, project):
        holds = holds.exclude(purpose=Assignment.Purpose.CHECK, is_announced=False)
        holds = holds.filter(unit__in=overseen_units(reader, project))
    return holds


def labels_in(person: User, project: Project) -> bool:
    """Whether the person is an annotator of the project."""
    roles = Membership.objects.filter(user=person, project=project, role=Role.ANNOTATOR)
    return roles.exists()
