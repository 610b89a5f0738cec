"""Deciding a case, and deciding it again."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from adjudication.models import CaseDraft, Resolution
from adjudication.selectors import disputes, gold
from adjudication.services import claim_case, reopen_case, resolve_case, save_case_draft
from annotation.models import Assignment
from annotation.refusal import Conflict, Refused
from annotation.services import add_member, create_account
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, a_pair, an_answer, letter_of, lost_driver, moved
from tests.cast import Cast

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "annotator_error", "rationale": "The text says so."}


def resolve(cast: Cast, pair: PaperPair, **parts: Any) -> Resolution:
    return resolve_case(**{"by": cast.adjudicator, "pair": pair, "outcome": "resolved", **WHY, **parts})


def codes(refusal: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {fault.code for fault in refusal.value.faults}


def test_a_resolution_keeps_the_answer_its_decision_the_rule_and_what_it_rests_on(cast: Cast) -> None:
    pair = a_dispute(cast)
    letter = letter_of(pair, cast.annotator2)
    resolution = resolve(cast, pair, payload=moved(pair), choices={"dynamics": letter, "ecology": letter})
    assert resolution.answer["dynamics"] == "adaptive_radiation"
    assert (resolution.derived_dynamics, resolution.rule) == ("adaptive_radiation", 2)
    assert resolution.decision["ecology"] == "shifted"
    assert resolution.choices == {"dynamics": letter, "ecology": letter}
    assert {diff.author for diff in resolution.based_on.all()} == {cast.annotator1, cast.annotator2}
    hold = Assignment.objects.get(unit=pair.unit, person=cast.adjudicator)
    assert (hold.state, hold.purpose, hold.is_counted) == ("finished", "adjudicate", False)
    pair.unit.refresh_from_db()
    assert pair.unit.labels_done == 2


def test_choices_are_read_off_a_whole_answer(cast: Cast) -> None:
    pair = a_dispute(cast)
    first = letter_of(pair, cast.annotator1)
    # Ecology adjacent is nobody's; mutation is the first annotator's and follows from it by rule 2.
    resolution = resolve(cast, pair, payload=an_answer(pair, ecology="adjacent"))
    assert resolution.choices == {"dynamics": first, "ecology": "own"}


def test_gold_must_be_as_complete_as_a_submission_and_every_gap_is_named(cast: Cast) -> None:
    pair = a_dispute(cast)
    with pytest.raises(Refused) as refusal:
        resolve(cast, pair, payload=moved(pair, rationale="", confidence=None))
    assert codes(refusal) == {"rationale_missing", "confidence_missing"}
    assert list(disputes(cast.project)) == [pair]


def test_every_row_in_dispute_needs_a_choice_that_the_answer_follows(cast: Cast) -> None:
    pair = a_dispute(cast)
    first = letter_of(pair, cast.annotator1)
    with pytest.raises(Refused) as refusal:
        resolve(cast, pair, payload=moved(pair), choices={"dynamics": first})
    assert codes(refusal) == {"choice_contradicted", "no_choice"}


def test_reason_and_rationale_are_required_for_every_outcome(cast: Cast) -> None:
    pair = a_dispute(cast)
    for outcome in ("resolved", "neither", "excluded"):
        with pytest.raises(Refused) as refusal:
            resolve(cast, pair, payload=moved(pair), outcome=outcome, reason_code="", rationale=" ")
        assert codes(refusal) == {"no_reason", "no_rationale"}
    with pytest.raises(Refused) as refusal:
        resolve(cast, pair, outcome="reopened")
    assert codes(refusal) == {"no_outcome"}


def test_rejecting_both_answers_and_adding_none_resolves_the_pair_as_neither(cast: Cast) -> None:
    pair = a_dispute(cast)
    resolution = resolve(cast, pair, choices={"dynamics": "neither", "ecology": "neither"})
    assert (resolution.outcome, resolution.answer) == ("neither", None)
    assert list(disputes(cast.project)) == []
    assert list(gold(cast.project)) == []


def test_rejecting_one_row_alone_is_refused_with_what_to_do(cast: Cast) -> None:
    pair = a_dispute(cast)
    second = letter_of(pair, cast.annotator2)
    with pytest.raises(Refused) as refusal:
        resolve(cast, pair, payload=moved(pair), choices={"dynamics": second, "ecology": "neither"})
    assert codes(refusal) == {"neither_without_own"}


def test_accepting_both_ends_of_a_link_keeps_the_link(cast: Cast) -> None:
    pair = a_pair(cast)
    a_dispute(cast, an_answer(pair), lost_driver(pair), pair=pair)
    resolution = resolve(cast, pair, payload=an_answer(pair))
    links = {(edge["source"], edge["target"]) for edge in resolution.answer["alignments"]}
    old, new = pair.source.paper.slug, pair.target.paper.slug
    assert links == {(f"{old}:N1", f"{new}:N1"), (f"{old}:M1", f"{new}:M1")}


def test_the_same_decision_sent_again_is_the_same_resolution(cast: Cast) -> None:
    pair = a_dispute(cast)
    first = resolve(cast, pair, payload=moved(pair))
    assert resolve(cast, pair, payload=moved(pair)) == first
    with pytest.raises(Conflict) as refusal:
        resolve(cast, pair, outcome="excluded")
    assert codes(refusal) == {"not_disputed"}
    assert Resolution.objects.filter(pair=pair).count() == 1


def test_a_case_that_another_holds_cannot_be_resolved(cast: Cast) -> None:
    pair = a_dispute(cast)
    second = create_account(by=None, username="second")
    add_member(by=cast.admin, project=cast.project, user=second, role="adjudicator")
    claim_case(by=second, pair=pair)
    with pytest.raises(Conflict) as refusal:
        resolve(cast, pair, payload=moved(pair))
    assert codes(refusal) == {"held"}


def test_reopening_adds_a_row_and_leaves_the_earlier_ones(cast: Cast) -> None:
    pair = a_dispute(cast)
    with pytest.raises(Conflict):
        reopen_case(by=cast.admin, pair=pair, **WHY)
    resolve(cast, pair, payload=moved(pair))
    with pytest.raises(Refused) as refusal:
        reopen_case(by=cast.admin, pair=pair, reason_code="other", rationale="")
    assert codes(refusal) == {"no_rationale"}
    reopen_case(by=cast.admin, pair=pair, **WHY)
    # The first adjudicator's hold is finished for good; the case comes back all the same.
    claim_case(by=cast.adjudicator, pair=pair)
    resolve(cast, pair, payload=an_answer(pair))
    outcomes = Resolution.objects.filter(pair=pair).order_by("number").values_list("number", "outcome")
    assert list(outcomes) == [(1, "resolved"), (2, "reopened"), (3, "resolved")]
    (answer,) = gold(cast.project)
    assert answer.answer.dynamics == "mutation"


def test_a_resolution_can_neither_be_changed_nor_deleted(cast: Cast) -> None:
    resolution = resolve(cast, pair := a_dispute(cast), payload=moved(pair))
    rows = Resolution.objects.filter(pk=resolution.pk)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(rationale="Other.")
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete()


def test_a_decision_ends_the_draft_of_who_made_it_and_no_other(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    save_case_draft(by=cast.adjudicator, pair=pair, payload={"choice.dynamics": "a"}, revision=0)
    case = CaseDraft.objects.get().case
    CaseDraft.objects.create(case=case, adjudicator=cast.admin, payload={"choice.dynamics": "b"})
    resolve(cast, pair, payload=moved(pair))
    assert [draft.adjudicator for draft in CaseDraft.objects.all()] == [cast.admin]


def test_a_rationale_has_a_length_and_choices_that_say_nothing_are_not_kept(cast: Cast) -> None:
    pair = a_dispute(cast)
    facts: dict[str, Any] = {"by": cast.adjudicator, "pair": pair, "outcome": "excluded", "reason_code": "other"}
    with pytest.raises(Refused, match="at most 10000 characters; this one has 70000"):
        resolve_case(**facts, rationale="x" * 70_000)
    with pytest.raises(Refused, match="at most 10000"):
        resolve_case(**facts, rationale="So.", row_notes={"ecology": {"rationale": "x" * 10_001}})
    made = resolve_case(**facts, rationale="So.", choices={"dynamics": "zebra", "ecology": "a", "nothing": "b"})
    assert made.choices == {"ecology": "a"}
