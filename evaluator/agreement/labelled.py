"""Figures of (unit, rater, value) labels."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evaluator.agreement.figure import Figures, Undefined
from evaluator.agreement.table import Label, Level, Table, table
from evaluator.bootstrap import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """α and raw agreement on one field. A unit is used when at least two people labelled it; a blank is no label."""

    alpha: float | None
    alpha_reason: Undefined | None
    raw_agreement: float | None
    raw_agreement_reason: Undefined | None
    n_units: int
    n_units_used: int
    n_labels: int
    n_raters: int
    interval: Interval | None


def figures(
    labels: Iterable[Label],
    level: Level = Level.NOMINAL,
    *,
    clusters: Mapping[str, str] | None = None,
    bootstrap: int = 0,
    seed: int = 0,
) -> Figures:
    """Krippendorff's α, raw agreement, Gwet's AC1 and Fleiss' κ of (unit, rater, value) labels; None is a blank.

    Values are numbers unless the level is nominal; the level is that of α, the others ask only whether two labels are
    equal. Raw agreement is the share of agreeing pairs of labels, over all pairs within units. With `bootstrap`
    resamples every defined figure has an interval from resampling the units, or the clusters that `clusters` puts them
    in (unit → cluster). Raises BadLabels for a label given twice, for values that are not numbers, for negative ones at
    ratio level, and for values with which α cannot be computed.
    """
    return figures_of_table(table(labels, level), level, clusters=clusters, bootstrap=bootstrap, seed=seed)


def figures_of_table(
    data: Table, level: Level, *, clusters: Mapping[str, str] | None = None, bootstrap: int = 0, seed: int = 0
) -> Figures:
    """`figures` of labels that are sorted already."""
    from evaluator.agreement.estimates import figures_of_clusters

    counts, raters = data.clusters(clusters), len(data.raters)
    return figures_of_clusters(counts, level=level.value, total=len(data.units), raters=raters, draws=(bootstrap, seed))


def agreement(labels: Iterable[Label], level: Level = Level.NOMINAL, *, bootstrap: int = 0, seed: int = 0) -> Agreement:
    """α with its interval, and raw agreement: what `figures` gives, in one row. Raises BadLabels as it does."""
    found = figures(labels, level, bootstrap=bootstrap, seed=seed)
    return Agreement(
        alpha=found.alpha.value,
        alpha_reason=found.alpha.reason,
        raw_agreement=found.raw_agreement.value,
        raw_agreement_reason=found.raw_agreement.reason,
        n_units=found.alpha.n_units,
        n_units_used=found.alpha.n_units_used,
        n_labels=found.alpha.n_labels,
        n_raters=found.alpha.n_raters or 0,
        interval=found.alpha.interval,
    )


def fleiss_kappa(labels: Iterable[Label]) -> tuple[float | None, Undefined | None]:
    """Fleiss' κ (1971) and, when undefined, why. Every labelled unit needs the same number of labels, at least two."""
    found = figures(labels).fleiss
    return found.value, found.reason
