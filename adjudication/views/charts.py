"""Charts of agreement: every place computed here, so that templates only write them, on the page and in a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from adjudication.selectors.dashboard import Week
from adjudication.selectors.measured import Measured, Value
from adjudication.views.bars import shortened
from adjudication.views.figures import GOAL, Axis, Dot, axes, decimal, dot, percent

ROW, TOP = 26, 34  # of a dot plot
RAW_LEFT, RAW_WIDTH, ALPHA_LEFT, ALPHA_WIDTH = 190, 240, 560, 200
WEEKS_WIDTH, PANEL, LEFT, RIGHT = 880, 130, 46, 12
PANELS_TOP = (48, 226)
MARK_WIDTH = 76  # of the words beside the line of a version


@dataclass(frozen=True, slots=True)
class DotRow:
    """A line of a dot plot: raw agreement on the left, α on the right. `y` is the middle of its marks."""

    label: str
    short: str
    raw: Dot
    alpha: Dot
    used: int
    y: int


@dataclass(frozen=True, slots=True)
class DotPlot:
    rows: list[DotRow]
    height: int
    bottom: int
    goal: float | None  # on the raw axis; None where the goal is of another field
    raw_ticks: list[tuple[float, str]]
    alpha_ticks: list[tuple[float, str]]


def dot_plot(named: Sequence[tuple[str, Measured]], *, has_goal: bool) -> DotPlot:
    """One row for each of these figures, on shared axes."""
    raw_axis, alpha_axis = axes([each for _label, each in named], RAW_WIDTH, ALPHA_WIDTH)
    rows = [
        DotRow(
            label=label,
            short=shortened(label, RAW_LEFT - 8),
            raw=_moved(dot(percent, each.raw, raw_axis), RAW_LEFT),
            alpha=_moved(dot(decimal, each.alpha, alpha_axis), ALPHA_LEFT),
            used=each.used,
            y=TOP + ROW * number + 10,
        )
        for number, (label, each) in enumerate(named)
    ]
    bottom = TOP + ROW * len(rows)
    return DotPlot(
        rows=rows,
        height=bottom + 22,
        bottom=bottom,
        goal=RAW_LEFT + raw_axis.place(GOAL) if has_goal else None,
        raw_ticks=[(RAW_LEFT + at, f"{text} %") for at, text in _ticks(raw_axis, 100)],
        alpha_ticks=[(ALPHA_LEFT + at, text) for at, text in _ticks(alpha_axis, 1)],
    )


def _moved(each: Dot, left: int) -> Dot:
    at, low, high = (None if end is None else round(left + end, 1) for end in (each.at, each.low, each.high))
    return Dot(each.text, each.interval, at, low, high, each.why)


def _ticks(axis: Axis, scale: int) -> list[tuple[float, str]]:
    """Both ends and the middle."""
    values = (axis.low, (1 + axis.low) / 2, 1.0)
    return [(axis.place(each), f"{each * scale:g}".replace("-", "−")) for each in values]


@dataclass(frozen=True, slots=True)
class Point:
    """A week in one of the panels: x, and heights of the figure and of its interval, None where there are none."""

    x: float
    y: float | None
    low: float | None
    high: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Panel:
    name: str
    top: int
    bottom: int
    points: list[Point]
    ticks: list[tuple[float, str]]
    path: str
    goal: float | None


@dataclass(frozen=True, slots=True)
class WeeksChart:
    panels: list[Panel]
    marks: list[tuple[float, str]]  # where a version of the guideline came into force
    labels: list[tuple[float, str, str]]  # x, the week, its n
    width: int = WEEKS_WIDTH
    height: int = 406


def weeks_chart(weeks: Sequence[Week], *, has_goal: bool) -> WeeksChart:
    """Raw agreement above, α below, a place for each week from the first to the last."""
    step, first = _step(weeks), weeks[0].monday
    xs = [round(LEFT + step * ((each.monday - first).days // 7 + 0.5), 1) for each in weeks]
    figures = [each.figures for each in weeks]
    raw_axis, alpha_axis = axes(figures, PANEL, PANEL)
    raw = _panel(_("Raw agreement"), PANELS_TOP[0], raw_axis, xs, weeks, is_raw=True, has_goal=has_goal)
    alpha = _panel("α", PANELS_TOP[1], alpha_axis, xs, weeks, is_raw=False, has_goal=False)
    every = max(1, round(54 / step))
    versions = [(round(x - step / 2, 1), each.versions[-1]) for x, each in zip(xs, weeks, strict=True) if each.versions]
    labels = [
        (x, week_name(each.monday), str(each.figures.used))
        for place, (x, each) in enumerate(zip(xs, weeks, strict=True))
        if not place % every
    ]
    return WeeksChart([raw, alpha], _marks(versions), labels)


def _marks(versions: Sequence[tuple[float, int]]) -> list[tuple[float, str]]:
    """Each version where it came into force; its words only where the last ones leave room."""
    found: list[tuple[float, str]] = []
    free = 0.0
    for x, version in versions:
        found.append((x, _("guideline %(version)s") % {"version": version} if x >= free else ""))
        free = x + MARK_WIDTH if x >= free else free
    return found


def _step(weeks: Sequence[Week]) -> float:
    places = (weeks[-1].monday - weeks[0].monday).days // 7 + 1
    return (WEEKS_WIDTH - LEFT - RIGHT) / places


def week_name(monday: date) -> str:
    return f"{monday:%m-%d}"


def _panel(
    name: str, top: int, axis: Axis, xs: Sequence[float], weeks: Sequence[Week], *, is_raw: bool, has_goal: bool
) -> Panel:
    values = [each.figures.raw if is_raw else each.figures.alpha for each in weeks]
    bottom = top + PANEL
    points = [
        _point(x, value, axis, bottom, f"{week.monday:%Y-%m-%d}, n {week.figures.used}", is_raw=is_raw)
        for x, value, week in zip(xs, values, weeks, strict=True)
    ]
    drawn = [f"{point.x},{point.y}" for point in points if point.y is not None]
    return Panel(
        name=name,
        top=top,
        bottom=bottom,
        points=points,
        ticks=[(bottom - at, f"{text} %" if is_raw else text) for at, text in _ticks(axis, 100 if is_raw else 1)],
        path=" ".join(drawn),
        goal=round(bottom - axis.place(GOAL), 1) if has_goal else None,
    )


def _point(x: float, value: Value, axis: Axis, bottom: int, words: str, *, is_raw: bool) -> Point:
    each = dot(percent if is_raw else decimal, value, axis)
    y, low, high = (None if end is None else round(bottom - end, 1) for end in (each.at, each.low, each.high))
    said = f"{words}: {each.text or each.why}" + (f" ({each.interval})" if each.interval else "")
    return Point(x, y, low, high, said)
