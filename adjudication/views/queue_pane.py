"""What the templates of the queue are given: its kinds with their counts, and a page of disputes as rows."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.permissions import can_adjudicate
from adjudication.queue_rules import GRADED, IN_WORK, PAIR, DisputeRow, QueueFilter
from adjudication.registry import other_queues
from adjudication.selectors import Queue, queue
from adjudication.wording import QUEUE_NOTES, QUEUE_WORDS, STATE_MARKS, STATE_WORDS, age, parted
from annotation.access import person_of
from annotation.models import Project, User
from annotation.selectors import link

BARS = 5  # of the small drawing of a degree
DECIDED = "decided"


def queue_pane(request: HttpRequest, project: Project, *, unit: int = 0) -> dict[str, Any]:
    """The list that stands left of every case; `unit` is the one that is open beside it."""
    person = person_of(request)
    chosen = QueueFilter.read(request.GET.dict())
    found = queue(project, person, chosen, page=request.GET.get("page", "1"))
    return {
        "queue": found,
        "chosen": chosen,
        "queue_query": chosen.query,
        "kinds": kinds_of(project, person, found, chosen.queue),
        "queue_rows": [*shown_rows(project, found.items, chosen, unit)],
        "legend": [(STATE_WORDS[key], key, mark) for key, mark in STATE_MARKS.items()],
        "may_take": can_adjudicate(person, project),
    }


def kinds_of(project: Project, person: User, found: Queue, current: str) -> list[dict[str, Any]]:
    """The queues, each with its count of what this person may know of; filters go along where they mean something."""
    address = link("adjudication:queue", project.slug)
    kinds = [
        {
            "name": name,
            "words": words,
            "note": QUEUE_NOTES.get(name, ""),
            "count": found.counts[name],
            "address": _with(address, found.chosen.of(name).query),
            "is_current": name == current,
        }
        for name, words in QUEUE_WORDS.items()
    ]
    return kinds + [
        {
            "name": each.name,
            "words": each.words,
            "note": each.about,
            "count": each.count(project, person),
            "address": _with(address, f"queue={each.name}"),
            "is_current": each.name == current,
        }
        for each in other_queues()
    ]


def shown_rows(
    project: Project, rows: Iterable[DisputeRow], chosen: QueueFilter, unit: int = 0
) -> Iterable[dict[str, Any]]:
    """Rows with the words, signs and addresses of their list. One query, for who holds them."""
    listed = list(rows)
    holders: Mapping[int, User] = User.objects.in_bulk({row.holder for row in listed if row.state == IN_WORK})
    now = timezone.now()
    for row in listed:
        page = "adjudication:case" if row.kind == PAIR else "adjudication:genome"
        yield {
            "row": row,
            "address": _with(link(page, project.slug, row.pk), chosen.query),
            "is_current": row.unit == unit,
            "state": STATE_WORDS[row.state],
            "mark": STATE_MARKS[row.state],
            "what": parted(row),
            "degree": degree_words(row),
            "age": age(row.days(now)),
            "bars": [number * len(GRADED) < row.degree * BARS for number in range(BARS)] if row.kind == PAIR else [],
            "holder": holders[row.holder].username if row.holder is not None and row.holder in holders else "",
        }


def degree_words(row: DisputeRow) -> str:
    if row.kind == PAIR:
        return _("%(number)d of %(total)d fields") % {"number": row.degree, "total": len(GRADED)}
    return _("objects: %(number)d") % {"number": row.degree}


def _with(address: str, query: str) -> str:
    return f"{address}?{query}" if query else address
