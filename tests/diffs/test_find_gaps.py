"""Everything that keeps an answer from being submitted is named at once, each with its place."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffs.rules import Gap, gaps
from evaluator.schema import DiffAnswer, Provenance
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, Origin, ProvenanceKind
from tests.diffs.answers import COMPLETE, SOURCE, TARGET, answer_with, edge_with, from_paper, pointer


def found(answer: DiffAnswer) -> list[tuple[str, str]]:
    return [(gap.code, gap.field) for gap in gaps(answer, SOURCE, TARGET)]


def test_a_complete_answer_has_no_gap() -> None:
    assert gaps(COMPLETE, SOURCE, TARGET) == []


def test_an_empty_answer_lists_everything_in_the_order_of_the_screen() -> None:
    assert found(DiffAnswer()) == [
        ("fate_missing", "fates[old:M1]"),
        ("fate_missing", "fates[old:L1]"),
        ("origin_missing", "origins[new:M1]"),
        ("origin_missing", "origins[new:M2]"),
        ("origin_missing", "origins[new:D1]"),
        ("predecessor_driver_missing", "predecessor_driver"),
        ("continuity_missing", "driver_continuity"),
        ("transition_driver_missing", "transition_driver"),
        ("ecology_missing", "ecology"),
        ("dynamics_missing", "dynamics"),
        ("rationale_missing", "rationale"),
        ("evidence_missing", "evidence"),
        ("evidence_missing", "evidence"),
        ("confidence_missing", "confidence"),
    ]


FATES, ORIGINS = COMPLETE.fates, COMPLETE.origins


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"fates": {**FATES, "old:L1": Fate.MUTATED}}, ("kept_without_target", "fates[old:L1]")),
        ({"origins": {**ORIGINS, "new:D1": Origin.ALIGNED}}, ("aligned_without_source", "origins[new:D1]")),
        ({"origins": {**ORIGINS, "new:M1": Origin.NOVEL}}, ("new_but_aligned", "origins[new:M1]")),
        ({"provenance": {}}, ("external_without_provenance", "provenance[new:M2]")),
        (
            {"provenance": {"new:M2": from_paper("X", paper="")}},
            ("provenance_without_paper", "provenance[new:M2].paper"),
        ),
        ({"provenance": {"new:M2": from_paper(" ")}}, ("provenance_without_lineage", "provenance[new:M2].lineage")),
        (
            {"provenance": {"new:M2": Provenance(kind=ProvenanceKind.CITATION, lineage="X")}},
            ("provenance_without_citation", "provenance[new:M2].citation"),
        ),
        ({"alignments": COMPLETE.alignments * 2}, ("edge_twice", "alignments[1]")),
        ({"alignments": edge_with(similarity=" ")}, ("edge_without_similarity", "alignments[0].similarity")),
        (
            {"alignments": edge_with(source_evidence=())},
            ("edge_without_source_evidence", "alignments[0].source_evidence"),
        ),
        (
            {"alignments": edge_with(target_evidence=(pointer("old"),))},
            ("edge_without_target_evidence", "alignments[0].target_evidence"),
        ),
        (
            {"alignments": edge_with(secondary=Dynamics.SPECIATION)},
            ("secondary_without_confidence", "alignments[0].secondary_confidence"),
        ),
        ({"fates": {**FATES, "new:M1": Fate.LOST}}, ("unknown_source_object", "fates[new:M1]")),
        ({"origins": {**ORIGINS, "new:M7": Origin.NOVEL}}, ("unknown_target_object", "origins[new:M7]")),
        (
            {"provenance": {**COMPLETE.provenance, "new:M7": from_paper("X")}},
            ("unknown_target_object", "provenance[new:M7]"),
        ),
        ({"predecessor_driver": None}, ("predecessor_driver_missing", "predecessor_driver")),
        ({"predecessor_driver": "new:M1"}, ("unknown_source_object", "predecessor_driver")),
        ({"transition_driver": None}, ("transition_driver_missing", "transition_driver")),
        ({"transition_driver": "elsewhere:M1"}, ("unknown_object", "transition_driver")),
        ({"driver_continuity": None}, ("continuity_missing", "driver_continuity")),
        ({"driver_continuity": Continuity.MUTATED}, ("continuity_contradicts_fate", "driver_continuity")),
        ({"ecology": None}, ("ecology_missing", "ecology")),
        ({"dynamics": None}, ("dynamics_missing", "dynamics")),
        ({"dynamics": Dynamics.ADAPTIVE_RADIATION}, ("reason_missing", "dynamics_reason")),
        ({"ecology": Ecology.SHIFTED}, ("reason_missing", "dynamics_reason")),
        ({"rationale": "\n "}, ("rationale_missing", "rationale")),
        ({"evidence": (pointer("old"),)}, ("evidence_missing", "evidence")),
        ({"confidence": None}, ("confidence_missing", "confidence")),
        ({"confidence": 101}, ("confidence_out_of_range", "confidence")),
    ],
)
def test_one_thing_wrong_is_the_one_gap(parts: dict[str, Any], expected: tuple[str, str]) -> None:
    assert found(answer_with(**parts)) == [expected]


def test_a_lost_object_with_an_edge_contradicts_itself_and_the_drivers_continuity() -> None:
    answer = answer_with(fates={**FATES, "old:M1": Fate.LOST})
    assert found(answer) == [
        ("lost_but_aligned", "fates[old:M1]"),
        ("continuity_contradicts_fate", "driver_continuity"),
    ]


def test_an_edge_between_two_types_leaves_its_source_without_a_target() -> None:
    answer = answer_with(
        alignments=edge_with(target="new:D1"),
        origins={"new:M1": Origin.NOVEL, "new:M2": Origin.NOVEL, "new:D1": Origin.ALIGNED},
    )
    assert found(answer) == [("kept_without_target", "fates[old:M1]"), ("edge_of_two_types", "alignments[0]")]


def test_one_source_may_go_into_two_targets_and_two_sources_into_one() -> None:
    second = replace(COMPLETE.alignments[0], target="new:M2")
    split = answer_with(
        alignments=(*COMPLETE.alignments, second),
        origins={**ORIGINS, "new:M2": Origin.ALIGNED},
    )
    assert found(split) == []


def test_a_reason_lets_the_chosen_dynamics_differ_from_the_derived() -> None:
    differs = answer_with(dynamics=Dynamics.SPECIATION, dynamics_reason="The field calls it a new line.")
    assert found(differs) == []


def test_the_gap_of_a_differing_dynamics_names_both() -> None:
    (gap,) = gaps(answer_with(dynamics=Dynamics.SPECIATION), SOURCE, TARGET)
    assert gap.params == {"dynamics": "speciation", "derived": "mutation"}


@pytest.mark.parametrize("continuity", [Continuity.REPLACED, Continuity.ABSENT])
def test_a_lost_driver_is_replaced_or_absent(continuity: Continuity) -> None:
    answer = answer_with(
        fates={"old:M1": Fate.LOST, "old:L1": Fate.LOST},
        origins={**ORIGINS, "new:M1": Origin.NOVEL},
        alignments=(),
        driver_continuity=continuity,
        dynamics=Dynamics.NICHE_COMPETITION,
    )
    assert found(answer) == []


def test_the_paper_that_the_rationale_does_not_cite_is_named() -> None:
    answer = answer_with(evidence=(pointer("new"),))
    assert gaps(answer, SOURCE, TARGET) == [Gap("evidence_missing", "evidence", "", {"paper": "old"})]


ids = st.sampled_from(["old:M1", "old:L1", "new:M1", "new:M2", "new:D1", "stray:X9"])


@given(
    st.builds(
        DiffAnswer,
        fates=st.dictionaries(ids, st.sampled_from(Fate)),
        origins=st.dictionaries(ids, st.sampled_from(Origin)),
        predecessor_driver=st.none() | ids,
        driver_continuity=st.none() | st.sampled_from(Continuity),
        transition_driver=st.none() | ids,
        ecology=st.none() | st.sampled_from(Ecology),
        dynamics=st.none() | st.sampled_from(Dynamics),
    )
)
def test_any_answer_at_all_is_judged_and_always_the_same(answer: DiffAnswer) -> None:
    assert gaps(answer, SOURCE, TARGET) == gaps(answer, SOURCE, TARGET)
    assert "rationale_missing" in [gap.code for gap in gaps(answer, SOURCE, TARGET)]
