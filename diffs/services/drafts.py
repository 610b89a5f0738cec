"""Drafts: one per person and pair, saved at any stage; two tabs conflict with a choice, never a loss."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Assignment, Unit, User
from annotation.refusal import Conflict, Fault, refused
from annotation.selectors.checks import may_change_answer
from annotation.services import renew_lease
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.selectors import read_answer

# Drafts of a person's n-th answer count from here, so that a tab left open on an earlier answer always conflicts.
REVISIONS_PER_ANSWER = 10_000


@transaction.atomic
def save_draft(*, by: User, pair: PaperPair, payload: Mapping[str, Any], revision: int) -> DiffDraft:
    """Save an answer as far as it has come. `revision` is the one that the person's screen grew from, 0 for none.

    Raises Refused when the payload has the wrong shape, or when the person does not label this pair or has submitted
    it; Conflict with what is saved (revision, payload, saved_at) in `current` when another tab was first.
    """
    read_answer(payload)
    lock_unit(pair)  # before the hold, as everywhere: a submission and an admin who takes the pair back have it first
    held = held_label(by, pair)
    draft = DiffDraft.objects.select_for_update().filter(pair=pair, author=by).first()
    if draft is None and held.state == Assignment.State.FINISHED:
        raise refused("submitted", _("You have submitted this pair. Press “Change my answer” to go on from it."))
    draft = store_draft(by, pair, draft, payload, revision)
    # A lapsed lease is left to its fate: its place may be another's by now, and the draft is kept all the same.
    if held.state == Assignment.State.ACTIVE and held.lease_expires_at > timezone.now():
        renew_lease(person=by, unit=pair.unit)
    return draft


def store_draft(
    by: User, pair: PaperPair, draft: DiffDraft | None, payload: Mapping[str, Any], revision: int
) -> DiffDraft:
    """Write a draft, which is locked, as its next revision; Conflict when it is not at `revision` any more."""
    if (draft.revision if draft else 0) != revision:
        message = _("The draft was changed in another tab or on another device. Choose what to keep.")
        raise Conflict([Fault("draft_changed", message, "revision")], current=as_current(draft))
    draft = draft or DiffDraft(pair=pair, author=by)
    draft.payload, draft.revision = dict(payload), revision + 1
    draft.save()
    return draft


@transaction.atomic
def reopen_diff(*, by: User, pair: PaperPair) -> DiffDraft:
    """Start a new draft from one's own submitted answer. The submission stands until the changed one is submitted.

    Raises Refused when there is none, and once all labels are in: from then on others build on them.
    """
    unit, held = lock_unit(pair), Assignment.objects.own_work().filter(unit=pair.unit_id, person=by).first()
    if held is not None:
        refuse_closed(unit, held)
    latest = own_latest(by, pair)
    if latest is None:
        raise refused("nothing_submitted", _("You have not submitted this pair, so there is no answer to change."))
    first = {"payload": latest.answer, "revision": latest.number * REVISIONS_PER_ANSWER}
    draft: DiffDraft = DiffDraft.objects.get_or_create(pair=pair, author=by, defaults=first)[0]
    return draft


@transaction.atomic
def discard_draft(*, by: User, pair: PaperPair) -> None:
    """Drop the changes to a submitted answer, which goes on standing. Raises Refused when nothing was submitted yet."""
    if own_latest(by, pair) is None:
        raise refused("nothing_submitted", _("You have not submitted this pair, so your draft is all there is."))
    DiffDraft.objects.filter(pair=pair, author=by).delete()


def as_current(draft: DiffDraft | None) -> dict[str, Any]:
    """What is saved of a draft, as JSON: a missing one counts as empty, at revision 0."""
    if draft is None:
        return {"revision": 0, "payload": {}, "saved_at": None}
    return {"revision": draft.revision, "payload": draft.payload, "saved_at": draft.saved_at.isoformat()}


def held_label(by: User, pair: PaperPair) -> Assignment:
    """The person's hold on the pair as a labeller, under lock: their own tabs come one after the other."""
    held: Assignment | None = (
        Assignment.objects.select_for_update(no_key=True).filter(unit=pair.unit_id, person=by).first()
    )
    if held is None or held.state == Assignment.State.RELEASED:
        raise refused("not_held", _("You do not hold this pair. Open it and press “Label this pair” first."))
    if held.purpose == Assignment.Purpose.ADJUDICATE:
        raise refused("other_purpose", _("You adjudicate this pair, so you cannot label it."))
    return held


def lock_unit(pair: PaperPair) -> Unit:
    """The pair's unit under its row lock, where everything that people can race for is decided."""
    unit: Unit = Unit.objects.select_for_update(no_key=True).get(pk=pair.unit_id)
    return unit


def own_latest(by: User, pair: PaperPair) -> Diff | None:
    latest: Diff | None = Diff.objects.filter(pair=pair, author=by).order_by("-number").first()
    return latest


def refuse_closed(unit: Unit, held: Assignment) -> None:
    """Raise when a submitted answer can no longer be changed: others build on it, or its known answer was shown."""
    if held.is_announced:
        raise refused("known_answer_shown", _("You have seen the known answer of this pair, so yours stays as it is."))
    if not may_change_answer(unit, held):
        message = _("All labels of this pair are in, so none can be changed. What differs goes to adjudication.")
        raise Conflict([Fault("labels_complete", message)])


def refuse_stale(by: User, pair: PaperPair, revision: int | None) -> None:
    """Raise when a submission grew from another state of the draft than the one that stands; None says nothing."""
    draft = DiffDraft.objects.filter(pair=pair, author=by).first()
    if revision is not None and revision != (draft.revision if draft else 0):
        message = _("You have gone on with this pair in another tab or on another device. Load the page again.")
        raise Conflict([Fault("draft_changed", message, "revision")], current=as_current(draft))
