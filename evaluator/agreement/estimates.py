"""Figures and their intervals from counts of clusters. Needs numpy; imported only where figures are computed."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypedDict

import numpy as np

from evaluator.agreement.chance import Chance
from evaluator.agreement.figure import Figure, Figures, Undefined
from evaluator.agreement.patterns import AnyCluster, AnyPattern, by_values, in_order, ordered
from evaluator.agreement.table import BadLabels
from evaluator.alpha import Alpha, Floats, Incidence, Labels, LevelName
from evaluator.bootstrap import Interval, interval, resamples

Statistic = Callable[[Floats], Floats]
Reason = Undefined | None


class Sample:
    """Distinct clusters, how often each was found, and the distinct units that they hold."""

    def __init__(self, clusters: list[tuple[AnyCluster, int]]) -> None:
        self.clusters = [cluster for cluster, _ in clusters]
        self.counts = np.array([count for _, count in clusters], dtype=np.int64)
        distinct = {unit for cluster in self.clusters for unit in cluster}
        self.units: list[AnyPattern] = ordered(distinct, by_values)
        place = {unit: at for at, unit in enumerate(self.units)}
        self.n_units = sum(count * len(cluster) for cluster, count in clusters)
        self.n_labels = sum(count * len(unit) for cluster, count in clusters for unit in cluster)
        self.has_single_labels = any(len(unit) == 1 for unit in self.units)
        held = [(place[unit], at) for at, cluster in enumerate(self.clusters) for unit in cluster]
        self._held = None
        if any(len(cluster) > 1 for cluster in self.clusters):  # else clusters and units are the same, in one order
            unit_of, cluster_of = np.array(held, dtype=np.intp).T
            self._held = Incidence(unit_of, cluster_of, (len(self.units), len(self.clusters)))

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.units)

    @property
    def width(self) -> int:
        """Rows of the largest table of resamples."""
        return max(len(self.clusters), len(self.units), len(self.labels.values))

    def units_in(self, drawn: Floats) -> Floats:
        """How often each distinct unit occurs (units × resamples), given that of clusters (clusters × resamples)."""
        return drawn if self._held is None else self._held.of(drawn)

    def as_found(self) -> Floats:
        return self.units_in(self.counts[:, None].astype(np.float64))


def figures_of_clusters(
    counts: Mapping[AnyCluster, int], *, level: LevelName, total: int, raters: int | None, draws: tuple[int, int]
) -> Figures:
    """All figures; `draws` is the number of resamples and their seed. Raises BadLabels when numbers overflow."""
    labelled = Sample(in_order({cluster: count for cluster, count in counts.items() if cluster}))
    shared = Sample(in_order(_only_shared(counts))) if labelled.has_single_labels else labelled
    chance = Chance(shared.labels)
    reason = _undefined(labelled, shared, raters)
    one = reason or _one_category(shared)
    unequal = reason or (Undefined.UNEQUAL_RATERS if len(set(map(len, labelled.units))) > 1 else None)
    found = measured(
        shared,
        [(Alpha(shared.labels, level).of, one), (chance.raw, reason), (chance.fleiss, unequal or one)],
        draws,
    )
    found += measured(labelled, [(Chance(labelled.labels).ac1, reason or _one_category(labelled))], draws)
    counted = _Counted(n_units=total, n_units_used=shared.n_units, n_labels=labelled.n_labels, n_raters=raters)
    alpha, raw, fleiss, ac1 = (Figure(value=v, reason=why, interval=span, **counted) for v, why, span in found)
    return Figures(alpha=alpha, raw_agreement=raw, ac1=ac1, fleiss=fleiss)


class _Counted(TypedDict):
    n_units: int
    n_units_used: int
    n_labels: int
    n_raters: int | None


def _only_shared(counts: Mapping[AnyCluster, int]) -> Counter[AnyCluster]:
    """The same clusters without units of one label; clusters of which nothing is left are left out."""
    shared: Counter[AnyCluster] = Counter()
    for cluster, count in counts.items():
        units = tuple(unit for unit in cluster if len(unit) > 1)
        if units:
            shared[units] += count
    return shared


def _undefined(labelled: Sample, shared: Sample, raters: int | None) -> Reason:
    if not labelled.units:
        return Undefined.NO_LABELS
    if raters == 1:
        return Undefined.ONE_RATER
    return None if shared.units else Undefined.NO_SHARED_UNITS


def _one_category(sample: Sample) -> Reason:
    return Undefined.ONE_CATEGORY if len(sample.labels.values) == 1 else None


def measured(
    sample: Sample, statistics: Sequence[tuple[Statistic, Reason]], draws: tuple[int, int], width: int = 0
) -> list[tuple[float | None, Reason, Interval | None]]:
    """Value, reason and interval of each statistic, all over the same resamples of the sample's clusters.

    A statistic maps how often each distinct unit occurs (units × resamples) to one number per resample, NaN where it
    is undefined. One that comes with a reason is not computed. `width` are the rows of the largest table that one of
    them makes. Raises BadLabels when a value cannot be computed.
    """
    defined = [statistic for statistic, reason in statistics if reason is None]
    values = [_computed(statistic(sample.as_found())) for statistic in defined]
    intervals = _intervals(sample, defined, draws, max(width, sample.width))
    found = iter(zip(values, intervals, strict=True))
    return [(None, reason, None) if reason else _with_none(*next(found)) for _, reason in statistics]


def _with_none(value: float, span: Interval | None) -> tuple[float, None, Interval | None]:
    return value, None, span


def _computed(values: Floats) -> float:
    value = float(values[0])
    if not math.isfinite(value):
        raise BadLabels("the values are too large, or too close together, to compute with")
    return value


def _intervals(
    sample: Sample, statistics: Sequence[Statistic], draws: tuple[int, int], width: int
) -> list[Interval | None]:
    replicates, seed = draws
    if not replicates or not statistics:
        return [None] * len(statistics)
    batches: list[list[Floats]] = [[] for _ in statistics]
    for drawn in resamples(sample.counts, replicates=replicates, seed=seed, width=width):
        times = sample.units_in(drawn)
        for kept, statistic in zip(batches, statistics, strict=True):
            kept.append(statistic(times))
    clusters = int(sample.counts.sum())
    return [
        interval([None if math.isnan(v) else v for v in np.concatenate(kept).tolist()], clusters=clusters)
        for kept in batches
    ]
