"""Cohen's κ of two raters. Nominal. Source: J. Cohen, "A coefficient of agreement for nominal scales" (1960)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from evaluator.agreement.figure import Figure, Undefined
from evaluator.agreement.patterns import AnyCluster
from evaluator.agreement.table import Label, Table, table
from evaluator.canonical import nfc

Meeting = tuple[str, str]  # what the first rater said of a unit, and the second
PairCluster = tuple[Meeting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """Cohen's κ of two raters over the `n_units` that both labelled."""

    raters: tuple[str, str]
    kappa: float | None
    kappa_reason: Undefined | None
    n_units: int


def kappas(
    labels: Iterable[Label], *, clusters: Mapping[str, str] | None = None, bootstrap: int = 0, seed: int = 0
) -> dict[tuple[str, str], Figure]:
    """Cohen's κ of every two raters, by name. Intervals and `clusters` as in `figures`; raises BadLabels as it does."""
    return kappas_of_table(table(labels), clusters=clusters, bootstrap=bootstrap, seed=seed)


def kappas_of_table(
    data: Table, *, clusters: Mapping[str, str] | None = None, bootstrap: int = 0, seed: int = 0
) -> dict[tuple[str, str], Figure]:
    """`kappas` of labels that are sorted already."""
    given = Counter(rater for labels in data.units.values() for rater in labels)
    found = {}
    for pair in combinations(data.raters, 2):
        met: AnyClusters = data.clusters(clusters, of=pair)
        n_labels = given[pair[0]] + given[pair[1]]
        found[pair] = _figure(met, total=len(data.units), n_labels=n_labels, draws=(bootstrap, seed))
    return found


AnyClusters = Counter[AnyCluster]


def kappa_of_patterns(counts: Mapping[PairCluster, int], *, total: int, bootstrap: int = 0, seed: int = 0) -> Figure:
    """Cohen's κ from counts, as `figures_of_patterns`: a unit is (what the first said, what the second said).

    Who is first matters, so these are not sorted; the units of a cluster are. `n_labels` are those of shared units.
    """
    merged: AnyClusters = Counter()
    for cluster, count in counts.items():
        if count < 0:
            raise ValueError(f"{cluster!a} is counted {count} times")
        if count:
            merged[tuple(sorted((nfc(first), nfc(second)) for first, second in cluster))] += count
    n_labels = 2 * sum(len(cluster) * count for cluster, count in merged.items())
    return _figure(merged, total=total, n_labels=n_labels, draws=(bootstrap, seed))


def _figure(met: AnyClusters, *, total: int, n_labels: int, draws: tuple[int, int]) -> Figure:
    from evaluator.agreement.chance import cohen
    from evaluator.agreement.estimates import Sample, measured
    from evaluator.agreement.patterns import in_order

    sample = Sample(in_order({cluster: count for cluster, count in met.items() if cluster}))
    reason = None if sample.units else Undefined.NO_SHARED_UNITS
    if reason is None and len(sample.labels.values) == 1:
        reason = Undefined.ONE_CATEGORY
    ((value, reason, interval),) = measured(sample, [(cohen(sample.units), reason)], draws)
    return Figure(
        value=value,
        reason=reason,
        interval=interval,
        n_units=total,
        n_units_used=sample.n_units,
        n_labels=n_labels,
        n_raters=2,
    )


def pairwise_kappas(labels: Iterable[Label]) -> list[Kappa]:
    """`kappas` without intervals, in one row each."""
    return [
        Kappa(raters=pair, kappa=found.value, kappa_reason=found.reason, n_units=found.n_units_used)
        for pair, found in kappas(labels).items()
    ]
