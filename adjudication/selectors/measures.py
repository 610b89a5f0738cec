"""How a field's agreement is measured: the same for labels of pairs and for the typing of objects."""

from dataclasses import dataclass

from django.core.cache import cache

from adjudication import rules
from evaluator.agreement import Agreement, agreement
from evaluator.bootstrap import REPLICATES
from evaluator.canonical import canonical_bytes, sha256_hex

SEED = 1
A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class FieldFigures:
    """Agreement on one field. `total` is the number of units that there are, labelled or not."""

    name: str
    figures: Agreement
    total: int
    raw_low: float | None
    raw_high: float | None


def figures_of(name: str, labels: list[tuple[str, str, str | None]], total: int) -> FieldFigures:
    """Raw agreement with its Wilson interval, and α, of (unit, rater, value) rows; `total` counts all units."""
    figures = _measured(labels)
    used, raw = figures.n_units_used, figures.raw_agreement
    low, high = (None, None) if raw is None else rules.wilson(raw, used)
    return FieldFigures(name, figures, total, low, high)


def _measured(labels: list[tuple[str, str, str | None]]) -> Agreement:
    """The figures of these very labels: kept for a day under their hash, since the resamples take a while."""
    key = f"agreement:{SEED}:{REPLICATES}:{sha256_hex(canonical_bytes([list(label) for label in labels]))}"
    known: Agreement | None = cache.get(key)
    if known is None:
        known = agreement(labels, bootstrap=REPLICATES, seed=SEED)
        cache.set(key, known, A_DAY)
    return known
