"""Where the disagreement lies: what each unit adds to the observed disagreement of α."""

from collections.abc import Iterable
from dataclasses import dataclass

from evaluator.agreement.table import Label, Level, Table, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """One used unit: what it adds to Do, and its share of Do (0 where nobody disagrees anywhere)."""

    unit: str
    observed: float
    share: float
    n_labels: int


def contributions(labels: Iterable[Label], level: Level = Level.NOMINAL) -> list[Contribution]:
    """Every used unit, the one that adds most first, equal ones by name; all together they add up to Do.

    A unit with m of the n used labels adds Σ δ(v, w) / (m - 1) / n over its ordered pairs of labels. Raises BadLabels
    as `figures` does.
    """
    return contributions_of_table(table(labels, level), level)


def contributions_of_table(data: Table, level: Level) -> list[Contribution]:
    """`contributions` of labels that are sorted already."""
    from evaluator.alpha import Alpha, Labels

    used = {unit: tuple(labels.values()) for unit, labels in data.units.items() if len(labels) > 1}
    if not used:
        return []
    added = Alpha(Labels(list(used.values())), level.value).added()
    total = float(added.sum())
    found = [
        Contribution(unit=unit, observed=adds, share=adds / total if total else 0.0, n_labels=len(values))
        for (unit, values), adds in zip(used.items(), added.tolist(), strict=True)
    ]
    return sorted(found, key=lambda each: (-each.observed, each.unit))
