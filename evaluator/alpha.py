"""Krippendorff's α for any number of raters, any number of blanks, and four levels of measurement.

Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011); α = 1 - Do / De. Each used unit u with
m_u labels adds its ordered pairs, divided by m_u - 1, to Do; De pairs all used labels with each other. The difference
between two values: nominal 0 or 1; interval (x - y)²; ratio ((x - y) / (x + y))²; ordinal the interval difference of
their middle ranks, n_v being counted among the used labels.

It is computed from distinct units and how often each occurs, for many resamples at once. The tests hold it against the
`krippendorff` package and against fractions worked out by hand.
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
LevelName = Literal["nominal", "ordinal", "interval", "ratio"]
SMALL = 250_000  # cells of a table that may be held whole
BLOCK = 1_000_000  # cells of a table of differences that are held at once


def _whole(into: Places, from_: Places, shape: tuple[int, int]) -> "Floats | csr_array":
    table = np.zeros(shape)
    np.add.at(table, (into, from_), 1)
    return table


def _sparse(into: Places, from_: Places, shape: tuple[int, int]) -> "Floats | csr_array":
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(into)), (into, from_)), shape=shape)


class Incidence:
    """Which rows of a table add up to which rows of another: entry i adds row `from_[i]` to row `into[i]`."""

    def __init__(self, into: Places, from_: Places, shape: tuple[int, int]) -> None:
        self._table = _whole(into, from_, shape) if shape[0] * shape[1] <= SMALL else _sparse(into, from_, shape)

    def of(self, amounts: Floats) -> Floats:
        """The sums (rows × resamples) of `amounts` (rows × resamples)."""
        return np.asarray(self._table @ amounts)


class Labels:
    """The labels of distinct units: which values there are, and how many of each a unit has."""

    def __init__(self, units: Sequence[Sequence[str | float]]) -> None:
        self.units = units
        self.values = sorted({value for unit in units for value in unit}, key=lambda v: (isinstance(v, str), v))
        index = {value: place for place, value in enumerate(self.values)}
        self.value_of = np.array([index[value] for unit in units for value in unit], dtype=np.intp)
        self.unit_of = np.array([i for i, unit in enumerate(units) for _ in unit], dtype=np.intp)
        self.sizes = np.array([len(unit) for unit in units], dtype=np.float64)
        self.agreeing_pairs = np.array([sum(n * (n - 1) for n in Counter(u).values()) for u in units], dtype=np.float64)
        self._to_values = Incidence(self.value_of, self.unit_of, (len(self.values), len(units)))

    def counts(self, times: Floats) -> Floats:
        """How often each value occurs (values × resamples) when units occur `times` (units × resamples)."""
        return self._to_values.of(times)

    @cached_property
    def _to_units(self) -> Incidence:
        return Incidence(self.unit_of, self.value_of, (len(self.sizes), len(self.values)))

    def sums(self, scale: Floats) -> Floats:
        """Per unit (× resamples), the sum of its labels' places on `scale` (values × resamples)."""
        return self._to_units.of(scale)


