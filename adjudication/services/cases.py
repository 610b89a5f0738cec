"""Who has a case in hand. Taking one makes the person its adjudicator for good: they can never label the pair."""

from datetime import timedelta

from django.db import transaction

from adjudication.models import Case, GenomeHold, Skip
from adjudication.queue_rules import GENOME, PAIR, QueueFilter
from adjudication.selectors import offered, sides_of_case
from adjudication.selectors.holds import taken_just_now, unit_of
from adjudication.services.genome_holds import claim_genome
from adjudication.services.holding import (
    case_of,
    end_of_others,
    give_back,
    held_until,
    lock_unit,
    refuse_held,
    refuse_labeller,
    refuse_settled,
)
from annotation.models import Assignment, Membership, Project, Unit, User
from annotation.refusal import Conflict
from annotation.services import claim_unit
from diffs.models import PaperPair
from genomes.models import SecondReading

ADJUDICATE = Assignment.Purpose.ADJUDICATE
A_MOMENT = timedelta(seconds=3)  # two presses within it are one


@transaction.atomic
def press_next(*, by: User, project: Project, chosen: QueueFilter | None = None) -> Case | GenomeHold | None:
    """`claim_next_dispute` for who presses a key: pressed twice, also at once, it gives one dispute to both.

    What the person took a moment ago, and has not chosen anything in, is the answer again where it fits `chosen`.
    """
    list(Membership.objects.select_for_update(no_key=True).filter(user=by, project=project).order_by("pk"))
    taken = taken_just_now(by, project, A_MOMENT)
    if taken is not None and unit_of(taken) in {row.unit for row in offered(by, project, chosen or QueueFilter())}:
        return taken
    return claim_next_dispute(by=by, project=project, chosen=chosen)


@transaction.atomic
def claim_next_dispute(
    *, by: User, project: Project, chosen: QueueFilter | None = None, kind: str = ""
) -> Case | GenomeHold | None:
    """Take the first pair or genome, as `chosen` asks for and orders them, that the person may decide and nobody holds.

    When none is free, one that the person holds already; then one that they skipped; None when there is nothing to do.
    `kind` says that only pairs, or only genomes, are wanted.
    """
    for row in offered(by, project, chosen or QueueFilter()):
        if kind not in ("", row.kind):
            continue
        try:
            with transaction.atomic():
                if row.kind == GENOME:
                    return claim_genome(by=by, reading=SecondReading.objects.select_related("unit").get(pk=row.pk))
                return claim_case(by=by, pair=PaperPair.objects.with_papers().get(pk=row.pk))
        except Conflict:  # somebody took or resolved it while we waited for the lock
            continue
    return None


def claim_next_case(*, by: User, project: Project, chosen: QueueFilter | None = None) -> Case | None:
    """`claim_next_dispute` among pairs alone."""
    taken = claim_next_dispute(by=by, project=project, chosen=chosen, kind=PAIR)
    return taken if isinstance(taken, Case) else None


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
    end_of_others(case, by, unit)
    claim_unit(person=by, unit=unit, purpose=ADJUDICATE)
    Skip.objects.filter(unit=unit, adjudicator=by).delete()
    return take(by, pair, unit, case)


def take(by: User, pair: PaperPair, unit: Unit, case: Case | None) -> Case:
    """Write that the person holds the case from now on, for the project's lease; longer, where it was reserved so."""
    order = [str(side.diff.pk) for side in sides_of_case(pair)]
    case = case or Case(pair=pair)
    case.lease_expires_at = held_until(case, by, unit)
    case.adjudicator, case.order = by, order
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
    give_back(by, unit)
