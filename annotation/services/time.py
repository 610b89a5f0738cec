"""Time on task: what a page says of the time that somebody was at work on a unit."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Assignment, Unit, User
from annotation.refusal import refused
from annotation.rules import MOST_SPANS, counted_time
from annotation.services.assignments import renew_lease

LONGEST_AGO = 1e9


def beat(*, person: User, unit: Unit, spans: Sequence[tuple[float, float]] = ()) -> Assignment:
    """A page shows a sign of life: its active time is counted, then the lease starts anew.

    The time stays counted where the lease cannot be renewed any more. Raises what `renew_lease` raises.
    """
    count_time(person=person, unit=unit, spans=spans)
    return renew_lease(person=person, unit=unit)


@transaction.atomic
def count_time(*, person: User, unit: Unit, spans: Sequence[tuple[float, float]]) -> int:
    """Add active time to the person's hold on a unit and say how many seconds were new; 0 where they hold nothing.

    `spans` are seconds ago, from and to, with idle time left out. The row lock puts two tabs one after the other.
    """
    held = Assignment.objects.select_for_update(no_key=True).filter(unit=unit, person=person).first() if spans else None
    if held is None:
        return 0
    until = max(held.claimed_at, held.beat_at or held.claimed_at)
    seconds, counted = counted_time(until.timestamp(), timezone.now().timestamp(), spans)
    held.active_seconds += seconds
    held.beat_at = max(until, datetime.fromtimestamp(counted, UTC))
    held.save(update_fields=["active_seconds", "beat_at"])
    return seconds


def spans_of(body: Any) -> list[tuple[float, float]]:
    """The active spans that a page or a program sends as {"active": [[from, to], …]}, in seconds ago.

    Raises Refused when they are none; a body without them has none.
    """
    sent = body.get("active", []) if isinstance(body, Mapping) else body
    if not isinstance(sent, list) or len(sent) > MOST_SPANS or not all(_is_span(each) for each in sent):
        message = _("Active time is a list of at most %(most)s pairs: seconds ago when it began and when it ended.")
        raise refused("active_time", message % {"most": MOST_SPANS}, "active")
    return [(float(start), float(end)) for start, end in sent]


def _is_span(sent: Any) -> bool:
    if not isinstance(sent, list) or len(sent) != 2:
        return False
    numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in sent)
    return numbers and LONGEST_AGO >= sent[0] >= sent[1] >= 0
