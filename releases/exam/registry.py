"""Which builder draws which task, and from which anchors. Each module t1 … t4 registers its own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluator.tasks import TASKS
from releases.exam.anchors import Source

if TYPE_CHECKING:
    from releases.exam.frame import Frame, Item

Builder = Callable[["Frame"], "Item"]


@dataclass(frozen=True, slots=True)
class Drawn:
    anchors: Source
    build: Builder


DRAWN: dict[str, Drawn] = {}


def draws(task: str, anchors: Source) -> Callable[[Builder], Builder]:
    """Register the builder of a task. It makes one Item from the frame's anchor, or raises Unfit."""
    if task not in TASKS or task in DRAWN:
        raise ValueError(f"{task} is no task type, or is drawn twice")

    def keep(build: Builder) -> Builder:
        DRAWN[task] = Drawn(anchors, build)
        return build

    return keep
