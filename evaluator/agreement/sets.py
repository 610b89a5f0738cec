"""α of answers that are sets, such as the aligned pairs of objects of a label: near misses count for something.

Sources: R. J. Passonneau, "Measuring agreement on set-valued items (MASI) for semantic and pragmatic annotation"
(2006); P. Jaccard (1912) for the distance without its second factor; α as in `evaluator.alpha`.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import StrEnum
from typing import TYPE_CHECKING

from evaluator.agreement.figure import Figure, Undefined
from evaluator.agreement.table import table
from evaluator.canonical import canonical_bytes, nfc

if TYPE_CHECKING:
    from evaluator.alpha import Floats, Labels

SetLabel = tuple[str, str, Set[str] | None]
Elements = frozenset[str]


class SetDistance(StrEnum):
    """How far two sets are apart, 0 to 1."""

    JACCARD = "jaccard"
    MASI = "masi"


def set_distance(first: Set[str], second: Set[str], distance: SetDistance) -> float:
    """Jaccard: 1 - |∩| / |∪|. MASI: 1 - |∩| / |∪| · M, with M = 1 for equal sets, 2/3 where one holds the other,
    1/3 where they overlap, 0 where they share nothing. Two empty sets are equal; an empty and another share nothing.
    """
    return 1.0 - _likeness(frozenset(map(nfc, first)), frozenset(map(nfc, second)), distance)


def _likeness(first: Elements, second: Elements, distance: SetDistance) -> float:
    if first == second:
        return 1.0
    shared = len(first & second)
    jaccard = shared / len(first | second)
    if distance is SetDistance.JACCARD:
        return jaccard
    return jaccard * (2 / 3 if shared == min(len(first), len(second)) else 1 / 3)


def alpha_of_sets(
    labels: Iterable[SetLabel],
    distance: SetDistance = SetDistance.MASI,
    *,
    clusters: Mapping[str, str] | None = None,
    bootstrap: int = 0,
    seed: int = 0,
) -> Figure:
    """α of (unit, rater, set) labels; None is a blank, an empty set is an answer.

    Intervals and `clusters` are as in `figures`. Raises BadLabels for a label given twice.
    """
    from evaluator.agreement.estimates import Sample, measured
    from evaluator.agreement.patterns import in_order

    sets: dict[str, Elements] = {}
    data = table((unit, rater, _name(said, sets)) for unit, rater, said in labels)
    shared = {unit: given for unit, given in data.units.items() if len(given) > 1}
    sample = Sample(in_order(type(data)(shared).clusters(clusters)))
    alpha = _SetAlpha(sample.labels, sets, distance)
    n_labels, raters = sum(map(len, data.units.values())), len(data.raters)
    value, reason, interval = measured(
        sample, [(alpha.of, _undefined(n_labels, raters, alpha.sets))], (bootstrap, seed), width=alpha.width
    )[0]
    return Figure(
        value=value,
        reason=reason,
        interval=interval,
        n_units=len(data.units),
        n_units_used=len(shared),
        n_labels=n_labels,
        n_raters=raters,
    )


def _name(said: Set[str] | None, sets: dict[str, Elements]) -> str | None:
    """One text for equal sets, so that sets can be sorted and counted as values are."""
    if said is None:
        return None
    elements = frozenset(map(nfc, said))
    name = canonical_bytes(sorted(elements)).decode("utf-8")
    sets[name] = elements
    return name


def _undefined(n_labels: int, raters: int, sets: Sequence[Elements]) -> Undefined | None:
    if not n_labels:
        return Undefined.NO_LABELS
    if raters == 1:
        return Undefined.ONE_RATER
    if not sets:
        return Undefined.NO_SHARED_UNITS
    return Undefined.ONE_CATEGORY if len(sets) == 1 else None


class _SetAlpha:
    """α over distinct units of sets. Most sets share nothing and are 1 apart: only the others are kept as pairs."""

    def __init__(self, labels: "Labels", sets: Mapping[str, Elements], distance: SetDistance) -> None:
        """`labels` are names of sets, which `sets` knows."""
        import numpy as np

        self._labels = labels
        self.sets = [sets[str(name)] for name in labels.values]
        alike = _alike(self.sets, distance)
        self._first, self._second = (np.array([pair[n] for pair in alike], dtype=np.intp) for n in (0, 1))
        self._likeness = np.array([2 * likeness for *_, likeness in alike])[:, None]
        self.width = len(alike)
        given = [[sets[str(name)] for name in unit] for unit in labels.units]
        apart = [math.fsum(1 - _likeness(a, b, distance) for a in unit for b in unit) for unit in given]
        self._added = np.array([sums / (len(unit) - 1) for sums, unit in zip(apart, labels.units, strict=True)])

    def of(self, times: "Floats") -> "Floats":
        """α for each resample; NaN where one set is left."""
        import numpy as np

        counts = self._labels.counts(times)
        total = counts.sum(axis=0)
        same = (counts**2).sum(axis=0) + (counts[self._first] * counts[self._second] * self._likeness).sum(axis=0)
        with np.errstate(all="ignore"):
            alpha = 1 - (self._added @ times) * (total - 1) / (total**2 - same)
        return np.where(np.count_nonzero(counts, axis=0) > 1, alpha, np.nan)


def _alike(sets: Sequence[Elements], distance: SetDistance) -> list[tuple[int, int, float]]:
    """Every two different sets that share something, once, with their likeness."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    found = []
    for place, elements in enumerate(sets):
        earlier = Counter(other for element in elements for other in holders[element])
        found += [(other, place, _likeness(sets[other], elements, distance)) for other in sorted(earlier)]
        for element in elements:
            holders[element].append(place)
    return found
