"""What every writer of a case does first: lock the pair's unit, then look again at what stands.

All of them lock the unit's row, as those who hand out work do. Whoever waited for the lock reads, in a statement of
its own, what the other has committed.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.models import Case, GenomeHold
from adjudication.permissions import is_third_person
from adjudication.selectors import disputes
from annotation.models import Assignment, Unit, User
from annotation.refusal import Conflict, Fault, refused
from annotation.services import release_unit
from diffs.models import PaperPair


def lock_unit(pair: PaperPair) -> Unit:
    unit: Unit = (
        Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=pair.unit_id)
    )
    return unit


def refuse_settled(pair: PaperPair) -> None:
    """Conflict unless the pair is in dispute at this moment. Call it under the lock."""
    if not disputes(pair.project).filter(pk=pair.pk).exists():
        message = _("This pair is not in dispute: it was resolved meanwhile, or its labels agree. Take the next case.")
        raise Conflict([Fault("not_disputed", message)])


def refuse_labeller(by: User, pair: PaperPair) -> None:
    if not is_third_person(by, pair):
        message = _("You have a part in the labels of this pair. A third person must decide it; take another case.")
        raise refused("not_a_third_person", message)


def refuse_held(by: User, case: Case | None) -> None:
    """Conflict while another adjudicator has the case in hand."""
    if case is not None and case.is_held and case.adjudicator_id != by.pk:
        message = _("Another adjudicator has this case in hand. Take the next one; it comes back if they leave it.")
        raise Conflict([Fault("held", message)])


def case_of(pair: PaperPair) -> Case | None:
    case: Case | None = Case.objects.filter(pair=pair).first()
    return case


def held_until(hold: Case | GenomeHold, by: User, unit: Unit) -> datetime:
    """The end of a lease that starts now; one's own is never shortened: what was reserved longer stays so."""
    until: datetime = timezone.now() + unit.project.lease
    mine = hold.lease_expires_at if hold.adjudicator_id == by.pk else None
    return max(until, mine) if mine is not None else until


def end_of_others(hold: Case | GenomeHold | None, by: User, unit: Unit) -> None:
    """Release who had it before: their time is up, also where it was reserved longer, or they have left."""
    if hold is not None and hold.adjudicator is not None and hold.adjudicator_id != by.pk:
        give_back(hold.adjudicator, unit)


def give_back(person: User, unit: Unit) -> None:
    """Release the person's hold on the unit; that of a dispute which was reopened is finished already, and stays so."""
    if not Assignment.objects.filter(unit=unit, person=person, state=Assignment.State.FINISHED).exists():
        release_unit(person=person, unit=unit)
