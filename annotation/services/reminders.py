"""Telling people the day before that a unit they hold is due."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from annotation.models import Assignment, Notification
from annotation.services.telling import notify

BATCH = 200
A_DAY = timedelta(days=1)


def remind_due() -> int:
    """Tell everybody who holds a unit due today or tomorrow, once for each date; says how many were told.

    Can be called at any time and by several workers at once: each takes rows under lock that no other has, and what
    was told is looked up after the lock.
    """
    told = 0
    after = 0
    while True:
        with transaction.atomic():
            last, number = _remind_some(after)
        told += number
        if last is None:
            return told
        after = last


def _remind_some(after: int) -> tuple[int | None, int]:
    """Look at the next holds by id; answers the last one (None: no more) and how many people were told."""
    today = timezone.localdate()
    soon = Assignment.objects.active().filter(unit__due__gte=today, unit__due__lte=today + A_DAY, pk__gt=after)
    locked = soon.order_by("pk").select_for_update(skip_locked=True, no_key=True, of=("self",))
    ids = list(locked.values_list("pk", flat=True)[:BATCH])
    holds = Assignment.objects.filter(pk__in=ids).select_related("person", "unit__project")
    kind, units = Notification.Kind.DUE, [hold.unit_id for hold in holds]
    known = Notification.objects.filter(kind=kind, unit__in=units).values_list("recipient", "unit", "params__due")
    told, number = set(known), 0
    for hold in holds:
        unit, due = hold.unit, hold.unit.due.isoformat()
        if (hold.person_id, unit.pk, due) not in told:
            facts = {"unit": unit, "title": unit.title, "due": due}
            number += len(notify(recipients=[hold.person], project=unit.project, kind=kind, **facts))
    return (ids[-1] if ids else None), number
