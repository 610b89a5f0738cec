"""Figures of counted labels, with their intervals once those are there: resamples take a while, points do not.

A figure is kept for a day under its counts, so it is never that of other labels. `compute` says whether to wait for an
interval that is not kept yet; without it the figure comes at once, and says that its interval is pending.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.cache import cache

from adjudication import rules
from adjudication.counting import DRIVERS, FIELD_NAMES, OBJECT_FIELDS, WIDE, read
from adjudication.selectors.measures import A_DAY, SEED, FieldFigures
from adjudication.selectors.sources import Patterns, Source, source_of
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, User
from evaluator.agreement import ClusterPattern, Figure, Figures, figures_of_patterns
from evaluator.bootstrap import REPLICATES
from evaluator.canonical import canonical_bytes, sha256_hex

KEPT = "agreement:3"  # part of every key: another number forgets what was kept in another shape
AT_ONCE = 2_000  # pairs of which the whole patterns are read while somebody waits
MOST_RESAMPLED = 20_000  # different patterns of which resamples are drawn
WHOLE_ONLY = "drivers are counted whole"
TOO_MANY = "too many different patterns to resample"


@dataclass(frozen=True, slots=True)
class Value:
    """A figure and its interval, each None with its reason where it is undefined."""

    value: float | None
    reason: str | None = None
    low: float | None = None
    high: float | None = None
    no_interval: str | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """Agreement on one field, or on a part of its units. `total` counts all units, None where nobody has counted."""

    name: str
    used: int
    raw: Value
    alpha: Value
    ac1: Value
    total: int | None = None
    is_pending: bool = False


def as_measured(each: Measured | FieldFigures) -> Measured:
    """The same of figures that were measured straight from labels."""
    if isinstance(each, Measured):
        return each
    figures, span = each.figures, each.figures.interval
    raw = Value(figures.raw_agreement, figures.raw_agreement_reason, each.raw_low, each.raw_high)
    alpha = Value(figures.alpha, figures.alpha_reason, *((span.low, span.high, span.reason) if span else ()))
    return Measured(each.name, figures.n_units_used, raw, alpha, Value(None), total=each.total)


@dataclass(frozen=True, slots=True)
class Group:
    """Narrow patterns of one field to measure, under a name."""

    name: str
    field: str
    counts: Patterns
    total: int | None = None


def measured(groups: Sequence[Group], *, compute: bool) -> list[Measured]:
    """Figures of each group, in their order. All that is kept is read at once."""
    keys = [_key(group) for group in groups]
    known: Mapping[str, Measured] = cache.get_many(keys)
    fresh: dict[str, Measured] = {}
    found = []
    for key, group in zip(keys, groups, strict=True):
        one = known.get(key) or fresh.get(key) or _of_narrow(group, compute=compute)
        if key not in known and not one.is_pending:
            fresh[key] = one
        found.append(replace(one, name=group.name, total=_total(group.total, one.used)))
    cache.set_many(fresh, A_DAY)
    return found


def _key(group: Group) -> str:
    counts = [[pattern, count] for pattern, count in sorted(group.counts.items())]
    return f"{KEPT}:{SEED}:{REPLICATES}:{sha256_hex(canonical_bytes([group.field in WIDE, group.field, counts]))}"


def _total(total: int | None, used: int) -> int | None:
    return None if total is None else max(total, used)


def _of_narrow(group: Group, *, compute: bool) -> Measured:
    draws = REPLICATES if compute and group.field not in WIDE else 0
    figures = _figures(group.counts, draws)
    raw = _value(figures.raw_agreement)
    if group.field not in OBJECT_FIELDS:
        raw = _with_wilson(raw, figures.raw_agreement.n_units_used)
    alpha, ac1 = _value(figures.alpha), _value(figures.ac1)
    if group.field in DRIVERS and raw.value is not None:
        alpha = ac1 = Value(None, WHOLE_ONLY)
    pending = not draws and alpha.value is not None and group.field not in WIDE
    return Measured(group.name, figures.alpha.n_units_used, raw, alpha, ac1, is_pending=pending)


def _figures(counts: Mapping[str, int], draws: int) -> Figures:
    clusters: Counter[ClusterPattern] = Counter()
    for pattern, count in counts.items():
        clusters[read(pattern)] += count
    return figures_of_patterns(clusters, total=0, bootstrap=draws, seed=SEED)


def _value(figure: Figure) -> Value:
    span = figure.interval
    reason = None if figure.reason is None else str(figure.reason)
    return Value(figure.value, reason, *((span.low, span.high, span.reason) if span else ()))


def _with_wilson(raw: Value, used: int) -> Value:
    if raw.value is None:
        return raw
    low, high = rules.wilson(raw.value, used)
    return replace(raw, low=low, high=high, no_interval=None)


def fields_measured(
    source: Source, sums: Mapping[str, Patterns], totals: Mapping[str, int | None], *, compute: bool
) -> list[Measured]:
    """Every field over all pairs that are meant. Objects are resampled pair by pair; drivers are told apart."""
    found = measured([Group(name, name, sums[name], totals[name]) for name in FIELD_NAMES], compute=compute)
    whole = whole_measured(source, sums["lineage"].total(), compute=compute)
    return [
        replace(whole[each.name], total=_total(each.total, each.used)) if each.name in whole else _pending(each)
        for each in found
    ]


def _pending(one: Measured) -> Measured:
    return replace(one, is_pending=one.is_pending or (one.name in WIDE and one.raw.value is not None))


def whole_measured(source: Source, pairs: int, *, compute: bool) -> dict[str, Measured]:
    """The figures of WIDE fields that are kept, or that can be had of up to `most` pairs."""
    keys = {name: f"{KEPT}:{source.version}:{name}" for name in WIDE}
    known: Mapping[str, Measured] = cache.get_many(keys.values())
    found = {name: known[key] for name, key in keys.items() if key in known}
    if len(found) == len(WIDE) or pairs > AT_ONCE:
        return found
    patterns = source.wide()
    for name in WIDE - found.keys():
        found[name] = _of_whole(name, patterns[name], compute=compute)
    cache.set_many({keys[name]: each for name, each in found.items() if not each.is_pending}, A_DAY)
    return found


def keep_whole(project: Project, wanted: Wanted, reader: User | None = None) -> None:
    """Make these figures, of however many pairs, and keep them. Costs seconds to minutes: for the worker."""
    whole_measured(source_of(project, reader, wanted), 0, compute=True)


def _of_whole(name: str, counts: Patterns, *, compute: bool) -> Measured:
    draws = REPLICATES if compute and len(counts) <= MOST_RESAMPLED else 0
    figures = _figures(counts, draws)
    used = figures.alpha.n_units_used
    raw, alpha, ac1 = _value(figures.raw_agreement), _value(figures.alpha), _value(figures.ac1)
    if name in DRIVERS:
        raw = _with_wilson(raw, used)
    if compute and not draws:
        alpha, ac1 = replace(alpha, no_interval=TOO_MANY), replace(ac1, no_interval=TOO_MANY)
    return Measured(name, used, raw, alpha, ac1, is_pending=not compute and raw.value is not None)


def of_whole(name: str, counts: Patterns, total: int) -> Measured:
    """A WIDE field from its whole patterns, with its intervals unless there are too many patterns."""
    found = _of_whole(name, counts, compute=True)
    return replace(found, total=_total(total, found.used))


def summed(many: Iterable[Patterns]) -> Patterns:
    """All counts together."""
    total: Patterns = Counter()
    for each in many:
        total.update(each)
    return total


def figure_json(each: Measured) -> dict[str, Any]:
    """A field's figures as JSON: an undefined one is null, with its reason beside it."""
    found: dict[str, Any] = {"name": each.name, "n_used": each.used, "n_total": each.total}
    for name, value in (("raw_agreement", each.raw), ("alpha", each.alpha), ("ac1", each.ac1)):
        found |= {
            name: value.value,
            f"{name}_reason": value.reason,
            f"{name}_low": value.low,
            f"{name}_high": value.high,
            f"{name}_interval_reason": value.no_interval or value.reason,
        }
    return {**found, "interval_pending": each.is_pending}
