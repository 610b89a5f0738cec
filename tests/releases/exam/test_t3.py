"""Evolutionary reasoning: what each task asks of alder → birch → cedar and of xenon and yttrium, answered by hand."""

from dataclasses import replace
from typing import Any

import pytest

from evaluator.schema import AlignmentEdge, DiffAnswer, DiffRecord, Provenance, TraceRecord
from evaluator.vocabulary import Continuity, Dynamics, Fate, Origin, ProvenanceKind
from releases.exam.book import Book
from releases.exam.chains import chain, overall
from releases.exam.generate import Draw
from releases.exam.lacks import Unfit
from releases.exam.plan import ExamPlan
from tests.releases.tiny_book import CANARY, of_task, tiny_book, unmasked

BOOK = tiny_book()


def golds(book: Book, task: str) -> dict[str, Any]:
    """Pair or trace → the gold of a task, labels replaced by what they stand for."""
    return {str(i.metadata["pair"] or i.metadata["trace"]): unmasked(i, dict(i.answer)) for i in of_task(book, task)}


def lacks(book: Book, task: str) -> dict[str, int]:
    draw = Draw(book, ExamPlan(), canary=CANARY)
    list(draw)
    return dict(draw.yields[task].lacks)


def with_diff(book: Book, pair: str, **answer: Any) -> Book:
    """The book with another answer to a pair."""
    diff = book.diffs[pair]
    return changed(book, replace(diff, answer=replace(diff.answer, **answer)))


def changed(book: Book, diff: DiffRecord) -> Book:
    return Book.of(
        papers=book.papers.values(),
        objects=book.objects.values(),
        diffs=[*(each for each in book.diffs.values() if each.id != diff.id), diff],
        traces=book.traces.values(),
    )


def test_dynamics_with_driver_asks_for_both() -> None:
    assert golds(BOOK, "dynamics_with_driver") == {
        "alder__birch": {"dynamics": "mutation", "driver": "birch:D1"},
        "birch__cedar": {"dynamics": "adaptive_radiation", "driver": "cedar:M1"},
        "xenon__yttrium": {"dynamics": "niche_competition", "driver": "yttrium:M1"},
    }


def test_driver_fate_marks_the_predecessor_s_driver() -> None:
    assert golds(BOOK, "driver_fate") == {
        "alder__birch": {"continuity": "mutated"},
        "birch__cedar": {"continuity": "inherited"},
        "xenon__yttrium": {"continuity": "replaced"},
    }
    for instance in of_task(BOOK, "driver_fate"):
        marked = unmasked(instance, instance.context["marked"])
        assert marked == BOOK.diffs[str(instance.metadata["pair"])].answer.predecessor_driver


def test_origin_map_holds_every_object_of_the_successor() -> None:
    assert golds(BOOK, "origin_map")["alder__birch"]["origins"] == {
        "birch:N1": "aligned",
        "birch:M1": "aligned",
        "birch:L1": "novel",
        "birch:D1": "novel",
        "birch:O1": "external",
    }


def test_lineage_or_not_calls_the_papers_earlier_and_later() -> None:
    assert golds(BOOK, "lineage_or_not") == {
        "alder__birch": {"lineage": True, "relation": "same"},
        "birch__cedar": {"lineage": True, "relation": "shifted"},
        "xenon__yttrium": {"lineage": False, "relation": "adjacent"},
    }
    assert all(set(i.context) == {"genomes", "earlier", "later"} for i in of_task(BOOK, "lineage_or_not"))


def test_an_object_is_followed_to_its_end() -> None:
    trace = BOOK.traces["alder-birch-cedar"]
    # M1: mutated at the first step, inherited at the second. N1: inherited, then lost. L1: lost at once.
    assert [(hop.step, hop.fate, hop.target) for hop in chain(BOOK, trace, "alder:M1")] == [
        (1, Fate.MUTATED, "birch:M1"),
        (2, Fate.INHERITED, "cedar:M1"),
    ]
    assert overall(chain(BOOK, trace, "alder:M1")) == (Fate.MUTATED, 1)
    assert overall(chain(BOOK, trace, "alder:N1")) == (Fate.LOST, 2)
    assert overall(chain(BOOK, trace, "alder:L1")) == (Fate.LOST, 1)


def test_an_object_that_becomes_two_has_no_single_path() -> None:
    first = BOOK.diffs["alder__birch"].answer
    double = AlignmentEdge(source="alder:M1", target="birch:D1", similarity="Half of it.")
    book = with_diff(BOOK, "alder__birch", alignments=(*first.alignments, double))
    with pytest.raises(Unfit) as lack:
        chain(book, book.traces["alder-birch-cedar"], "alder:M1")
    assert lack.value.code == "path_not_single"
    # The other objects of alder still have one.
    assert len(golds(book, "multi_hop_fate")) == 1
    assert golds(book, "first_change_step") == {}


def test_multi_hop_fate_is_that_of_the_marked_object() -> None:
    seen = set()
    for seed in range(12):
        (instance,) = of_task(BOOK, "multi_hop_fate", seed)
        marked = unmasked(instance, instance.context["marked"])
        fate, step = overall(chain(BOOK, BOOK.traces["alder-birch-cedar"], marked))
        assert dict(instance.answer) == {"fate": fate.value, "step": step}
        seen.add(fate)
    assert seen == {Fate.MUTATED, Fate.LOST}  # both occur among alder's objects, and each is drawn


def test_first_change_step_is_the_first_that_is_not_inherited() -> None:
    assert golds(BOOK, "first_change_step") == {"alder-birch-cedar": {"step": 1, "fate": "mutated"}}
    kept = with_diff(
        BOOK, "alder__birch", fates={**BOOK.diffs["alder__birch"].answer.fates, "alder:M1": Fate.INHERITED}
    )
    assert lacks(kept, "first_change_step") == {"never_changes": 1}


