"""The genome contract: what is rejected, what is flagged, what a genome lacks."""

from dataclasses import replace

import pytest

from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.rules import (
    EvidenceFacts,
    FlagCode,
    GapCode,
    ObjectFacts,
    bundles_mechanisms,
    flags,
    genome_gaps,
    is_self_contained,
    rejections,
)

EVIDENCE = EvidenceFacts(version="v1", start=10, end=40, sentences=(3,))
GOOD = ObjectFacts(
    key="yolo:M1",
    type=ObjectType.MECHANISM,
    content="One network predicts boxes and classes in a single pass",
    evidence=(EVIDENCE,),
    contribution_role=ContributionRole.DRIVER,
)
NICHE = replace(GOOD, key="yolo:N1", type=ObjectType.NICHE, content="Real-time object detection")


def flag_codes(facts: ObjectFacts, *siblings: ObjectFacts, limit: int = 400) -> list[str]:
    return [flag.code for flag in flags(facts, [facts, *siblings], limit)]


def test_a_grounded_object_is_neither_rejected_nor_flagged() -> None:
    assert rejections(GOOD) == []
    assert flag_codes(GOOD, NICHE) == []


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"type": ""}, "no_type", "type"),
        ({"type": "gene"}, "unknown_type", "type"),
        ({"content": " \n"}, "empty_content", "content"),
        ({"contribution_role": "pilot"}, "unknown_role", "contribution_role"),
        ({"evidence": ()}, "no_evidence", "evidence"),
        ({"evidence": (replace(EVIDENCE, resolves=False),)}, "unresolved_evidence", "evidence"),
        ({"lineage_relevant": False}, "not_lineage_relevant", "lineage_relevant"),
    ],
)
def test_each_broken_part_of_the_contract_rejects_with_its_field(
    change: dict[str, object], code: str, field: str
) -> None:
    reasons = rejections(replace(GOOD, **change))  # type: ignore[arg-type]  # wrong on purpose
    assert [(reason.code, reason.field) for reason in reasons] == [(code, field)]


def test_every_reason_is_given_at_once() -> None:
    reasons = rejections(ObjectFacts(key="x", type="", content="", lineage_relevant=False))
    assert [reason.code for reason in reasons] == ["no_type", "empty_content", "no_evidence", "not_lineage_relevant"]


def test_one_pointer_that_resolves_is_enough() -> None:
    lost = replace(EVIDENCE, resolves=False)
    assert rejections(replace(GOOD, evidence=(lost, EVIDENCE))) == []


@pytest.mark.parametrize(
    ("other", "flagged"),
    [
        (replace(GOOD, key="yolo:M2", evidence=(replace(EVIDENCE, start=39, end=50),)), True),
        (replace(GOOD, key="yolo:M2", evidence=(replace(EVIDENCE, start=40, end=50),)), False),  # they only touch
        (replace(GOOD, key="yolo:M2", evidence=(replace(EVIDENCE, start=0, end=10),)), False),
        (replace(GOOD, key="yolo:M2", evidence=(replace(EVIDENCE, start=0, end=11),)), True),
        (replace(GOOD, key="yolo:M2", evidence=(replace(EVIDENCE, version="v2"),)), False),
        (replace(GOOD, key="yolo:D1", type=ObjectType.DELTA), False),
        (replace(GOOD, key="yolo:M2", state="rejected"), False),
    ],
)
def test_overlap_is_of_evidence_in_one_text_between_standing_objects_of_one_type(
    other: ObjectFacts, flagged: bool
) -> None:
    found = flags(GOOD, [GOOD, other])
    assert [(flag.code, flag.params) for flag in found] == ([("overlap", {"other": "yolo:M2"})] if flagged else [])


def test_too_large_by_length_counts_from_one_over_the_limit() -> None:
    assert flag_codes(GOOD, limit=len(GOOD.content)) == []
    found = flags(GOOD, [], len(GOOD.content) - 1)
    assert [(flag.code, flag.params) for flag in found] == [("too_large", {"length": 55, "limit": 54})]


@pytest.mark.parametrize(
    ("sentences", "places"),
    [((3, 4, 5), 1), ((3, 13), 1), ((3, 14), 2), ((1, 2, 40, 41, 90), 3), ((), 0)],
)
def test_too_large_by_sentences_in_distant_places(sentences: tuple[int, ...], places: int) -> None:
    # More than 10 sentences between neighbours makes a new place.
    pointers = tuple(replace(EVIDENCE, start=n * 100, end=n * 100 + 9, sentences=(n,)) for n in sentences)
    found = flags(replace(GOOD, evidence=pointers), [])
    assert [flag.params for flag in found] == ([{"places": places}] if places > 1 else [])


