"""Disputes as the rows of a list: their words, signs and addresses, made once for each state and degree."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from adjudication.queue_rules import GRADED, IN_WORK, OPEN, PAIR, REOPENED, SKIPPED, YOURS, DisputeRow, QueueFilter
from adjudication.wording import STATE_MARKS, STATE_WORDS, age, parted
from annotation.models import Project, User
from annotation.permissions import sees_names
from annotation.selectors import link
from annotation.wording import domain_words

BARS = 5  # of the small drawing of a degree
CAN_BE_SKIPPED = (OPEN, REOPENED, YOURS)


def shown_rows(
    project: Project, reader: User, rows: Iterable[DisputeRow], chosen: QueueFilter, unit: int = 0
) -> Iterator[dict[str, Any]]:
    """What the lists show; `unit` is the one that is open beside them. One query, for who holds the disputes.

    Only who sees names reads whose hands a dispute is in: who may decide it has not labelled it.
    """
    listed = list(rows)
    held = {row.holder for row in listed if row.state == IN_WORK}
    holders: Mapping[int, User] = User.objects.in_bulk(held) if held and sees_names(reader, project) else {}
    now, query = timezone.now(), chosen.query
    for row in listed:
        page = "adjudication:case" if row.kind == PAIR else "adjudication:genome"
        holder = holders.get(row.holder or 0)
        yield {
            "row": row,
            "address": with_query(link(page, project.slug, row.pk), query),
            "is_current": row.unit == unit,
            "state": STATE_WORDS[row.state],
            "mark": STATE_MARKS[row.state],
            "what": parted(row),
            "drawing": drawing(row.degree) if row.kind == PAIR else "",
            "degree": degree_words(row),
            "age": age(row.days(now)),
            "holder": holder.username if holder else "",
            "about": about(row, holder),
            "skip": _skip(project, row, query),
        }


def about(row: DisputeRow, holder: User | None) -> str:
    """What stands small below a title."""
    parts = [
        _("pair") if row.kind == PAIR else _("genome"),
        domain_words(row.domain),
        _("priority %(number)d") % {"number": row.priority} if row.priority else "",
        holder.username if holder else "",
        _("paused") if row.is_paused else "",
        _("you had a part") if row.has_part else "",
    ]
    return " · ".join(part for part in parts if part)


def degree_words(row: DisputeRow) -> str:
    if row.kind == PAIR:
        return _("%(number)d of %(total)d fields") % {"number": row.degree, "total": len(GRADED)}
    return _("objects: %(number)d") % {"number": row.degree}


@lru_cache
def drawing(degree: int) -> SafeString:
    """Five bars, filled as far as the fields part."""
    on = [number * len(GRADED) < degree * BARS for number in range(BARS)]
    bars = format_html_join(
        "",
        '<rect x="{}" y="0" width="5" height="9" rx="1"{}/>',
        ((number * 7, mark_safe(' class="on"') if each else "") for number, each in enumerate(on)),
    )
    start = '<svg class="degree" viewBox="0 0 33 9" width="33" height="9" aria-hidden="true">'
    return mark_safe(f"{start}{bars}</svg> ")  # noqa: S308 - nothing of it was typed by anybody


def _skip(project: Project, row: DisputeRow, query: str) -> dict[str, Any]:
    """The button that passes a dispute over, or takes that back; none for what is not offered to the person."""
    undoes = row.state == SKIPPED
    if row.has_part or not (undoes or row.state in CAN_BE_SKIPPED):
        return {}
    label = _("Undo the skip of %(title)s") if undoes else _("Skip %(title)s")
    return {
        "address": with_query(link("adjudication:skip", project.slug, row.unit), query),
        "undoes": undoes,
        "label": label % {"title": row.title},
        "words": _("Undo skip") if undoes else _("Skip"),
    }


def with_query(address: str, query: str) -> str:
    return f"{address}?{query}" if query else address
