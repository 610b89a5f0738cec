"""Which units may be handed to whom, and in which order."""

from collections.abc import Sequence

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from annotation.models import Assignment, Project, Unit, User
from annotation.querysets import UnitQuerySet


def open_count(person: User, project: Project) -> int:
    """Units that the person holds to label and has not finished."""
    mine = Assignment.objects.active().filter(unit__project=project, person=person)
    count: int = mine.filter(purpose=Assignment.Purpose.LABEL).count()
    return count


def claimable_units(person: User, project: Project, expertise: Sequence[str], kind: str | None = None) -> UnitQuerySet:
    """Units that lack a label and that this person may label, best first.

    Best: not given back by the person before, in a domain they know, urgent, due soon, nearly complete, old.
    """
    mine = Assignment.objects.filter(unit=OuterRef("pk"), person=person)
    taken = mine.filter(~Q(purpose=Assignment.Purpose.LABEL) | Q(pk__in=Assignment.objects.held()))
    units: UnitQuerySet = Unit.objects.workable().filter(project=project, labels_done__lt=F("overlap"))
    if kind:
        units = units.filter(kind=kind)
    ordered: UnitQuerySet = (
        units.annotate(held_places=held_places())
        .filter(~Exists(taken), labels_done__lt=F("overlap") - F("held_places"))
        .exclude(pk__in=person.barred_units.values("pk"))
        .annotate(
            given_back=Exists(mine.filter(state=Assignment.State.RELEASED)),
            known=Q(domain__in=list(expertise)),
            missing=F("overlap") - F("labels_done"),
        )
        .order_by("given_back", "-known", "-priority", F("due").asc(nulls_last=True), "missing", "id")
    )
    return ordered


def held_places(unit: str = "pk") -> Coalesce:
    """How many people hold a unit to label within their lease and have not finished; `unit` leads to its id."""
    holds = Assignment.objects.active().filter(unit=OuterRef(unit), purpose=Assignment.Purpose.LABEL)
    counted = holds.order_by().values("unit").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
