"""When a known pair is due, who has qualified and who falls below: the rules alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.rules import accuracy, check_distance, falls_below, has_qualified, is_check_due, open_for_change

every = st.integers(1, 200)
draws = st.integers(0, 2**160)
rights = st.lists(st.booleans(), max_size=30)
percents = st.integers(0, 100)


@given(every, draws)
def test_a_distance_lies_from_half_to_one_and_a_half_of_what_was_asked(every: int, draw: int) -> None:
    assert (every + 1) // 2 <= check_distance(every, draw) <= every + every // 2


def test_every_distance_comes_and_their_mean_is_what_was_asked() -> None:
    # Of 10: 5 to 15, eleven values with the mean 10; of 5: 3 to 7, of 1: 1 alone.
    assert {check_distance(10, draw) for draw in range(11)} == set(range(5, 16))
    assert sum(check_distance(10, draw) for draw in range(11)) == 110
    assert {check_distance(5, draw) for draw in range(50)} == {3, 4, 5, 6, 7}
    assert {check_distance(1, draw) for draw in range(9)} == {1}


@given(every, draws, st.integers(0, 400))
def test_once_due_it_stays_due(every: int, draw: int, taken: int) -> None:
    if is_check_due(every, taken, draw):
        assert is_check_due(every, taken + 1, draw)
    assert not is_check_due(0, taken, draw)


def test_accuracy_of_nothing_is_none_not_zero() -> None:
    assert accuracy([]) is None
    assert accuracy([True, False, True, True]) == 0.75


@given(rights, st.integers(1, 12), percents)
def test_who_is_all_right_qualifies_and_who_never_is_does_not(found: list[bool], units: int, percent: int) -> None:
    assert has_qualified([True] * units, units, percent)
    if percent > 0:
        assert not has_qualified([False] * len(found), units, percent)
    if len(found) < units:
        assert not has_qualified(found, units, percent)


def test_a_round_that_failed_does_not_count_in_the_next() -> None:
    # 70 % of 3 are 2.1, so it takes all three: two of three are 66.7 %.
    assert not has_qualified([True, True, False], 3, 70)
    # Five of six are 83 %, but neither round of three is whole with three right; the third is.
    assert not has_qualified([True, True, False, True, False, True], 3, 70)
    assert has_qualified([True, True, False, True, True, True], 3, 70)
    assert has_qualified([True] * 7 + [False] * 3, 10, 70)


@settings(max_examples=200)
@given(rights, st.integers(1, 12), percents)
def test_nobody_is_paused_who_could_still_reach_the_percentage(found: list[bool], window: int, percent: int) -> None:
    latest = found[-window:]
    best = latest + [True] * (window - len(latest))
    assert falls_below(found, window, percent) == (sum(best) / window * 100 < percent - 1e-9)


def test_a_hopeless_window_is_not_waited_for() -> None:
    # 60 % of 10 are 6: with 5 wrong of 5, five of ten are the most that can come of it; with 4 wrong, six.
    assert falls_below([False] * 5, 10, 60)
    assert not falls_below([False] * 4, 10, 60)
    assert falls_below([True] * 90 + [True, False] * 5, 10, 60)
    assert not falls_below([False] * 90 + [True] * 6 + [False] * 4, 10, 60)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=9), draws)
def test_an_answer_stays_open_as_long_as_one_of_the_labels_did(finished: list[int], draw: int) -> None:
    assert open_for_change(finished, draw) in {max(finished) - each for each in finished}
    assert open_for_change([], draw) == 0
