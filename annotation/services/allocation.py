"""Admins hand units to people by name: one, or many by a plan. Each change is made under the unit's lock."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Assignment, Membership, Notification, Project, Unit, User
from annotation.refusal import Conflict, Fault, refused
from annotation.rules import is_away
from annotation.selectors import Distribution, membership_of, overseen_holds, planned
from annotation.services.assignments import refuse_paused_unit, refuse_without_place
from annotation.services.telling import notify

LABEL, ADJUDICATE = Assignment.Purpose.LABEL, Assignment.Purpose.ADJUDICATE
ACTIVE, FINISHED, RELEASED = Assignment.State.ACTIVE, Assignment.State.FINISHED, Assignment.State.RELEASED

RESERVED = ["state", "purpose", "assigned_by", "claimed_at", "opened_at", "lease_expires_at"]


@transaction.atomic
def assign_unit(*, by: User, unit: Unit, person: User, instead_of: User | None = None) -> Assignment:
    """Keep a place on the unit for the person until they open it, at most for the project's reservation; tell them.

    `instead_of` names who loses it: their hold is given back with its draft kept, and they are told. Who holds the
    unit already keeps it as it is. Raises `Refused` when the person may not have it, `Conflict` when no place is free.
    """
    unit = _locked(unit)
    if instead_of is not None and instead_of != person:
        _take_back(by, unit, instead_of)
    mine: Assignment | None = Assignment.objects.filter(unit=unit, person=person).first()
    if mine is not None and mine.purpose == LABEL and mine.state == ACTIVE and not mine.is_lapsed:
        return mine
    refuse_without_place(person, unit, LABEL)
    _refuse_unfit(unit, person, mine)
    hold = _reserve(by, unit, person, mine, timezone.now())
    hold.save(update_fields=None if mine is None else RESERVED)
    _tell(by, person, unit, Notification.Kind.ASSIGNED)
    return hold


@transaction.atomic
def return_unit(*, by: User, unit: Unit, person: User) -> None:
    """Give back a unit in the name of who holds it, and tell them. Their draft stays theirs.

    Raises `Conflict` when they do not hold it: they may have submitted it in this moment.
    """
    _take_back(by, _locked(unit), person)


@transaction.atomic
def return_all(*, by: User, project: Project, person: User) -> int:
    """Give back every unit that the person holds to label, as for somebody who went away; says how many they were."""
    holds = Assignment.objects.filter(unit__project=project, person=person, state=ACTIVE).exclude(purpose=ADJUDICATE)
    units = Unit.objects.filter(project=project, pk__in=holds.values("unit")).order_by("pk")
    list(units.select_for_update(no_key=True).values_list("pk", flat=True))
    returned: int = holds.update(state=RELEASED)
    if returned and person != by:
        notify(recipients=[person], project=project, kind=Notification.Kind.TAKEN_BACK, count=returned)
    return returned


@transaction.atomic
def distribute(
    *, by: User, project: Project, units: Sequence[int], people: Sequence[int], most: int | None = None
) -> Distribution:
    """Assign the units (ids) to the people (ids), each at most `most` more, by `rules.plan`; answers what was done.

    The plan is made anew under the locks of the units, so what others took meanwhile is left out, never taken twice.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    rows = Unit.objects.filter(project=project, pk__in=units).order_by("pk")
    found = {each.pk: each for each in rows.select_for_update(no_key=True)}
    made = planned(project, units, people, most)
    known = User.objects.in_bulk(list(made.per_person))
    now = timezone.now()
    for unit in found.values():
        unit.project = project
    Assignment.objects.bulk_create(_reserve(by, found[unit], known[person], None, now) for unit, person in made.pairs)
    theirs: dict[int, list[Unit]] = defaultdict(list)
    for unit, person in made.pairs:
        theirs[person].append(found[unit])
    for person, got in theirs.items():
        if len(got) == 1:
            _tell(by, known[person], got[0], Notification.Kind.ASSIGNED)
        elif known[person] != by:
            notify(recipients=[known[person]], project=project, kind=Notification.Kind.ASSIGNED, count=len(got))
    return made


def _locked(unit: Unit) -> Unit:
    locked: Unit = (
        Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "stage").get(pk=unit.pk)
    )
    return locked


def _take_back(by: User, unit: Unit, person: User) -> None:
    # Only what the admin may see: an answer here would tell one who labels that somebody is measured.
    theirs = overseen_holds(by, unit.project).filter(unit=unit, person=person, state=ACTIVE).exclude(purpose=ADJUDICATE)
    if not theirs.update(state=RELEASED):
        message = _("%(name)s does not hold this unit any more. Look at it again.")
        raise Conflict([Fault("not_held", message % {"name": person.username}, "instead_of")])
    _tell(by, person, unit, Notification.Kind.TAKEN_BACK)


def _refuse_unfit(unit: Unit, person: User, mine: Assignment | None) -> None:
    """Raise `Refused` when the unit may not be handed out now, or not to this person; the unit is locked."""
    refuse_paused_unit(unit)
    if not unit.is_ready:
        raise refused("not_ready", _("This unit is not ready yet: what it is made of is still being worked on."))
    membership = membership_of(person, unit.project)
    if membership is None:
        raise refused("not_an_annotator", _("Units are assigned to annotators of this project only."), "person")
    _refuse_unavailable(membership)
    if mine is not None and (mine.purpose != LABEL or mine.state == FINISHED):
        message = _("%(name)s has had a part in this unit already; one person never has two.")
        raise refused("has_a_part", message % {"name": person.username}, "person")
    if unit.barred.filter(pk=person.pk).exists():
        message = _("%(name)s had a part in what this unit is about. Choose somebody else.")
        raise refused("barred", message % {"name": person.username}, "person")


def _refuse_unavailable(membership: Membership) -> None:
    name = {"name": membership.user.username}
    if membership.paused_at is not None:
        message = _("%(name)s is paused. Let them go on first (Members), or choose somebody else.")
        raise refused("member_paused", message % name, "person")
    if is_away(membership.away_from, membership.away_until, timezone.localdate()):
        message = _("%(name)s is away. Choose somebody else, or change the dates (Members).")
        raise refused("away", message % name, "person")


def _reserve(by: User, unit: Unit, person: User, mine: Assignment | None, now: datetime) -> Assignment:
    """A hold that waits to be opened; a given-back or lapsed row is taken up, since a person has one per unit."""
    hold = mine or Assignment(unit=unit, person=person)
    hold.state, hold.purpose, hold.assigned_by = ACTIVE, LABEL, by
    hold.claimed_at, hold.opened_at = now, None
    hold.lease_expires_at = now + unit.project.reservation
    return hold


def _tell(by: User, person: User, unit: Unit, kind: str) -> None:
    """Tell the person, unless they did it to themselves."""
    if person != by:
        notify(recipients=[person], project=unit.project, kind=kind, unit=unit, title=unit.title)
