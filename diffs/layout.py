"""Where papers stand in a drawing of lineages: columns by time, rows so that few lines cross. No Django here.

Columns run from left to right: a year each, and within a year one more for each step from paper to paper. Rows are
numbers from 0 on; in a column they lie at least 1 apart. The same papers and lines give the same drawing in any order.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

SWEEPS = 6
BEND_ROOM = 0.6  # a line that passes a column needs less room than a paper

Edge = tuple[str, str]
Bend = tuple[str, str, int]  # where a line passes a column between its ends
Cell = str | Bend  # a paper, or a line that passes


@dataclass(frozen=True, slots=True)
class Point:
    """A paper to place: its id and its date as ISO 8601, "" when it has none."""

    key: str
    published: str = ""

    @property
    def year(self) -> str:
        return self.published[:4]


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of the time axis: a year ("" for undated papers), its first column and how many it has."""

    year: str
    start: int
    columns: int


@dataclass(frozen=True, slots=True)
class Layout:
    """`places` maps papers to (column, row), `bends` lines to the places that they pass, in the line's direction."""

    places: Mapping[str, tuple[int, float]]
    bends: Mapping[Edge, tuple[tuple[int, float], ...]]
    periods: tuple[Period, ...]

    @property
    def columns(self) -> int:
        return sum(period.columns for period in self.periods)

    @property
    def rows(self) -> float:
        inner = [place for passed in self.bends.values() for place in passed]
        return 1 + max((row for _column, row in [*self.places.values(), *inner]), default=-1)


def lay_out(points: Iterable[Point], edges: Iterable[Edge]) -> Layout:
    """Place papers and the lines between them. Lines to papers that are not among `points` are left out."""
    ordered = sorted(set(points), key=lambda each: (each.year == "", each.published, each.key))
    age = {point.key: number for number, point in enumerate(ordered)}
    lines = sorted({edge for edge in edges if edge[0] in age and edge[1] in age and edge[0] != edge[1]})
    forward = sorted({(one, two) if age[one] < age[two] else (two, one) for one, two in lines}, key=lambda e: age[e[1]])
    columns, periods = _columns(ordered, forward)
    cells, joined = _cells(ordered, columns, forward)
    _untangle(cells, joined)
    rows = _rows(cells, joined)
    places = {key: (column, rows[key]) for key, column in columns.items()}
    return Layout(places, {edge: _passed(edge, columns, rows) for edge in lines}, periods)


def _columns(ordered: Sequence[Point], forward: Sequence[Edge]) -> tuple[dict[str, int], tuple[Period, ...]]:
    """The column of each paper: years in order, and within a year predecessors before successors."""
    year = {point.key: point.year for point in ordered}
    depth = dict.fromkeys(year, 0)
    for one, two in forward:  # sorted by the age of the second, so the first has its depth already
        if year[one] == year[two]:
            depth[two] = max(depth[two], depth[one] + 1)
    columns: dict[str, int] = {}
    periods, start = [], 0
    for name, members in groupby(ordered, key=lambda point: point.year):
        keys = [point.key for point in members]
        columns |= {key: start + depth[key] for key in keys}
        wide = 1 + max(depth[key] for key in keys)
        periods.append(Period(name, start, wide))
        start += wide
    return columns, tuple(periods)


Cells = dict[int, list[Cell]]
Joined = dict[Cell, list[tuple[Cell, int]]]


def _cells(ordered: Sequence[Point], columns: Mapping[str, int], forward: Sequence[Edge]) -> tuple[Cells, Joined]:
    """What stands in each column, papers and passing lines, and what each is joined to in which column."""
    cells: Cells = defaultdict(list)
    joined: Joined = defaultdict(list)
    for point in ordered:
        cells[columns[point.key]].append(point.key)
    for one, two in forward:
        between: list[tuple[Cell, int]] = [
            ((one, two, column), column) for column in range(columns[one] + 1, columns[two])
        ]
        for bend, column in between:
            cells[column].append(bend)
        chain: list[tuple[Cell, int]] = [(one, columns[one]), *between, (two, columns[two])]
        for left, right in pairwise(chain):
            joined[left[0]].append(right)
            joined[right[0]].append(left)
    return cells, joined


def _untangle(cells: Cells, joined: Joined) -> None:
    """Order each column by the mean place of what its members are joined to, to and fro."""
    for sweep in range(SWEEPS):
        backwards = bool(sweep % 2)
        for column in sorted(cells, reverse=backwards):
            beside = column + (1 if backwards else -1)
            place = {each: number for number, each in enumerate(cells.get(beside, []))}
            near = {each: _mean([place[o] for o, _column in joined[each] if o in place]) for each in cells[column]}
            own = {each: number for number, each in enumerate(cells[column])}
            wanted = {each: own[each] if mean is None else mean for each, mean in near.items()}
            cells[column] = sorted(cells[column], key=lambda each: (wanted[each], own[each]))


def _rows(cells: Cells, joined: Joined) -> dict[Cell, float]:
    """A row for everything: as near as possible to what it is joined to on the left, in the order of its column."""
    rows: dict[Cell, float] = {}
    for column in sorted(cells):
        placed: list[float] = []
        wanted = [_mean([rows[o] for o, at in joined[each] if at < column]) for each in cells[column]]
        for number, each in enumerate(cells[column]):
            least = placed[-1] + _room(cells[column][number - 1], each) if placed else float("-inf")
            want = wanted[number]
            placed.append(max(least, want if want is not None else max(least, 0.0)))
        off = [row - want for row, want in zip(placed, wanted, strict=True) if want is not None]
        shift = sum(off) / len(off) if off else 0.0
        rows |= {each: row - shift for each, row in zip(cells[column], placed, strict=True)}
    top = min(rows.values(), default=0.0)
    return {each: round(row - top, 3) for each, row in rows.items()}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _room(one: Cell, two: Cell) -> float:
    return 1.0 if isinstance(one, str) or isinstance(two, str) else BEND_ROOM


def _passed(edge: Edge, columns: Mapping[str, int], rows: Mapping[Cell, float]) -> tuple[tuple[int, float], ...]:
    """The places that a line passes, from its first paper to its second."""
    one, two = edge
    if columns[one] < columns[two]:
        return tuple((column, rows[(one, two, column)]) for column in range(columns[one] + 1, columns[two]))
    return tuple((column, rows[(two, one, column)]) for column in range(columns[one] - 1, columns[two], -1))


def neighbourhood(edges: Iterable[Edge], chosen: Sequence[str], most: int, rings: int = 99) -> list[str]:
    """At most `most` papers: the chosen ones, then theirs, outwards over so many rings; among equals those with more
    lines first.

    Without a choice it begins with the paper that has most lines, and goes on with the next that is not reached.
    """
    near: dict[str, set[str]] = defaultdict(set)
    for one, two in edges:
        near[one].add(two)
        near[two].add(one)
    by_lines = sorted(near, key=lambda key: (-len(near[key]), key))
    found: dict[str, None] = {}
    for start in [chosen] if chosen else [[key] for key in by_lines]:
        ring = [key for key in dict.fromkeys(start) if key not in found]
        for _ring in range(rings + 1):
            if not ring or len(found) >= most:
                break
            found.update(dict.fromkeys(ring[: most - len(found)]))
            beyond = {other for key in ring for other in near[key]} - found.keys()
            ring = sorted(beyond, key=lambda key: (-len(near[key]), key))
        if len(found) >= most:
            break
    return list(found)
