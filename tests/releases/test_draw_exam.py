"""Each task that is drawn, by hand, on a book known by heart: the gold, behind its neutral labels."""

from collections import Counter
from typing import Any

import pytest

from evaluator.schema import ExamInstance
from tests.releases.tiny_book import OBJECTS, PAPERS, TREES, exam_of, of_task, tiny_book, unmasked

BOOK = tiny_book()


def golds(task: str) -> dict[str, Any]:
    """Gold of each instance of a task, unmasked, by the pair, trace or paper that it is drawn from."""
    found = {}
    for instance in of_task(BOOK, task):
        about = instance.metadata
        key = about["pair"] or about["trace"] or ",".join(about["source_versions"])  # type: ignore[arg-type]
        found[str(key)] = unmasked(instance, dict(instance.answer))
    return found


def sets(gold: dict[str, list[Any]]) -> dict[str, set[Any]]:
    return {name: {tuple(each) if isinstance(each, list) else each for each in value} for name, value in gold.items()}


def test_every_task_has_as_many_instances_as_the_gold_feeds() -> None:
    # Thirty objects; six genomes; a first, a middle and a last paper of one trace; two lineage diffs of three, the
    # first with two aligned objects. One object, M1, lives in all three trees, whose deltas repair three limitations.
    assert Counter(instance.task for instance in exam_of(BOOK)) == {
        "field_type": 30,
        **dict.fromkeys(["driver", "contribution_role", "evidence_match", "evidence_conflict", "group_by_paper"], 6),
        "lineage_position": 3,
        **dict.fromkeys(["order_papers", "order_objects", "trace_object_path"], 1),
        **dict.fromkeys(["align_objects", "find_inherited", "find_lost", "find_novel"], 2),
        **dict.fromkeys(["find_counterpart", "find_parent", "parent_mismatch"], 2),
        **dict.fromkeys(["dynamics", "dynamics_with_driver", "transition_driver", "driver_fate", "object_fate"], 3),
        **dict.fromkeys(["fate_map", "origin_map", "lineage_or_not", "ecology_relation", "boundary_rule"], 3),
        **dict.fromkeys(["multi_hop_dynamics", "multi_hop_fate", "first_change_step"], 1),
        **dict.fromkeys(["intruder", "wrong_step", "missing_link", "citation_conflict", "repair_mismatch"], 1),
        "false_inheritance": 1,
    }


def test_the_driver_is_m1_of_each_paper() -> None:
    assert golds("driver") == {slug: {"driver": f"{slug}:M1"} for slug in PAPERS}


def test_the_contribution_role_is_that_of_the_marked_object() -> None:
    for instance in of_task(BOOK, "contribution_role"):
        marked = unmasked(instance, instance.context["marked"])
        assert instance.answer["role"] == OBJECTS[marked.partition(":")[2]][1]


def test_the_first_paper_of_a_trace_is_the_ancestor_and_the_last_the_frontier() -> None:
    places = {
        unmasked(instance, instance.context["marked"]): instance.answer["position"]
        for instance in of_task(BOOK, "lineage_position")
    }
    assert places == {"alder": "ancestor", "birch": "intermediate", "cedar": "frontier"}


def test_the_right_passage_is_the_object_s_own() -> None:
    for instance in of_task(BOOK, "evidence_match"):
        shown: Any = instance.context["object"]
        handle = unmasked(instance, shown["id"]).partition(":")[2]
        passages: Any = instance.context["passages"]
        chosen = next(each["text"] for each in passages if each["id"] == instance.answer["passage"])
        assert f"Object {handle} of" in chosen
        assert len({each["text"] for each in passages}) == 5


def test_papers_are_ordered_as_in_their_trace() -> None:
    assert golds("order_papers") == {"alder-birch-cedar": {"order": list(TREES)}}


def test_alignment_and_fates_of_two_genomes() -> None:
    aligned = {key: sets(gold) for key, gold in golds("align_objects").items()}
    assert aligned == {
        "alder__birch": {"alignment": {("alder:N1", "birch:N1"), ("alder:M1", "birch:M1")}},
        "birch__cedar": {"alignment": {("birch:M1", "cedar:M1")}},
    }
    assert {key: sets(gold) for key, gold in golds("find_inherited").items()} == {
        "alder__birch": {"inherited": {"alder:N1"}},
        "birch__cedar": {"inherited": {"birch:M1"}},
    }
    assert {key: sets(gold) for key, gold in golds("find_lost").items()} == {
        "alder__birch": {"lost": {"alder:L1", "alder:D1", "alder:O1"}},
        "birch__cedar": {"lost": {"birch:N1", "birch:L1", "birch:D1", "birch:O1"}},
    }


