"""Raw agreement, Cohen's and Fleiss' κ and Gwet's AC1 by how often each unit occurs. All nominal.

Sources: J. L. Fleiss, "Measuring nominal scale agreement among many raters" (1971); K. L. Gwet, "Computing inter-rater
reliability and its variance in the presence of high agreement" (2008), with its treatment of missing labels in
"Handbook of Inter-Rater Reliability" (4th ed., 2014, chapter 5).
"""

from collections.abc import Callable, Sequence

import numpy as np

from evaluator.alpha import Floats, Incidence, Labels


class Chance:
    """Statistics of labels; every method maps units × resamples to one number per resample."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        sizes = labels.sizes
        self._sizes = sizes
        self._pairs = sizes * (sizes - 1)
        self._shared = (self._pairs > 0).astype(np.float64)
        self._agreeing = self._labels.agreeing_pairs
        self._share = np.divide(self._agreeing, self._pairs, out=np.zeros_like(sizes), where=self._pairs > 0)
        self._categories = len(self._labels.values)

    def raw(self, times: Floats) -> Floats:
        """Agreeing pairs of labels over all pairs within units: units weigh by their number of pairs."""
        with np.errstate(invalid="ignore"):  # NaN where no pair was drawn
            return np.asarray((self._agreeing @ times) / (self._pairs @ times))

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
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = (self._share @ times) / (self._shared @ times)
            shares = self._labels.counts(times / self._sizes[:, None]) / times.sum(axis=0)
            expected = (shares * (1 - shares)).sum(axis=0) / (self._categories - 1)
            return np.asarray((observed - expected) / (1 - expected))


def cohen(units: Sequence[Sequence[str | float]]) -> Callable[[Floats], Floats]:
    """κ = (po - pe) / (1 - pe) of units that are (first, second), pe from each rater's own shares; NaN where pe is 1.

    Maps units × resamples to one number per resample.
    """
    values = sorted({value for unit in units for value in unit}, key=lambda v: (isinstance(v, str), v))
    index = {value: place for place, value in enumerate(values)}
    places = np.array([[index[value] for value in unit] for unit in units], dtype=np.intp).reshape(-1, 2)
    same = (places[:, 0] == places[:, 1]).astype(np.float64)
    said = [Incidence(places[:, n], np.arange(len(units)), (len(values), len(units))) for n in (0, 1)]

    def kappa(times: Floats) -> Floats:
        total = times.sum(axis=0)
        first, second = (each.of(times) for each in said)
        by_chance = (first * second).sum(axis=0)  # n² pe, exact
        with np.errstate(invalid="ignore", divide="ignore"):
            found = ((same @ times) * total - by_chance) / (total * total - by_chance)
        return np.where(by_chance == total * total, np.nan, found)

    return kappa
