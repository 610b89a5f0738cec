"""Passing a dispute over, and handing one to an adjudicator by name. Both kinds alike: what is handed out is a unit."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.models import Case, GenomeHold, Skip
from adjudication.selectors import disputes, sides_of_case
from adjudication.selectors.genome_disputes import open_typings
from adjudication.selectors.third_persons import third_persons
from adjudication.services.holding import give_back
from annotation.models import Assignment, Notification, Role, Unit, User
from annotation.permissions import roles_in
from annotation.refusal import Conflict, Fault, refused
from annotation.services import claim_unit, notify

ADJUDICATE = Assignment.Purpose.ADJUDICATE
FINISHED = Assignment.State.FINISHED
LONGEST_REASON = 300
HANDED = ["state", "assigned_by", "claimed_at", "opened_at", "lease_expires_at"]


@transaction.atomic
def skip_dispute(*, by: User, unit: Unit, reason: str = "") -> Skip:
    """Offer a dispute last to this person from now on; held by them, it is given back with its draft kept.

    It stays in the queue for them and for others. Raises Refused when the reason is too long; Conflict when it is not
    in dispute.
    """
    unit = _locked(unit)
    refuse_undisputed(unit)
    reason = reason.strip()
    if len(reason) > LONGEST_REASON:
        message = _("The reason has at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise refused("too_long", message, "reason")
    _let_go(by, unit)
    skip: Skip
    skip, _is_new = Skip.objects.update_or_create(unit=unit, adjudicator=by, defaults={"reason": reason})
    return skip


@transaction.atomic
def unskip_dispute(*, by: User, unit: Unit) -> None:
    """Offer a dispute again in its turn. What was not skipped stays as it is."""
    Skip.objects.filter(unit=unit, adjudicator=by).delete()


@transaction.atomic
def reassign_dispute(*, by: User, unit: Unit, person: User) -> Case | GenomeHold:
    """Put a dispute into an adjudicator's hands for the project's reservation, and tell them; who had it is told too.

    Who has it already keeps it as it is. Raises Refused when the person is no adjudicator of the project or had a part
    in the unit; Conflict when it is not in dispute.
    """
    unit = _locked(unit)
    held = _hold(unit)
    refuse_undisputed(unit)
    if Role.ADJUDICATOR not in roles_in(person, unit.project):
        raise refused("not_an_adjudicator", _("Disputes are handed to adjudicators of this project only."), "person")
    if person not in third_persons(unit.project, unit.pk):
        message = _("%(name)s has had a part in this; a third person must decide it. Choose somebody else.")
        raise refused("not_a_third_person", message % {"name": person.username}, "person")
    before = held.adjudicator if held is not None and type(held).objects.held().filter(pk=held.pk).exists() else None
    if before == person and held is not None:
        return held
    if held is not None and held.adjudicator is not None:
        _let_go(held.adjudicator, unit)
    if before is not None:
        _tell(by, before, unit, Notification.Kind.TAKEN_BACK)
    Skip.objects.filter(unit=unit, adjudicator=person).delete()
    made = _hand_over(by, unit, person, held)
    _tell(by, person, unit, Notification.Kind.ASSIGNED)
    return made


def refuse_undisputed(unit: Unit) -> None:
    """Conflict unless the unit is in dispute at this moment. Call it under the lock."""
    in_dispute = (
        disputes(unit.project).filter(unit=unit).exists()
        if unit.kind == Unit.Kind.PAIR
        else open_typings(unit.project).filter(reading__unit=unit).exists()
    )
    if not in_dispute:
        raise Conflict([Fault("not_disputed", _("This is not in dispute any more. Look at the queue again."))])


def _locked(unit: Unit) -> Unit:
    rows = Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "stage")
    locked: Unit = rows.get(pk=unit.pk)
    return locked


def _hold(unit: Unit) -> Case | GenomeHold | None:
    if unit.kind == Unit.Kind.PAIR:
        case: Case | None = Case.objects.filter(pair__unit=unit).select_related("adjudicator", "pair").first()
        return case
    hold: GenomeHold | None = GenomeHold.objects.filter(reading__unit=unit).select_related("adjudicator").first()
    return hold


def _let_go(person: User, unit: Unit) -> None:
    """The person does not hold the dispute any more; their draft stays theirs."""
    held = _hold(unit)
    if held is None or held.adjudicator_id != person.pk:
        return
    held.adjudicator, held.lease_expires_at = None, None
    held.save(update_fields=["adjudicator", "lease_expires_at"])
    give_back(person, unit)


def _hand_over(by: User, unit: Unit, person: User, held: Case | GenomeHold | None) -> Case | GenomeHold:
    """The hold itself, and beside it the assignment, which says who handed it out and waits to be opened."""
    claim_unit(person=person, unit=unit, purpose=ADJUDICATE)
    now = timezone.now()
    until = now + unit.project.reservation
    mine = Assignment.objects.get(unit=unit, person=person)
    if mine.state != FINISHED:  # one who decided it before it was reopened
        mine.assigned_by, mine.claimed_at, mine.opened_at, mine.lease_expires_at = by, now, None, until
        mine.save(update_fields=HANDED)
    made = held or (Case(pair=unit.pair) if unit.kind == Unit.Kind.PAIR else GenomeHold(reading=unit.second_reading))
    made.adjudicator, made.lease_expires_at = person, until
    if isinstance(made, Case):
        made.order = [str(side.diff.pk) for side in sides_of_case(made.pair)]
    made.save()
    return made


def _tell(by: User, person: User, unit: Unit, kind: str) -> None:
    """Tell the person, unless they did it to themselves."""
    if person != by:
        notify(recipients=[person], project=unit.project, kind=kind, unit=unit, title=unit.title, event="dispute")
