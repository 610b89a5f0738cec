"""How a person stands to a pair: labelling it, done with it, or only looking."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils import timezone

from annotation.models import Assignment, User
from annotation.selectors.checks import may_change_answer
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.permissions import can_calibrate


class Mode(StrEnum):
    EDIT = "edit"
    SUBMITTED = "submitted"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Desk:
    """`latest` is the person's own submission, `payload` the answer that their screen shows.

    `qualifies`: they were told that the answer of this pair is known, and learn how theirs compares.
    `writes_known`: they write the answer that others will be measured by.
    """

    mode: Mode
    payload: dict[str, Any]
    revision: int = 0
    draft: DiffDraft | None = None
    latest: Diff | None = None
    lapsed: bool = False
    can_change: bool = False
    qualifies: bool = False
    writes_known: bool = False


def desk_of(pair: PaperPair, user: User) -> Desk:
    """Only what is the person's own; nothing here depends on what others did before they have submitted. 3 queries."""
    held = Assignment.objects.own_work().filter(unit=pair.unit_id, person=user).first()
    draft = DiffDraft.objects.visible_to(user).filter(pair=pair).first()
    latest = Diff.objects.filter(pair=pair, author=user).select_related("guideline").order_by("-number").first()
    if held is None:
        return _writing(pair, user, draft)
    if held.state == Assignment.State.FINISHED and latest is not None:
        if draft is None:
            can_change = not held.is_announced and may_change_answer(pair.unit, held)
            return Desk(
                Mode.SUBMITTED, latest.answer, latest=latest, can_change=can_change, qualifies=held.is_announced
            )
        return Desk(Mode.EDIT, draft.payload, draft.revision, draft, latest)
    if held.state == Assignment.State.RELEASED:
        return Desk(Mode.LOOK, {})
    lapsed, qualifies = held.lease_expires_at <= timezone.now(), held.is_announced
    if draft is None:
        return Desk(Mode.EDIT, {}, lapsed=lapsed, qualifies=qualifies)
    return Desk(Mode.EDIT, draft.payload, draft.revision, draft, lapsed=lapsed, qualifies=qualifies)


def _writing(pair: PaperPair, user: User, draft: DiffDraft | None) -> Desk:
    """A draft without a hold is that of a known answer, which an admin began."""
    if draft is None or not can_calibrate(user, pair.project):
        return Desk(Mode.LOOK, {})
    return Desk(Mode.EDIT, draft.payload, draft.revision, draft, writes_known=True)
