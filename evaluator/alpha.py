"""Krippendorff's α for any number of raters, any number of blanks, and four levels of measurement.

Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011); α = 1 - Do / De. Each used unit u with
m_u labels adds its ordered pairs, divided by m_u - 1, to Do; De pairs all used labels with each other. The difference
between two values: nominal 0 or 1; interval (x - y)²; ratio ((x - y) / (x + y))²; ordinal the interval difference of
their middle ranks, n_v being counted among the used labels.

A figure is computed by the `krippendorff` package; `Alpha` is its exact equal for what the package is not made for:
resamples, which only change how often a unit counts, and tables too large for its units × values × values numbers.
The tests hold the two against each other.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LevelName = Literal["nominal", "ordinal", "interval", "ratio"]
LARGEST_FOR_PACKAGE = 4_000_000  # numbers of 8 bytes that the package would hold at once


def alpha_of(units: Sequence[Sequence[str | float]], level: LevelName) -> float | None:
    """α of the values of each used unit, at least two per unit; None when numbers overflow.

    The units must hold two different values at least. Numbers unless the level is nominal.
    """
    import krippendorff
    import numpy as np

    values = sorted({value for unit in units for value in unit}, key=lambda v: (isinstance(v, str), v))
    if len(units) * len(values) ** 2 > LARGEST_FOR_PACKAGE:
        return Alpha(units, level).of([1] * len(units))
    counts = np.array([[unit.count(value) for value in values] for unit in units])
    domain = list(range(len(values))) if level == "nominal" else values
    with np.errstate(all="ignore"):  # what overflows is not finite, and so None
        found = float(krippendorff.alpha(value_counts=counts, value_domain=domain, level_of_measurement=level))
    return found if math.isfinite(found) else None


class Alpha:
    """α of `units`: the values of each used unit, at least two per unit. Numbers unless the level is nominal."""

    def __init__(self, units: Sequence[Sequence[str | float]], level: LevelName) -> None:
        import numpy as np

        self._level = level
        values = sorted({value for unit in units for value in unit}, key=lambda v: (isinstance(v, str), v))
        index = {value: place for place, value in enumerate(values)}
        self._value_of_label = np.array([index[value] for unit in units for value in unit], dtype=np.intp)
        self._unit_of_label = np.array([i for i, unit in enumerate(units) for _ in unit], dtype=np.intp)
        self._sizes = np.array([len(unit) for unit in units], dtype=np.float64)
        self._values = self._centred(values)
        self._fixed = self._fixed_differences(units)

    def _centred(self, values: Sequence[str | float]) -> "Floats":
        """The values as numbers; around 0 at interval level, so that squares lose no digits."""
        import numpy as np

        if self._level == "nominal":
            return np.arange(len(values), dtype=np.float64)
        numbers = np.array(values, dtype=np.float64)
        return numbers - numbers.mean() if self._level == "interval" else numbers

    def _fixed_differences(self, units: Sequence[Sequence[str | float]]) -> "Floats | None":
        """Per unit, the sum over ordered pairs of labels, where it does not depend on which units are drawn."""
        import numpy as np

        if self._level == "nominal":
            return np.array([len(u) ** 2 - sum(n * n for n in Counter(u).values()) for u in units], dtype=np.float64)
        if self._level == "ratio":
            sums = [math.fsum(_ratio(float(x), float(y)) for x in unit for y in unit) for unit in units]
            return np.array(sums, dtype=np.float64)
        return None

    def of(self, weights: Sequence[int]) -> float | None:
        """α when each unit counts `weights[i]` times. None when only one value is left, or numbers overflow."""
        import numpy as np

        times = np.array(weights, dtype=np.float64)
        of_label = times[self._unit_of_label]
        counts: Floats = np.bincount(self._value_of_label, weights=of_label, minlength=len(self._values)).astype(float)
        if np.count_nonzero(counts) < 2:
            return None
        with np.errstate(all="ignore"):  # what overflows is not finite, and so None
            found = float(self._of_counts(times, counts))
        return found if math.isfinite(found) else None

    def _of_counts(self, times: "Floats", counts: "Floats") -> "np.float64":
        """1 - Do / De; `counts` is how often each value is used. NaN or infinite where it cannot be computed."""
        import numpy as np

        total = counts.sum()
        scale = np.cumsum(counts) - counts / 2 if self._level == "ordinal" else self._values
        within = self._fixed if self._fixed is not None else self._squares(scale)
        observed = (times * within / (self._sizes - 1)).sum() / total
        expected = self._expected(counts, scale) / (total * (total - 1))
        return np.float64(1 - observed / expected)

    def _squares(self, scale: "Floats") -> "Floats":
        """Per unit, the sum of (x - y)² over ordered pairs: 2 (m Σx² - (Σx)²)."""
        import numpy as np

        x = scale[self._value_of_label]
        units = len(self._sizes)
        means = np.bincount(self._unit_of_label, weights=x, minlength=units) / self._sizes
        deviations = (x - means[self._unit_of_label]) ** 2
        return 2 * self._sizes * np.bincount(self._unit_of_label, weights=deviations, minlength=units)

    def _expected(self, counts: "Floats", scale: "Floats") -> "np.float64":
        """The sum of n_v n_w δ(v, w) over ordered pairs of values."""
        import numpy as np

        total = counts.sum()
        if self._level == "nominal":
            return np.float64(total**2 - (counts**2).sum())
        if self._level == "ratio":
            rows = (n * _ratio_row(v, self._values) @ counts for n, v in zip(counts, self._values, strict=True) if n)
            return np.float64(math.fsum(float(row) for row in rows))
        mean = (counts * scale).sum() / total
        return np.float64(2 * total * (counts * (scale - mean) ** 2).sum())


def _ratio(x: float, y: float) -> float:
    """((x - y) / (x + y))² for x, y ≥ 0; 0 for two zeros."""
    return 0.0 if x == y else ((x - y) / (x + y)) ** 2


def _ratio_row(x: float, values: "Floats") -> "Floats":
    import numpy as np

    sums = x + values
    return (np.divide(x - values, sums, out=np.zeros_like(values), where=sums != 0)) ** 2
