"""Labels as they come: (unit, rater, value), sorted by unit and checked."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from evaluator.agreement.patterns import AnyCluster, Value, by_value, by_values, ordered
from evaluator.canonical import nfc

Label = tuple[str, str, str | float | None]


class Level(StrEnum):
    """Level of measurement of the values: what a difference between two of them means."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


class BadLabels(ValueError):
    """The labels cannot be used as they are; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Table:
    """Labels as unit → rater → value, blanks left out; every unit that was named is there."""

    units: Mapping[str, Mapping[str, Value]]

    @property
    def raters(self) -> list[str]:
        return sorted({rater for labels in self.units.values() for rater in labels})

    def clusters(
        self, cluster_of: Mapping[str, str] | None = None, *, of: tuple[str, str] | None = None
    ) -> Counter[AnyCluster]:
        """How often each cluster pattern occurs. A unit that `cluster_of` does not name is a cluster of its own.

        With `of`, a unit is what these two raters said of it, in this order; units that not both labelled are left out.
        """
        named = (
            (unit, _pattern(labels) if of is None else _meeting(labels, of)) for unit, labels in self.units.items()
        )
        known = ((unit, pattern) for unit, pattern in named if pattern)
        if not cluster_of:
            return Counter((pattern,) for _, pattern in known)
        together: defaultdict[tuple[bool, str], list[tuple[Value, ...]]] = defaultdict(list)
        for unit, pattern in known:
            together[unit in cluster_of, cluster_of.get(unit, unit)].append(pattern)
        return Counter(tuple(ordered(units, by_values)) for units in together.values())


def _pattern(labels: Mapping[str, Value]) -> tuple[Value, ...]:
    return tuple(ordered(labels.values(), by_value))


def _meeting(labels: Mapping[str, Value], raters: tuple[str, str]) -> tuple[Value, ...]:
    return tuple(labels[rater] for rater in raters) if all(rater in labels for rater in raters) else ()


def table(labels: Iterable[Label], level: Level = Level.NOMINAL) -> Table:
    """Sort labels by unit. Raises BadLabels when a rater labelled a unit twice and for values unfit for the level."""
    units: defaultdict[str, dict[str, Value]] = defaultdict(dict)
    for unit, rater, value in labels:
        named = units[unit]  # a unit that nobody labelled still counts as a unit
        if value is None:
            continue
        if rater in named:
            raise BadLabels(f"rater {rater!a} labelled unit {unit!a} twice")
        named[rater] = nfc(value) if isinstance(value, str) else value
    data = Table(units)
    if level is not Level.NOMINAL:
        _check_numbers(data, level)
    return data


def _check_numbers(data: Table, level: Level) -> None:
    for unit, labels in data.units.items():
        for rater, value in labels.items():
            if isinstance(value, str) or not math.isfinite(value):
                raise BadLabels(f"{value!a} of rater {rater!a} on unit {unit!a} is not a number: {level} needs numbers")
            if level is Level.RATIO and value < 0:
                raise BadLabels(f"{value!a} of rater {rater!a} on unit {unit!a} is negative: ratio needs a true zero")
