"""Agreement between people before adjudication: raw agreement, Krippendorff's α, Cohen's and Fleiss' κ, confusion.

A figure that is undefined is None with its reason; never NaN, and never a 0 or 1 that nobody measured.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import cast

from evaluator.alpha import Alpha, alpha_of
from evaluator.bootstrap import Interval, draws, interval
from evaluator.canonical import nfc

Label = tuple[str, str, str | float | None]


class Level(StrEnum):
    """Level of measurement of the values: what a difference between two of them means."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


class Undefined(StrEnum):
    """Why a figure of agreement is undefined."""

    NO_LABELS = "no labels"
    ONE_RATER = "one rater"
    NO_SHARED_UNITS = "no shared units"
    ONE_CATEGORY = "one category only"
    UNEQUAL_RATERS = "units differ in their number of labels"


class BadLabels(ValueError):
    """The labels cannot be used as they are; the message says which and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement on one field. A unit is used when at least two people labelled it; a blank value is no label."""

    alpha: float | None
    alpha_reason: Undefined | None
    raw_agreement: float | None
    raw_agreement_reason: Undefined | None
    n_units: int
    n_units_used: int
    n_labels: int
    n_raters: int
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """Cohen's κ of two raters over the `n_units` that both labelled."""

    raters: tuple[str, str]
    kappa: float | None
    kappa_reason: Undefined | None
    n_units: int


@dataclass(frozen=True, slots=True)
class Table:
    """Labels as unit → rater → value, blanks left out; every unit that was named is there."""

    units: Mapping[str, Mapping[str, str | float]]

    @property
    def raters(self) -> list[str]:
        return sorted({rater for labels in self.units.values() for rater in labels})

    def shared(self) -> list[list[str | float]]:
        """The values of each unit with at least two labels, by unit id."""
        return [list(labels.values()) for _, labels in sorted(self.units.items()) if len(labels) > 1]


def table(labels: Iterable[Label]) -> Table:
    """Sort labels by unit. Raises BadLabels when a rater labelled a unit twice."""
    units: defaultdict[str, dict[str, str | float]] = defaultdict(dict)
    for unit, rater, value in labels:
        named = units[unit]  # a unit that nobody labelled still counts as a unit
        if value is None:
            continue
        if rater in named:
            raise BadLabels(f"rater {rater!a} labelled unit {unit!a} twice")
        named[rater] = nfc(value) if isinstance(value, str) else value
    return Table(units)


def agreement(labels: Iterable[Label], level: Level = Level.NOMINAL, *, bootstrap: int = 0, seed: int = 0) -> Agreement:
    """Krippendorff's α and raw agreement of (unit, rater, value) labels; a value of None is a blank.

    Values are numbers unless the level is nominal. Raw agreement is the share of agreeing pairs of labels, over all
    pairs within units. With `bootstrap` replicates, the interval of α comes from resampling the used units.
    Raises BadLabels for a label given twice, for values that are not numbers, and for negative ones at ratio level.
    """
    data = table(labels)
    shared = data.shared()
    n_labels = sum(len(each) for each in data.units.values())
    _check_level(data, level)
    reason = _undefined(n_labels, len(data.raters), shared)
    alpha_reason = reason or (Undefined.ONE_CATEGORY if _one_category(shared) else None)
    alpha = None if alpha_reason else alpha_of(shared, level.value)
    if alpha is None and alpha_reason is None:
        raise BadLabels("the values are too large, or too close together, to compute with")
    return Agreement(
        alpha=alpha,
        alpha_reason=alpha_reason,
        raw_agreement=None if reason else raw_agreement(shared),
        raw_agreement_reason=reason,
        n_units=len(data.units),
        n_units_used=len(shared),
        n_labels=n_labels,
        n_raters=len(data.raters),
        interval=_alpha_interval(shared, level, bootstrap, seed) if bootstrap and alpha_reason is None else None,
    )


