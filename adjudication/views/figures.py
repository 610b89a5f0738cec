"""Agreement as drawings: places on axes and cells of a matrix, computed here so that the templates only write them."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.agreement_wording import MISSING_WORDS
from adjudication.selectors.measured import Measured, Value, as_measured
from adjudication.selectors.measures import FieldFigures
from adjudication.wording import AGREEMENT_WORDS
from annotation.wording import label
from evaluator.vocabulary import Dynamics

GOAL = 0.847  # dynamics agreement before adjudication in the source paper
CELL_WIDTH, CELL_HEIGHT, STEP_X, STEP_Y, LEFT, TOP, GAP = 90, 48, 92, 50, 133, 51, 8
TINTS = (0.02, 0.04, 0.08)  # shares at which the tint grows deeper


@dataclass(frozen=True, slots=True)
class Axis:
    """A horizontal axis from `low` to 1 over `width` units of drawing."""

    low: float
    width: int

    def place(self, value: float) -> float:
        return round((value - self.low) / (1 - self.low) * self.width, 1)


@dataclass(frozen=True, slots=True)
class Dot:
    """An estimate and its interval on an axis; None where they are undefined. `text` is the estimate in words."""

    text: str
    interval: str
    at: float | None
    low: float | None
    high: float | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class FieldRow:
    name: str
    label: str
    raw: Dot
    alpha: Dot
    ac1: Dot
    used: int
    total: int | None


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A cell of the confusion matrix, by its corner. `kind` is same, h0 to h4."""

    x: float
    y: float
    kind: str
    text: str
    words: str
    link: str

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + CELL_WIDTH / 2, self.y + CELL_HEIGHT / 2 + 5


def percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"


def decimal(value: float | None) -> str:
    """Two places, with a true minus."""
    return "" if value is None else f"{value:.2f}".replace("-", "−")


def axes(many: Sequence[Measured | FieldFigures], raw_width: int, alpha_width: int) -> tuple[Axis, Axis]:
    """One axis for each column, as narrow as its values allow; where it starts is printed on it."""
    fields = [as_measured(each) for each in many]
    raws = [end for each in fields for end in (each.raw.low, each.raw.value) if end is not None]
    alphas = [end for each in fields for end in (each.alpha.low, each.alpha.value) if end is not None]
    alpha_low = max(-1.0, min(0.4, math.floor(min(alphas, default=1.0) * 5) / 5))
    return Axis(0.6 if min(raws, default=1.0) >= 0.6 else 0.0, raw_width), Axis(alpha_low, alpha_width)


def field_row(shown: Measured | FieldFigures, raw_axis: Axis, alpha_axis: Axis) -> FieldRow:
    field = as_measured(shown)
    return FieldRow(
        name=field.name,
        label=str(AGREEMENT_WORDS.get(field.name, field.name)),
        raw=dot(percent, field.raw, raw_axis, is_pending=field.is_pending),
        alpha=dot(decimal, field.alpha, alpha_axis, is_pending=field.is_pending),
        ac1=dot(decimal, field.ac1, alpha_axis, is_pending=field.is_pending),
        used=field.used,
        total=field.total,
    )


def dot(write: Callable[[float | None], str], value: Value, axis: Axis, *, is_pending: bool = False) -> Dot:
    """A figure on its axis. Without an interval it says why, or that it is being computed."""
    if value.value is None:
        return Dot("", "", None, None, None, undefined(value.reason))
    if value.low is None or value.high is None:
        told = _("being computed") if is_pending else undefined(value.no_interval) if value.no_interval else ""
        return Dot(write(value.value), told, axis.place(value.value), None, None)
    low, high = write(value.low).removesuffix(" %"), write(value.high).removesuffix(" %")
    words = _("%(low)s to %(high)s") % {"low": low, "high": high}
    ends = axis.place(max(value.low, axis.low)), axis.place(value.high)
    return Dot(write(value.value), words, axis.place(max(value.value, axis.low)), *ends)


def undefined(reason: str | None) -> str:
    """Why there is no figure, in words."""
    return str(MISSING_WORDS.get(str(reason), reason))


def matrix(cells: Mapping[tuple[str, str], int], query: str = "") -> list[MatrixCell]:
    """The confusion of dynamics, unordered: agreement on the diagonal, counts below it, shares above it."""
    names = [each.value for each in Dynamics]
    return [_cell(cells, names, (row, column), query) for row in range(len(names)) for column in range(len(names))]


def _cell(cells: Mapping[tuple[str, str], int], names: Sequence[str], place: tuple[int, int], query: str) -> MatrixCell:
    row, column = place
    first, second = sorted((row, column))
    one, other = names[first], names[second]
    count, share = cells[one, other], share_of(cells, one, other)
    words = {"one": label(Dynamics(one)), "other": label(Dynamics(other)), "count": count, "share": percent(share)}
    if one == other:
        text, said = str(count), _("%(one)s, both: %(count)s") % words
    else:
        text = percent(share) if column > row and count else str(count)
        said = _("%(one)s against %(other)s: %(count)s, %(share)s of those with either label") % words
    kind = "same" if one == other else f"h{tint(share) if count else 0}"
    link = cell_link(one, other, query) if count else ""
    return MatrixCell(_across(column), _down(row), kind, text, said, link)


def share_of(cells: Mapping[tuple[str, str], int], one: str, other: str) -> float:
    """How often these two met, of all meetings in which either of them occurs."""
    either = sum(count for pair, count in cells.items() if one in pair or other in pair)
    return cells[one, other] / either if either else 0.0


def tint(share: float) -> int:
    return 1 + sum(share >= step for step in TINTS)


def _across(column: int) -> int:
    return LEFT + STEP_X * column + (GAP if column > 3 else 0)  # the gap parts lineage from no lineage


def _down(row: int) -> int:
    return TOP + STEP_Y * row + (GAP if row > 3 else 0)


@dataclass(frozen=True, slots=True)
class Heading:
    """A dynamics beside the matrix, in one or two lines."""

    lines: list[str]
    across: float
    down: float


def headings() -> list[Heading]:
    return [
        Heading(str(label(each)).split(" "), _across(n) + CELL_WIDTH / 2, _down(n) + CELL_HEIGHT / 2 + 4)
        for n, each in enumerate(Dynamics)
    ]


def cell_link(one: str, other: str, query: str) -> str:
    """To the pairs that got these two dynamics, under the same filters."""
    return f"?{query}{'&' if query else ''}first={one}&second={other}#units"
