"""Seeded percentile bootstrap (Efron 1979): resample clusters with replacement, read off the quantiles.

Only generators are used whose sequence is guaranteed for a seed, so that figures stay the same: `random.Random.random`
by Python, `numpy.random.RandomState` by numpy (NEP 19).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
REPLICATES = 1000
MIN_CLUSTERS = 2
CELLS = 1_000_000  # numbers of one table of resamples: what bounds the memory
ONE_BY_ONE = 4  # a draw of one kind from a multinomial costs about as much as this many clusters drawn one by one


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


def resamples(
    counts: "NDArray[np.int64]", *, replicates: int, seed: int, width: int = 0
) -> "Iterator[NDArray[np.float64]]":
    """Resamples of clusters of which only kinds are told apart, in batches (kinds × resamples).

    `counts[i]` clusters are of kind i. Each column says how often every kind occurs among as many clusters as there
    are, drawn with replacement: a multinomial draw, or clusters drawn one by one where nearly each is a kind of its
    own. A batch times `width`, the rows of the largest table that is made of it, stays below CELLS where it can.
    """
    import numpy as np

    generator = np.random.RandomState([seed % 2**32, seed >> 32])
    clusters = int(counts.sum())
    one_by_one = ONE_BY_ONE * len(counts) > clusters
    kind_of = np.repeat(np.arange(len(counts)), counts) if one_by_one else None
    batch = max(1, CELLS // max(1, width, len(counts)))
    for start in range(0, replicates, batch):
        size = min(batch, replicates - start)
        if kind_of is None:
            yield generator.multinomial(clusters, counts / clusters, size).T.astype(np.float64)
        else:
            drawn = (kind_of[generator.randint(0, clusters, clusters)] for _ in range(size))
            yield np.stack([np.bincount(kinds, minlength=len(counts)) for kinds in drawn], axis=1).astype(np.float64)


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
