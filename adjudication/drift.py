"""Whether people agree less than they did, beyond chance. Pure: no Django here.

The last weeks are set against the weeks before them by the z test of two proportions, one-sided, with the pooled share.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

RECENT, BEFORE = 4, 12  # weeks
FEWEST = 20  # on either side, below which nothing is said
CRITICAL = 2.326  # z above which chance alone comes in 1 of 100 cases


@dataclass(frozen=True, slots=True)
class Share:
    """So many of n that agree; `agreeing` need not be whole where a unit has more than two labels."""

    agreeing: float
    n: float

    @property
    def value(self) -> float:
        return self.agreeing / self.n if self.n else 0.0

    def plus(self, other: "Share") -> "Share":
        return Share(self.agreeing + other.agreeing, self.n + other.n)


@dataclass(frozen=True, slots=True)
class Drop:
    before: Share
    now: Share
    z: float


def split(weeks: Mapping[date, Share], last: date) -> tuple[Share, Share]:
    """The weeks before, and the recent ones up to the week of `last`."""
    recent, earlier = last - timedelta(weeks=RECENT - 1), last - timedelta(weeks=RECENT + BEFORE - 1)
    before = now = Share(0, 0)
    for week, share in weeks.items():
        if recent <= week <= last:
            now = now.plus(share)
        elif earlier <= week < recent:
            before = before.plus(share)
    return before, now


def drop(before: Share, now: Share) -> Drop | None:
    """The drop, when it is one beyond chance and both sides are large enough to say so."""
    if min(before.n, now.n) < FEWEST:
        return None
    pooled = before.plus(now).value
    spread = math.sqrt(pooled * (1 - pooled) * (1 / before.n + 1 / now.n))
    if not spread or (z := (before.value - now.value) / spread) < CRITICAL:
        return None
    return Drop(before, now, z)
