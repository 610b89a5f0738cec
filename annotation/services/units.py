"""Units of work: made by the apps above, each for a paper's genome or a pair; ranked, dated and paused by admins."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, Stage, Unit, User
from annotation.refusal import refused
from annotation.rules import HIGHEST_PRIORITY
from annotation.services.stages import move_to_stage
from annotation.services.validation import refuse_invalid

CHANGEABLE = frozenset({"priority", "due", "is_paused", "stage"})


@transaction.atomic
def create_unit(
    *,
    project: Project,
    kind: str,
    title: str,
    domain: str = "",
    overlap: int | None = None,
    is_ready: bool = True,
    priority: int = 0,
    due: datetime.date | None = None,
    barred: Iterable[User] = (),
    stage: Stage | None = None,
) -> Unit:
    """Make a unit that wants `overlap` labels (its stage's number when None, else the project's).

    It is never handed to the `barred`, neither to label nor to adjudicate.
    """
    unit = Unit(
        project=project,
        kind=kind,
        title=title[:500],
        domain=domain,
        overlap=(stage or project).overlap if overlap is None else overlap,
        stage=stage,
        is_ready=is_ready,
        priority=priority,
        due=due,
    )
    refuse_invalid(unit)
    unit.save(force_insert=True)
    people = list(barred)
    if people:
        unit.barred.set(people)
    return unit


@transaction.atomic
def set_ready(*, unit: Unit, is_ready: bool) -> Unit:
    """Say whether the unit may be handed out: a pair is ready when both its genomes are handed in."""
    unit.is_ready = is_ready
    unit.save(update_fields=["is_ready"])
    return unit


@transaction.atomic
def change_unit(*, by: User, unit: Unit, **facts: Any) -> Unit:
    """Change `priority`, `due`, `is_paused` or `stage` of a unit. Who holds one that is paused may finish it.

    Raises `Refused` when a value cannot be. Many at once: `annotation.services.bulk`.
    """
    unknown = set(facts) - CHANGEABLE
    if unknown:
        raise TypeError(f"not a fact of a unit: {', '.join(sorted(unknown))}")
    if not -HIGHEST_PRIORITY <= facts.get("priority", 0) <= HIGHEST_PRIORITY:
        message = _("A priority is a number from −%(most)s to %(most)s.")
        raise refused("priority", message % {"most": HIGHEST_PRIORITY}, "priority")
    Project.objects.select_for_update(no_key=True).get(pk=unit.project_id)
    this = Unit.objects.filter(pk=unit.pk)
    if "stage" in facts and (stage := facts.pop("stage")) != unit.stage:
        move_to_stage(by=by, project=unit.project, units=this, stage=stage)
    if facts:
        this.update(**facts)
    unit.refresh_from_db()
    return unit