def _check_level(data: Table, level: Level) -> None:
    for unit, labels in data.units.items():
        for rater, value in labels.items():
            if level is not Level.NOMINAL and (isinstance(value, str) or not math.isfinite(value)):
                raise BadLabels(f"{value!a} of rater {rater!a} on unit {unit!a} is not a number: {level} needs numbers")
            if level is Level.RATIO and cast(float, value) < 0:
                raise BadLabels(f"{value!a} of rater {rater!a} on unit {unit!a} is negative: ratio needs a true zero")


def _undefined(n_labels: int, n_raters: int, shared: Sequence[Sequence[object]]) -> Undefined | None:
    if not n_labels:
        return Undefined.NO_LABELS
    if n_raters == 1:
        return Undefined.ONE_RATER
    return None if shared else Undefined.NO_SHARED_UNITS


def _one_category(shared: Sequence[Sequence[object]]) -> bool:
    return len({value for values in shared for value in values}) == 1


def raw_agreement(shared: Sequence[Sequence[object]]) -> float:
    """Agreeing pairs of labels over all pairs within units, 0 to 1; each unit has at least two labels."""
    pairs = sum(len(values) * (len(values) - 1) for values in shared)
    agreeing = sum(n * (n - 1) for values in shared for n in Counter(values).values())
    return agreeing / pairs


def _alpha_interval(shared: Sequence[Sequence[str | float]], level: Level, replicates: int, seed: int) -> Interval:
    alpha = Alpha(shared, level.value)
    values = [alpha.of(weights) for weights in draws(len(shared), replicates=replicates, seed=seed)]
    return interval(values, clusters=len(shared))


def pairwise_kappas(labels: Iterable[Label]) -> list[Kappa]:
    """Cohen's κ of every two raters, by name. Nominal. Source: J. Cohen (1960). Raises BadLabels as `agreement`."""
    data = table(labels)
    return [_cohen(data, pair) for pair in combinations(data.raters, 2)]


def _cohen(data: Table, raters: tuple[str, str]) -> Kappa:
    """κ = (po - pe) / (1 - pe), pe from each rater's own shares."""
    first, second = raters
    pairs = [(unit[first], unit[second]) for unit in data.units.values() if first in unit and second in unit]
    n = len(pairs)
    if not n:
        return Kappa(raters=raters, kappa=None, kappa_reason=Undefined.NO_SHARED_UNITS, n_units=0)
    agreeing = sum(a == b for a, b in pairs)
    ours, theirs = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    by_chance = sum(count * theirs[value] for value, count in ours.items())  # n² pe
    if by_chance == n * n:
        return Kappa(raters=raters, kappa=None, kappa_reason=Undefined.ONE_CATEGORY, n_units=n)
    kappa = (agreeing * n - by_chance) / (n * n - by_chance)
    return Kappa(raters=raters, kappa=kappa, kappa_reason=None, n_units=n)


def fleiss_kappa(labels: Iterable[Label]) -> tuple[float | None, Undefined | None]:
    """Fleiss' κ (1971) and, when undefined, why. Every unit needs the same number of labels, at least two."""
    data = table(labels)
    units = data.shared()
    reason = _undefined(sum(len(each) for each in data.units.values()), len(data.raters), units)
    if reason:
        return None, reason
    if len({len(each) for each in data.units.values()}) > 1:
        return None, Undefined.UNEQUAL_RATERS
    if _one_category(units):
        return None, Undefined.ONE_CATEGORY
    totals = Counter(value for values in units for value in values)
    by_chance = sum((n / totals.total()) ** 2 for n in totals.values())
    return (raw_agreement(units) - by_chance) / (1 - by_chance), None


def confusion(pairs: Iterable[tuple[str, str]], order: Sequence[str] = ()) -> dict[tuple[str, str], int]:
    """How often two labels met on a unit. Who said which does not count: (a, b) and (b, a) are one cell.

    Every cell of `order` is there, zeros included, as (earlier, later); labels outside `order` follow by name.
    """
    met = [(nfc(a), nfc(b)) for a, b in pairs]
    rest = sorted({label for pair in met for label in pair} - set(order))
    rank = {label: place for place, label in enumerate([*order, *rest])}
    cells = {(a, b): 0 for i, a in enumerate(rank) for b in list(rank)[i:]}
    for a, b in met:
        cells[(a, b) if rank[a] <= rank[b] else (b, a)] += 1
    return cells
