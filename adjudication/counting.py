"""What a pair with all its labels adds to counted agreement, as patterns and meetings. Pure: no Django here.

A pattern is the canonical JSON of a cluster of `evaluator.agreement.patterns`: the values of each unit's labels.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import combinations
from typing import Any

from evaluator.agreement import ClusterPattern, cluster_pattern

LINEAGE = {True: "lineage", False: "no lineage"}
PAIR_FIELDS = ("dynamics", "lineage", "predecessor_driver", "transition_driver", "ecology")
SOURCE_FIELD, TARGET_FIELD = "fate", "origin"
FIELD_NAMES = (*PAIR_FIELDS, SOURCE_FIELD, TARGET_FIELD)
OBJECT_FIELDS = frozenset({SOURCE_FIELD, TARGET_FIELD})  # many units to a pair
DRIVERS = frozenset({"predecessor_driver", "transition_driver"})  # a value is an object: it means something in one pair
WIDE = OBJECT_FIELDS | DRIVERS  # fields with nearly as many patterns as pairs
SAME, OTHER = "same", "other"
DIFFERS = "decision"  # whether the labels of a pair are one answer; a field like the others, for counting alone


@dataclass(frozen=True, slots=True)
class Said:
    """One label of a pair."""

    rater: int
    decision: Mapping[str, Any]
    key: str
    guideline: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Counted:
    """What one pair is counted as. Its patterns are by field, its meetings by rater id: the smaller one first."""

    week: date
    guideline: int | None
    patterns: dict[str, str]
    meetings: list[list[Any]]


def values_in(name: str, decision: Mapping[str, Any]) -> Iterable[tuple[str, str | None]]:
    """(":object" or "", value) for each unit of a field in one decision."""
    if name == SOURCE_FIELD:
        return [(f":{key}", value) for key, value in decision["fates"].items()]
    if name == TARGET_FIELD:
        return [(f":{key}", value) for key, value in decision["origins"].items()]
    value = decision[name]
    return [("", LINEAGE[value] if isinstance(value, bool) else value)]


def counted(labels: Sequence[Said]) -> Counted:
    """What a pair with these labels, all that it wants, is counted as. At least one label."""
    versions = {label.guideline for label in labels}
    patterns = {name: _pattern(name, labels) for name in FIELD_NAMES}
    patterns[DIFFERS] = written(((SAME if len({label.key for label in labels}) == 1 else OTHER,),))
    last = max(label.at for label in labels).astimezone(UTC).date()
    return Counted(
        week=last - timedelta(days=last.weekday()),
        guideline=versions.pop() if len(versions) == 1 else None,
        patterns={name: pattern for name, pattern in patterns.items() if pattern != "[]"},
        meetings=sorted(meeting for name in FIELD_NAMES for meeting in _meetings(name, labels)),
    )


def _pattern(name: str, labels: Sequence[Said]) -> str:
    units: dict[str, list[str]] = {}
    for label in labels:
        for unit, value in values_in(name, label.decision):
            if value is not None:
                units.setdefault(unit, []).append(value)
    return written(cluster_pattern(units.values()))


def _meetings(name: str, labels: Sequence[Said]) -> Iterator[list[Any]]:
    """[rater, rater, field, value, value]. Of drivers only whether both named the same object."""
    said = [(label.rater, dict(values_in(name, label.decision))) for label in sorted(labels, key=lambda x: x.rater)]
    for (first, ours), (second, theirs) in combinations(said, 2):
        for unit in ours.keys() & theirs.keys():
            one, other = ours[unit], theirs[unit]
            if one is not None and other is not None:
                both = (SAME, SAME if one == other else OTHER) if name in DRIVERS else (one, other)
                yield [first, second, name, *both]


def written(cluster: ClusterPattern) -> str:
    """A pattern as it is stored: canonical JSON, since clusters are sorted."""
    return json.dumps(cluster, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=8192)
def read(pattern: str) -> ClusterPattern:
    return tuple(tuple(unit) for unit in json.loads(pattern))


def narrow(field: str) -> str:
    """Under which name a field's few patterns are counted: objects one by one, drivers by who agrees with whom."""
    return f"{field}.unit" if field in OBJECT_FIELDS else f"{field}.shape" if field in DRIVERS else field


NARROW = {narrow(field): field for field in (*FIELD_NAMES, DIFFERS)}


def rows(patterns: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """(field, pattern, count) of every row that a pair adds to, those of wide fields twice: whole and narrow."""
    for field, pattern in patterns.items():
        yield field, pattern, 1
        if field in OBJECT_FIELDS:
            for unit, count in Counter(read(pattern)).items():
                yield narrow(field), written((unit,)), count
        elif field in DRIVERS:
            yield narrow(field), written(shape(read(pattern))), 1


def shape(cluster: ClusterPattern) -> ClusterPattern:
    """The cluster with its values renamed by how often they occur: who agrees with whom, and nothing else."""
    return cluster_pattern(
        [str(place) for place, (_value, count) in enumerate(Counter(unit).most_common()) for _ in range(count)]
        for unit in cluster
    )


def cohen(met: Mapping[tuple[str, str], int]) -> float | None:
    """κ of two raters from how often the first said one thing and the second another (J. Cohen 1960).

    (po - pe) / (1 - pe), pe from each rater's own shares. None without a unit, or where both know one value only.
    """
    ours, theirs = Counter[str](), Counter[str]()
    for (one, other), count in met.items():
        ours[one] += count
        theirs[other] += count
    n = ours.total()
    by_chance = sum(count * theirs[value] for value, count in ours.items())  # n² pe
    if not n or by_chance == n * n:
        return None
    agreeing = sum(count for (one, other), count in met.items() if one == other)
    return (agreeing * n - by_chance) / (n * n - by_chance)
