"""What speaks against a trace: every kind of fault, each where it is, and nothing of what a reader may not know."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffs.coherence import FOR_INFORMATION, OF_GOLD, REFUSED, Chain, Gold, Kind, Step, Stop, incoherences

GOLD = Gold(is_lineage=True, shared=2)


def a_chain(*papers: str, **changed: Step) -> Chain:
    """Papers "a2019" and so on, a letter and a year, each step a gold pair; `changed` replaces steps by their place."""
    stops = [Stop(paper[0], f"{paper[1:]}-01-01" if paper[1:] else "") for paper in papers]
    steps = [a_step(first.paper, second.paper) for first, second in pairwise(stops)]
    for place, step in changed.items():
        steps[int(place[1:])] = step
    return Chain(tuple(stops), tuple(steps))


def a_step(
    source: str, target: str, texts: tuple[str, str] = ("1", "1"), *, told: bool = True, gold: Gold | None = GOLD
) -> Step:
    return Step(source, target, *texts, is_told=told, gold=gold)


def found(chain: Chain) -> list[tuple[str, int | None]]:
    return [(fault.kind.value, fault.at) for fault in incoherences(chain)]


def test_a_sound_chain_has_no_fault() -> None:
    assert found(a_chain("a2019", "b2020", "c2020", "d2021")) == []


@pytest.mark.parametrize("length", [0, 1, 2, 8, 12])
def test_fewer_than_three_and_more_than_seven_papers_are_no_trace(length: int) -> None:
    chain = a_chain(*(f"{'abcdefghijkl'[number]}2020" for number in range(length)))
    assert found(chain) == [("wrong_length", None)]


@pytest.mark.parametrize("length", [3, 7])
def test_three_and_seven_papers_are_a_trace(length: int) -> None:
    assert found(a_chain(*(f"{'abcdefg'[number]}2020" for number in range(length)))) == []


def test_a_paper_that_repeats_is_said_once_with_all_its_places() -> None:
    faults = incoherences(a_chain("a2019", "b2020", "a2019", "c2021", "a2019"))
    repeated = [fault for fault in faults if fault.kind is Kind.REPEATED]
    assert [(fault.at, fault.again) for fault in repeated] == [(0, (2, 4))]


def test_a_step_without_a_pair_lacks_one_or_has_it_the_other_way_round() -> None:
    assert found(a_chain("a2019", "b2020", "c2021", s1=Step())) == [("no_pair", 1)]
    assert found(a_chain("a2019", "b2020", "c2021", s0=Step(has_reverse=True))) == [("wrong_direction", 0)]


def test_a_paper_after_itself_needs_no_pair_to_be_wrong() -> None:
    assert found(a_chain("a2019", "a2019", "b2020", s0=Step())) == [("repeated_paper", 0)]


def test_steps_that_do_not_join_are_found_at_either_end() -> None:
    assert found(a_chain("a2019", "b2020", "c2021", s1=a_step("x", "c"))) == [("broken_chain", 1)]
    assert found(a_chain("a2019", "b2020", "c2021", s0=a_step("a", "x"))) == [("broken_chain", 0)]


def test_dates_run_backwards_only_when_both_are_known() -> None:
    assert found(a_chain("a2021", "b2020", "c2021")) == [("dates_run_backwards", 0)]
    assert found(a_chain("a2021", "b", "c2020")) == [("no_date", 1)]


def test_two_texts_of_the_paper_between_are_said_at_that_paper() -> None:
    chain = a_chain("a2019", "b2020", "c2021", s0=a_step("a", "b", ("1", "2")), s1=a_step("b", "c", ("1", "1")))
    assert found(chain) == [("other_text", 1)]


def test_what_gold_says_against_a_step() -> None:
    no_lineage, nothing = a_step("a", "b", gold=Gold(False, 0)), a_step("a", "b", gold=Gold(True, 0))
    assert found(a_chain("a2019", "b2020", "c2021", s0=no_lineage)) == [("no_lineage", 0)]
    assert found(a_chain("a2019", "b2020", "c2021", s0=nothing)) == [("nothing_shared", 0)]
    assert found(a_chain("a2019", "b2020", "c2021", s0=a_step("a", "b", gold=None))) == [("not_gold", 0)]


def test_faults_of_several_kinds_come_together() -> None:
    chain = a_chain("a2022", "b2021", s0=Step(has_reverse=True))
    assert found(chain) == [("wrong_length", None), ("wrong_direction", 0), ("dates_run_backwards", 0)]


GOLDS = st.sampled_from([None, GOLD, Gold(False, 0), Gold(True, 0)])
STEPS = st.one_of(
    st.builds(Step, has_reverse=st.booleans()),
    st.builds(a_step, st.sampled_from("abc"), st.sampled_from("abc"), told=st.booleans(), gold=GOLDS),
)


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    """Any chain at all, sound or not."""
    stops = draw(
        st.lists(st.builds(Stop, st.sampled_from("abc"), st.sampled_from(["", "2019-01-01", "2020-01-01"])), max_size=9)
    )
    size = max(0, len(stops) - 1)
    return Chain(tuple(stops), tuple(draw(st.lists(STEPS, min_size=size, max_size=size))))


@given(chains())
def test_every_fault_lies_on_the_chain_and_is_said_once(chain: Chain) -> None:
    faults = incoherences(chain)
    assert len(set(faults)) == len(faults)
    assert all(fault.at is None or 0 <= fault.at < len(chain.stops) for fault in faults)


@given(chains(), GOLDS)
def test_nothing_of_a_pair_s_gold_is_said_to_who_may_not_know_it(chain: Chain, gold: Gold | None) -> None:
    def blind(step: Step, gold: Gold | None) -> Step:
        return Step(step.source, step.target, step.source_text, step.target_text, step.has_reverse, False, gold)

    unknown = Chain(chain.stops, tuple(blind(step, None) for step in chain.steps))
    known = Chain(chain.stops, tuple(blind(step, gold) for step in chain.steps))
    assert incoherences(unknown) == incoherences(known)
    assert not OF_GOLD & {fault.kind for fault in incoherences(known)}


@given(chains())
def test_what_may_be_saved_joins_dated_papers_in_order_each_once(chain: Chain) -> None:
    if REFUSED & {fault.kind for fault in incoherences(chain)}:
        return
    papers = [stop.paper for stop in chain.stops]
    assert 3 <= len(papers) <= 7
    assert len(set(papers)) == len(papers)
    assert [(step.source, step.target) for step in chain.steps] == list(pairwise(papers))
    dates = [stop.published for stop in chain.stops if stop.published]
    assert all(
        first <= second
        for first, second in pairwise(chain.stops[at].published for at in range(len(papers)))
        if first and second
    )
    assert len(dates) <= len(papers)


def test_what_is_for_information_keeps_nobody_from_saving() -> None:
    assert not FOR_INFORMATION & REFUSED
