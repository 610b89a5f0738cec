"""How a person stands to a pair: labelling it, done with it, or only looking."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils import timezone

from annotation.models import Assignment, User
from diffs.models import Diff, DiffDraft, PaperPair


class Mode(StrEnum):
    EDIT = "edit"
    SUBMITTED = "submitted"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Desk:
    """`latest` is the person's own submission, `payload` the answer that their screen shows."""

    mode: Mode
    payload: dict[str, Any]
    revision: int = 0
    draft: DiffDraft | None = None
    latest: Diff | None = None
    lapsed: bool = False
    can_change: bool = False


def desk_of(pair: PaperPair, user: User) -> Desk:
    """Only what is the person's own; nothing here depends on what others did before they have submitted. 3 queries."""
    held = Assignment.objects.filter(unit=pair.unit_id, person=user, purpose=Assignment.Purpose.LABEL).first()
    draft = DiffDraft.objects.visible_to(user).filter(pair=pair).first()
    latest = Diff.objects.filter(pair=pair, author=user).select_related("guideline").order_by("-number").first()
    if held is None:
        return Desk(Mode.LOOK, {})
    if held.state == Assignment.State.FINISHED and latest is not None:
        if draft is None:
            can_change = pair.unit.labels_done < pair.unit.overlap
            return Desk(Mode.SUBMITTED, latest.answer, latest=latest, can_change=can_change)
        return Desk(Mode.EDIT, draft.payload, draft.revision, draft, latest)
    if held.state == Assignment.State.RELEASED:
        return Desk(Mode.LOOK, {})
    lapsed = held.lease_expires_at <= timezone.now()
    if draft is None:
        return Desk(Mode.EDIT, {}, lapsed=lapsed)
    return Desk(Mode.EDIT, draft.payload, draft.revision, draft, lapsed=lapsed)
