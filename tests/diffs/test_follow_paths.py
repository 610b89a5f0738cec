"""The way of each object through a trace: splits and merges, where it begins and ends, what became of it."""

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from diffs.paths import Fate, Paths, StepGold, fate_over, paths_of, rows_of, sign_places

# Three genomes. M1 splits into M1 and M2, which merge again; L1 is lost in step 1, C1 in step 2; N1 only changes late.
GENOMES = [["a:N1", "a:M1", "a:L1"], ["b:N1", "b:M1", "b:M2", "b:C1"], ["c:N1", "c:M1", "c:D1"]]
STEPS = [
    StepGold(
        {"a:N1": "inherited", "a:M1": "mutated", "a:L1": "lost"},
        {"b:N1": "aligned", "b:M1": "aligned", "b:M2": "aligned", "b:C1": "novel"},
        [("a:N1", "b:N1"), ("a:M1", "b:M1"), ("a:M1", "b:M2")],
    ),
    StepGold(
        {"b:N1": "mutated", "b:M1": "inherited", "b:M2": "inherited", "b:C1": "lost"},
        {"c:N1": "aligned", "c:M1": "aligned", "c:D1": "external"},
        [("b:N1", "c:N1"), ("b:M1", "c:M1"), ("b:M2", "c:M1")],
    ),
]


def test_paths_split_merge_begin_and_end() -> None:
    paths = paths_of(GENOMES, STEPS)
    assert paths.columns == 3
    assert paths.strands == (
        ((0, "a:N1"), (1, "b:N1"), (2, "c:N1")),
        ((0, "a:M1"), (1, "b:M1"), (1, "b:M2"), (2, "c:M1")),
        ((0, "a:L1"),),
        ((1, "b:C1"),),
        ((2, "c:D1"),),
    )
    assert {paths.begins[0, key] for key in GENOMES[0]} == {"first"}
    assert (paths.begins[1, "b:C1"], paths.begins[2, "c:D1"], paths.begins[1, "b:M2"]) == (
        "novel",
        "external",
        "aligned",
    )
    assert (paths.ends[0, "a:L1"], paths.ends[1, "b:C1"], paths.ends[0, "a:M1"], paths.ends[2, "c:M1"]) == (
        "lost", "lost", "kept", "last",
    )  # fmt: skip


def test_signs_of_lines_that_part_or_meet_stand_apart() -> None:
    """N1 has a line of its own; those of M1 part in step 1 and meet again in step 2."""
    links = paths_of(GENOMES, STEPS).links
    places = {(link.source[1], link.target[1]): at for link, at in zip(links, sign_places(links), strict=True)}
    assert places == {
        ("a:N1", "b:N1"): 0.5, ("a:M1", "b:M1"): 0.7, ("a:M1", "b:M2"): 0.7,
        ("b:N1", "c:N1"): 0.5, ("b:M1", "c:M1"): 0.3, ("b:M2", "c:M1"): 0.3,
    }  # fmt: skip


def test_what_became_of_an_object_over_several_steps() -> None:
    paths = paths_of(GENOMES, STEPS)
    fates = {key: fate_over(paths, (0, key)) for key in GENOMES[0]}
    # N1 is inherited, then mutated in step 2; both ways of M1 are changed in step 1 and kept in step 2.
    assert fates == {"a:N1": Fate("mutated", 2), "a:M1": Fate("mutated", 1), "a:L1": Fate("lost", 1)}
    assert fate_over(paths, (1, "b:M1")) == Fate("inherited", 0)
    assert fate_over(paths, (1, "b:C1")) == Fate("lost", 2)


def test_the_best_of_an_object_s_ways_counts() -> None:
    """M1 splits; one way is lost in step 2 and the other in step 3, so it is lost in step 3."""
    steps = [
        StepGold({"a": "mutated"}, {}, [("a", "b1"), ("a", "b2")]),
        StepGold({"b1": "lost", "b2": "inherited"}, {}, [("b2", "c")]),
        StepGold({"c": "lost"}, {}, []),
    ]
    assert fate_over(paths_of([["a"], ["b1", "b2"], ["c"], ["d"]], steps), (0, "a")) == Fate("lost", 3)


def test_where_nothing_may_be_said_paths_rest_and_neither_end_nor_begin() -> None:
    paths = paths_of(GENOMES, [STEPS[0], None])
    assert {paths.ends[1, key] for key in GENOMES[1]} == {"open"}
    assert {paths.begins[2, key] for key in GENOMES[2]} == {"open"}
    assert fate_over(paths, (0, "a:N1")) == Fate("open", 2)
    assert not [link for link in paths.links if link.source[0] == 1]