@pytest.mark.parametrize(
    ("content", "alone"),
    [
        ("It improves recall.", False),
        ("The method is faster.", False),
        ("this approach needs no labels", False),
        ("Our model is trained end to end", False),
        ("그 방법은 더 빠르다", False),
        ("该方法更快", False),
        ("It replaces the RPN of Faster R-CNN", True),
        ("The method of anchor boxes called “priors” is faster", True),
        ("The model minimises $L_2$", True),
        ("Anchor boxes predict offsets", True),
        ("Item response theory fits answers", True),  # "It" is only the beginning of a word
        ("The methodology section of a survey", True),
        ("", True),  # empty is rejected, not flagged
    ],
)
def test_an_object_stands_alone_unless_it_opens_with_a_pointer_and_names_nothing(content: str, alone: bool) -> None:
    assert is_self_contained(content) is alone
    assert (FlagCode.NOT_SELF_CONTAINED in flag_codes(replace(GOOD, content=content))) is not alone


@pytest.mark.parametrize(
    ("content", "bundled"),
    [
        ("Predicts boxes; normalises each batch", True),
        ("Uses anchor boxes and adds batch normalization", True),
        ("Anchor boxes as well as multi-scale training", True),
        ("(1) anchor boxes, (2) batch normalization", True),
        ("Combines both set prediction and bipartite matching", True),
        ("Predicts boxes. It also fuses features", True),
        ("Attention over keys and values", False),
        ("One network predicts boxes and classes in a single pass", False),
        ("Each query of the decoder yields one box", False),
    ],
)
def test_two_mechanisms_in_one_object_are_asked_about(content: str, bundled: bool) -> None:
    assert bundles_mechanisms(content) is bundled
    assert (FlagCode.BUNDLED_MECHANISMS in flag_codes(replace(GOOD, content=content))) is bundled
    claim = replace(GOOD, type=ObjectType.CLAIM, content=content)
    assert FlagCode.BUNDLED_MECHANISMS not in flag_codes(claim)


def test_a_delta_should_repair_something() -> None:
    delta = replace(GOOD, type=ObjectType.DELTA)
    assert flag_codes(delta) == ["delta_without_repairs"]
    assert flag_codes(replace(delta, repairs=1)) == []


def test_evidence_only_proposed_waits_for_a_person() -> None:
    proposed = replace(GOOD, evidence=(replace(EVIDENCE, confirmed=False), replace(EVIDENCE, start=50, end=60)))
    found = flags(proposed, [])
    assert [(flag.code, flag.params) for flag in found] == [("unconfirmed_anchor", {"count": 1})]


def gaps(*objects: ObjectFacts) -> list[tuple[str, str]]:
    return [(gap.code, gap.key) for gap in genome_gaps(objects)]


def test_a_genome_with_a_niche_a_mechanism_and_a_driver_may_be_handed_in() -> None:
    assert gaps(GOOD, NICHE) == []


def test_a_hybrid_may_carry_two_drivers() -> None:
    assert gaps(GOOD, replace(GOOD, key="yolo:M2", evidence=(replace(EVIDENCE, start=90, end=99),)), NICHE) == []


def test_a_genome_needs_objects_a_niche_a_mechanism_and_a_driver() -> None:
    assert gaps() == [(GapCode.NO_OBJECTS, "")]
    assert gaps(GOOD) == [(GapCode.NO_NICHE, "")]
    assert gaps(NICHE) == [(GapCode.NO_MECHANISM, "")]
    passenger = replace(GOOD, contribution_role=ContributionRole.PASSENGER)
    context = replace(NICHE, contribution_role=ContributionRole.CONTEXT)
    assert gaps(passenger, context) == [(GapCode.NO_DRIVER, "")]


def test_rejected_objects_and_metadata_neither_help_nor_hinder() -> None:
    broken = replace(GOOD, key="yolo:C1", content="")
    assert gaps(GOOD, NICHE, replace(broken, state="rejected"), replace(broken, lineage_relevant=False)) == []
    assert gaps(GOOD, replace(NICHE, state="rejected")) == [(GapCode.NO_NICHE, "")]


def test_candidates_must_be_decided_and_faulty_objects_mended() -> None:
    candidate = replace(GOOD, key="yolo:O1", type=ObjectType.OBSERVATION, state="candidate")
    broken = replace(GOOD, key="yolo:C1", type=ObjectType.CLAIM, evidence=())
    found = genome_gaps([GOOD, NICHE, candidate, broken])
    assert [(gap.code, gap.key) for gap in found] == [("open_candidates", "yolo:O1"), ("invalid_object", "yolo:C1")]
    assert [reason.code for reason in found[1].reasons] == ["no_evidence"]
