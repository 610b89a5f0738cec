"""Seeded percentile bootstrap (Efron 1979): resample clusters with replacement, read off the quantiles.

Only `random.Random.random` is used, whose sequence Python guarantees for a seed, so that figures stay the same.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LEVEL = 0.95
REPLICATES = 1000
MIN_CLUSTERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A percentile interval. `low` and `high` are None with a `reason` when it is undefined.

    `replicates` were drawn, `replicates_used` of them had a defined value; `clusters` were resampled.
    """

    low: float | None
    high: float | None
    reason: str | None
    level: float
    replicates: int
    replicates_used: int
    clusters: int


def draws(count: int, *, replicates: int, seed: int) -> Iterator[list[int]]:
    """Per replicate, how often each of `count` clusters was drawn: lists of `count` integers that sum to `count`."""
    generator = random.Random(seed)  # noqa: S311 - a resample must be repeatable, not secret
    for _ in range(replicates):
        times = [0] * count
        for _ in range(count):
            times[int(generator.random() * count)] += 1
        yield times


def interval(values: Sequence[float | None], *, clusters: int) -> Interval:
    """The percentile interval of replicate values at LEVEL; None stands for an undefined replicate.

    Undefined, with its reason, for fewer than two clusters, and when most replicates are undefined.
    """
    used = sorted(value for value in values if value is not None)
    reason = None
    if clusters < MIN_CLUSTERS:
        reason = "fewer than two clusters to resample"
    elif 2 * len(used) <= len(values):
        reason = "undefined in most resamples"
    tail = (1 - LEVEL) / 2
    return Interval(
        low=None if reason else quantile(used, tail),
        high=None if reason else quantile(used, 1 - tail),
        reason=reason,
        level=LEVEL,
        replicates=len(values),
        replicates_used=len(used),
        clusters=clusters,
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile of sorted values by linear interpolation (type 7 of Hyndman and Fan 1996)."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
