"""Tracing inheritance: what each task asks of alder → birch → cedar, answered by hand."""

from dataclasses import replace
from typing import Any

from evaluator.schema import DiffRecord, PaperRecord, Provenance, TraceRecord
from evaluator.vocabulary import Fate, ProvenanceKind
from releases.exam.book import Book
from tests.releases.tiny_book import BOTH_TREES, changed, lacks_of, of_task, tiny_book, unmasked, with_edges

BOOK = tiny_book()


def one(book: Book, task: str, seed: int = 1, **plan: Any) -> tuple[Any, Any]:
    """Context and gold of the first instance, labels replaced by what they stand for."""
    instance = of_task(book, task, seed, **plan)[0]
    return unmasked(instance, instance.context), unmasked(instance, dict(instance.answer))


def sets(groups: Any) -> set[frozenset[str]]:
    return {frozenset(group) for group in groups}


def test_versions_are_ordered_along_their_chain() -> None:
    # Only M1 lives in all three trees; N1 is lost after birch.
    context, gold = one(BOOK, "order_objects")
    assert gold == {"order": ["alder:M1", "birch:M1", "cedar:M1"]}
    assert {each["id"] for each in context["versions"]} == set(gold["order"])


def test_an_idea_that_becomes_two_or_reads_the_same_has_no_one_order() -> None:
    split = with_edges(BOOK, "birch__cedar", ("birch:M1", "cedar:M1"), ("birch:M1", "cedar:D1"))
    assert lacks_of(split, "order_objects") == {"no_long_idea": 1}
    same = replace(BOOK.objects["birch:M1"], content=BOOK.objects["alder:M1"].content)
    assert lacks_of(changed(BOOK, same), "order_objects") == {"not_unique": 1}


def test_an_idea_may_begin_in_the_middle_of_a_trace() -> None:
    # birch:L1 is new there and goes on twice; the chain of M1 is cut off after alder.
    book = four_trees(with_edges(BOOK, "birch__cedar", ("birch:L1", "cedar:L1")), ("cedar:L1", "zinc:L1"))
    assert one(book, "order_objects")[1] == {"order": ["birch:L1", "cedar:L1", "zinc:L1"]}


def four_trees(book: Book, *edges: tuple[str, str]) -> Book:
    """zinc made the successor of cedar."""
    last = replace(book.diffs["birch__cedar"], id="cedar__zinc", source="cedar", target="zinc")
    trace = TraceRecord(
        id="four",
        name="Four",
        domain="botany",
        papers=("alder", "birch", "cedar", "zinc"),
        diffs=("alder__birch", "birch__cedar", "cedar__zinc"),
    )
    grown = with_edges(changed(book, last), "cedar__zinc", *edges)
    return Book.of(
        papers=grown.papers.values(), objects=grown.objects.values(), diffs=grown.diffs.values(), traces=[trace]
    )


def test_objects_are_grouped_by_the_paper_they_come_from() -> None:
    sizes = set()
    for seed in range(8):
        for instance in of_task(BOOK, "group_by_paper", seed):
            groups = [unmasked(instance, group) for group in instance.answer["groups"]]  # type: ignore[attr-defined]
            papers = [{each.partition(":")[0] for each in group} for group in groups]
            assert all(len(paper) == 1 for paper in papers)
            assert len(set().union(*papers)) == len(groups) == instance.context["groups"] in (2, 3)
            assert len(set().union(*papers) & {"alder", "birch", "cedar"}) < 2  # never two of one lineage
            shown: Any = instance.context["objects"]
            assert {unmasked(instance, o["id"]) for o in shown} == {each for group in groups for each in group}
            sizes |= {len(group) for group in groups}
    assert sizes == {2, 3, 4}


def test_objects_are_grouped_by_lineage_when_two_have_nothing_in_common() -> None:
    assert lacks_of(BOOK, "group_by_lineage") == {"few_candidates": 1}
    # Lamps: xenon → yttrium, made a lineage diff.
    diff = BOOK.diffs["xenon__yttrium"]
    lamps = replace(diff, answer=replace(diff.answer, dynamics=BOOK.diffs["alder__birch"].answer.dynamics))
    trace = TraceRecord(id="lamps", name="Lamps", domain="chemistry", papers=("xenon", "yttrium"), diffs=(diff.id,))
    book = changed(BOOK, lamps, trace)
    for seed in range(6):
        _context, gold = one(book, "group_by_lineage", seed)
        lineages = {frozenset(each.partition(":")[0] for each in group) for group in gold["groups"]}
        assert len(lineages) == 2
        assert all(each <= {"alder", "birch", "cedar"} or each <= {"xenon", "yttrium"} for each in lineages)
    # A lineage name in common is enough to leave a trace out.
    named: PaperRecord = replace(book.papers["xenon"], lineage=" TREES ")
    assert lacks_of(changed(book, named), "group_by_lineage") == {"few_candidates": 2}


