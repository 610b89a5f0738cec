"""Who has a case in hand. Taking one makes the person its adjudicator for good: they can never label the pair."""

from django.db import transaction
from django.utils import timezone

from adjudication.models import Case
from adjudication.selectors import claimable_cases, sides_of_case
from adjudication.services.holding import case_of, lock_unit, refuse_held, refuse_labeller, refuse_settled
from annotation.models import Assignment, Project, Unit, User
from annotation.refusal import Conflict
from annotation.services import claim_unit, release_unit
from diffs.models import PaperPair

ADJUDICATE = Assignment.Purpose.ADJUDICATE


@transaction.atomic
def claim_next_case(*, by: User, project: Project) -> Case | None:
    """Take the case that is most in dispute and oldest, among those that the person may decide and nobody holds.

    When none is free, one that the person holds already; None when there is nothing to do.
    """
    for pair in claimable_cases(by, project):
        try:
            with transaction.atomic():
                return claim_case(by=by, pair=pair)
        except Conflict:  # somebody took or resolved it while we waited for the lock
            continue
    return None


@transaction.atomic
def claim_case(*, by: User, pair: PaperPair) -> Case:
    """Take one case, or hold it longer. Fixes which label is A.

    Raises Refused for a person who has a part in the labels, or when the unit is paused; Conflict when another holds
    the case or the pair is not in dispute.
    """
    unit = lock_unit(pair)
    refuse_labeller(by, pair)
    refuse_settled(pair)
    case = case_of(pair)
    refuse_held(by, case)
    claim_unit(person=by, unit=unit, purpose=ADJUDICATE)
    return take(by, pair, unit, case)


def take(by: User, pair: PaperPair, unit: Unit, case: Case | None) -> Case:
    """Write that the person holds the case from now on, for the project's lease."""
    order = [str(side.diff.pk) for side in sides_of_case(pair)]
    case = case or Case(pair=pair)
    case.adjudicator, case.order = by, order
    case.lease_expires_at = timezone.now() + unit.project.lease
    case.save()
    return case


@transaction.atomic
def release_case(*, by: User, pair: PaperPair) -> None:
    """Give a case back; the draft stays with the person. Giving back what one does not hold changes nothing."""
    unit = lock_unit(pair)
    case = case_of(pair)
    if case is None or case.adjudicator_id != by.pk:
        return
    case.adjudicator, case.lease_expires_at = None, None
    case.save(update_fields=["adjudicator", "lease_expires_at"])
    decided_before = Assignment.objects.filter(unit=unit, person=by, state=Assignment.State.FINISHED).exists()
    if not decided_before:  # the hold of a case that was reopened is finished already, and stays so
        release_unit(person=by, unit=unit)
