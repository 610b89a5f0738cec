"""Accuracies of exam outcomes: micro, and macro over tasks, with clustered bootstrap intervals.

Micro: right / instances. Macro: the mean of task accuracies, each task counting the same. A macro figure needs every
task of its scope (the 42, or the axis's) in the release: otherwise it is undefined, never a mean of the rest.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluator.bootstrap import Interval, draws, interval
from evaluator.outcomes import Outcome

NO_INSTANCES = "no instances in this release"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of a scope (all tasks, or one axis). `partial` is the mean share of right fields, a secondary figure."""

    instances: int
    right: int
    tasks: int
    tasks_present: int
    macro: float | None
    macro_reason: str | None
    micro: float | None
    micro_reason: str | None
    partial: float | None
    macro_interval: Interval
    micro_interval: Interval


class Tally:
    """Task → (right, instances). Adding is weighted, for resamples."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.instances: Counter[str] = Counter()

    def add(self, other: "Tally", times: int) -> None:
        for task, count in other.instances.items():
            self.instances[task] += times * count
            self.right[task] += times * other.right[task]

    def micro(self, tasks: Collection[str]) -> float | None:
        """Right over instances of these tasks; None without instances."""
        instances = sum(self.instances[task] for task in tasks)
        return sum(self.right[task] for task in tasks) / instances if instances else None

    def macro(self, tasks: Collection[str]) -> float | None:
        """The mean of the accuracies of these tasks (summed without loss); None when a task has no instance."""
        if not all(self.instances[task] for task in tasks):
            return None
        return math.fsum(self.right[task] / self.instances[task] for task in tasks) / len(tasks)


def tally(outcomes: Iterable[Outcome]) -> Tally:
    """Right and all outcomes per task."""
    counts = Tally()
    for outcome in outcomes:
        counts.instances[outcome.task] += 1
        counts.right[outcome.task] += outcome.right
    return counts


def figures(
    outcomes: Sequence[Outcome], scopes: Mapping[str, Sequence[str]], *, replicates: int, seed: int
) -> dict[str, Figures]:
    """Figures of each scope (name → its task types). Every scope is read off the same resamples of clusters."""
    resampled = _resample(outcomes, replicates=replicates, seed=seed)
    return {name: _scope(outcomes, tasks, resampled) for name, tasks in scopes.items()}


def _resample(outcomes: Sequence[Outcome], *, replicates: int, seed: int) -> list[Tally]:
    """One tally per replicate. Clusters are drawn in the order of their names, so that row order plays no part."""
    groups: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[outcome.cluster].append(outcome)
    clusters = [tally(group) for _, group in sorted(groups.items())]
    resampled = []
    for times in draws(len(clusters), replicates=replicates, seed=seed):
        counts = Tally()
        for cluster, often in zip(clusters, times, strict=True):
            if often:
                counts.add(cluster, often)
        resampled.append(counts)
    return resampled


def _scope(outcomes: Sequence[Outcome], tasks: Sequence[str], resampled: Sequence[Tally]) -> Figures:
    mine = [outcome for outcome in outcomes if outcome.task in tasks]
    counts = tally(mine)
    present = sum(1 for task in tasks if counts.instances[task])
    clusters = len({outcome.cluster for outcome in mine})
    macro = counts.macro(tasks)
    return Figures(
        instances=len(mine),
        right=sum(outcome.right for outcome in mine),
        tasks=len(tasks),
        tasks_present=present,
        macro=macro,
        macro_reason=None if macro is not None else absent_reason(len(tasks), present),
        micro=counts.micro(tasks),
        micro_reason=None if mine else NO_INSTANCES,
        partial=partial_credit(mine),
        macro_interval=interval([each.macro(tasks) for each in resampled] if present else [], clusters=clusters),
        micro_interval=interval([each.micro(tasks) for each in resampled] if present else [], clusters=clusters),
    )


def partial_credit(outcomes: Sequence[Outcome]) -> float | None:
    """Mean share of right fields over instances (summed without loss); None without instances."""
    if not outcomes:
        return None
    return math.fsum(outcome.partial for outcome in outcomes) / len(outcomes)


def absent_reason(tasks: int, present: int) -> str:
    """Why a macro figure is undefined."""
    if not present:
        return NO_INSTANCES
    return f"{tasks - present} of {tasks} task types are absent from this release"
