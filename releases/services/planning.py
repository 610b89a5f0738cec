"""The plan of a release, as it is kept with it and as it is used."""

from collections.abc import Mapping
from typing import Any

from annotation.fault_words import faults_of
from annotation.refusal import Fault, Refused
from evaluator.convert import from_json, to_json
from evaluator.faults import DataFaults
from evaluator.tasks import TASKS
from releases.exam.plan import ExamPlan


def plan_of(stored: Mapping[str, Any], seed: int) -> ExamPlan:
    """The plan that is kept with a release, complete; its seed is the release's. Raises DataFaults."""
    return from_json(ExamPlan, {**stored, "seed": seed}, partial=True)


def checked_plan(wish: Mapping[str, Any]) -> dict[str, Any]:
    """A plan as it is kept: every part of it, the seed aside. Raises Refused with every fault."""
    try:
        plan = plan_of(wish, 0)
    except DataFaults as error:
        raise Refused(faults_of(error)) from error
    unknown = sorted(set(plan.tasks) - set(TASKS))
    if unknown:
        raise Refused([Fault("unknown_task", f"{task}?", f"tasks[{task}]") for task in unknown])
    kept = dict(to_json(plan))
    del kept["seed"]
    return kept
