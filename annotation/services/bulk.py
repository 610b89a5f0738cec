"""Many units changed at once: what was changed, what was so already, what was left out and why."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from annotation.models import Assignment, Project, Unit, User
from annotation.refusal import refused
from annotation.rules import HIGHEST_PRIORITY, MOST_LABELS
from annotation.services.stages import move_to_stage


class Action(StrEnum):
    """What can be done to many units."""

    PAUSE = "pause"
    RESUME = "resume"
    PRIORITY = "priority"
    DUE = "due"
    STAGE = "stage"
    OVERLAP = "overlap"


class Left(StrEnum):
    """Why a unit was left out."""

    COMPLETE = "complete"  # all its labels are in
    BUSY = "busy"  # more people hold or have finished it than it would want


FIELDS: Mapping[Action, str] = {
    Action.PAUSE: "is_paused",
    Action.RESUME: "is_paused",
    Action.PRIORITY: "priority",
    Action.DUE: "due",
    Action.STAGE: "stage_id",
    Action.OVERLAP: "overlap",
}


@dataclass(frozen=True, slots=True)
class BulkResult:
    """`before` is each former value with the ids that had it: the same action with it undoes this one."""

    action: Action
    value: Any
    changed: int
    same: int
    left_out: Mapping[Left, int]
    before: Sequence[tuple[str, Sequence[int]]]

    @property
    def total(self) -> int:
        return self.changed + self.same + sum(self.left_out.values())


@transaction.atomic
def change_units(
    *, by: User, project: Project, units: Sequence[int], action: str, value: str = "", dry_run: bool = False
) -> BulkResult:
    """Do one thing to many units (ids) of a project; done again it changes nothing.

    With `dry_run` nothing is written, and the answer is what would be. Raises Refused for a value that fits no unit.
    """
    wanted = _action(action)
    new = _value(project, wanted, value)
    rows = Unit.objects.filter(project=project, pk__in=units).order_by("pk")
    if not dry_run:
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # before its units, as everywhere
        rows = rows.select_for_update(no_key=True, of=("self",))
    left: Counter[Left] = Counter()
    same, before = 0, defaultdict(list)
    holds = _holds(units) if wanted is Action.OVERLAP else {}
    for unit in rows.only("pk", "overlap", "labels_done", FIELDS[wanted]):
        old = getattr(unit, FIELDS[wanted])
        reason = _left_out(unit, new, holds.get(unit.pk, 0)) if wanted is Action.OVERLAP and old != new else None
        if reason is not None:
            left[reason] += 1
        elif old == new:
            same += 1
        else:
            before[old].append(unit.pk)
    ids = [pk for changed in before.values() for pk in changed]
    if ids and not dry_run:
        _write(by, project, wanted, new, ids)
    former = [(_as_text(old), changed) for old, changed in before.items()]
    return BulkResult(wanted, new, len(ids), same, dict(left), former)


def _write(by: User, project: Project, action: Action, new: Any, ids: Sequence[int]) -> None:
    units = Unit.objects.filter(project=project, pk__in=ids)
    if action is Action.STAGE:  # what a stage wants of its units comes with it
        stage = project.stages.get(pk=new) if new is not None else None
        move_to_stage(by=by, project=project, units=units, stage=stage)
    else:
        units.update(**{FIELDS[action]: new})


def inverse(action: Action) -> Action:
    """What undoes an action, given the values of before."""
    return {Action.PAUSE: Action.RESUME, Action.RESUME: Action.PAUSE}.get(action, action)


def _action(action: str) -> Action:
    if action not in list(Action):
        raise refused("unknown_action", _("Choose what to do with the selected rows."), "action")
    return Action(action)


def _value(project: Project, action: Action, value: str) -> Any:
    """The new value as the unit holds it."""
    if action in (Action.PAUSE, Action.RESUME):
        return action is Action.PAUSE
    text = value.strip()
    if action is Action.STAGE:
        return _stage(project, text)
    if action is Action.DUE:
        return _date(text)
    low, high = (1, MOST_LABELS) if action is Action.OVERLAP else (-HIGHEST_PRIORITY, HIGHEST_PRIORITY)
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None
    if number is None or not low <= number <= high:
        words = {"low": low, "high": high}
        raise refused("value", _("Give a whole number from %(low)s to %(high)s.") % words, "value")
    return number


def _stage(project: Project, text: str) -> int | None:
    if not text:
        return None
    known = project.stages.filter(pk=int(text)) if text.isascii() and text.isdecimal() and len(text) < 10 else None
    if known is None or not known.exists():
        raise refused("value", _("This project has no such stage. Choose one of the list."), "value")
    return int(text)


def _date(text: str) -> datetime.date | None:
    if not text:
        return None
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        raise refused("value", _("Give the date as year-month-day, such as 2026-03-31, or none."), "value")
    return day


def _holds(units: Sequence[int]) -> dict[int, int]:
    """Unit to the people who hold it to label."""
    active = Assignment.objects.active().filter(unit__in=units, purpose=Assignment.Purpose.LABEL).order_by()
    return dict(active.values_list("unit").annotate(Count("pk")))


def _left_out(unit: Unit, overlap: int, held: int) -> Left | None:
    """Others build on complete labels; and nobody's work in hand becomes surplus by a change of numbers."""
    if unit.labels_done >= unit.overlap:
        return Left.COMPLETE
    return Left.BUSY if overlap < unit.labels_done + held else None


def _as_text(value: Any) -> str:
    return "" if value is None else str(value)


__all__ = ["Action", "BulkResult", "Left", "change_units", "inverse"]
