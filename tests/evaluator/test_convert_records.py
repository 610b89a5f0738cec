"""Records to JSON and back, and every fault of what is malformed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from evaluator.convert import AnswerFaults, diff_answer_from_json, from_json, to_json
from evaluator.faults import DataFaults
from evaluator.schema import AlignmentEdge, DiffAnswer, DiffRecord, EcologyContext, ExamInstance, Pointer, Provenance
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, Origin, ProvenanceKind
from evaluator.write import json_schemas
from tests.evaluator.tiny_release import diff, exam

texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8)
ids = texts.filter(bool)
percents = st.none() | st.integers(0, 100)
pointers = st.builds(
    lambda start, length, **rest: Pointer(start=start, end=start + length, **rest),
    st.integers(0, 99),
    st.integers(1, 99),
    paper=texts,
    quote=texts,
    prefix=texts,
    suffix=texts,
    text_sha256=texts,
)
evidence = st.lists(pointers, max_size=2).map(tuple)
answers = st.builds(
    DiffAnswer,
    fates=st.dictionaries(ids, st.sampled_from(Fate), max_size=3),
    origins=st.dictionaries(ids, st.sampled_from(Origin), max_size=3),
    provenance=st.dictionaries(
        ids, st.builds(Provenance, kind=st.sampled_from(ProvenanceKind), lineage=texts, paper=texts, citation=texts)
    ),
    alignments=st.lists(
        st.builds(
            AlignmentEdge,
            source=texts,
            target=texts,
            similarity=texts,
            source_evidence=evidence,
            target_evidence=evidence,
            secondary=st.none() | st.sampled_from(Dynamics),
            secondary_confidence=percents,
        ),
        max_size=2,
    ).map(tuple),
    predecessor_driver=st.none() | texts,
    driver_continuity=st.none() | st.sampled_from(Continuity),
    transition_driver=st.none() | texts,
    ecology=st.none() | st.sampled_from(Ecology),
    source_ecology=st.builds(EcologyContext, task=texts, benchmark=texts, dataset=texts, community=texts),
    transition_evidence=evidence,
    dynamics=st.none() | st.sampled_from(Dynamics),
    dynamics_reason=texts,
    rationale=texts,
    evidence=evidence,
    confidence=percents,
)


@given(answers)
def test_an_answer_survives_json(answer: DiffAnswer) -> None:
    assert diff_answer_from_json(json.loads(json.dumps(to_json(answer)))) == answer


@given(answers)
def test_an_answer_written_out_fits_its_schema(answer: DiffAnswer) -> None:
    Draft202012Validator(json_schemas()["answer"]).validate(to_json(answer))


def test_whole_records_survive_json() -> None:
    record = diff("alpha", "beta", Fate.MUTATED)
    assert from_json(DiffRecord, to_json(record)) == record
    for instance in exam():
        assert from_json(ExamInstance, to_json(instance)) == instance


def test_a_draft_may_leave_anything_out() -> None:
    assert diff_answer_from_json({}) == DiffAnswer()
    assert diff_answer_from_json({"alignments": [{"source": "a:M1", "target": "b:M1"}]}).alignments[0].similarity == ""


def test_a_record_of_a_release_may_leave_nothing_out() -> None:
    with pytest.raises(DataFaults) as refusal:
        from_json(DiffAnswer, {})
    assert [fault.path for fault in refusal.value.faults] == list(to_json(DiffAnswer()))
    assert {fault.code for fault in refusal.value.faults} == {"missing"}


def test_all_faults_are_listed_at_once_each_with_its_place() -> None:
    with pytest.raises(AnswerFaults) as refusal:
        diff_answer_from_json(
            {
                "fates": {"yolo:M1": "kept"},
                "evidence": [{"paper": "yolo", "start": -5, "end": 3, "quote": "x"}, {"paper": "yolo"}],
                "alignments": {"source": "a"},
                "confidence": 101,
                "verdict": "mutation",
                "rationale": None,
            }
        )
    assert {(fault.path, fault.code) for fault in refusal.value.faults} == {
        ("fates[yolo:M1]", "not_a_choice"),
        ("evidence[0].start", "below_minimum"),
        ("evidence[1].start", "missing"),
        ("evidence[1].end", "missing"),
        ("evidence[1].quote", "missing"),
        ("alignments", "not_a_list"),
        ("confidence", "above_maximum"),
        ("verdict", "unknown_field"),
        ("rationale", "not_text"),
    }
    by_path = {fault.path: fault for fault in refusal.value.faults}
    assert by_path["fates[yolo:M1]"].params == {"choices": "inherited, mutated, lost"}
    assert by_path["fates[yolo:M1]"].message == "fates[yolo:M1] must be one of inherited, mutated, lost"


@pytest.mark.parametrize(
    ("data", "path", "code"),
    [
        ([], "", "not_an_object"),
        ({"confidence": True}, "confidence", "not_a_whole_number"),
        ({"confidence": 80.5}, "confidence", "not_a_whole_number"),
        ({"confidence": 10**400}, "confidence", "not_a_whole_number"),
        ({"rationale": "a\x00b"}, "rationale", "unstorable_text"),
        ({"rationale": "\ud83d"}, "rationale", "unstorable_text"),
        ({"fates": {"": "lost"}}, "fates", "empty_key"),
        ({"fates": {"a\ud83d": "lost"}}, "fates[a?]", "unstorable_text"),
        ({"fates": {"a": ["lost"]}}, "fates[a]", "not_a_choice"),
        ({"evidence": [{"paper": "p", "start": 5, "end": 5, "quote": ""}]}, "evidence[0].end", "end_not_after_start"),
    ],
)
def test_a_malformed_part_is_refused_by_name(data: object, path: str, code: str) -> None:
    with pytest.raises(AnswerFaults) as refusal:
        diff_answer_from_json(data)
    (fault,) = refusal.value.faults
    assert (fault.path, fault.code) == (path, code)
    assert fault.message


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(sorted(to_json(DiffAnswer()))), anything))
def test_what_is_read_fits_the_schema_and_what_does_not_is_refused(data: dict[str, Any]) -> None:
    whole = {**to_json(DiffAnswer()), **data}
    fits = Draft202012Validator(json_schemas()["answer"]).is_valid(whole)
    try:
        from_json(DiffAnswer, whole)
    except DataFaults:
        return  # the reader also refuses what JSON Schema cannot say: text that cannot be kept, an end before a start
    assert fits


def test_free_parts_of_an_instance_must_be_json() -> None:
    data = {**to_json(exam()[0]), "context": {"number": float("nan")}}
    with pytest.raises(DataFaults) as refusal:
        from_json(ExamInstance, data)
    assert [(fault.path, fault.code) for fault in refusal.value.faults] == [("context[number]", "not_json")]


def test_only_records_can_be_written() -> None:
    with pytest.raises(TypeError):
        to_json({"id": "x"})