def test_lines_to_what_no_genome_holds_are_not_drawn() -> None:
    step = StepGold({"a": "inherited", "x": "inherited"}, {"b": "aligned"}, [("a", "gone"), ("x", "b")])
    paths = paths_of([["a"], ["b"]], [step])
    assert paths.links == ()
    assert (paths.ends[0, "a"], paths.begins[1, "b"]) == ("open", "open")


@st.composite
def traces(draw: st.DrawFn) -> tuple[list[list[str]], list[StepGold | None]]:
    """Genomes of up to five objects and gold that fits them, with steps about which nothing is known."""
    sizes = draw(st.lists(st.integers(0, 5), min_size=1, max_size=5))
    genomes = [[f"{column}:{number}" for number in range(size)] for column, size in enumerate(sizes)]
    steps: list[StepGold | None] = []
    for before, after in pairwise(genomes):
        pairs = st.tuples(st.sampled_from(before), st.sampled_from(after)) if before and after else st.nothing()
        edges = draw(st.lists(pairs, max_size=6, unique=True)) if before and after else []
        kept, reached = {one for one, _two in edges}, {two for _one, two in edges}
        fates = {key: draw(st.sampled_from(["inherited", "mutated"])) if key in kept else "lost" for key in before}
        origins = {key: "aligned" if key in reached else draw(st.sampled_from(["novel", "external"])) for key in after}
        steps.append(draw(st.sampled_from([StepGold(fates, origins, edges), None])))
    return genomes, steps


@given(traces())
def test_each_object_of_each_genome_lies_on_exactly_one_strand(trace: Any) -> None:
    genomes, steps = trace
    paths = paths_of(genomes, steps)
    nodes = Counter(node for strand in paths.strands for node in strand)
    assert nodes == Counter((column, key) for column, keys in enumerate(genomes) for key in keys)
    assert set(paths.begins) == set(paths.ends) == set(nodes)


@given(traces())
def test_what_is_lost_ends_and_what_is_new_begins(trace: Any) -> None:
    genomes, steps = trace
    paths = paths_of(genomes, steps)
    onward, back = {link.source for link in paths.links}, {link.target for link in paths.links}
    for node, end in paths.ends.items():
        assert (end == "kept") == (node in onward)
        if end == "lost":
            assert steps[node[0]].fates[node[1]] == "lost"
    for node, begin in paths.begins.items():
        assert (begin == "aligned") == (node in back)
        if begin in ("novel", "external"):
            assert steps[node[0] - 1].origins[node[1]] == begin


@given(traces())
def test_a_fate_over_several_steps_is_that_of_a_way(trace: Any) -> None:
    """Reckoned anew: every way from an object onward, written out."""
    genomes, steps = trace
    paths = paths_of(genomes, steps)
    for node in paths.begins:
        ways = list(_ways(paths, node))
        fate = fate_over(paths, node)
        arriving = [fates for fates, end in ways if end == "last"]
        if arriving:
            assert fate.fate == ("inherited" if any(set(fates) <= {"inherited"} for fates in arriving) else "mutated")
        else:
            assert fate.fate == ("open" if "open" in {end for _fates, end in ways} else "lost")


def _ways(paths: Paths, node: tuple[int, str], fates: tuple[str, ...] = ()) -> Any:
    onward = [link for link in paths.links if link.source == node]
    if not onward:
        yield fates, paths.ends[node]
    for link in onward:
        yield from _ways(paths, link.target, (*fates, link.fate))


@given(traces())
def test_no_two_objects_of_a_genome_share_a_row_and_kinds_share_none(trace: Any) -> None:
    genomes, steps = trace
    paths = paths_of(genomes, steps)

    def kind(key: str) -> int:
        return _kind_of(paths, key)

    rows = rows_of(paths, kind)
    assert set(rows) == set(paths.begins)
    cells = [(column, row) for (column, _key), row in rows.items()]
    assert len(set(cells)) == len(cells)
    kinds = {(row, kind(key)) for (_column, key), row in rows.items()}
    assert len({row for row, _kind in kinds}) == len(kinds)


def _kind_of(paths: Paths, key: str) -> int:
    """All objects of a strand are of one type, as in gold."""
    return next(number % 2 for number, strand in enumerate(paths.strands) if key in {each[1] for each in strand})
