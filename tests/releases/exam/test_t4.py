"""Verifying lineages: what each task plants into alder → birch → cedar, found again by hand."""

from dataclasses import replace
from typing import Any

import pytest

from evaluator.schema import TraceRecord
from releases.exam.book import Book
from tests.releases.tiny_book import BOTH_TREES, changed, lacks_of, of_task, tiny_book, unmasked, with_edges

BOOK = tiny_book()
TREES = ["alder", "birch", "cedar"]
STRANGERS = {"xenon", "yttrium", "zinc"}


def drawn(book: Book, task: str, seeds: int, **plan: Any) -> list[tuple[Any, Any]]:
    """Contexts and golds of all instances of some seeds, labels replaced by what they stand for."""
    found = [instance for seed in range(seeds) for instance in of_task(book, task, seed, **plan)]
    return [(unmasked(i, i.context), unmasked(i, dict(i.answer))) for i in found]


def short(book: Book) -> Book:
    two = TraceRecord(id="t", name="Two", domain="botany", papers=("alder", "birch"), diffs=("alder__birch",))
    return Book.of(papers=book.papers.values(), objects=book.objects.values(), diffs=book.diffs.values(), traces=[two])


@pytest.mark.parametrize("task", ["intruder", "wrong_step", "missing_link", "citation_conflict"])
def test_a_trace_of_two_papers_is_too_short(task: str) -> None:
    assert lacks_of(short(BOOK), task) == {"short_trace": 1}


def test_the_intruder_is_no_relative_by_trace_diff_or_lineage_name() -> None:
    assert {gold["intruder"] for _context, gold in drawn(BOOK, "intruder", 20)} == STRANGERS
    named = [replace(BOOK.papers[slug], lineage="trees") for slug in ("xenon", "yttrium")]
    assert {gold["intruder"] for _context, gold in drawn(changed(BOOK, *named), "intruder", 5)} == {"zinc"}
    all_named = [*named, replace(BOOK.papers["zinc"], lineage="Trees")]
    assert lacks_of(changed(BOOK, *all_named), "intruder") == {"no_foreign_paper": 1}


def test_one_step_is_altered_to_another_dynamics_of_lineages() -> None:
    true = ["mutation", "adaptive_radiation"]
    altered = set()
    for context, gold in drawn(BOOK, "wrong_step", 30):
        claimed = [step["dynamics"] for step in context["steps"]]
        wrong = [number for number, (said, is_) in enumerate(zip(claimed, true, strict=True)) if said != is_]
        assert [number + 1 for number in wrong] == [gold["step"]]
        assert gold["dynamics"] == true[wrong[0]]
        assert claimed[wrong[0]] in {"mutation", "adaptive_radiation", "hybridization", "speciation"}
        altered.add((gold["step"], claimed[wrong[0]]))
        assert context["steps"][0]["alignment"] in ([list(e) for e in BOTH_TREES], [list(e) for e in BOTH_TREES[::-1]])
    # Two steps, three wrong labels each: six alterations, and thirty draws with fixed seeds come to all of them.
    assert len(altered) == 6


def test_a_paper_between_others_is_missing() -> None:
    for context, gold in drawn(BOOK, "missing_link", 6):
        assert gold == {"paper": "birch", "after": "alder"}
        assert set(context["lineage_in_no_order"]) == {"alder", "cedar"}
        assert set(context["candidates"]) == {"birch", *STRANGERS}
        assert {genome["paper"] for genome in context["genomes"]} == {*TREES, *STRANGERS}
    assert lacks_of(BOOK, "missing_link", options=5) == {"few_candidates": 1}


def test_claimed_edges_run_against_time_where_they_were_turned_round() -> None:
    # 2001-05-01, 2003-05-01 and 2005-05-01: 730 days, and 731 more with the leap day of 2004.
    ages = {"alder": (0, 0), "birch": (2, 0), "cedar": (4, 1)}
    for context, gold in drawn(BOOK, "citation_conflict", 20):
        said = {p["paper"]: (p["published"]["years_after_first"], p["published"]["days"]) for p in context["papers"]}
        assert said == ages
        back = {e["id"] for e in context["edges"] if said[e["predecessor"]] > said[e["successor"]]}
        assert set(gold["edges"]) == back
        assert len(back) < 2  # never all
    for date, lack in (("", "no_date"), ("2001-05-01", "not_unique")):
        book = changed(BOOK, replace(BOOK.papers["birch"], published=date))
        assert lacks_of(book, "citation_conflict") == {lack: 1}


