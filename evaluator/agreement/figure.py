"""What every figure of agreement looks like: a value with its interval, or the reason why there is none."""

from dataclasses import dataclass
from enum import StrEnum

from evaluator.bootstrap import Interval


class Undefined(StrEnum):
    """Why a figure of agreement is undefined."""

    NO_LABELS = "no labels"
    ONE_RATER = "one rater"
    NO_SHARED_UNITS = "no shared units"
    ONE_CATEGORY = "one category only"
    UNEQUAL_RATERS = "units differ in their number of labels"
    NO_SPANS = "nobody marked anything"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure. `value` is None exactly when `reason` says why; never NaN, and never a number nobody measured.

    `interval` is None when no resamples were asked for or the value is undefined. `n_units` are all units there are,
    `n_units_used` those that the figure rests on, `n_labels` all labels, `n_raters` None where it is not known.
    """

    value: float | None
    reason: Undefined | None
    interval: Interval | None
    n_units: int
    n_units_used: int
    n_labels: int
    n_raters: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of one field, all over the same labels; a unit is used when it has two labels at least."""

    alpha: Figure
    raw_agreement: Figure
    ac1: Figure
    fleiss: Figure
