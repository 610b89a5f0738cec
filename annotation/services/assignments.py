"""Handing out work. Everything that changes who holds a unit happens under that unit's row lock.

Counting under the lock is a statement of its own, so it sees what others committed while the lock was waited for;
the candidate query alone would not, and two people could take the last place.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Assignment, Membership, Project, Role, Unit, User
from annotation.querysets import UnitQuerySet
from annotation.refusal import Conflict, Fault, refused
from annotation.rules import OPEN_UNITS_LIMIT, has_place
from annotation.selectors import claimable_units, open_count

LABEL = Assignment.Purpose.LABEL
ADJUDICATE = Assignment.Purpose.ADJUDICATE
ACTIVE, FINISHED, RELEASED = Assignment.State.ACTIVE, Assignment.State.FINISHED, Assignment.State.RELEASED


@transaction.atomic
def claim_next(*, person: User, project: Project, kind: str | None = None) -> Assignment | None:
    """Hand the person a new unit to label, or None when every unit has its labels or is held by others.

    Raises `Refused` when the person is no annotator here or holds too many units already.
    """
    membership = _lock_membership(person, project)
    if open_count(person, project) >= OPEN_UNITS_LIMIT:
        raise refused(
            "too_many_open",
            _("You hold %(count)s units. Submit one or give one back, then take the next.")
            % {"count": OPEN_UNITS_LIMIT},
        )
    candidates = claimable_units(person, project, membership.expertise, kind)
    full: list[int] = []
    while True:
        with transaction.atomic():
            unit = _lock_first(candidates.exclude(pk__in=full))
            if unit is None:
                return None
            if has_place(unit.overlap, unit.labels_done, _active_labels(unit, person)):
                return _hold(person, unit, LABEL)
            # The last place went while we waited. Rolling back gives up this lock, so that two people who each hold
            # the lock of a full unit never wait for one another.
            transaction.set_rollback(True)
        full.append(unit.pk)


def _lock_membership(person: User, project: Project) -> Membership:
    """One person's claims come one after the other, so that two tabs cannot pass the limit together."""
    memberships = Membership.objects.select_for_update(no_key=True)
    membership: Membership | None = memberships.filter(user=person, project=project, role=Role.ANNOTATOR).first()
    if membership is None:
        raise refused(
            "not_an_annotator", _("Only annotators of this project are handed units. Ask an admin for the role.")
        )
    return membership


def _lock_first(candidates: UnitQuerySet) -> Unit | None:
    """The first unit that nobody is claiming right now; if all are being claimed, the first one, after a wait."""
    unit: Unit | None = candidates.select_for_update(skip_locked=True, no_key=True, of=("self",)).first()
    if unit is None:
        unit = candidates.select_for_update(no_key=True, of=("self",)).first()
    return unit


@transaction.atomic
def claim_unit(*, person: User, unit: Unit, purpose: str = LABEL) -> Assignment:
    """Hold one unit; held already, the lease starts anew, and a finished hold is returned as it is.

    Raises `Refused` (paused, not ready, barred, held for the other purpose) or `Conflict` (no place left).
    """
    unit = _locked(unit)
    mine = _own(person, unit)
    if mine is not None and mine.purpose != purpose:
        raise refused("other_purpose", _("You have the other part in this unit; one person never has both."))
    if mine is not None and mine.state == FINISHED:
        return mine
    if mine is None:
        _refuse_barred(person, unit)
    if unit.is_paused:
        raise refused("paused", _("This unit is paused. An admin can resume it; take another one meanwhile."))
    if purpose == LABEL and not unit.is_ready:
        raise refused("not_ready", _("This unit is not ready yet: what it is made of is still being worked on."))
    if mine is None or mine.state == RELEASED or mine.is_lapsed:
        _refuse_without_place(person, unit, purpose)
    return _hold(person, unit, purpose)


