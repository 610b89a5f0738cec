"""The 42 exam task types, each declared once: what is shown and asked, what the gold is, how each field is matched.

`releases.exam` draws the instances; everything that is said of a task, in files and on screens, is said here.
"""

from collections.abc import Mapping
from types import MappingProxyType

from evaluator.tasks.spec import FieldSpec, TaskSpec
from evaluator.tasks.t1 import T1
from evaluator.tasks.t2 import T2
from evaluator.tasks.t3 import T3
from evaluator.tasks.t4 import T4
from evaluator.vocabulary import Axis

__all__ = ["TASKS", "FieldSpec", "TaskSpec", "tasks_of"]

TASKS: Mapping[str, TaskSpec] = MappingProxyType({spec.task: spec for spec in (*T1, *T2, *T3, *T4)})


def tasks_of(axis: Axis) -> tuple[TaskSpec, ...]:
    """The task types of an axis in the order of the list: 5, 12, 17 and 8 of them."""
    return {Axis.T1: T1, Axis.T2: T2, Axis.T3: T3, Axis.T4: T4}[axis]
