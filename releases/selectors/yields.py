"""What each task type would give, and why not more, as the audits of a draft counted it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluator.tasks import TASKS as SPECS
from evaluator.vocabulary import Axis
from releases.exam.lacks import LACKS
from releases.wording import TASKS


@dataclass(frozen=True)
class Lack:
    """`count` anchors lacked what the words say."""

    words: Any
    count: int


@dataclass(frozen=True)
class YieldRow:
    task: str
    axis: Axis
    title: Any
    instances: int
    anchors: int
    lacks: tuple[Lack, ...]


def yield_rows(yields: Mapping[str, Mapping[str, Any]]) -> list[YieldRow]:
    """All task types in their order; what lacks most often first. `yields` as a release's preview keeps them."""
    return [
        YieldRow(
            task=task,
            axis=spec.axis,
            title=TASKS[task],
            instances=yields[task]["instances"],
            anchors=yields[task]["anchors"],
            lacks=_lacks(yields[task]["lacks"]),
        )
        for task, spec in SPECS.items()
        if task in yields
    ]


def _lacks(counts: Mapping[str, int]) -> tuple[Lack, ...]:
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return tuple(Lack(LACKS.get(code, code), count) for code, count in ordered)