def test_what_is_new_and_what_was_imported() -> None:
    assert {key: sets(gold) for key, gold in golds("find_novel").items()} == {
        "alder__birch": {"novel": {"birch:L1", "birch:D1"}, "external": {"birch:O1"}},
        "birch__cedar": {"novel": {"cedar:N1", "cedar:L1", "cedar:D1", "cedar:O1"}, "external": set()},
    }


def test_dynamics_drivers_and_ecology_of_each_pair() -> None:
    assert golds("dynamics") == {
        "alder__birch": {"dynamics": "mutation"},
        "birch__cedar": {"dynamics": "adaptive_radiation"},
        "xenon__yttrium": {"dynamics": "niche_competition"},
    }
    assert golds("transition_driver") == {
        "alder__birch": {"driver": "birch:D1"},
        "birch__cedar": {"driver": "cedar:M1"},
        "xenon__yttrium": {"driver": "yttrium:M1"},
    }
    assert golds("ecology_relation") == {
        "alder__birch": {"relation": "same"},
        "birch__cedar": {"relation": "shifted"},
        "xenon__yttrium": {"relation": "adjacent"},
    }


def test_fates_of_all_objects_and_of_the_marked_one() -> None:
    everything = golds("fate_map")
    assert everything["alder__birch"]["fates"] == {
        "alder:N1": "inherited",
        "alder:M1": "mutated",
        "alder:L1": "lost",
        "alder:D1": "lost",
        "alder:O1": "lost",
    }
    assert set(everything["xenon__yttrium"]["fates"].values()) == {"lost"}
    for instance in of_task(BOOK, "object_fate"):
        marked = unmasked(instance, instance.context["marked"])
        assert instance.answer["fate"] == BOOK.diffs[str(instance.metadata["pair"])].answer.fates[marked]


def test_the_rule_that_fires_is_asked_on_the_recorded_facts() -> None:
    assert golds("boundary_rule") == {
        "alder__birch": {"rule": 2, "dynamics": "mutation"},
        "birch__cedar": {"rule": 2, "dynamics": "adaptive_radiation"},
        "xenon__yttrium": {"rule": 3, "dynamics": "niche_competition"},
    }
    first = next(each for each in of_task(BOOK, "boundary_rule") if each.metadata["pair"] == "alder__birch")
    assert first.context["summary"] == {
        "driver_continuity": "mutated",
        "ecology": "same",
        "historical_transition_evidence": False,
        "external_objects": [{"role": "context", "lineage": "lineage 1"}],
    }


def test_the_dynamics_of_every_step_in_order() -> None:
    assert golds("multi_hop_dynamics") == {"alder-birch-cedar": {"dynamics": ["mutation", "adaptive_radiation"]}}


def test_the_intruder_is_no_tree() -> None:
    intruder = golds("intruder")["alder-birch-cedar"]["intruder"]
    assert intruder in {"xenon", "yttrium", "zinc"}


def test_the_real_parent_is_the_predecessor_whatever_is_claimed() -> None:
    for instance in of_task(BOOK, "parent_mismatch"):
        source = BOOK.diffs[str(instance.metadata["pair"])].source
        gold = unmasked(instance, dict(instance.answer))
        assert gold["parent"] == source
        assert gold["valid"] is (unmasked(instance, instance.context["claimed_parent"]) == source)


def test_both_claims_occur_over_many_seeds() -> None:
    claims = Counter(i.answer["valid"] for seed in range(40) for i in of_task(BOOK, "parent_mismatch", seed))
    # 80 fair draws: fewer than 20 of either kind has a chance below one in a million.
    assert min(claims[True], claims[False]) > 20


def test_exchanged_passages_are_exactly_the_unsupported_ones() -> None:
    for seed in range(8):
        for instance in of_task(BOOK, "evidence_conflict", seed):
            assert set(instance.answer["unsupported"]) == exchanged(instance)  # type: ignore[call-overload]


def exchanged(instance: ExamInstance) -> set[str]:
    """Labels of objects beside a passage of another object."""
    pairs: Any = instance.context["pairs"]
    return {
        each["object"]["id"]
        for each in pairs
        if f"Object {unmasked(instance, each['object']['id']).partition(':')[2]} of" not in each["passage"]
    }


@pytest.mark.parametrize("task", ["evidence_conflict"])
def test_a_seeded_quarter_of_what_may_be_empty_is_empty(task: str) -> None:
    empty = [not i.answer["unsupported"] for seed in range(40) for i in of_task(BOOK, task, seed)]
    # 240 draws at 0.25: mean 60, standard deviation 6.7.
    assert 33 < sum(empty) < 87