class Alpha:
    """α of labels of distinct units, at least two per unit. Numbers unless the level is nominal."""

    def __init__(self, labels: Labels, level: LevelName) -> None:
        self._level = level
        self._labels = labels
        self._sizes = self._labels.sizes[:, None]
        self._values = self._centred()
        self._fixed = self._fixed_differences()

    def of(self, times: Floats) -> Floats:
        """α for each resample, where units occur `times` (units × resamples).

        NaN where only one value is left, and where numbers overflow.
        """
        counts = self._labels.counts(times)
        total = counts.sum(axis=0)
        with np.errstate(all="ignore"):  # what overflows is not finite, and so NaN
            expected = self._expected(counts) / (total * (total - 1))
            alpha = 1 - self._observed(times, counts) / total / expected
        return np.where((np.count_nonzero(counts, axis=0) > 1) & np.isfinite(alpha), alpha, np.nan)

    def added(self) -> Floats:
        """What each unit adds to Do when each occurs once."""
        counts = self._labels.counts(np.ones((len(self._sizes), 1)))
        within = self._fixed if self._fixed is not None else self._of_ranks(self._scale(counts))
        return np.asarray((within / (self._sizes - 1))[:, 0] / counts.sum())

    def _observed(self, times: Floats, counts: Floats) -> Floats:
        """n Do of each resample."""
        if self._fixed is not None:
            return np.asarray((self._fixed / (self._sizes - 1))[:, 0] @ times)
        return np.asarray((times * self._of_ranks(self._scale(counts)) / (self._sizes - 1)).sum(axis=0))

    def _scale(self, counts: Floats) -> Floats:
        """Where each value stands: its middle rank around the mean of all ranks, or itself."""
        if self._level == "ordinal":
            return np.asarray(np.cumsum(counts, axis=0) - counts / 2 - counts.sum(axis=0) / 2)
        return self._values

    def _centred(self) -> Floats:
        """The values as numbers; around 0 at interval level, so that squares lose no digits."""
        if self._level == "nominal":
            return np.zeros((len(self._labels.values), 1))
        numbers = np.array(self._labels.values, dtype=np.float64)[:, None]
        return numbers - numbers.mean() if self._level == "interval" and len(numbers) else numbers

    def _fixed_differences(self) -> Floats | None:
        """Per unit, the sum over ordered pairs of labels, where it does not depend on which units are drawn."""
        if self._level == "nominal":
            return self._sizes * (self._sizes - 1) - self._labels.agreeing_pairs[:, None]
        if self._level == "ratio":
            sums = [math.fsum(_ratio(float(x), float(y)) for x in unit for y in unit) for unit in self._labels.units]
            return np.array(sums, dtype=np.float64)[:, None]
        return self._of_numbers() if self._level == "interval" else None

    def _of_numbers(self) -> Floats:
        """Per unit, the sum of (x - y)² over ordered pairs, from its deviations: 2 m Σ (x - mean)²."""
        means = self._labels.sums(self._values) / self._sizes
        with np.errstate(all="ignore"):
            deviations = (self._values[self._labels.value_of] - means[self._labels.unit_of])[:, 0] ** 2
        return 2 * self._sizes * np.bincount(self._labels.unit_of, deviations, len(self._sizes))[:, None]

    def _of_ranks(self, scale: Floats) -> Floats:
        """The same for middle ranks around their mean: 2 (m Σx² - (Σx)²). Ranks are halves, so that this is exact
        as long as a unit's labels times all labels stay below some 10⁷."""
        return 2 * (self._sizes * self._labels.sums(scale**2) - self._labels.sums(scale) ** 2)

    def _expected(self, counts: Floats) -> Floats:
        """The sum of n_v n_w δ(v, w) over ordered pairs of values."""
        total = counts.sum(axis=0)
        if self._level == "nominal":
            return np.asarray(total**2 - (counts**2).sum(axis=0))
        if self._level == "ratio":
            return self._expected_ratio(counts)
        scale = self._scale(counts)
        mean = (counts * scale).sum(axis=0) / total
        return np.asarray(2 * total * (counts * (scale - mean) ** 2).sum(axis=0))

    def _expected_ratio(self, counts: Floats) -> Floats:
        found = np.zeros(counts.shape[1])
        rows = max(1, BLOCK // max(1, len(self._values)))
        others = self._values[:, 0]
        for start in range(0, len(self._values), rows):
            x = self._values[start : start + rows]
            sums = x + others
            distances = np.divide(x - others, sums, out=np.zeros_like(sums), where=sums != 0) ** 2
            found += (counts[start : start + rows] * (distances @ counts)).sum(axis=0)
        return found


def _ratio(x: float, y: float) -> float:
    """((x - y) / (x + y))² for x, y ≥ 0; 0 for two zeros."""
    return 0.0 if x == y else ((x - y) / (x + y)) ** 2
