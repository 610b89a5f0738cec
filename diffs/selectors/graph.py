"""Lineages as a drawing: papers on a time axis, pairs as arrows, as much of them as a reader can take in."""

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from annotation.models import User
from annotation.wording import Label, label
from diffs.layout import Edge, Layout, Point, lay_out, neighbourhood
from diffs.selectors.lineages import Map
from diffs.selectors.standing import UNTOLD, Standing, standings
from diffs.trace_words import LETTERS
from evaluator.vocabulary import Dynamics
from genomes.models import Paper

BOX_WIDTH, BOX_HEIGHT = 132, 40
PITCH_X, PITCH_Y = 196, 58
TOP, LEFT = 40, 8  # room for the axis, and for the ring round what has the focus
NAME_LETTERS = 17
MOST_ARROWS = 150


@dataclass(frozen=True, slots=True)
class Box:
    """A paper: where it stands, and whether it was chosen or is on the trace."""

    paper: Paper
    name: str
    x: int
    y: int
    is_chosen: bool
    number: int  # its place in the trace, from 1; 0 when it is not on it

    @property
    def short(self) -> str:
        return self.name if len(self.name) <= NAME_LETTERS else f"{self.name[: NAME_LETTERS - 1]}…"

    @property
    def year(self) -> str:
        return str(self.paper.published.year) if self.paper.published else "–"

    @property
    def text_x(self) -> int:
        return self.x + 10

    @property
    def name_y(self) -> int:
        return self.y + 17

    @property
    def year_y(self) -> int:
        return self.y + 32


@dataclass(frozen=True, slots=True)
class Arrow:
    """A pair: the line from its predecessor to its successor, and what the gold says as far as the reader may know."""

    pair: int
    source: str
    target: str
    path: str
    x: float
    y: float
    dynamics: Dynamics | None
    is_told: bool
    on_trace: bool

    @property
    def letters(self) -> str:
        return LETTERS[self.dynamics] if self.dynamics else ""

    @property
    def words(self) -> Label:
        if self.dynamics:
            return label(self.dynamics)
        return _("no gold yet") if self.is_told else ""

    @property
    def is_broken(self) -> bool:
        return self.dynamics is not None and not self.dynamics.is_lineage

    @property
    def pill(self) -> tuple[float, float]:
        return (self.x - 14, self.y - 10)

    @property
    def letters_y(self) -> float:
        return self.y + 4


@dataclass(frozen=True, slots=True)
class Tick:
    """A stretch of the time axis with its year."""

    year: str
    x: int
    line: int


@dataclass(frozen=True, slots=True)
class Graph:
    boxes: Sequence[Box]
    arrows: Sequence[Arrow]
    ticks: Sequence[Tick]
    width: int
    height: int
    papers: int  # in the whole project, with at least one pair
    pairs: int
    hidden_arrows: int  # between papers that are shown

    @property
    def is_partial(self) -> bool:
        return len(self.boxes) < self.papers

    @property
    def dynamics(self) -> list[tuple[str, Label]]:
        """The letters that are seen, with their words."""
        seen = {arrow.dynamics for arrow in self.arrows if arrow.dynamics}
        return [(LETTERS[each], label(each)) for each in Dynamics if each in seen]


