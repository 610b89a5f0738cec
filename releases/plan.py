"""The plan of a release: how its exam is drawn, and which lineages are kept back. Kept with it as JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from evaluator.convert import from_json
from evaluator.tasks import TASKS
from releases.exam.plan import ExamPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPlan:
    """Which lineages go where: see releases/splits.py.

    With `calibration` the lineages of pairs on which people were measured stay apart and are never scored. Of the
    others, one with a paper published after `cutoff` (ISO 8601 date, None for no holdout) is temporal holdout; of the
    rest `sealed_share` (0–1) are sealed, seeded, as even over domains and dynamics as they allow.
    """

    sealed_share: float = field(default=0.0, metadata={"minimum": 0, "maximum": 1})
    cutoff: str | None = None
    calibration: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePlan(ExamPlan):
    """The plan of the exam with that of the splits: `{"per_task": …, "options": …, "splits": {"sealed_share": …}}`."""

    splits: SplitPlan = SplitPlan()


@dataclass(frozen=True, slots=True)
class PlanFault:
    """What the shape does not tell: `code` is unknown_task or bad_date; `found` stands at `field`."""

    code: str
    field: str
    found: str


def read_plan(stored: Mapping[str, Any], seed: int) -> ReleasePlan:
    """A plan as it is kept; what it leaves out has its default. Raises evaluator.faults.DataFaults with every fault."""
    return from_json(ReleasePlan, {**stored, "seed": seed}, partial=True)


def plan_faults(plan: ReleasePlan) -> Iterator[PlanFault]:
    """Task types that do not exist, and a cutoff that is no date."""
    for task in sorted(set(plan.tasks) - set(TASKS)):
        yield PlanFault("unknown_task", f"tasks[{task}]", task)
    cutoff = plan.splits.cutoff
    if cutoff is not None and not _is_date(cutoff):
        yield PlanFault("bad_date", "splits.cutoff", cutoff)


def _is_date(text: str) -> bool:
    """Whether it is a full date, such as 2024-06-30; other forms of ISO 8601 would not compare as text."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