@transaction.atomic
def renew_lease(*, person: User, unit: Unit) -> Assignment:
    """Start the lease anew while the person works; `Conflict` when it lapsed and the place has gone to another."""
    unit = _locked(unit)
    mine = _own(person, unit)
    if mine is None or mine.state == RELEASED:
        raise refused("not_held", _("You do not hold this unit. Open it again to take it up."))
    if mine.state == FINISHED:
        return mine
    if mine.is_lapsed:
        _refuse_without_place(person, unit, mine.purpose)
    mine.lease_expires_at = timezone.now() + unit.project.lease
    mine.save(update_fields=["lease_expires_at"])
    return mine


@transaction.atomic
def release_unit(*, person: User, unit: Unit) -> None:
    """Give a unit back. Giving back what one does not hold changes nothing; finished work cannot be given back."""
    unit = _locked(unit)
    mine = _own(person, unit)
    if mine is None or mine.state == RELEASED:
        return
    if mine.state == FINISHED:
        raise refused("finished", _("You have submitted this unit; it cannot be given back."))
    mine.state = RELEASED
    mine.save(update_fields=["state"])


@transaction.atomic
def finish_unit(*, person: User, unit: Unit, purpose: str = LABEL) -> bool:
    """Mark the person's work on a unit as done, for good. True when the label counts, False when it is surplus.

    Works from a lapsed, released or absent lease too: a finished label is never thrown away. The first `overlap`
    people count. Finishing again changes nothing and answers the same. An adjudication never counts as a label.
    """
    unit = _locked(unit)
    mine = _own(person, unit)
    if mine is None:
        _refuse_barred(person, unit)
        mine = _new(person, unit, purpose)
    if mine.purpose != purpose:
        raise refused("other_purpose", _("You have the other part in this unit; one person never has both."))
    if mine.state == FINISHED:
        return mine.is_counted
    mine.is_counted = purpose == LABEL and unit.labels_done < unit.overlap
    mine.state, mine.finished_at = FINISHED, timezone.now()
    mine.save()
    if mine.is_counted:
        unit.labels_done += 1
        unit.save(update_fields=["labels_done"])
    return mine.is_counted


def _locked(unit: Unit) -> Unit:
    locked: Unit = Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=unit.pk)
    return locked


def _own(person: User, unit: Unit) -> Assignment | None:
    mine: Assignment | None = Assignment.objects.filter(unit=unit, person=person).first()
    return mine


def _refuse_barred(person: User, unit: Unit) -> None:
    if unit.barred.filter(pk=person.pk).exists():
        raise refused("barred", _("You had a part in what this unit is about. Somebody else takes it."))


def _active_labels(unit: Unit, person: User) -> int:
    """Others who hold a place on the unit within their lease."""
    count: int = Assignment.objects.active().filter(unit=unit, purpose=LABEL).exclude(person=person).count()
    return count


def _refuse_without_place(person: User, unit: Unit, purpose: str) -> None:
    if purpose == LABEL:
        free = has_place(unit.overlap, unit.labels_done, _active_labels(unit, person))
    else:
        others = Assignment.objects.active().filter(unit=unit, purpose=ADJUDICATE).exclude(person=person)
        free = not others.exists()
    if not free:
        raise Conflict([Fault("full", _("This unit has no free place now. Take the next one from My work."))])


def _new(person: User, unit: Unit, purpose: str) -> Assignment:
    now = timezone.now()
    return Assignment(
        unit=unit, person=person, purpose=purpose, claimed_at=now, lease_expires_at=now + unit.project.lease
    )


def _hold(person: User, unit: Unit, purpose: str) -> Assignment:
    """Take the place: a given-back or lapsed row is taken up again, since a person has one row per unit."""
    mine = _own(person, unit)
    if mine is None:
        mine = _new(person, unit, purpose)
    now = timezone.now()
    if mine.state == RELEASED or mine.lease_expires_at <= now:
        mine.claimed_at = now
    mine.state = ACTIVE
    mine.lease_expires_at = now + unit.project.lease
    mine.save()
    return mine