def test_a_trace_of_one_step_has_no_several_steps() -> None:
    short = TraceRecord(
        id="alder-birch", name="Short", domain="botany", papers=("alder", "birch"), diffs=("alder__birch",)
    )
    book = Book.of(
        papers=BOOK.papers.values(), objects=BOOK.objects.values(), diffs=BOOK.diffs.values(), traces=[short]
    )
    for task in ("multi_hop_fate", "multi_hop_dynamics", "first_change_step"):
        assert lacks(book, task) == {"short_trace": 1}


def test_secondary_dynamics_lists_the_edges_that_have_one() -> None:
    assert lacks(BOOK, "secondary_dynamics") == {"no_secondary": 3}
    first, second = BOOK.diffs["alder__birch"].answer.alignments
    marked = replace(second, secondary=Dynamics.SPECIATION, secondary_confidence=60)
    book = with_diff(BOOK, "alder__birch", alignments=(first, marked))
    (instance,) = of_task(book, "secondary_dynamics")
    assert dict(instance.answer) == {"labels": {"E1": "speciation"}}
    edges: Any = instance.context["edges"]
    assert unmasked(instance, edges) == [{"id": "E1", "source": "alder:M1", "target": "birch:M1"}]


def test_repaired_limitation_needs_a_choice() -> None:
    # The driver of alder → birch is birch:D1, which repairs birch's own limitation, not alder's.
    assert lacks(BOOK, "repaired_limitation") == {"driver_repairs_nothing": 2}
    repairing = replace(BOOK.objects["birch:D1"], repairs=("alder:L1",))
    one = with_objects(BOOK, repairing)
    # One limitation and one delta alone: nothing to choose between.
    assert lacks(one, "repaired_limitation") == {"few_objects": 1, "driver_repairs_nothing": 1}
    second = replace(BOOK.objects["alder:L1"], id="alder:L2", handle="L2")
    two = with_objects(one, second)
    assert golds(two, "repaired_limitation") == {"alder__birch": {"limitation": "alder:L1", "delta": "birch:D1"}}


def test_external_source_shows_lineages_by_their_drivers() -> None:
    # Mosses, where birch:O1 comes from, have no paper in the book.
    assert lacks(BOOK, "external_source") == {"provenance_elsewhere": 1}
    imported = Provenance(kind=ProvenanceKind.CITATION, lineage="Xenon", citation="A lamp")
    book = with_diff(BOOK, "alder__birch", provenance={"birch:O1": imported})
    (instance,) = drawn(book, "external_source", options=3)
    lineages: Any = instance.context["lineages"]
    right = next(each for each in lineages if each["lineage"] == instance.answer["lineage"])
    assert unmasked(instance, [o["id"] for o in right["drivers"]]) == ["xenon:M1"]
    # Never the successor's own lineage; the two others are Yttrium and Zinc.
    shown = {unmasked(instance, each["drivers"][0]["id"]) for each in lineages}
    assert shown == {"xenon:M1", "yttrium:M1", "zinc:M1"}


def test_hybrid_provenance_names_parents_and_what_each_handed_on() -> None:
    assert lacks(BOOK, "hybrid_provenance") == {"no_anchor": 1}
    (instance,) = drawn(hybrid_book(), "hybrid_provenance", options=4)
    # birch keeps alder's driver M1 and takes O1, a driver too, from xenon.
    assert unmasked(instance, dict(instance.answer)) == {
        "parents": ["alder", "xenon"] if instance_order(instance) else ["xenon", "alder"],
        "drivers": {"alder": "birch:M1", "xenon": "birch:O1"},
    }
    candidates: Any = instance.context["candidates"]
    assert len(candidates) == 4
    assert "birch" not in unmasked(instance, candidates)


def test_a_hybrid_with_a_parent_outside_the_book_is_not_asked_about() -> None:
    elsewhere = Provenance(kind=ProvenanceKind.CITATION, lineage="Mosses", citation="Moss 1999")
    book = with_diff(hybrid_book(), "alder__birch", provenance={"birch:O1": elsewhere})
    assert lacks(book, "hybrid_provenance") == {"provenance_elsewhere": 1}


def instance_order(instance: Any) -> bool:
    """Whether alder's label sorts before xenon's: gold sets are sorted by label."""
    labels = {stands_for: label for label, stands_for in instance.metadata["labels"].items()}
    return bool(labels["alder"] < labels["xenon"])


def hybrid_book() -> Book:
    answer: DiffAnswer = BOOK.diffs["alder__birch"].answer
    hybrid = replace(
        answer,
        dynamics=Dynamics.HYBRIDIZATION,
        driver_continuity=Continuity.MUTATED,
        origins={**answer.origins, "birch:O1": Origin.EXTERNAL},
        provenance={"birch:O1": Provenance(kind=ProvenanceKind.PAPER, lineage="Xenon", paper="xenon")},
    )
    diff = replace(BOOK.diffs["alder__birch"], answer=hybrid, derived_dynamics=Dynamics.HYBRIDIZATION, rule=1)
    driver = replace(BOOK.objects["birch:O1"], contribution_role=BOOK.objects["birch:M1"].contribution_role)
    return changed(with_objects(BOOK, driver), diff)


def with_objects(book: Book, *records: Any) -> Book:
    return Book.of(
        papers=book.papers.values(),
        objects={**book.objects, **{record.id: record for record in records}}.values(),
        diffs=book.diffs.values(),
        traces=book.traces.values(),
    )


def drawn(book: Book, task: str, **plan: Any) -> list[Any]:
    return [i for i in Draw(book, ExamPlan(**plan), canary=CANARY) if i.task == task]
