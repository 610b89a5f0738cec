"""The boundary rules over their whole truth table, the six reference cases, and what counts as a driver's lineage."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffs.rules import Derivation, Facts, Idea, Side, derive, driver_lineages, facts_of
from evaluator.schema import DiffAnswer, Provenance
from evaluator.vocabulary import Continuity, ContributionRole, Dynamics, Ecology, ObjectType, Origin, ProvenanceKind
from tests.diffs.answers import COMPLETE, SOURCE, TARGET, answer_with, from_paper, pointer

MU, AR, HY = (Dynamics.MUTATION, 2), (Dynamics.ADAPTIVE_RADIATION, 2), (Dynamics.HYBRIDIZATION, 1)
SP, NC, IS = (Dynamics.SPECIATION, 3), (Dynamics.NICHE_COMPETITION, 3), (Dynamics.ISOLATION, 4)

# With fewer than two driver lineages, read off the rules by hand. Columns: same, adjacent, shifted, unrelated.
WITHOUT_TRANSITION_EVIDENCE = {
    "inherited": (MU, MU, AR, AR),
    "mutated": (MU, MU, AR, AR),
    "replaced": (NC, NC, IS, IS),
    "absent": (NC, NC, IS, IS),
}
WITH_TRANSITION_EVIDENCE = {
    "inherited": (MU, MU, AR, AR),
    "mutated": (MU, MU, AR, AR),
    "replaced": (SP, SP, IS, IS),
    "absent": (SP, SP, IS, IS),
}


@pytest.mark.parametrize(("lineages", "continuity", "evidence"), list(product(range(4), Continuity, (False, True))))
def test_each_row_of_the_truth_table_comes_out_as_the_rules_say(
    lineages: int, continuity: Continuity, evidence: bool
) -> None:
    table = WITH_TRANSITION_EVIDENCE if evidence else WITHOUT_TRANSITION_EVIDENCE
    expected = (HY, HY, HY, HY) if lineages >= 2 else table[continuity]
    found = [derive(Facts(lineages, continuity, ecology, evidence)) for ecology in Ecology]
    assert [(each.dynamics, each.rule) for each in found] == list(expected)


# domain.md's reference cases: predecessor's driver kept counts one lineage, an imported driver one more.
@pytest.mark.parametrize(
    ("case", "facts", "expected"),
    [
        ("YOLO to YOLOv2", Facts(1, Continuity.INHERITED, Ecology.SAME, False), MU),
        ("Transformer to ViT", Facts(1, Continuity.INHERITED, Ecology.SHIFTED, False), AR),
        ("CLIP and a tuned language model to LLaVA", Facts(2, Continuity.INHERITED, Ecology.SHIFTED, False), HY),
        ("Faster R-CNN to DETR", Facts(0, Continuity.REPLACED, Ecology.SAME, True), SP),
        ("Faster R-CNN and YOLO", Facts(0, Continuity.ABSENT, Ecology.SAME, False), NC),
        ("BERT and YOLO", Facts(0, Continuity.ABSENT, Ecology.UNRELATED, False), IS),
    ],
)
def test_the_reference_cases_come_out_as_stated(case: str, facts: Facts, expected: tuple[Dynamics, int]) -> None:
    assert derive(facts) == Derivation(*expected), case


any_facts = st.builds(
    Facts,
    driver_lineages=st.integers(0, 9),
    continuity=st.sampled_from(Continuity),
    ecology=st.sampled_from(Ecology),
    transition_evidence=st.booleans(),
)


@given(any_facts)
def test_every_combination_derives_one_dynamics_and_always_the_same(facts: Facts) -> None:
    found = derive(facts)
    assert isinstance(found.dynamics, Dynamics)
    assert found.rule in (1, 2, 3, 4)
    assert derive(facts) == found


@given(any_facts, st.integers(2, 9))
def test_hybridization_comes_before_every_other_rule(facts: Facts, lineages: int) -> None:
    found = derive(Facts(lineages, facts.continuity, facts.ecology, facts.transition_evidence))
    assert found == Derivation(Dynamics.HYBRIDIZATION, 1)


@given(any_facts)
def test_a_lineage_comes_out_exactly_when_a_driver_is_kept_or_merged_or_its_replacement_is_shown(facts: Facts) -> None:
    kept = facts.continuity in (Continuity.INHERITED, Continuity.MUTATED)
    near = facts.ecology in (Ecology.SAME, Ecology.ADJACENT)
    expected = facts.driver_lineages >= 2 or kept or (near and facts.transition_evidence)
    assert derive(facts).dynamics.is_lineage is expected


def imported(role: ContributionRole) -> Side:
    return Side("new", "", {"new:M9": Idea(ObjectType.MECHANISM, role), "new:M8": Idea(ObjectType.MECHANISM, role)})


def test_an_imported_passenger_brings_no_lineage_even_as_transition_driver() -> None:
    answer = answer_with(transition_driver="new:M2")
    facts = facts_of(answer, SOURCE, TARGET)
    assert facts == Facts(1, Continuity.INHERITED, Ecology.SAME, False)
    assert derive(facts).dynamics is Dynamics.MUTATION


def test_an_imported_driver_beside_the_kept_one_makes_two_lineages() -> None:
    answer = answer_with(origins={"new:M9": Origin.EXTERNAL}, provenance={"new:M9": from_paper("Region proposals")})
    found = driver_lineages(answer, SOURCE, imported(ContributionRole.DRIVER))
    assert found == {"one-pass detectors", "region proposals"}


def test_an_imported_driver_of_the_predecessors_own_lineage_is_no_second_one() -> None:
    # Case, blanks and Unicode form of a lineage's name do not tell two lineages apart.
    answer = answer_with(
        origins={"new:M9": Origin.EXTERNAL}, provenance={"new:M9": from_paper("ONE-PASS   detectors ")}
    )
    assert len(driver_lineages(answer, SOURCE, imported(ContributionRole.DRIVER))) == 1


def test_composed_and_decomposed_letters_name_one_lineage() -> None:
    answer = DiffAnswer(
        origins={"new:M9": Origin.EXTERNAL, "new:M8": Origin.EXTERNAL},
        provenance={"new:M9": from_paper("Pok\u00e9dex"), "new:M8": from_paper("Poke\u0301dex")},
    )
    assert len(driver_lineages(answer, SOURCE, imported(ContributionRole.DRIVER))) == 1


@pytest.mark.parametrize(
    "unshown",
    [
        None,
        from_paper(""),
        from_paper("Region proposals", paper=" "),
        Provenance(kind=ProvenanceKind.CITATION, lineage="Region proposals"),
        Provenance(kind=ProvenanceKind.CITATION, citation="Ren et al. 2015"),
    ],
)
def test_an_imported_driver_without_shown_provenance_does_not_count(unshown: Provenance | None) -> None:
    answer = answer_with(origins={"new:M9": Origin.EXTERNAL}, provenance={} if unshown is None else {"new:M9": unshown})
    assert len(driver_lineages(answer, SOURCE, imported(ContributionRole.DRIVER))) == 1


def test_provenance_left_over_from_a_changed_origin_does_not_count() -> None:
    answer = answer_with(origins={"new:M9": Origin.NOVEL}, provenance={"new:M9": from_paper("Region proposals")})
    assert len(driver_lineages(answer, SOURCE, imported(ContributionRole.DRIVER))) == 1


@pytest.mark.parametrize("continuity", [Continuity.REPLACED, Continuity.ABSENT])
def test_a_driver_that_is_gone_brings_no_lineage(continuity: Continuity) -> None:
    assert driver_lineages(answer_with(driver_continuity=continuity), SOURCE, TARGET) == frozenset()


def test_two_imported_drivers_of_two_lineages_hybridize_without_the_predecessors() -> None:
    answer = answer_with(
        driver_continuity=Continuity.ABSENT,
        origins={"new:M9": Origin.EXTERNAL, "new:M8": Origin.EXTERNAL},
        provenance={"new:M9": from_paper("Contrastive pairs"), "new:M8": from_paper("Tuned language models")},
    )
    facts = facts_of(answer, SOURCE, imported(ContributionRole.DRIVER))
    assert facts is not None
    assert derive(facts) == Derivation(Dynamics.HYBRIDIZATION, 1)


def test_a_kept_driver_counts_although_nobody_named_its_lineage() -> None:
    unnamed = Side("old", "", SOURCE.objects)
    answer = answer_with(origins={"new:M9": Origin.EXTERNAL}, provenance={"new:M9": from_paper("Region proposals")})
    assert len(driver_lineages(answer, unnamed, imported(ContributionRole.DRIVER))) == 2


@pytest.mark.parametrize("undecided", ["driver_continuity", "ecology"])
def test_nothing_is_derived_while_continuity_or_ecology_is_open(undecided: str) -> None:
    assert facts_of(answer_with(**{undecided: None}), SOURCE, TARGET) is None


def test_transition_evidence_is_a_fact_by_being_there() -> None:
    assert facts_of(COMPLETE, SOURCE, TARGET) == Facts(1, Continuity.INHERITED, Ecology.SAME, False)
    shown = answer_with(transition_evidence=(pointer("new"),))
    assert facts_of(shown, SOURCE, TARGET) == Facts(1, Continuity.INHERITED, Ecology.SAME, True)
