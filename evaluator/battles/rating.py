"""Ratings with intervals, or the reason why battles give none.

Base 10, scale 400, mean 1000: ten times the odds are 400 points. Ratings come in an order that names, sides and the
order of battles do not change, and resamples are drawn in it: so nothing printed depends on them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import log
from typing import TYPE_CHECKING

from evaluator.battles.meetings import FIRST, SECOND, TIE, Battle, Meetings
from evaluator.battles.model import Fit, fit, probabilities
from evaluator.bootstrap import Interval, interval, resamples

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SCALE, MEAN = 400 / log(10), 1000.0  # points to a unit of θ; the mean rating
NORMAL = 1.959963984540054  # 97.5 % quantile of the standard normal distribution
MOST_NAMED = 5  # systems named in a reason


class Ties(StrEnum):
    """What a tie counts as: half a win for each side, an ending of its own (Davidson), or nothing."""

    HALF = "half"
    DAVIDSON = "davidson"
    DROP = "drop"


class Unrateable(ValueError):
    """Why these battles have no maximum of likelihood, in plain English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """`robust` is half the width of the sandwich interval in points; `interval` that of the bootstrap, if asked for.

    `rank` counts the systems whose interval lies wholly above this one, plus 1: who overlap share what they can.
    """

    system: str
    rating: float
    robust: float
    interval: Interval | None
    rank: int
    wins: int
    losses: int
    ties: int

    @property
    def low(self) -> float:
        return self.interval.low if self.interval and self.interval.low is not None else self.rating - self.robust

    @property
    def high(self) -> float:
        return self.interval.high if self.interval and self.interval.high is not None else self.rating + self.robust


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The best first. `tie_parameter` is ν of Davidson, None under the other rules; `log_likelihood` of the battles."""

    ratings: tuple[Rating, ...]
    rule: Ties
    tie_parameter: float | None
    log_likelihood: float
    meetings: Meetings


def rate(battles: Iterable[Battle], *, ties: Ties = Ties.HALF, bootstrap: int = 0, seed: int = 0) -> Ratings:
    """Rate every system that met another. Raises Unrateable with the reason, naming systems."""
    import numpy as np

    kept = [battle for battle in battles if ties is not Ties.DROP or battle.winner != "tie"]
    meetings = Meetings(kept)
    _check(meetings, ties)
    first = _fitted(meetings, _counts(meetings), ties)
    order = [meetings.systems[place] for place in sorted(range(len(meetings.systems)), key=_place(meetings, first))]
    meetings = meetings.ordered(order)
    counts = _counts(meetings)
    found = _fitted(meetings, counts, ties)
    points = MEAN + SCALE * found.theta[0]
    robust = NORMAL * SCALE * _robust(meetings, found)
    spans = _spans(meetings, counts[:, 0], ties, bootstrap, seed) if bootstrap else [None] * len(order)
    nu = None if found.kappa is None else float(np.exp(found.kappa[0]))
    return Ratings(
        ratings=_ranked(meetings, points, robust, spans),
        rule=ties,
        tie_parameter=0.0 if ties is Ties.DAVIDSON and nu is None else nu,
        log_likelihood=_likelihood(meetings, found),
        meetings=meetings,
    )


def _check(meetings: Meetings, ties: Ties) -> None:
    """The maximum exists exactly when every system can be reached from every other by wins or ties (Ford 1957)."""
    if len(meetings.systems) < 2:
        raise Unrateable("fewer than two systems met")
    if ties is Ties.DAVIDSON and meetings.ties == meetings.battles:
        raise Unrateable("every battle is a tie: Davidson's tie parameter has no bound; use --ties half")
    beaten: dict[int, set[int]] = {place: set() for place in range(len(meetings.systems))}
    for first, second, ending, _count in meetings.kinds():
        if ending != SECOND:
            beaten[first].add(second)
        if ending != FIRST:
            beaten[second].add(first)
    both = {one: beaten[one] | {other for other in beaten if one in beaten[other]} for one in beaten}
    together = _reached(both)
    if len(together) < len(beaten):
        raise Unrateable(f"no battle joins {_named(meetings, together)} with the other systems")
    lost_to = {one: {other for other in beaten if one in beaten[other]} for one in beaten}
    below, above = _reached(beaten), _reached(lost_to)
    if len(below) < len(beaten):  # nobody in it ever beat or drew with the rest
        raise Unrateable(f"{_named(meetings, below)} never won against, nor drew with, any other system")
    if len(above) < len(beaten):
        raise Unrateable(f"{_named(meetings, above)} never lost to, nor drew with, any other system")


def _reached(steps: dict[int, set[int]]) -> set[int]:
    """What can be reached from the first system."""
    seen, waiting = {0}, [0]
    while waiting:
        fresh = steps[waiting.pop()] - seen
        seen |= fresh
        waiting.extend(fresh)
    return seen


def _named(meetings: Meetings, places: Iterable[int]) -> str:
    names = [meetings.systems[place] for place in sorted(places)]
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _counts(meetings: Meetings) -> "Floats":
    """How often each kind happened: a column."""
    import numpy as np

    return np.array([[float(count)] for *_kind, count in meetings.kinds()])


def _fitted(meetings: Meetings, times: "Floats", ties: Ties) -> Fit:
    return _of_tables(*meetings.matrices(times), with_ties=ties is Ties.DAVIDSON and meetings.ties > 0)


def _of_tables(wins: "Floats", drawn: "Floats", *, with_ties: bool) -> Fit:
    return fit(wins, drawn, with_ties=True) if with_ties else fit(wins + drawn / 2, drawn * 0, with_ties=False)


def _place(meetings: Meetings, found: Fit) -> Callable[[int], tuple[float, ...]]:
    """The key of the order of systems: rating to the ninth digit, then wins, ties and how often it met."""
    import numpy as np

    wins, drawn = meetings.matrices(_counts(meetings))
    rounded = np.round(found.theta[0], 9)

    def key(place: int) -> tuple[float, ...]:
        won, lost, tied = wins[0, place].sum(), wins[0, :, place].sum(), drawn[0, place].sum()
        return (-float(rounded[place]), -float(won), -float(tied), float(lost))

    return key


def _robust(meetings: Meetings, found: Fit) -> "Floats":
    """Standard errors of θ by the sandwich (P. J. Huber 1967): they hold when the model does not."""
    import numpy as np

    n, with_ties = len(meetings.systems), found.kappa is not None
    win, tie = (table[0] for table in probabilities(found.theta, found.kappa))
    bread, filling = np.zeros((n + with_ties,) * 2), np.zeros((n + with_ties,) * 2)
    for first, second, ending, count in meetings.kinds():
        outcomes = [(1.0, 0.0, win[first, second]), (0.0, 0.0, win[second, first]), (0.5, 1.0, tie[first, second])]
        vectors = [_vector(n, first, second, won, drawn if with_ties else None) for won, drawn, _p in outcomes]
        mean = sum((p * v for (_won, _drawn, p), v in zip(outcomes, vectors, strict=True)), np.zeros(n + with_ties))
        spread = [np.outer(v - mean, v - mean) * p for (_won, _drawn, p), v in zip(outcomes, vectors, strict=True)]
        bread += count * sum(spread, np.zeros_like(bread))
        filling += count * np.outer(vectors[ending] - mean, vectors[ending] - mean)
    inverse = np.linalg.pinv(bread)
    errors: Floats = np.sqrt(np.maximum(np.diag(inverse @ filling @ inverse)[:n], 0))
    return errors


def _vector(n: int, first: int, second: int, won: float, drawn: float | None) -> "Floats":
    """What an ending adds to the sufficient statistics."""
    import numpy as np

    vector = np.zeros(n + (drawn is not None))
    vector[first], vector[second] = won, 1 - won
    if drawn is not None:
        vector[n] = drawn
    return vector


def _spans(meetings: Meetings, counts: "Floats", ties: Ties, bootstrap: int, seed: int) -> list[Interval | None]:
    """Percentile intervals over resamples of battles; a resample that cannot be rated is undefined."""
    import numpy as np

    drawn: list[Floats] = []
    with_ties = ties is Ties.DAVIDSON and meetings.ties > 0
    for times in resamples(counts.astype(np.int64), replicates=bootstrap, seed=seed, width=len(meetings.systems) ** 2):
        wins, even = meetings.matrices(times)
        usable = np.array([_can_be_rated(*each, with_ties) for each in zip(wins, even, strict=True)])
        points = np.full((times.shape[1], len(meetings.systems)), np.nan)
        if usable.any():
            points[usable] = MEAN + SCALE * _of_tables(wins[usable], even[usable], with_ties=with_ties).theta
        drawn.append(points)
    table = np.concatenate(drawn)
    return [
        interval([None if np.isnan(each) else float(each) for each in column], clusters=int(counts.sum()))
        for column in table.T
    ]


def _can_be_rated(wins: "Floats", drawn: "Floats", with_ties: bool) -> bool:
    """Whether one table has a maximum; with a tie parameter it needs battles of both kinds."""
    from scipy.sparse.csgraph import connected_components

    parts, _labels = connected_components(wins + drawn > 0, directed=True, connection="strong")
    return bool(parts == 1 and not (with_ties and not (wins.any() and drawn.any())))


def _ranked(
    meetings: Meetings, points: "Floats", robust: "Floats", spans: Sequence[Interval | None]
) -> tuple[Rating, ...]:
    wins, drawn = meetings.matrices(_counts(meetings))
    found = [
        Rating(
            system=system,
            rating=float(points[place]),
            robust=float(robust[place]),
            interval=spans[place],
            rank=0,
            wins=int(wins[0, place].sum()),
            losses=int(wins[0, :, place].sum()),
            ties=int(drawn[0, place].sum()),
        )
        for place, system in enumerate(meetings.systems)
    ]
    return tuple(replace(each, rank=1 + sum(other.low > each.high for other in found)) for each in found)


def _likelihood(meetings: Meetings, found: Fit) -> float:
    """Natural logarithm. A half tie counts half of either side's win."""
    win, tie = (table[0] for table in probabilities(found.theta, found.kappa))
    total = 0.0
    for first, second, ending, count in meetings.kinds():
        if ending != TIE:
            total += count * log(win[first, second] if ending == FIRST else win[second, first])
        elif found.kappa is not None:
            total += count * log(tie[first, second])
        else:
            total += count * (log(win[first, second]) + log(win[second, first])) / 2
    return total
