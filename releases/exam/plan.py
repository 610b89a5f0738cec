"""How an exam is drawn: seed, sizes and difficulty. Stored with a release and stated in its manifest."""

from collections.abc import Mapping
from dataclasses import dataclass, field

OPTIONS_LEAST, OPTIONS_MOST = 3, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamPlan:
    """`per_task` instances of each task at most (None: all that the gold can feed); `tasks` overrides it per task.

    `options` is how many candidates stand in a choice between papers or lineages, the right one included; of passages,
    which are short, there is one more. `near` (0–1) is the share of distractors taken from the same niche, domain or
    trace as long as there are any; the rest are far ones. `empty_share` (0–1) of the instances of tasks that may have
    an empty gold have one.
    """

    seed: int = 1
    per_task: int | None = field(default=None, metadata={"minimum": 1})
    tasks: Mapping[str, int] = field(default_factory=dict)
    options: int = field(default=4, metadata={"minimum": OPTIONS_LEAST, "maximum": OPTIONS_MOST})
    near: float = field(default=0.5, metadata={"minimum": 0, "maximum": 1})
    empty_share: float = field(default=0.25, metadata={"minimum": 0, "maximum": 1})

    def most(self, task: str) -> int | None:
        """How many instances of a task are wanted; None for all."""
        return self.tasks.get(task, self.per_task)
