"""Drafts: saved at any stage, two tabs conflict, and a submitted one never comes back."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Assignment
from annotation.refusal import Conflict, Refused
from annotation.services import claim_unit
from diffs.models import DiffDraft, PaperPair
from diffs.selectors import Mode, desk_of
from diffs.services import discard_draft, reopen_diff, save_draft, submit_diff
from tests.cast import Cast
from tests.factories import a_diff, a_pair, an_answer


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    """A pair that annotator1 holds."""
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return pair


def saved(cast: Cast, pair: PaperPair, revision: int, **payload: Any) -> DiffDraft:
    return save_draft(by=cast.annotator1, pair=pair, payload=payload, revision=revision)


def test_an_unfinished_answer_is_kept_as_it_is(cast: Cast, pair: PaperPair) -> None:
    assert saved(cast, pair, 0, rationale="So far").revision == 1
    assert saved(cast, pair, 1, rationale="So far so good").revision == 2
    assert DiffDraft.objects.get().payload == {"rationale": "So far so good"}


def test_a_tab_that_is_behind_conflicts_and_is_told_what_stands(cast: Cast, pair: PaperPair) -> None:
    saved(cast, pair, 0, rationale="first tab")
    with pytest.raises(Conflict) as conflict:
        saved(cast, pair, 0, rationale="second tab")
    assert conflict.value.current["revision"] == 1
    assert conflict.value.current["payload"] == {"rationale": "first tab"}
    assert DiffDraft.objects.get().payload == {"rationale": "first tab"}


def test_a_draft_that_is_gone_conflicts_as_an_empty_one(cast: Cast, pair: PaperPair) -> None:
    with pytest.raises(Conflict) as conflict:
        saved(cast, pair, 3, rationale="from an old copy")
    assert conflict.value.current == {"revision": 0, "payload": {}, "saved_at": None}


def test_the_wrong_shape_is_refused_with_every_field(cast: Cast, pair: PaperPair) -> None:
    with pytest.raises(Refused) as refusal:
        saved(cast, pair, 0, ecology="somewhere", confidence=101, colour="red")
    assert {fault.field for fault in refusal.value.faults} == {"ecology", "confidence", "colour"}


def test_who_does_not_hold_the_pair_cannot_save(cast: Cast, pair: PaperPair) -> None:
    with pytest.raises(Refused) as refusal:
        save_draft(by=cast.annotator2, pair=pair, payload={}, revision=0)
    assert refusal.value.faults[0].code == "not_held"


def test_saving_keeps_the_lease_alive_and_a_lapsed_one_still_saves(cast: Cast, pair: PaperPair) -> None:
    mine = Assignment.objects.filter(unit=pair.unit, person=cast.annotator1)
    soon = timezone.now() + timedelta(minutes=1)
    mine.update(lease_expires_at=soon)
    saved(cast, pair, 0)
    assert mine.get().lease_expires_at > soon
    long_ago = timezone.now() - timedelta(hours=1)
    mine.update(claimed_at=long_ago, lease_expires_at=long_ago)
    assert saved(cast, pair, 1, rationale="late").revision == 2
    assert mine.get().lease_expires_at == long_ago


def test_a_draft_is_its_authors_alone(cast: Cast, pair: PaperPair) -> None:
    saved(cast, pair, 0, rationale="mine")
    claim_unit(person=cast.annotator2, unit=pair.unit)
    for other in (cast.annotator2, cast.adjudicator, cast.admin, cast.outsider):
        assert not DiffDraft.objects.visible_to(other).exists()
        assert desk_of(pair, other).payload == {}


def test_draft_submit_reopen_change_brings_back_no_old_draft_and_leaves_others_alone(
    cast: Cast, pair: PaperPair
) -> None:
    claim_unit(person=cast.annotator2, unit=pair.unit)
    save_draft(by=cast.annotator2, pair=pair, payload={"rationale": "theirs"}, revision=0)
    saved(cast, pair, 0, rationale="an early thought")
    submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair, rationale="submitted"))
    assert desk_of(pair, cast.annotator1).mode is Mode.SUBMITTED

    with pytest.raises(Refused) as refusal:  # a tab that was left open
        saved(cast, pair, 1, rationale="an early thought, again")
    assert refusal.value.faults[0].code == "submitted"

    draft = reopen_diff(by=cast.annotator1, pair=pair)
    assert draft.payload["rationale"] == "submitted"
    with pytest.raises(Conflict):
        saved(cast, pair, 1, rationale="an early thought, again")
    saved(cast, pair, draft.revision, **{**draft.payload, "rationale": "changed"})
    second = submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair, rationale="changed"))
    assert second.number == 2
    assert second.answer["rationale"] == "changed"
    assert DiffDraft.objects.get().payload == {"rationale": "theirs"}


def test_a_tab_that_is_behind_does_not_submit_over_what_stands(cast: Cast, pair: PaperPair) -> None:
    """A submission names the revision that it grew from; the same answer sent again stays the same submission."""
    old = saved(cast, pair, 0, **an_answer(pair, rationale="As the first tab has it."))
    new = saved(cast, pair, old.revision, **an_answer(pair, rationale="As the second tab has it."))

    def submit(rationale: str, revision: int) -> Any:
        return submit_diff(
            by=cast.annotator1, pair=pair, payload=an_answer(pair, rationale=rationale), revision=revision
        )

    with pytest.raises(Conflict) as conflict:
        submit("As the first tab has it.", old.revision)
    assert [fault.code for fault in conflict.value.faults] == ["draft_changed"]
    assert conflict.value.current["payload"]["rationale"] == "As the second tab has it."
    standing = submit("As the second tab has it.", new.revision)
    with pytest.raises(Conflict):  # the draft is gone with the submission, and no number means what it was
        submit("As the first tab has it.", old.revision)
    assert submit("As the second tab has it.", new.revision) == standing


def test_changes_may_be_dropped_and_the_submission_stands(cast: Cast, pair: PaperPair) -> None:
    first = a_diff(cast.annotator1, pair)
    reopen_diff(by=cast.annotator1, pair=pair)
    assert desk_of(pair, cast.annotator1).mode is Mode.EDIT
    discard_draft(by=cast.annotator1, pair=pair)
    desk = desk_of(pair, cast.annotator1)
    assert desk.mode is Mode.SUBMITTED
    assert desk.latest == first


def test_the_only_draft_cannot_be_dropped(cast: Cast, pair: PaperPair) -> None:
    saved(cast, pair, 0, rationale="all there is")
    with pytest.raises(Refused):
        discard_draft(by=cast.annotator1, pair=pair)
    assert DiffDraft.objects.exists()


def test_an_answer_cannot_be_reopened_once_all_labels_are_in(cast: Cast, pair: PaperPair) -> None:
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair)
    with pytest.raises(Conflict) as conflict:
        reopen_diff(by=cast.annotator1, pair=pair)
    assert conflict.value.faults[0].code == "labels_complete"
