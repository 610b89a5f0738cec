"""What counts as the same answer."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from evaluator.compare import FIELDS, canonical_bytes, decision, decision_key, same
from evaluator.schema import AlignmentEdge, DiffAnswer, Provenance
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, Match, Origin, ProvenanceKind
from tests.evaluator.tiny_release import pointer

COMPOSED, DECOMPOSED = "caf\u00e9", "cafe\u0301"  # one word, in NFC and in NFD

ANSWER = DiffAnswer(
    fates={"yolo:M1": Fate.INHERITED, "yolo:L1": Fate.LOST},
    origins={"yolov2:M1": Origin.ALIGNED, "yolov2:M2": Origin.EXTERNAL},
    provenance={"yolov2:M2": Provenance(kind=ProvenanceKind.CITATION, lineage="Region  Proposals", citation="[3]")},
    alignments=(AlignmentEdge(source="yolo:M1", target="yolov2:M1", similarity="one grid"),),
    predecessor_driver="yolo:M1",
    driver_continuity=Continuity.INHERITED,
    transition_driver="yolov2:M1",
    ecology=Ecology.SAME,
    dynamics=Dynamics.MUTATION,
    rationale="words",
    confidence=80,
)


def test_a_decision_has_one_entry_per_field() -> None:
    assert list(decision(ANSWER)) == [field.name for field in FIELDS]


def test_a_decision_is_the_choices_without_the_words() -> None:
    assert decision(ANSWER) == {
        "dynamics": "mutation",
        "lineage": True,
        "ecology": "same",
        "predecessor_driver": "yolo:M1",
        "driver_continuity": "inherited",
        "transition_driver": "yolov2:M1",
        "transition_evidence": False,
        "fates": {"yolo:M1": "inherited", "yolo:L1": "lost"},
        "origins": {"yolov2:M1": "aligned", "yolov2:M2": "external"},
        "alignments": [["yolo:M1", "yolov2:M1"]],
        "provenance": {"yolov2:M2": ["citation", "region proposals"]},
    }


def test_an_empty_answer_decides_nothing() -> None:
    undecided = decision(DiffAnswer())
    assert undecided["dynamics"] is None
    assert undecided["lineage"] is None
    assert undecided["alignments"] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"rationale": "other words", "confidence": 10, "dynamics_reason": "because"},
        {"fates": {"yolo:L1": Fate.LOST, "yolo:M1": Fate.INHERITED}},
        {"alignments": ANSWER.alignments * 2},
        {"provenance": {"yolov2:M2": Provenance(kind=ProvenanceKind.CITATION, lineage=" region proposals")}},
        {"provenance": {**ANSWER.provenance, "yolov2:M1": Provenance(kind=ProvenanceKind.PAPER, paper="left-over")}},
    ],
    ids=["words", "order of a mapping", "an edge given twice", "case and blanks of a lineage", "left-over provenance"],
)
def test_what_is_no_decision_leaves_the_key_alone(changes: dict[str, Any]) -> None:
    assert decision_key(replace(ANSWER, **changes)) == decision_key(ANSWER)


@pytest.mark.parametrize(
    "changes",
    [
        {"dynamics": Dynamics.SPECIATION},
        {"ecology": Ecology.ADJACENT},
        {"predecessor_driver": "yolo:L1"},
        {"driver_continuity": Continuity.MUTATED},
        {"transition_driver": "yolov2:M2"},
        {"transition_evidence": (pointer("alpha"),)},
        {"fates": {"yolo:M1": Fate.MUTATED, "yolo:L1": Fate.LOST}},
        {"origins": {"yolov2:M1": Origin.NOVEL, "yolov2:M2": Origin.EXTERNAL}},
        {"alignments": ()},
        {"provenance": {"yolov2:M2": Provenance(kind=ProvenanceKind.PAPER, paper="fast", lineage="Region Proposals")}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_every_decided_field_changes_the_key(changes: dict[str, Any]) -> None:
    assert decision_key(replace(ANSWER, **changes)) != decision_key(ANSWER)


def test_historical_evidence_counts_by_being_there_not_by_its_place() -> None:
    one = replace(ANSWER, transition_evidence=(pointer("alpha"),))
    two = replace(ANSWER, transition_evidence=(pointer("beta"), pointer("gamma")))
    assert decision_key(one) == decision_key(two)


def test_a_word_in_nfc_equals_the_same_word_in_nfd() -> None:
    assert COMPOSED != DECOMPOSED
    assert same(Match.VALUE, COMPOSED, DECOMPOSED)
    assert same(Match.SET, [COMPOSED], [DECOMPOSED])
    assert same(Match.MAPPING, {COMPOSED: "lost"}, {DECOMPOSED: "lost"})
    first, second = (
        replace(ANSWER, provenance={"yolov2:M2": Provenance(kind=ProvenanceKind.CITATION, lineage=name)})
        for name in (COMPOSED, DECOMPOSED)
    )
    assert decision_key(first) == decision_key(second)


@pytest.mark.parametrize(
    ("gold", "other"), [("lost", "Lost"), ("lost", "lost "), ("\ufb01ne", "fine"), ("O1", "O\u0661")]
)
def test_nothing_but_nfc_is_forgiven(gold: str, other: str) -> None:
    # \ufb01 is the ligature fi, which only NFKC would undo; \u0661 is an Arabic one.
    assert not same(Match.VALUE, gold, other)


@pytest.mark.parametrize(
    ("match", "gold", "right", "wrong"),
    [
        (Match.VALUE, 1, 1.0, True),
        (Match.VALUE, True, True, 1),
        (Match.VALUE, None, None, ""),
        (Match.SEQUENCE, ["P1", "P2"], ["P1", "P2"], ["P2", "P1"]),
        (Match.SEQUENCE, ["P1"], ["P1"], ["P1", "P1"]),
        (Match.SET, ["O1", "O2"], ["O2", "O1", "O2"], ["O1"]),
        (Match.SET, [], [], ["O1"]),
        (Match.SET, ["O1"], ["O1"], "O1"),
        (Match.MAPPING, {"O1": "lost", "O2": None}, {"O2": None, "O1": "lost"}, {"O1": "lost"}),
        (Match.MAPPING, {"O1": ["O2"]}, {"O1": ["O2"]}, [["O1", "O2"]]),
        (Match.SET, [["O1", "O4"]], [["O1", "O4"]], [["O4", "O1"]]),
    ],
)
def test_each_kind_of_field_has_its_rule(match: Match, gold: object, right: object, wrong: object) -> None:
    assert same(match, gold, right)
    assert not same(match, gold, wrong)


def test_groups_are_a_set_of_sets() -> None:
    gold = [["O1", "O2"], ["O3"]]
    assert same(Match.SET, gold, [["O3"], ["O2", "O1"]], members=Match.SET)
    assert not same(Match.SET, gold, [["O1"], ["O2", "O3"]], members=Match.SET)
    assert not same(Match.SET, gold, [["O1", "O2", "O3"]], members=Match.SET)
    assert not same(Match.SET, gold, ["O1", "O2", "O3"], members=Match.SET)


def test_two_keys_that_become_one_are_not_an_answer() -> None:
    assert not same(Match.MAPPING, {COMPOSED: "lost"}, {COMPOSED: "lost", DECOMPOSED: "lost"})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10) | st.floats(allow_nan=True) | st.text(max_size=3) | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(Match), st.sampled_from((Match.VALUE, Match.SET)), json_values, json_values)
def test_comparing_is_symmetric_and_never_raises(match: Match, members: Match, gold: object, given: object) -> None:
    assert same(match, gold, given, members=members) == same(match, given, gold, members=members)


def test_bottomless_nesting_is_not_the_same() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert not same(Match.VALUE, "O1", deep)


def test_canonical_bytes_follow_rfc_8785() -> None:
    # RFC 8785, section 3.2.2 and 3.2.3: shortest numbers, keys sorted by UTF-16 code units.
    assert canonical_bytes({"b": [1e30, 4.50, 2e-3], "a": "\u20ac\n", "\U0001f600": 1, "\ufb33": 2}) == (
        '{"a":"€\\n","b":[1e+30,4.5,0.002],"\U0001f600":1,"\ufb33":2}'.encode()
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**60, "\ud800"])
def test_what_is_no_json_has_no_bytes(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        canonical_bytes(value)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(), max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(anything)
def test_the_quick_way_writes_what_the_library_writes(value: object) -> None:
    def bytes_or_none(write: Callable[[Any], bytes]) -> bytes | None:
        try:
            return write(value)
        except ValueError:
            return None

    assert bytes_or_none(canonical_bytes) == bytes_or_none(rfc8785.dumps)
