"""Handing out work. Everything that changes who holds a unit happens under that unit's row lock.

Counting under the lock is a statement of its own, so it sees what others committed while the lock was waited for;
the candidate query alone would not, and two people could take the last place.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Assignment, Membership, Project, Role, Unit, User
from annotation.querysets import UnitQuerySet
from annotation.refusal import Conflict, Fault, Refused, refused
from annotation.rules import OPEN_UNITS_LIMIT, has_place, is_away
from annotation.selectors import assigned_units, claimable_units, handed_out_lately, membership_of, open_count
from annotation.selectors.checks import must_qualify
from annotation.services.announcing import announce_finished, announce_mentions
from annotation.services.checks import (
    claim_check,
    claim_check_by_name,
    claim_to_qualify,
    refuse_stuck,
    refuse_unqualified,
)
from annotation.services.reading import refuse_unread

LABEL = Assignment.Purpose.LABEL
ADJUDICATE = Assignment.Purpose.ADJUDICATE
ACTIVE, FINISHED, RELEASED = Assignment.State.ACTIVE, Assignment.State.FINISHED, Assignment.State.RELEASED


@transaction.atomic
def claim_next(*, person: User, project: Project, kind: str | None = None) -> Assignment | None:
    """Hand the person their next unit: one that was assigned to them, else a new one to label.

    None when every unit has its labels or is held by others. Raises `Refused` when the person is no annotator here, is
    away or paused, holds too many units already, or was handed as many this week as they may be.
    """
    membership = _lock_membership(person, project)
    if membership is None:
        raise refused(
            "not_an_annotator", _("Only annotators of this project are handed units. Ask an admin for the role.")
        )
    refuse_unavailable(membership)
    _refuse_too_many_open(person, project)
    qualifying = claim_to_qualify(membership=membership)
    if qualifying is not None:
        return qualifying
    assigned = _open_assigned(person, project, kind)
    if assigned is not None:
        return assigned
    _refuse_beyond_the_week(membership)
    if membership.project.check_every:
        upcoming = claimable_units(person, project, membership.expertise, kind).first()
        check = claim_check(membership=membership, upcoming=upcoming)
        if check is not None:
            return check
    return _claim(person, project, membership, kind)


def why_nothing_next(*, person: User, project: Project) -> Refused | None:
    """The refusal that `claim_next` would answer before it looks for a unit; None when it would look for one."""
    membership = membership_of(person, project)
    try:
        if membership is not None:
            refuse_unavailable(membership)
            _refuse_too_many_open(person, project)
            refuse_stuck(membership)
            if not must_qualify(membership) and not assigned_units(person, project).exists():
                _refuse_beyond_the_week(membership)
    except Refused as refusal:
        return refusal
    return None


def refuse_unavailable(membership: Membership) -> None:
    """Raise `Refused` when an annotator may be handed nothing now. Every way to be handed a unit asks here.

    What they hold already they may finish all the same.
    """
    if membership.paused_at is not None:
        message = _("Your work here is paused, so you are handed nothing new. What you hold you may finish. %(note)s")
        raise refused("member_paused", (message % {"note": membership.pause_note}).strip())
    if is_away(membership.away_from, membership.away_until, timezone.localdate()):
        message = _("You are marked as away, so you are handed nothing new. Say on My work that you are back.")
        raise refused("away", message)
    refuse_unread(membership.user, membership.project)


def _refuse_too_many_open(person: User, project: Project) -> None:
    if open_count(person, project) >= OPEN_UNITS_LIMIT:
        raise refused(
            "too_many_open",
            _("You hold %(count)s units. Submit one or give one back, then take the next.")
            % {"count": OPEN_UNITS_LIMIT},
        )


def _refuse_beyond_the_week(membership: Membership) -> None:
    limit = membership.weekly_limit
    if limit is not None and handed_out_lately(membership.user, membership.project) >= limit:
        message = _("You were handed as many units as you may have in seven days (%(limit)s). More come day by day.")
        raise refused("weekly_limit", message % {"limit": limit})


def _open_assigned(person: User, project: Project, kind: str | None) -> Assignment | None:
    """Open the most urgent unit that was assigned to the person and that nobody has taken back meanwhile."""
    for hold in assigned_units(person, project, kind)[:OPEN_UNITS_LIMIT]:
        with transaction.atomic():
            unit = _locked(hold.unit)
            mine = _own(person, unit)
            if mine is not None and mine.is_unopened:
                return _hold(person, unit, mine.purpose)
            transaction.set_rollback(True)  # gives the lock up
    return None


def _claim(person: User, project: Project, membership: Membership, kind: str | None) -> Assignment | None:
    candidates = claimable_units(person, project, membership.expertise, kind)
    full: list[int] = []
    while True:
        with transaction.atomic():
            unit = _lock_first(candidates.exclude(pk__in=full))
            if unit is None:
                return None
            if not unit.is_known and has_place(unit.overlap, unit.labels_done, _active_labels(unit, person)):
                return _hold(person, unit, LABEL)
            # The last place went while we waited. Rolling back gives up this lock, so that two people who each hold
            # the lock of a full unit never wait for one another.
            transaction.set_rollback(True)
        full.append(unit.pk)


def _lock_membership(person: User, project: Project) -> Membership | None:
    """One person's claims come one after the other, so that two tabs cannot pass a limit together."""
    memberships = Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("user", "project")
    membership: Membership | None = memberships.filter(user=person, project=project, role=Role.ANNOTATOR).first()
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

    Raises `Refused` (away, paused, not ready, barred, held for the other purpose, too many open, the week's number
    reached) or `Conflict` (no place left). One whose answer is known measures whoever may still be measured on it.
    """
    membership = _lock_membership(person, unit.project) if purpose == LABEL else None
    unit = _locked(unit)
    mine = _own(person, unit)
    _refuse_other_part(mine, purpose)
    if mine is not None and (mine.state == FINISHED or _is_in_work(mine)):
        return mine if mine.state == FINISHED else _hold(person, unit, purpose)
    if mine is None:
        _refuse_barred(person, unit)
    refuse_paused_unit(unit)
    if purpose == LABEL and not unit.is_ready:
        raise refused("not_ready", _("This unit is not ready yet: what it is made of is still being worked on."))
    assigned = mine is not None and mine.is_unopened
    if membership is not None:
        refuse_unavailable(membership)
        if mine is None or mine.purpose == LABEL:
            refuse_unqualified(membership)
        _refuse_too_many_open(person, unit.project)
        if not assigned:
            _refuse_beyond_the_week(membership)
    if membership is not None and mine is None and unit.is_known:
        check = claim_check_by_name(membership=membership, unit=unit)
        if check is not None:
            return check
    if not assigned:
        refuse_without_place(person, unit, mine.purpose if mine else purpose)
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
        refuse_without_place(person, unit, mine.purpose)
    now = timezone.now()
    mine.opened_at = mine.opened_at or now
    mine.lease_expires_at = max(mine.lease_expires_at, now + unit.project.lease)
    mine.save(update_fields=["opened_at", "lease_expires_at"])
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
    _refuse_other_part(mine, purpose)
    if mine is None:
        _refuse_barred(person, unit)
        mine = _new(person, unit, purpose)
        mine.save()
    if mine.state == FINISHED:
        return mine.is_counted
    mine.is_counted = mine.purpose == LABEL and unit.labels_done < unit.overlap
    mine.state, mine.finished_at = FINISHED, timezone.now()
    mine.opened_at = mine.opened_at or mine.finished_at
    mine.save(update_fields=["is_counted", "state", "finished_at", "opened_at"])
    if mine.is_counted:
        unit.labels_done += 1
        unit.save(update_fields=["labels_done"])
    if mine.purpose != ADJUDICATE:
        announce_finished(unit, person, completes=mine.is_counted)
    return mine.is_counted


def _locked(unit: Unit) -> Unit:
    locked: Unit = (
        Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "stage").get(pk=unit.pk)
    )
    return locked


def _own(person: User, unit: Unit) -> Assignment | None:
    mine: Assignment | None = Assignment.objects.filter(unit=unit, person=person).first()
    return mine


def _is_in_work(mine: Assignment) -> bool:
    """Opened and held within the lease: the person may go on whatever has changed around them."""
    return mine.state == ACTIVE and not mine.is_lapsed and not mine.is_unopened


def _refuse_other_part(mine: Assignment | None, purpose: str) -> None:
    """Labelling and being measured are the same part to the person; adjudicating is the other."""
    if mine is not None and (mine.purpose == ADJUDICATE) != (purpose == ADJUDICATE):
        raise refused("other_purpose", _("You have the other part in this unit; one person never has both."))


def _refuse_barred(person: User, unit: Unit) -> None:
    if unit.barred.filter(pk=person.pk).exists():
        raise refused("barred", _("You had a part in what this unit is about. Somebody else takes it."))


def refuse_paused_unit(unit: Unit) -> None:
    """Raise `Refused` when the unit or its stage is paused: nobody is handed it."""
    if unit.is_paused or (unit.stage is not None and unit.stage.is_paused):
        raise refused("paused", _("This unit is paused. An admin can resume it; take another one meanwhile."))


def _active_labels(unit: Unit, person: User) -> int:
    """Others who hold a place on the unit within their lease."""
    count: int = Assignment.objects.active().filter(unit=unit, purpose=LABEL).exclude(person=person).count()
    return count


def refuse_without_place(person: User, unit: Unit, purpose: str) -> None:
    """Raise `Conflict` when nobody else may join those who hold or have finished the unit, which is locked."""
    if purpose == LABEL:
        free = not unit.is_known and has_place(unit.overlap, unit.labels_done, _active_labels(unit, person))
    elif purpose == ADJUDICATE:
        others = Assignment.objects.active().filter(unit=unit, purpose=ADJUDICATE).exclude(person=person)
        free = not others.exists()
    else:
        free = True  # who is measured takes nobody's place
    if not free:
        raise Conflict([Fault("full", _("This unit has no free place now. Take the next one from My work."))])


def _new(person: User, unit: Unit, purpose: str) -> Assignment:
    now = timezone.now()
    return Assignment(
        unit=unit, person=person, purpose=purpose, claimed_at=now, lease_expires_at=now + unit.project.lease
    )


def _hold(person: User, unit: Unit, purpose: str) -> Assignment:
    """Take the place, or go on: a person has one row per unit, so a given-back or lapsed one is taken up again.

    The lease starts anew and is never shortened: somebody who opens what was assigned to them keeps it that long.
    """
    mine = _own(person, unit)
    is_new = mine is None
    mine = mine or _new(person, unit, purpose)
    now = timezone.now()
    lease_ends = now + unit.project.lease
    if is_new or mine.state == RELEASED or mine.is_lapsed:
        mine.claimed_at, mine.opened_at, mine.assigned_by = now, now, None
        mine.lease_expires_at = lease_ends
    mine.opened_at = mine.opened_at or now
    mine.lease_expires_at = max(mine.lease_expires_at, lease_ends)
    mine.state = ACTIVE
    fields = ["state", "claimed_at", "opened_at", "assigned_by", "lease_expires_at"]
    mine.save(update_fields=None if is_new else fields)
    if mine.purpose == ADJUDICATE:
        announce_mentions(unit, person)
    return mine
