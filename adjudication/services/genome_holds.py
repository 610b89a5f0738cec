"""Who has a genome in dispute in hand, and what they have chosen so far. The same manners as with cases of pairs."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.models import GenomeDraft, GenomeHold, Skip
from adjudication.selectors.genome_disputes import open_typings, why_not
from adjudication.services.holding import end_of_others, give_back, held_until
from annotation.models import Assignment, Unit, User
from annotation.refusal import Conflict, Fault, refused
from annotation.services import claim_unit, renew_lease
from genomes.models import SecondReading

ADJUDICATE = Assignment.Purpose.ADJUDICATE
LONGEST_VALUE = 100_000  # characters of one field of a draft


@transaction.atomic
def claim_genome(*, by: User, reading: SecondReading) -> GenomeHold:
    """Take a genome in dispute, or hold it longer.

    Raises Refused for who had a part in it, or when its unit is paused; Conflict when another holds it or none of its
    objects is in dispute.
    """
    unit = lock_reading(reading)
    refuse_part(by, reading)
    refuse_decided(reading, unit)
    hold = hold_of(reading)
    refuse_other_holder(by, hold)
    end_of_others(hold, by, unit)
    claim_unit(person=by, unit=unit, purpose=ADJUDICATE)
    Skip.objects.filter(unit=unit, adjudicator=by).delete()
    hold = hold or GenomeHold(reading=reading)
    hold.lease_expires_at = held_until(hold, by, unit)
    hold.adjudicator = by
    hold.save()
    return hold


@transaction.atomic
def release_genome(*, by: User, reading: SecondReading) -> None:
    """Give a genome back; the draft stays with the person. Giving back what one does not hold changes nothing."""
    unit = lock_reading(reading)
    hold = hold_of(reading)
    if hold is None or hold.adjudicator_id != by.pk:
        return
    let_go(hold)
    give_back(by, unit)


@transaction.atomic
def save_genome_draft(*, by: User, reading: SecondReading, payload: Mapping[str, Any], revision: int) -> GenomeDraft:
    """Save choices as far as they have come; they decide nothing. `revision` is what the screen grew from, 0 for none.

    Holds the genome longer when it is still in hand. Raises Refused for who never took it, or a field that is no text;
    Conflict when no object is in dispute, or, with the saved draft in `current`, when another tab was first.
    """
    unit = lock_reading(reading)
    held = Assignment.objects.filter(unit=unit, person=by, purpose=ADJUDICATE).first()
    if held is None:
        raise refused("not_held", _("You do not hold this genome. Take it first; then choose."))
    if any(not isinstance(value, str) or len(value) > LONGEST_VALUE for value in payload.values()):
        message = _("Every field of the draft is a text of at most %(most)s characters.") % {"most": LONGEST_VALUE}
        raise refused("bad_draft", message, "payload")
    refuse_decided(reading, unit)
    draft = draft_of(by, reading) or GenomeDraft(reading=reading, adjudicator=by)
    if draft.revision != revision:
        message = _("The draft was changed in another tab or on another device. Choose what to keep.")
        raise Conflict([Fault("draft_changed", message, "revision")], current=genome_draft_state(draft))
    draft.payload, draft.revision = dict(payload), revision + 1
    draft.save()
    _hold_longer(by, reading, held, unit)
    return draft


def after_ruling(by: User, reading: SecondReading, numbers: set[int]) -> None:
    """Take what was decided out of the person's draft; once nothing is in dispute, nobody holds the genome."""
    if open_typings(reading.unit.project).filter(reading=reading).exists():
        draft = draft_of(by, reading)
        if draft is not None:
            draft.payload = {name: said for name, said in draft.payload.items() if _number(name) not in numbers}
            draft.revision += 1
            draft.save(update_fields=["payload", "revision", "saved_at"])
        return
    GenomeDraft.objects.filter(reading=reading, adjudicator=by).delete()
    hold = hold_of(reading)
    if hold is not None:
        let_go(hold)


def genome_draft_state(draft: GenomeDraft | None) -> dict[str, Any]:
    """A draft as JSON; a missing one counts as empty, at revision 0."""
    if draft is None or not draft.revision:
        return {"payload": {}, "revision": 0, "saved_at": None}
    return {"payload": draft.payload, "revision": draft.revision, "saved_at": draft.saved_at.isoformat()}


def lock_reading(reading: SecondReading) -> Unit:
    """Lock the unit's row, as all do who hand out its work or decide about it."""
    units = Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project")
    unit: Unit = units.get(pk=reading.unit_id)
    return unit


def refuse_part(by: User, reading: SecondReading) -> None:
    if why_not(by, reading):
        message = _("You have a part in this genome. A third person must decide it; take another case.")
        raise refused("not_a_third_person", message)


def refuse_other_holder(by: User, hold: GenomeHold | None) -> None:
    """Conflict while another adjudicator has the genome in hand."""
    if hold is not None and hold.adjudicator_id != by.pk and GenomeHold.objects.held().filter(pk=hold.pk).exists():
        message = _("Another adjudicator has this genome in hand. Take the next case; it comes back if they leave it.")
        raise Conflict([Fault("held", message)])


def refuse_decided(reading: SecondReading, unit: Unit) -> None:
    """Conflict unless an object of the genome is in dispute at this moment. Call it under the lock."""
    if not open_typings(unit.project).filter(reading=reading).exists():
        message = _("No object of this genome is in dispute: they were decided meanwhile. Take the next case.")
        raise Conflict([Fault("not_disputed", message)])


def hold_of(reading: SecondReading) -> GenomeHold | None:
    found: GenomeHold | None = GenomeHold.objects.filter(reading=reading).first()
    return found


def draft_of(by: User, reading: SecondReading) -> GenomeDraft | None:
    found: GenomeDraft | None = GenomeDraft.objects.filter(reading=reading, adjudicator=by).first()
    return found


def let_go(hold: GenomeHold) -> None:
    hold.adjudicator, hold.lease_expires_at = None, None
    hold.save(update_fields=["adjudicator", "lease_expires_at"])


def _hold_longer(by: User, reading: SecondReading, held: Assignment, unit: Unit) -> None:
    """A lapsed lease is left to its fate: the genome may be another's by now, and the draft is kept all the same."""
    now = timezone.now()
    mine = GenomeHold.objects.held().filter(reading=reading, adjudicator=by).first()
    if mine is None:
        return
    mine.lease_expires_at = held_until(mine, by, unit)
    mine.save(update_fields=["lease_expires_at"])
    if held.state == Assignment.State.ACTIVE and held.lease_expires_at > now:
        renew_lease(person=by, unit=unit)


def _number(name: str) -> int:
    """The object that a field of the form is about; 0 for what is about all."""
    number = name.partition(".")[2]
    return int(number) if number.isdecimal() else 0