def test_the_valid_share_of_claimed_parents_is_half() -> None:
    golds = [gold["valid"] for _context, gold in drawn(BOOK, "parent_mismatch", 100)]
    # 200 claims at one half: standard deviation 7.1.
    assert 71 < sum(golds) < 129


def test_a_false_claim_is_of_what_the_predecessor_never_held() -> None:
    text_of = {record.content: id for id, record in BOOK.objects.items()}
    kept = {"birch:N1", "birch:M1"}
    for near, pools in ((1, {"birch"}), (0, STRANGERS)):
        papers = set()
        for seed in range(20):
            for instance in of_task(BOOK, "false_inheritance", seed, near=near, empty_share=0):
                claims: Any = instance.context["claims"]
                said = {each["id"]: text_of[each["text"]] for each in claims}
                false = {id for label, id in said.items() if label in instance.answer["false"]}  # type: ignore[operator]
                assert len(said) == 2
                assert set(said.values()) - false < kept
                assert false
                assert not false & kept
                papers |= {id.partition(":")[0] for id in false}
        assert papers == pools
    assert lacks_of(BOOK, "false_inheritance") == {"few_aligned": 1}


def test_the_number_of_claims_does_not_tell_how_many_are_false() -> None:
    pairs = [(f"alder:{h}", f"birch:{h}") for h in ("N1", "M1", "L1", "D1")]
    four = with_edges(BOOK, "alder__birch", *pairs)
    counts = {
        (len(c["claims"]), len(gold["false"]))
        for c, gold in drawn(four, "false_inheritance", 30)
        if len(c["claims"]) > 1
    }
    assert counts == {(4, 0), (4, 1), (4, 2)}


def test_a_claim_in_the_predecessor_s_own_words_is_not_called_false() -> None:
    same = [replace(BOOK.objects[f"birch:{h}"], content=BOOK.objects["alder:O1"].content) for h in ("L1", "D1", "O1")]
    lacks = lacks_of(changed(BOOK, *same), "false_inheritance", near=1, empty_share=0)
    assert lacks == {"not_unique": 1, "few_aligned": 1}


def test_two_limitations_are_exchanged_between_their_deltas() -> None:
    for context, gold in drawn(BOOK, "repair_mismatch", 20):
        assert len(context["claims"]) == 3
        wrong = {c["id"] for c in context["claims"] if c["limitation"]["id"] not in repaired(c["delta"]["id"])}
        assert set(gold["wrong"]) == wrong
        assert len(wrong) in (0, 2)


def repaired(delta: str) -> tuple[str, ...]:
    return BOOK.objects[delta].repairs


def test_too_few_repairs_or_deltas_that_repair_each_other_s_are_not_asked_about() -> None:
    none = replace(BOOK.objects["cedar:D1"], repairs=())
    assert lacks_of(changed(BOOK, none), "repair_mismatch") == {"few_repairs": 1}
    # Each delta repairs all three limitations: whatever is exchanged stays right.
    all_of_them = [replace(BOOK.objects[f"{t}:D1"], repairs=tuple(f"{each}:L1" for each in TREES)) for t in TREES]
    assert lacks_of(changed(BOOK, *all_of_them), "repair_mismatch") == {"not_unique": 1}


def test_passages_that_support_both_objects_are_not_exchanged() -> None:
    # N1's evidence covers the whole of alder's text; no exchange with it is wrong for sure.
    wide = BOOK.objects["alder:N1"]
    place = replace(wide.evidence[0], start=0, end=10_000)
    book = changed(BOOK, replace(wide, evidence=(wide.evidence[0], place)))
    for _context, gold in drawn(book, "evidence_conflict", 20, empty_share=0):
        assert "alder:N1" not in gold["unsupported"]
        assert len(gold["unsupported"]) == 2


EMPTY = {
    "citation_conflict": "edges",
    "evidence_conflict": "unsupported",
    "false_inheritance": "false",
    "find_counterpart": "counterpart",
    "repair_mismatch": "wrong",
}


@pytest.mark.parametrize("task", EMPTY)
def test_the_seeded_share_of_what_may_be_empty_is_empty(task: str) -> None:
    for share in (0.0, 0.25, 1.0):
        golds = [gold[EMPTY[task]] for _context, gold in drawn(BOOK, task, 60, empty_share=share)]
        empty, mean = sum(not gold for gold in golds), share * len(golds)
        # Binomial: four standard deviations either side of the mean, none of either end.
        assert abs(empty - mean) <= 4 * (len(golds) * share * (1 - share)) ** 0.5
