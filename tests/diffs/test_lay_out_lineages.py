"""Where papers stand in the graph of lineages: time runs to the right, nothing overlaps, near papers come first."""

from collections import defaultdict
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from diffs.layout import Point, lay_out, neighbourhood


def test_years_run_to_the_right_and_a_step_within_a_year_takes_a_column() -> None:
    points = [Point("d", "2021-01-01"), Point("a", "2019-05-01"), Point("c", "2019-07-01"), Point("b", "2019-06-01")]
    layout = lay_out(points, [("a", "c"), ("c", "d")])
    assert {key: place[0] for key, place in layout.places.items()} == {"a": 0, "b": 0, "c": 1, "d": 2}
    assert [(period.year, period.start, period.columns) for period in layout.periods] == [
        ("2019", 0, 2),
        ("2021", 2, 1),
    ]


def test_a_chain_lies_level_and_its_branch_beside_it() -> None:
    points = [Point("a", "2019"), Point("b", "2020"), Point("c", "2021"), Point("x", "2020")]
    layout = lay_out(points, [("a", "b"), ("b", "c"), ("a", "x")])
    rows = {key: place[1] for key, place in layout.places.items()}
    assert rows["b"] == rows["c"]
    assert abs(rows["x"] - rows["b"]) >= 1


def test_a_line_over_a_year_bends_round_what_stands_there() -> None:
    points = [Point("a", "2019"), Point("b", "2020"), Point("c", "2021")]
    layout = lay_out(points, [("a", "b"), ("b", "c"), ("a", "c")])
    ((column, row),) = layout.bends["a", "c"]
    assert column == 1
    assert abs(row - layout.places["b"][1]) >= 1


def test_papers_without_a_date_stand_last() -> None:
    layout = lay_out([Point("a", "2019"), Point("b")], [("b", "a")])
    assert (layout.places["a"][0], layout.places["b"][0]) == (0, 1)
    assert [period.year for period in layout.periods] == ["2019", ""]


def test_nothing_is_a_drawing_too() -> None:
    layout = lay_out([], [])
    assert (layout.columns, layout.rows) == (0, 0)


YEARS = st.sampled_from(["", "2018-01-01", "2018-06-01", "2019-01-01", "2021-01-01"])
KEYS = st.sampled_from("abcdefgh")
GRAPHS = st.tuples(
    st.dictionaries(KEYS, YEARS, max_size=8).map(lambda years: [Point(key, year) for key, year in years.items()]),
    st.lists(st.tuples(KEYS, KEYS), max_size=14, unique=True),
)


@given(GRAPHS)
def test_time_runs_to_the_right_and_papers_lie_apart(graph: Any) -> None:
    points, edges = graph
    layout = lay_out(points, edges)
    assert set(layout.places) == {point.key for point in points}
    order = sorted(points, key=lambda point: (point.year == "", point.year))
    for one, two in pairwise(order):
        if one.year != two.year:
            assert layout.places[one.key][0] < layout.places[two.key][0]
    columns = defaultdict(list)
    for column, row in layout.places.values():
        columns[column].append(row)
    assert all(second - first >= 0.99 for rows in columns.values() for first, second in pairwise(sorted(rows)))
    assert all(0 <= row < layout.rows and 0 <= column < layout.columns for column, row in layout.places.values())


@given(GRAPHS)
def test_every_line_leads_from_column_to_column(graph: Any) -> None:
    points, edges = graph
    layout = lay_out(points, edges)
    for (one, two), passed in layout.bends.items():
        way = [layout.places[one][0], *(column for column, _row in passed), layout.places[two][0]]
        steps = {second - first for first, second in pairwise(way)}
        assert steps in ({1}, {-1})


@given(GRAPHS, st.randoms(use_true_random=False))
def test_the_order_in_which_papers_come_does_not_matter(graph: Any, random: Any) -> None:
    points, edges = graph
    mixed, lines = list(points), list(edges)
    random.shuffle(mixed)
    random.shuffle(lines)
    assert lay_out(mixed, lines) == lay_out(points, edges)


CHAIN = [("a", "b"), ("b", "c"), ("c", "d"), ("b", "x"), ("y", "z")]


def test_a_neighbourhood_grows_outwards_from_what_was_chosen() -> None:
    # a's neighbour is b; b's others are c and x, of which c has more lines.
    assert neighbourhood(CHAIN, ["a"], 3) == ["a", "b", "c"]
    assert neighbourhood(CHAIN, ["a"], 99) == ["a", "b", "c", "x", "d"]
    assert neighbourhood(CHAIN, ["a"], 99, rings=1) == ["a", "b"]
    assert neighbourhood(CHAIN, ["lonely"], 5) == ["lonely"]


def test_without_a_choice_it_begins_with_the_best_joined_and_reaches_all() -> None:
    # b has three lines, c two; y and z are joined to nothing else, so they come when the rest is there.
    assert neighbourhood(CHAIN, [], 2) == ["b", "c"]
    assert neighbourhood(CHAIN, [], 99) == ["b", "c", "a", "x", "d", "y", "z"]


@given(st.lists(st.tuples(KEYS, KEYS), max_size=14), st.lists(KEYS, max_size=4), st.integers(1, 9))
def test_a_neighbourhood_is_never_larger_than_asked_and_names_nobody_twice(edges: Any, chosen: Any, most: int) -> None:
    found = neighbourhood(edges, chosen, most)
    assert len(found) == len(set(found)) <= most
    assert found[: len(set(chosen))] == list(dict.fromkeys(chosen))[:most]
