"""Agreement from counts of patterns: all that α, raw agreement, AC1 and Fleiss' κ need to know of the labels.

Units whose labels are the same values, whoever gave them, are exchangeable. So it is enough to know how often each
multiset of values occurs; a million labels of six values are a few hundred counts, which can be kept up to date.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from evaluator.agreement.figure import Figures
from evaluator.canonical import nfc

Value = str | float
Pattern = tuple[str, ...]
ClusterPattern = tuple[Pattern, ...]
AnyPattern = tuple[Value, ...]
AnyCluster = tuple[AnyPattern, ...]
_Thing = TypeVar("_Thing")


def figures_of_patterns(
    counts: Mapping[ClusterPattern, int], *, total: int, bootstrap: int = 0, seed: int = 0, raters: int | None = None
) -> Figures:
    """Nominal α, raw agreement, Gwet's AC1 and Fleiss' κ of labels that are known by their counts alone.

    A `Pattern` holds the values of one unit's labels, sorted, each as often as it was given: `("lost", "lost",
    "mutated")`. A `ClusterPattern` holds the patterns of all units of one cluster, sorted, each as often as it occurs;
    where units stand alone, a tuple of one pattern: `(("mutation", "speciation"),)`. `counts` says how many clusters
    look like that:

        figures_of_patterns({(("a", "a"),): 70, (("a", "b"),): 20, (("b", "b"),): 10}, total=120).alpha.value

    is α of 100 units with two labels each. Patterns need not be sorted: they are sorted and brought to NFC here, equal
    ones are added up, and counts of 0 are passed over. So the order of `counts` and of values never matters, and
    counts of disjoint sets of clusters may simply be added to get the figures of both together.

    Units with one label: leave them out, or give them as patterns of one value. They change nothing but AC1, whose
    shares of the categories come from every labelled unit, and Fleiss' κ, which needs equally many labels on each.
    `total` is how many units there are, labelled or not; it is told on as `n_units`, as is `raters`.

    With `bootstrap` resamples every defined figure has a percentile interval. A resample draws as many clusters as
    there are, with replacement: over distinct patterns this is a multinomial draw, the same distribution as drawing
    clusters one by one. One seed gives the same interval for the same counts, always.

    The result equals that of `evaluator.agreement.figures` over the labels, to the last bit. Raises ValueError for a
    negative count and TypeError where a pattern stands in place of a cluster.
    """
    from evaluator.agreement.estimates import figures_of_clusters

    return figures_of_clusters(_merged(counts), level="nominal", total=total, raters=raters, draws=(bootstrap, seed))


def cluster_pattern(units: Iterable[Iterable[str]]) -> ClusterPattern:
    """The pattern of one cluster from the values of each of its units; units without any label are left out."""
    return tuple(sorted(pattern for pattern in (tuple(sorted(map(nfc, unit))) for unit in units) if pattern))


def _merged(counts: Mapping[ClusterPattern, int]) -> Counter[AnyCluster]:
    merged: Counter[AnyCluster] = Counter()
    for cluster, count in counts.items():
        if any(isinstance(unit, str) for unit in cluster):
            raise TypeError(f"{cluster!a} is the pattern of a unit: a cluster is a tuple of such patterns")
        if count < 0:
            raise ValueError(f"{cluster!a} is counted {count} times")
        if count:
            merged[cluster_pattern(cluster)] += count
    return merged


def by_value(value: Value) -> tuple[bool, Value]:
    """Sorts numbers before texts, so that values of both kinds have an order."""
    return isinstance(value, str), value


def by_values(unit: AnyPattern) -> list[tuple[bool, Value]]:
    """The same for patterns."""
    return [by_value(value) for value in unit]


def ordered(things: Iterable[_Thing], key: Callable[[_Thing], Any]) -> list[_Thing]:
    """Things in order of `key`, which is asked only where they cannot be compared as they are: that is quicker."""
    listed: list[Any] = list(things)
    try:
        return sorted(listed)
    except TypeError:  # numbers and texts
        return sorted(listed, key=key)


def in_order(counts: Mapping[AnyCluster, int]) -> list[tuple[AnyCluster, int]]:
    """Clusters with their counts, in an order that depends on nothing but the clusters."""
    return [(cluster, counts[cluster]) for cluster in ordered(counts, lambda each: [by_values(unit) for unit in each])]
