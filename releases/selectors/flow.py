"""The failure flow as a drawing: wrong answers from axis through the first failed field to the class of error."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from releases.wording import AXES, ERRORS

WIDTH, TOP, SPREAD = 1200, 26, 320
COLUMNS = (112, 560, 996)
BAR, GAP, LEAST_PITCH = 10, 9, 17

Key = tuple[int, str]  # column and name


@dataclass(frozen=True)
class Way:
    """How many wrong answers went through these three bars."""

    bars: tuple[Key, Key, Key]
    count: int

    @property
    def error(self) -> Key:
        return self.bars[2]


@dataclass
class Node:
    """A bar of one column: an axis, a field or an error class. `out` and `into` say how far bands have used it up."""

    column: int
    name: str
    title: Any
    count: int
    height: float
    y: float
    is_hot: bool = False
    out: float = 0.0
    into: float = 0.0

    @property
    def x(self) -> int:
        return COLUMNS[self.column]

    @property
    def label_x(self) -> int:
        return self.x - 10 if self.column == 0 else self.x + BAR + 8

    @property
    def label_y(self) -> float:
        return round(self.y + self.height / 2 + 4, 1)

    @property
    def anchor(self) -> str:
        return "end" if self.column == 0 else "start"


@dataclass(frozen=True)
class Band:
    """How many went from one bar to the next."""

    title: str
    count: int
    path: str
    is_hot: bool


@dataclass
class Flow:
    """The drawing. `hot` is the class in which most wrong answers end, `total` the number of wrong answers."""

    total: int
    nodes: dict[Key, Node] = field(default_factory=dict)
    bands: list[Band] = field(default_factory=list)
    hot: Node | None = None
    width: int = WIDTH

    @property
    def height(self) -> float:
        return round(max(node.y + node.height for node in self.nodes.values()) + 14, 1) if self.nodes else 0


def flow_of(steps: Sequence[Mapping[str, Any]]) -> Flow:
    """Steps as in report.json: axis, field, error, count."""
    flow = Flow(total=sum(step["count"] for step in steps))
    if not steps:
        return flow
    ways = [Way(((0, step["axis"]), (1, step["field"]), (2, step["error"])), step["count"]) for step in steps]
    hot = _largest(ways)
    for column in range(len(COLUMNS)):
        _stack(flow, ways, column)
    hot_fields = {way.bars[1] for way in ways if way.error == hot}
    for key in {hot, *hot_fields}:
        flow.nodes[key].is_hot = True
    flow.hot = flow.nodes[hot]
    for first, second in ((0, 1), (1, 2)):
        _join(flow, ways, first, second, hot)
    return flow


def _largest(ways: Iterable[Way]) -> Key:
    counts: Counter[Key] = Counter()
    for way in ways:
        counts[way.error] += way.count
    return min(counts, key=lambda key: (-counts[key], key))


def _stack(flow: Flow, ways: Sequence[Way], column: int) -> None:
    """Put the bars of a column below each other, fields by their class of error, far enough apart for their words."""
    counts: Counter[Key] = Counter()
    for way in ways:
        counts[way.bars[column]] += way.count
    first_error = {key: min(way.error for way in ways if way.bars[column] == key) for key in counts}
    keys = sorted(counts, key=lambda key: (first_error[key] if column == 1 else key, key))
    words = (AXES, {}, ERRORS)[column]
    y = float(TOP)
    for key in keys:
        height = SPREAD * counts[key] / flow.total
        title = words.get(key[1], key[1].replace("_", " "))
        flow.nodes[key] = Node(column, key[1], title, counts[key], round(height, 1), round(y, 1))
        y += max(height + GAP, LEAST_PITCH)


def _join(flow: Flow, ways: Iterable[Way], first: int, second: int, hot: Key) -> None:
    counts: Counter[tuple[Key, Key]] = Counter()
    warm: set[tuple[Key, Key]] = set()
    for way in ways:
        ends = (way.bars[first], way.bars[second])
        counts[ends] += way.count
        if way.error == hot:
            warm.add(ends)
    order = list(flow.nodes)
    for start, end in sorted(counts, key=lambda each: (order.index(each[1]), order.index(each[0]))):
        flow.bands.append(_band(flow, flow.nodes[start], flow.nodes[end], counts[start, end], (start, end) in warm))


def _band(flow: Flow, start: Node, end: Node, count: int, is_hot: bool) -> Band:
    height = SPREAD * count / flow.total
    left, right = start.x + BAR, end.x
    y1, y2, middle = start.y + start.out, end.y + end.into, (left + right) / 2
    start.out += height
    end.into += height
    upper = f"M{left} {y1:.1f}C{middle:g} {y1:.1f} {middle:g} {y2:.1f} {right} {y2:.1f}"
    lower = f"v{height:.1f}C{middle:g} {y2 + height:.1f} {middle:g} {y1 + height:.1f} {left} {y1 + height:.1f}z"
    return Band(f"{start.name} → {end.name}: {count}", count, upper + lower, is_hot)
