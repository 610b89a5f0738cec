"""The plan of a release, as it is kept with it and as it is used."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.fault_words import faults_of
from annotation.refusal import Fault, Refused, refused
from evaluator.convert import to_json
from evaluator.faults import DataFaults
from releases.plan import PlanFault, ReleasePlan, plan_faults, read_plan


def plan_of(stored: Mapping[str, Any], seed: int) -> ReleasePlan:
    """The plan that is kept with a release, complete; its seed is the release's. Raises DataFaults."""
    return read_plan(stored, seed)


def checked_plan(wish: Any) -> dict[str, Any]:
    """A plan as it is kept: every part of it, the seed aside. Raises Refused with every fault."""
    if not isinstance(wish, Mapping):  # what a program sent as JSON may be anything
        raise refused("wrong_type", _("A plan is an object with named parts."), "plan")
    try:
        plan = plan_of(wish, 0)
    except DataFaults as error:
        raise Refused(faults_of(error)) from error
    faults = [Fault(fault.code, _words(fault), fault.field) for fault in plan_faults(plan)]
    if faults:
        raise Refused(faults)
    kept = dict(to_json(plan))
    del kept["seed"]
    return kept


def _words(fault: PlanFault) -> str:
    if fault.code == "unknown_task":
        return _("There is no task type “%(name)s”.") % {"name": fault.found}
    return _("“%(found)s” is no date: write it as year, month and day, for example 2024-06-30.") % {
        "found": fault.found
    }
