"""Raw agreement, Cohen's and Fleiss' κ and Gwet's AC1 of distinct units, by how often each occurs. All nominal.

Sources: J. L. Fleiss, "Measuring nominal scale agreement among many raters" (1971); K. L. Gwet, "Computing inter-rater
reliability and its variance in the presence of high agreement" (2008), with its treatment of missing labels in
"Handbook of Inter-Rater Reliability" (4th ed., 2014, chapter 5).
"""

from collections.abc import Callable, Sequence

import numpy as np

from evaluator.alpha import Floats, Labels, spread


class Chance:
    """Statistics of `units`, the values of each; every method maps units × resamples to one number per resample."""

    def __init__(self, units: Sequence[Sequence[str | float]]) -> None:
        self._labels = Labels(units)
        self._sizes = self._labels.sizes[:, None]
        self._pairs = self._sizes * (self._sizes - 1)
        self._agreeing = self._labels.agreeing_pairs[:, None]
        self._categories = len(self._labels.values)

    def raw(self, times: Floats) -> Floats:
        """Agreeing pairs of labels over all pairs within units: units weigh by their number of pairs."""
        with np.errstate(invalid="ignore"):  # NaN where no pair was drawn
            return np.asarray((times * self._agreeing).sum(axis=0) / (times * self._pairs).sum(axis=0))

    def fleiss(self, times: Floats) -> Floats:
        """(po - pe) / (1 - pe), pe from the shares of the categories; NaN where one category is left."""
        counts = self._labels.counts(times)
        with np.errstate(invalid="ignore", divide="ignore"):
            expected = ((counts / counts.sum(axis=0)) ** 2).sum(axis=0)
            kappa = (self.raw(times) - expected) / (1 - expected)
        return np.where(np.count_nonzero(counts, axis=0) > 1, kappa, np.nan)

    def ac1(self, times: Floats) -> Floats:
        """(pa - pe) / (1 - pe); pa and the shares π are means over units, pe = Σ π (1 - π) / (categories - 1).

        pa is over units with two labels at least, π over all. The categories are those found in all units together.
        """
        shared = self._pairs > 0
        agreeing = np.divide(self._agreeing, self._pairs, out=np.zeros_like(self._pairs), where=shared)
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = (times * agreeing).sum(axis=0) / (times * shared).sum(axis=0)
            shares = self._labels.counts(times / self._sizes) / times.sum(axis=0)
            expected = (shares * (1 - shares)).sum(axis=0) / (self._categories - 1)
            return np.asarray((observed - expected) / (1 - expected))


def cohen(units: Sequence[Sequence[str | float]]) -> Callable[[Floats], Floats]:
    """κ = (po - pe) / (1 - pe) of units that are (first, second), pe from each rater's own shares; NaN where pe is 1.

    Maps units × resamples to one number per resample.
    """
    values = sorted({value for unit in units for value in unit}, key=lambda v: (isinstance(v, str), v))
    index = {value: place for place, value in enumerate(values)}
    places = np.array([[index[value] for value in unit] for unit in units], dtype=np.intp).reshape(-1, 2)
    every = np.arange(len(units))
    same = (places[:, 0] == places[:, 1])[:, None]

    def kappa(times: Floats) -> Floats:
        total = times.sum(axis=0)
        first, second = (spread(times, into=places[:, n], from_=every, size=len(values)) for n in (0, 1))
        by_chance = (first * second).sum(axis=0)  # n² pe, exact
        with np.errstate(invalid="ignore", divide="ignore"):
            found = ((times * same).sum(axis=0) * total - by_chance) / (total * total - by_chance)
        return np.where(by_chance == total * total, np.nan, found)

    return kappa