def repairing(*links: tuple[str, str]) -> Book:
    """The book with a second limitation of alder, and deltas of birch that repair these (delta, limitation)."""
    second = replace(BOOK.objects["alder:L1"], id="alder:L2", handle="L2", content="Burns.")
    deltas = {"birch:D1": BOOK.objects["birch:D1"]}
    deltas["birch:D2"] = replace(deltas["birch:D1"], id="birch:D2", handle="D2", content="Has bark.")
    found = {
        id: replace(delta, repairs=tuple(repaired for by, repaired in links if by == id))
        for id, delta in deltas.items()
    }
    return changed(BOOK, second, *found.values())


def test_a_limitation_is_matched_with_its_delta_or_null() -> None:
    context, gold = one(repairing(("birch:D2", "alder:L1")), "match_limitation_delta")
    assert gold == {"pairs": {"alder:L1": "birch:D2", "alder:L2": None}}
    assert {each["id"] for each in context["deltas"]} == {"birch:D1", "birch:D2"}
    # One delta may answer two limitations.
    both = repairing(("birch:D2", "alder:L1"), ("birch:D2", "alder:L2"))
    assert one(both, "match_limitation_delta")[1] == {"pairs": {"alder:L1": "birch:D2", "alder:L2": "birch:D2"}}


def test_a_limitation_with_two_answers_or_none_is_not_asked_about() -> None:
    assert lacks_of(BOOK, "match_limitation_delta") == {"no_repair": 2}
    twice = repairing(("birch:D1", "alder:L1"), ("birch:D2", "alder:L1"))
    assert lacks_of(twice, "match_limitation_delta") == {"not_unique": 1, "no_repair": 1}
    alone = changed(BOOK, replace(BOOK.objects["birch:D1"], repairs=("alder:L1",)))
    assert lacks_of(alone, "match_limitation_delta") == {"few_objects": 1, "no_repair": 1}


def test_the_counterparts_are_the_targets_of_the_marked_object() -> None:
    split = with_edges(
        BOOK, "alder__birch", ("alder:N1", "birch:N1"), ("alder:M1", "birch:M1"), ("alder:M1", "birch:D1")
    )
    targets = {"alder:N1": {"birch:N1"}, "alder:M1": {"birch:M1", "birch:D1"}, "birch:M1": {"cedar:M1"}}
    seen = set()
    for seed in range(30):
        for instance in of_task(split, "find_counterpart", seed):
            context = unmasked(instance, instance.context)
            marked = context["object"]["id"]
            assert set(unmasked(instance, instance.answer["counterpart"])) == targets.get(marked, set())
            assert {each["id"].partition(":")[0] for each in context["successor"]} < {"birch", "cedar"}
            seen.add(marked)
    assert seen >= {"alder:N1", "alder:M1", "birch:M1"}
    kept = {**BOOK.diffs["birch__cedar"].answer.fates}
    none_lost = BOOK.diffs["birch__cedar"]
    only = replace(none_lost, answer=replace(none_lost.answer, fates=dict.fromkeys(kept, Fate.INHERITED)))
    assert lacks_of(changed(BOOK, only), "find_counterpart") == {"no_such_fate": 1}


def test_the_parent_stands_among_papers_without_descent() -> None:
    for instance in of_task(BOOK, "find_parent"):
        context, gold = unmasked(instance, instance.context), unmasked(instance, dict(instance.answer))
        diff: DiffRecord = BOOK.diffs[str(instance.metadata["pair"])]
        assert gold == {"parent": diff.source}
        assert context["child"] == diff.target
        # Four candidates: the three others are the only papers that are no trees.
        assert set(context["candidates"]) == {diff.source, "xenon", "yttrium", "zinc"}
    assert lacks_of(BOOK, "find_parent", options=5) == {"few_candidates": 2}


def test_a_paper_that_something_was_imported_from_is_no_wrong_parent() -> None:
    diff = BOOK.diffs["alder__birch"]
    imported = {"birch:O1": Provenance(kind=ProvenanceKind.PAPER, paper="xenon", lineage="Xenon")}
    book = changed(BOOK, replace(diff, answer=replace(diff.answer, provenance=imported)))
    for seed in range(5):
        shown = [unmasked(i, i.context["candidates"]) for i in of_task(book, "find_parent", seed, options=3)]
        assert "xenon" not in next(each for each in shown if "alder" in each)


def test_a_path_is_followed_to_its_end() -> None:
    paths = {
        "alder:N1": ["birch:N1", "lost"],
        "alder:M1": ["birch:M1", "cedar:M1"],
        **{id: ["lost"] for id in ("alder:L1", "alder:D1", "alder:O1")},
    }
    ends = set()
    for seed in range(20):
        context, gold = one(BOOK, "trace_object_path", seed)
        assert gold == {"path": paths[context["marked"]]}
        assert context["lineage"] == ["alder", "birch", "cedar"]
        ends.add(str(gold["path"]))
    # Three kinds of path, each as likely: lost at once, later, never. One is missed twenty times: 3 · (2/3)^20 < 0.001.
    assert len(ends) == 3


def test_a_path_that_parts_is_not_asked_about() -> None:
    parted = with_edges(BOOK, "alder__birch", *BOTH_TREES, ("alder:M1", "birch:D1"))
    for seed in range(12):
        assert one(parted, "trace_object_path", seed)[0]["marked"] != "alder:M1"
