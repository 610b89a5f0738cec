"""No lineage is in two splits, whatever joins it; what is drawn is even; a split's exam knows only its own papers."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.refusal import Refused
from evaluator.canonical import canonical_bytes
from evaluator.convert import to_json
from evaluator.schema import Provenance, TraceRecord
from evaluator.vocabulary import Dynamics, ProvenanceKind, Split
from releases.exam.book import Book
from releases.exam.generate import Draw
from releases.parts import Sealing, all_yields, part_of_book, parts_of, splits_of
from releases.plan import ReleasePlan, SplitPlan
from releases.services.planning import checked_plan, plan_of
from releases.splits import GUARD, Splits
from tests.releases.tiny_book import CANARY, alder_birch, exam_of, tiny_book, xenon_yttrium

PUBLIC, CALIBRATION, HOLDOUT, SEALED = GUARD
SEALING = Sealing(b"k" * 32, "demo/1.0.0")
PAPER, OBJECT = tiny_book().papers["zinc"], tiny_book().objects["zinc:D1"]


def split(book: Book, *calibration: str, seed: int = 1, **plan: Any) -> Splits:
    return splits_of(book, ReleasePlan(seed=seed, splits=SplitPlan(**{"calibration": True, **plan})), calibration)


def a_library(lineages: dict[str, str], **domains: str) -> Book:
    """Papers by their lineage's name; each has one object."""
    papers = [replace(PAPER, id=id, lineage=name, domain=domains.get(id, "x")) for id, name in lineages.items()]
    objects = [replace(OBJECT, id=f"{paper.id}:D1", paper=paper.id, repairs=()) for paper in papers]
    return Book.of(papers=papers, objects=objects, diffs=[], traces=[])


def joined(book: Book) -> bool:
    """Whether a and b come out in one lineage: with one pair of calibration in it, both are of that split."""
    found = split(book, "a__c").of_paper
    return found["a"] is CALIBRATION and found["b"] is CALIBRATION


def test_a_lineage_is_what_diffs_traces_imports_repairs_or_a_name_join() -> None:
    apart = a_library({"a": "", "b": "", "c": "", "z": ""})
    assert not joined(apart)
    diff = replace(alder_birch(), id="a__b", source="a", target="b")
    rivals = replace(xenon_yttrium(), id="a__b", source="a", target="b")
    imported = replace(
        diff,
        target="z",
        answer=replace(diff.answer, provenance={"z:D1": Provenance(kind=ProvenanceKind.PAPER, paper="b", lineage="L")}),
    )
    trace = TraceRecord(id="a-z-b", name="t", domain="x", papers=("a", "z", "b"), diffs=())
    repairing = replace(apart.objects["b:D1"], repairs=("a:L1",))
    assert joined(replace(apart, diffs={"a__b": diff}))
    assert not joined(replace(apart, diffs={"a__b": rivals}))
    assert joined(replace(apart, diffs={"a__z": imported}))
    assert joined(replace(apart, traces={trace.id: trace}))
    assert joined(replace(apart, objects={**apart.objects, "b:D1": repairing}))
    assert joined(a_library({"a": "Trees", "b": " trees", "c": "", "z": "Moss"}))


def test_people_were_measured_comes_before_the_cutoff_and_both_before_the_draw() -> None:
    book = tiny_book()  # the trees 2001 to 2005, xenon 2002, yttrium 2004, zinc 2006
    everything: dict[str, Any] = {"sealed_share": 1.0, "cutoff": "2004-12-31"}
    found = split(book, "alder__birch", **everything).of_paper
    assert {paper: found[paper] for paper in book.papers} == {
        "alder": CALIBRATION, "birch": CALIBRATION, "cedar": CALIBRATION,
        "xenon": SEALED, "yttrium": SEALED, "zinc": HOLDOUT,
    }  # fmt: skip
    found = split(book, "alder__birch", calibration=False, **everything).of_paper
    assert (found["alder"], found["zinc"], found["xenon"]) == (HOLDOUT, HOLDOUT, SEALED)
    assert set(split(book).of_paper.values()) == {PUBLIC}
    assert split(book, cutoff="2006-05-01").used == (PUBLIC,)  # published on that day is not after it


def test_a_diff_of_two_splits_goes_with_the_more_guarded_and_feeds_no_exam() -> None:
    book = tiny_book()
    splits = split(book, cutoff="2003-12-31")  # yttrium 2004 is held out, xenon 2002 is not
    diff = book.diffs["xenon__yttrium"]
    assert (splits.of_paper["xenon"], splits.of_diff(diff), splits.crosses(diff)) == (PUBLIC, HOLDOUT, True)
    assert splits.of_trace(book.traces["alder-birch-cedar"]) is HOLDOUT
    assert all(diff.id not in part_of_book(book, splits, each).diffs for each in splits.used)
    parts = list(parts_of(book, splits, ReleasePlan(), sealing=SEALING))
    assert [(part.split, part.plan.seed) for part in parts] == [(PUBLIC, 1), (HOLDOUT, 1)]
    draws = [Draw(part.book, part.plan, canary=CANARY) for part in parts]
    for draw in draws:
        for instance in draw:
            papers: Any = instance.metadata["source_versions"]
            assert papers.keys() <= draw.book.papers.keys()
            assert list(book.names.leaks(str(instance.context))) == []
    # Objects and genomes are asked for in one split each, so nothing is lost but what leads across.
    whole = Draw(book, ReleasePlan(), canary=CANARY)
    assert len(list(whole)) > 0
    total = all_yields(draw.yields for draw in draws)
    assert total["field_type"].anchors == whole.yields["field_type"].anchors
    assert total["dynamics"].anchors == whole.yields["dynamics"].anchors - 1


