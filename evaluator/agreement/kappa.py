"""Cohen's κ of every two raters."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from evaluator.agreement.figure import Undefined
from evaluator.agreement.table import Label, Table, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """Cohen's κ of two raters over the `n_units` that both labelled."""

    raters: tuple[str, str]
    kappa: float | None
    kappa_reason: Undefined | None
    n_units: int


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