def graph_of(
    whole: Map,
    user: User,
    *,
    chosen: Sequence[str] = (),
    trace: Sequence[str] = (),
    most: int = 40,
    rings: int = 99,
) -> Graph:
    """The neighbourhood of the chosen papers, at most so many and so many steps away. `trace` is drawn over
    it. Four queries."""
    starts = [slug for slug in dict.fromkeys([*trace, *chosen]) if slug in whole.papers]
    shown = neighbourhood(whole.joints, starts, max(most, len(trace)), rings)
    inside = set(shown)
    steps = set(pairwise(trace))
    edges = [edge for edge in whole.joints if inside.issuperset(edge)]
    drawn = _nearest(edges, shown, steps, set(starts))
    layout = lay_out([_point(whole.papers[slug]) for slug in shown], drawn)
    told = standings(user, [whole.joints[edge].pair for edge in drawn])
    return Graph(
        boxes=[_box(whole, slug, layout, set(chosen), trace) for slug in layout.places],
        arrows=[_arrow(whole, edge, layout, told, edge in steps) for edge in drawn],
        ticks=_ticks(layout),
        width=max(1, layout.columns) * PITCH_X - (PITCH_X - BOX_WIDTH) + 2 * LEFT,
        height=TOP + round(layout.rows * PITCH_Y) + LEFT,
        papers=len({slug for edge in whole.joints for slug in edge}),
        pairs=len(whole.joints),
        hidden_arrows=len(edges) - len(drawn),
    )


def _nearest(edges: Sequence[Edge], shown: Sequence[str], steps: Collection[Edge], starts: Set[str]) -> list[Edge]:
    """As many pairs as can be told apart: the trace's, those of the chosen papers, then those of near neighbours."""
    place = {slug: number for number, slug in enumerate(shown)}

    def rank(edge: Edge) -> tuple[bool, bool, int, Edge]:
        return (edge not in steps, starts.isdisjoint(edge), place[edge[0]] + place[edge[1]], edge)

    return sorted(edges, key=rank)[:MOST_ARROWS]


def _point(paper: Paper) -> Point:
    return Point(paper.slug, paper.published.isoformat() if paper.published else "")


def _corner(place: tuple[int, float]) -> tuple[int, int]:
    return LEFT + place[0] * PITCH_X, TOP + round(place[1] * PITCH_Y)


def _box(whole: Map, slug: str, layout: Layout, chosen: Collection[str], trace: Sequence[str]) -> Box:
    x, y = _corner(layout.places[slug])
    number = trace.index(slug) + 1 if slug in trace else 0
    return Box(whole.papers[slug], whole.name(slug), x, y, slug in chosen, number)


def _arrow(whole: Map, edge: Edge, layout: Layout, told: dict[int, Standing], on_trace: bool) -> Arrow:
    joint = whole.joints[edge]
    standing = told.get(joint.pair, UNTOLD)
    dynamics = Dynamics(standing.decision["dynamics"]) if standing.decision else None
    path, middle = _line(edge, layout)
    return Arrow(
        joint.pair, whole.name(edge[0]), whole.name(edge[1]), path, *middle, dynamics, standing.is_told, on_trace
    )


def _line(edge: Edge, layout: Layout) -> tuple[str, tuple[float, float]]:
    """A smooth line from box to box through the places that it passes, and its middle, where the sign stands."""
    (x1, y1), (x2, y2) = (_corner(layout.places[slug]) for slug in edge)
    half = BOX_HEIGHT // 2
    begin, end = (
        ((x1 + BOX_WIDTH, y1 + half), (x2 - 3, y2 + half))
        if x1 < x2
        else ((x1, y1 + half), (x2 + BOX_WIDTH + 3, y2 + half))
    )
    passed = [_corner(place) for place in layout.bends[edge]]
    inner = [(x + side, y + half) for x, y in passed for side in ((0, BOX_WIDTH) if x1 < x2 else (BOX_WIDTH, 0))]
    points = [begin, *inner, end]
    parts = [f"M{begin[0]} {begin[1]}"]
    for (ax, ay), (bx, by) in pairwise(points):
        bend = (ax + bx) / 2
        parts.append(f"C{bend:g} {ay} {bend:g} {by} {bx} {by}")
    (ax, ay), (bx, by) = points[0], points[1]
    return " ".join(parts), ((ax + bx) / 2, (ay + by) / 2)


def _ticks(layout: Layout) -> list[Tick]:
    return [
        Tick(
            period.year or _("no date"),
            LEFT + period.start * PITCH_X,
            LEFT + period.start * PITCH_X - (PITCH_X - BOX_WIDTH) // 2,
        )
        for period in layout.periods
    ]