def test_the_sealed_exam_cannot_be_drawn_with_the_seed_of_the_release() -> None:
    book = tiny_book()
    splits = split(book, sealed_share=1.0)
    parts = parts_of(book, splits, ReleasePlan(), sealing=SEALING)
    by_key = [list(Draw(part.book, part.plan, canary=CANARY)) for part in parts]
    assert by_key[0] == []  # nothing is left in the open
    shown = [canonical_bytes(to_json(instance)) for instance in by_key[1]]
    assert len(shown) == len(exam_of(book))
    assert shown != [canonical_bytes(to_json(instance)) for instance in exam_of(book)]


graph = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14), st.booleans()), max_size=20)


@settings(max_examples=60, deadline=None)
@given(graph, st.floats(0, 1), st.integers(0, 5), st.sampled_from([None, "2004-01-01"]))
def test_no_lineage_is_in_two_splits(edges: Any, share: float, seed: int, cutoff: str | None) -> None:
    book = a_library({f"p{n:02}": "" for n in range(15)})
    papers = {id: replace(paper, published=f"{2000 + n}-01-01") for n, (id, paper) in enumerate(book.papers.items())}
    diffs = {}
    for first, second, is_lineage in edges:
        source, target = f"p{first:02}", f"p{second:02}"
        kind = alder_birch() if is_lineage else xenon_yttrium()
        diffs[f"{source}__{target}"] = replace(
            kind, id=f"{source}__{target}", source=source, target=target, answer=replace(kind.answer, provenance={})
        )
    book = replace(book, papers=papers, diffs=diffs)
    splits = split(book, "p00__p01", seed=seed, sealed_share=share, cutoff=cutoff)
    assert set(splits.of_paper) == set(papers)
    for diff in diffs.values():
        ends = [splits.of_paper[diff.source], splits.of_paper[diff.target]]
        if diff.answer.dynamics is Dynamics.MUTATION:
            assert len(set(ends)) == 1
        assert splits.of_diff(diff) is max(ends, key=GUARD.index)
    assert splits.of_paper == split(book, "p00__p01", seed=seed, sealed_share=share, cutoff=cutoff).of_paper


def test_the_draw_is_even_over_domains_and_takes_the_share() -> None:
    domains = {f"p{n}": "abcd"[n % 4] for n in range(40)}
    book = a_library(dict.fromkeys(domains, ""), **domains)
    seen = set()
    for seed in range(5):
        of_paper = split(book, seed=seed, sealed_share=0.2).of_paper
        sealed = [paper for paper, found in of_paper.items() if found is SEALED]
        assert Counter(domains[paper] for paper in sealed) == dict.fromkeys("abcd", 2)  # a fifth of ten each
        seen.add(tuple(sealed))
    assert len(seen) == 5
    counts = [list(split(book, sealed_share=share).of_paper.values()).count(SEALED) for share in (0, 0.01, 0.5, 1)]
    assert counts == [0, 0, 20, 40]


def test_a_plan_is_kept_whole_and_every_fault_of_it_is_named() -> None:
    kept = checked_plan({"per_task": 3, "splits": {"sealed_share": 0.2, "cutoff": "2024-06-30"}})
    assert kept["splits"] == {"sealed_share": 0.2, "cutoff": "2024-06-30", "calibration": False}
    assert plan_of(kept, 7) == ReleasePlan(seed=7, per_task=3, splits=SplitPlan(sealed_share=0.2, cutoff="2024-06-30"))
    with pytest.raises(Refused) as refusal:
        checked_plan({"per_task": 0, "splits": {"sealed_share": 2, "cutoff": 3, "share": 1}})
    assert {fault.field for fault in refusal.value.faults} == {
        "per_task", "splits.sealed_share", "splits.cutoff", "splits.share",
    }  # fmt: skip
    with pytest.raises(Refused) as refusal:
        checked_plan({"tasks": {"nothing": 1}, "splits": {"cutoff": "2024-6-3"}})
    assert [(fault.code, fault.field) for fault in refusal.value.faults] == [
        ("unknown_task", "tasks[nothing]"),
        ("bad_date", "splits.cutoff"),
    ]


def test_splits_are_named_as_the_files_name_them() -> None:
    assert set(GUARD) == set(Split)
