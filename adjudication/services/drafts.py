"""Drafts of cases: one per adjudicator; two tabs conflict with a choice, never a loss."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.models import Case, CaseDraft
from adjudication.services.holding import case_of, held_until, lock_unit, refuse_settled
from annotation.models import Assignment, User
from annotation.refusal import Conflict, Fault, refused
from annotation.services import renew_lease
from diffs.models import PaperPair


@transaction.atomic
def save_case_draft(*, by: User, pair: PaperPair, payload: Mapping[str, Any], revision: int) -> CaseDraft:
    """Save choices as far as they have come; they decide nothing. `revision` is what the screen grew from, 0 for none.

    Holds the case longer when it is still in hand. Raises Refused for a person who never took the case; Conflict when
    the pair is not in dispute any more, or, with the saved draft as JSON in `current`, when another tab was first.
    """
    unit = lock_unit(pair)
    case = case_of(pair)
    held = Assignment.objects.filter(unit=unit, person=by, purpose=Assignment.Purpose.ADJUDICATE).first()
    if case is None or held is None:
        raise refused("not_held", _("You do not hold this case. Take it first; then choose."))
    refuse_settled(pair)
    draft = CaseDraft.objects.filter(case=case, adjudicator=by).first() or CaseDraft(case=case, adjudicator=by)
    if draft.revision != revision:
        message = _("The draft was changed in another tab or on another device. Choose what to keep.")
        raise Conflict([Fault("draft_changed", message, "revision")], current=draft_state(draft))
    draft.payload, draft.revision = dict(payload), revision + 1
    draft.save()
    _hold_longer(by, case, held)
    return draft


def draft_state(draft: CaseDraft) -> dict[str, Any]:
    """A draft as JSON; `saved_at` is None before the first save."""
    saved_at = draft.saved_at.isoformat() if draft.revision else None
    return {"payload": draft.payload, "revision": draft.revision, "saved_at": saved_at}


def _hold_longer(by: User, case: Case, held: Assignment) -> None:
    """A lapsed lease is left to its fate: the case may be another's by now, and the draft is kept all the same."""
    now = timezone.now()
    if not case.is_held or case.adjudicator_id != by.pk:
        return
    case.lease_expires_at = held_until(case, by, held.unit)
    case.save(update_fields=["lease_expires_at"])
    if held.state == Assignment.State.ACTIVE and held.lease_expires_at > now:
        renew_lease(person=by, unit=held.unit)
