"""Wrong candidates: near or far and as many as the plan says, never of the family, and without searching a book."""

from collections import Counter
from random import Random

import pytest

from releases.exam.anchors import Anchor
from releases.exam.book import Book
from releases.exam.distractors import (
    MOST_DRAWS,
    SMALL_POOL,
    drawn,
    other_lineages,
    other_papers,
    other_traces,
    told_apart,
)
from releases.exam.frame import Frame
from releases.exam.lacks import Unfit
from releases.exam.plan import ExamPlan
from tests.releases.exam.grove import grove
from tests.releases.tiny_book import tiny_book

BOOK = tiny_book()
WOOD = grove(11, lineages=30)


def frame(book: Book, seed: int = 1, domain: str = "botany", **plan: float) -> Frame:
    anchor = Anchor(id="here", domain=domain)
    return Frame(book, "find_parent", anchor, ExamPlan(seed=seed, **plan))  # type: ignore[arg-type]


def test_no_relative_by_trace_diff_or_lineage_name_stands_beside_the_right_one() -> None:
    for paper in WOOD.all_genomes[::7]:
        for other in other_papers(frame(WOOD), without=[paper], count=5):
            assert other not in WOOD.related(paper)
            assert WOOD.papers[other].lineage != WOOD.papers[paper].lineage
    # alder has no diff with cedar: they share a trace.
    assert set(other_papers(frame(BOOK), without=["alder"], count=3)) == {"xenon", "yttrium", "zinc"}
    with pytest.raises(Unfit) as lack:
        other_papers(frame(BOOK), without=["alder"], count=4)
    assert lack.value.code == "few_candidates"


def test_near_ones_share_the_domain_and_far_ones_do_not() -> None:
    home = WOOD.papers[WOOD.all_genomes[0]].domain
    for near, expected in ((1.0, {True}), (0.0, {False})):
        found = {
            WOOD.papers[other].domain == home
            for seed in range(5)
            for other in other_papers(frame(WOOD, seed, near=near), without=WOOD.all_genomes[:1], count=4)
        }
        assert found == expected


def test_half_of_them_are_near_by_the_plan_s_own_default() -> None:
    paper = WOOD.all_genomes[0]
    home = WOOD.papers[paper].domain
    near = Counter(
        WOOD.papers[other].domain == home
        for seed in range(100)
        for other in other_papers(frame(WOOD, seed), without=[paper], count=3)
    )
    # 300 of one half: standard deviation 8.7.
    assert 115 < near[True] < 185


def test_rivals_are_the_nearest() -> None:
    # xenon and yttrium were compared, without descent, in adjacent settings; zinc is of their domain only.
    for seed in range(8):
        assert other_papers(frame(BOOK, seed, near=1), without=["xenon"], count=1) == ["yttrium"]
    assert BOOK.rivals == {"xenon": {"yttrium"}, "yttrium": {"xenon"}}
    assert BOOK.descent == {"alder": {"birch"}, "birch": {"alder", "cedar"}, "cedar": {"birch"}}


def test_when_one_side_is_used_up_the_other_fills_in() -> None:
    # In botany there are only trees, all of one lineage: whatever is wanted near comes from chemistry.
    assert len(other_papers(frame(BOOK, near=1), without=["alder"], count=3)) == 3
    # Of zinc's rivals in chemistry there are two; the third is a tree.
    found = other_papers(frame(BOOK, near=1), without=["zinc"], count=3)
    assert set(found[:2]) == {"xenon", "yttrium"}
    assert found[2] in {"alder", "birch", "cedar"}


def test_lineages_and_traces_are_told_by_their_domain_too() -> None:
    home = WOOD.traces[WOOD.all_traces[0]].domain
    for near in (1.0, 0.0):
        plain = frame(WOOD, domain=home, near=near)
        lineages = other_lineages(plain, without=WOOD.all_lineages[:1], count=3)
        assert all((home in WOOD.domains[key]) is bool(near) for key in lineages)
        assert len(set(lineages) - set(WOOD.all_lineages[:1])) == 3
        traces = other_traces(plain, without=WOOD.all_traces[0], count=2)
        assert all((WOOD.traces[trace].domain == home) is bool(near) for trace in traces)
        own = {paper for p in WOOD.traces[WOOD.all_traces[0]].papers for paper in WOOD.related(p)}
        assert not own & {paper for trace in traces for paper in WOOD.traces[trace].papers}


def test_a_small_pool_is_gone_through_and_a_large_one_drawn_from() -> None:
    small = [str(n) for n in range(SMALL_POOL)]
    assert sorted(drawn(Random(1), small)) == sorted(small)
    large = range(10**9)  # nobody could search it
    picked = list(drawn(Random(1), large))  # type: ignore[arg-type]
    assert len(picked) == MOST_DRAWS
    assert max(picked) > 10**6  # type: ignore[operator]


def test_what_reads_the_same_cannot_be_told_apart() -> None:
    told_apart(["a", "b"])
    with pytest.raises(Unfit) as lack:
        told_apart(["a", "b", "a"])
    assert lack.value.code == "not_unique"
