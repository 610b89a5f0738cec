"""Submitting: complete or refused, once, under the guideline of the moment, never one label too many."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from annotation.models import Assignment
from annotation.refusal import Conflict, Refused
from annotation.services import claim_unit, publish_guideline
from diffs.models import Diff, PaperPair
from diffs.services import submit_diff
from evaluator.convert import diff_answer_from_json
from tests.cast import Cast, make_cast
from tests.factories import a_diff, a_pair, a_paper, a_pointer, an_answer, an_edge


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    """A pair that annotator1 holds."""
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return pair


def submit(cast: Cast, pair: PaperPair, **parts: Any) -> Diff:
    return submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair, **parts))


def faults(cast: Cast, pair: PaperPair, **parts: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refusal:
        submit(cast, pair, **parts)
    assert not Diff.objects.exists()
    return [(fault.code, fault.field) for fault in refusal.value.faults]


def test_a_complete_answer_is_kept_with_its_decision_and_what_its_record_derives(cast: Cast, pair: PaperPair) -> None:
    guideline = publish_guideline(by=cast.admin, project=cast.project, body="# Second version", note="Clearer.")
    diff = submit(cast, pair, dynamics="speciation", dynamics_reason="The field calls it so.")
    assert (diff.dynamics, diff.derived_dynamics, diff.rule) == ("speciation", "mutation", 2)
    assert diff.guideline == guideline
    assert diff.decision["dynamics"] == "speciation"
    assert len(diff.decision_key) == 64
    assert not diff.is_surplus
    held = Assignment.objects.get(unit=pair.unit, person=cast.annotator1)
    assert held.state == Assignment.State.FINISHED
    pair.unit.refresh_from_db()
    assert pair.unit.labels_done == 1


def test_pointers_come_back_with_context_and_hash(cast: Cast, pair: PaperPair) -> None:
    answer = diff_answer_from_json(submit(cast, pair).answer)
    text = pair.source.source_version.text
    pointer = answer.alignments[1].source_evidence[0]
    assert text[pointer.start : pointer.end] == pointer.quote
    assert pointer.prefix == text[pointer.start - 32 : pointer.start]
    assert pointer.suffix == text[pointer.end : pointer.end + 32]
    assert pointer.text_sha256 == pair.source.source_version.text_sha256


def test_each_edge_each_lost_and_each_new_object_is_a_row(cast: Cast, pair: PaperPair) -> None:
    diff = submit(cast, pair)
    rows = {
        (row.source_object and row.source_object.handle, row.target_object and row.target_object.handle): (
            row.fate,
            row.origin,
        )
        for row in diff.alignments.all()
    }
    assert rows == {
        ("N1", "N1"): ("inherited", "aligned"),
        ("M1", "M1"): ("inherited", "aligned"),
        ("L1", None): ("lost", ""),
        ("D1", None): ("lost", ""),
        (None, "L1"): ("", "novel"),
        (None, "D1"): ("", "novel"),
    }


def test_an_empty_answer_is_refused_with_everything_that_is_missing(cast: Cast, pair: PaperPair) -> None:
    with pytest.raises(Refused) as refusal:
        submit_diff(by=cast.annotator1, pair=pair, payload={})
    codes = [fault.code for fault in refusal.value.faults]
    assert codes.count("fate_missing") == codes.count("origin_missing") == 4
    assert codes.count("evidence_missing") == 2
    assert len(codes) == 17  # 4 fates, 4 origins, 3 of the drivers, ecology, dynamics, rationale, 2 papers, confidence


@pytest.mark.parametrize(
    ("change", "code", "part"),
    [
        ({"start": 999_999, "end": 1_000_000}, "bad_anchor", "start"),
        ({"end": -5}, "below_minimum", "end"),
        ({"quote": "These words are not there"}, "quote_differs", "quote"),
        ({"paper": "nowhere"}, "unknown_paper", "paper"),
        ({"text_sha256": "0" * 64}, "other_text", "text_sha256"),
    ],
)
def test_evidence_that_does_not_hold_is_refused_with_its_field(
    cast: Cast, pair: PaperPair, change: dict[str, Any], code: str, part: str
) -> None:
    bad = {**a_pointer(pair.source, "M1"), **change}
    assert (code, f"evidence[0].{part}") in faults(cast, pair, evidence=[bad, a_pointer(pair.target, "M1")])


def test_evidence_of_an_edge_and_of_the_transition_is_checked_too(cast: Cast, pair: PaperPair) -> None:
    bad = {**a_pointer(pair.source, "M1"), "quote": "These words are not there"}
    edges = [an_edge(pair, "N1", "N1"), {**an_edge(pair, "M1", "M1"), "source_evidence": [bad]}]
    found = faults(cast, pair, alignments=edges, transition_evidence=[bad])
    assert ("quote_differs", "alignments[1].source_evidence[0].quote") in found
    assert ("quote_differs", "transition_evidence[0].quote") in found


def test_an_unknown_word_is_refused_with_its_field(cast: Cast, pair: PaperPair) -> None:
    target = pair.target.paper.slug
    found = faults(cast, pair, origins={f"{target}:N1": "borrowed"}, ecology="sideways")
    assert ("not_a_choice", f"origins[{target}:N1]") in found
    assert ("not_a_choice", "ecology") in found


def external(pair: PaperPair, **provenance: str) -> dict[str, Any]:
    key = f"{pair.target.paper.slug}:D1"
    origins = {**an_answer(pair)["origins"], key: "external"}
    return {"origins": origins, "provenance": {key: {"kind": "paper", **provenance}}}


def test_an_external_object_takes_the_lineage_of_its_paper(cast: Cast, pair: PaperPair) -> None:
    paper = a_paper(cast, lineage="Region proposals", published=pair.source.paper.published)
    diff = submit(cast, pair, **external(pair, paper=paper.slug, lineage="something typed"))
    assert diff.answer["provenance"][f"{pair.target.paper.slug}:D1"]["lineage"] == "Region proposals"


def test_an_external_object_comes_from_an_earlier_third_paper(cast: Cast, pair: PaperPair) -> None:
    key = f"provenance[{pair.target.paper.slug}:D1].paper"
    later = a_paper(cast, lineage="Region proposals")
    assert faults(cast, pair, **external(pair, paper=later.slug)) == [("provenance_later", key)]
    same = external(pair, paper=pair.source.paper.slug, lineage="x")
    assert faults(cast, pair, **same) == [("provenance_of_the_pair", key)]
    assert faults(cast, pair, **external(pair, paper="nowhere", lineage="x")) == [("unknown_paper", key)]
    foreign = a_paper(make_cast("other", "other-"), lineage="x", published=pair.source.paper.published)
    assert faults(cast, pair, **external(pair, paper=foreign.slug))[-1] == ("unknown_paper", key)


def test_the_same_answer_again_is_the_same_submission(cast: Cast, pair: PaperPair) -> None:
    assert submit(cast, pair) == submit(cast, pair)
    assert Diff.objects.count() == 1


def test_a_changed_mind_is_the_next_submission_until_all_labels_are_in(cast: Cast, pair: PaperPair) -> None:
    first, second = submit(cast, pair), submit(cast, pair, rationale="On reflection, the same for another reason.")
    assert (first.number, second.number) == (1, 2)
    assert list(Diff.objects.counted()) == [second]
    a_diff(cast.annotator2, pair)
    with pytest.raises(Conflict) as conflict:
        submit(cast, pair, rationale="A third thought.")
    assert conflict.value.faults[0].code == "labels_complete"
    assert submit(cast, pair, rationale="On reflection, the same for another reason.") == second


def test_a_label_past_the_wanted_number_is_kept_as_surplus(cast: Cast, pair: PaperPair) -> None:
    """Two work past their leases on a pair that wants one label: the first counts, the second is kept aside."""
    pair.unit.overlap = 1
    pair.unit.save(update_fields=["overlap"])
    long_ago = timezone.now() - timedelta(hours=1)
    Assignment.objects.filter(unit=pair.unit).update(claimed_at=long_ago, lease_expires_at=long_ago)
    first = a_diff(cast.annotator2, pair)
    late = submit(cast, pair)
    assert (first.is_surplus, late.is_surplus) == (False, True)
    assert list(Diff.objects.counted()) == [first]


def test_who_never_took_the_pair_or_adjudicates_it_cannot_submit(cast: Cast, pair: PaperPair) -> None:
    with pytest.raises(Refused) as refusal:
        submit_diff(by=cast.annotator2, pair=pair, payload=an_answer(pair))
    assert refusal.value.faults[0].code == "not_held"
    claim_unit(person=cast.adjudicator, unit=pair.unit, purpose="adjudicate")
    with pytest.raises(Refused) as refusal:
        submit_diff(by=cast.adjudicator, pair=pair, payload=an_answer(pair))
    assert refusal.value.faults[0].code == "other_purpose"


def test_the_database_itself_keeps_submissions_as_they_are(cast: Cast, pair: PaperPair) -> None:
    diff = submit(cast, pair)
    with pytest.raises(ProgrammingError), transaction.atomic():
        Diff.objects.filter(pk=diff.pk).update(dynamics="isolation")
    for deletion in ("DELETE FROM diffs_diff", "DELETE FROM diffs_alignment"):
        with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(deletion)


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls at the same moment, each in a thread with a connection of its own."""
    barrier, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(number: int, call: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=10)
            results[number] = call()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return results


@pytest.mark.django_db(transaction=True)
def test_the_same_submission_sent_four_times_at_once_is_one_and_all_callers_get_it() -> None:
    cast = make_cast()
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    payload = an_answer(pair)
    found = together(*[lambda: submit_diff(by=cast.annotator1, pair=pair, payload=payload)] * 4)
    assert Diff.objects.count() == 1
    assert [each.pk for each in found] == [Diff.objects.get().pk] * 4
    pair.unit.refresh_from_db()
    assert pair.unit.labels_done == 1


@pytest.mark.django_db(transaction=True)
def test_two_people_who_submit_at_once_on_a_pair_that_wants_one_give_one_label() -> None:
    cast = make_cast()
    pair = a_pair(cast)
    people = (cast.annotator1, cast.annotator2)
    for person in people:
        claim_unit(person=person, unit=pair.unit)
    pair.unit.overlap = 1
    pair.unit.save(update_fields=["overlap"])
    payload = an_answer(pair)
    together(*[lambda person=person: submit_diff(by=person, pair=pair, payload=payload) for person in people])
    assert Diff.objects.count() == 2
    assert Diff.objects.counted().count() == 1
