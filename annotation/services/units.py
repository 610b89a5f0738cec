"""Units of work: made by the apps above, each for a paper's genome or a pair."""

import datetime
from collections.abc import Iterable

from django.db import transaction

from annotation.models import Project, Unit, User
from annotation.services.validation import refuse_invalid


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
) -> Unit:
    """Make a unit that wants `overlap` labels (the project's number when None).

    It is never handed to the `barred`, neither to label nor to adjudicate.
    """
    unit = Unit(
        project=project,
        kind=kind,
        title=title[:500],
        domain=domain,
        overlap=project.overlap if overlap is None else overlap,
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
