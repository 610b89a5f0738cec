"""What the templates of the queue are given: its kinds with their counts, and a page of disputes as rows."""

from typing import Any

from django.http import HttpRequest

from adjudication.permissions import can_adjudicate
from adjudication.queue_rules import QueueFilter
from adjudication.registry import other_queues
from adjudication.selectors import Queue, queue
from adjudication.views.queue_rows import shown_rows, with_query
from adjudication.wording import QUEUE_NOTES, QUEUE_WORDS, STATE_MARKS, STATE_WORDS
from annotation.access import person_of
from annotation.models import Project, User
from annotation.selectors import link

DECIDED = "decided"


def queue_pane(request: HttpRequest, project: Project, *, unit: int = 0, instead: str = "") -> dict[str, Any]:
    """The list that stands left of every case; `unit` is the one that is open beside it.

    `instead` names another list that is shown in its place: then nobody sees the disputes, only how many there are.
    """
    person = person_of(request)
    chosen = QueueFilter.read(request.GET.dict())
    found = queue(project, person, chosen, page=request.GET.get("page", "1"))
    return {
        "queue": found,
        "chosen": chosen,
        "queue_query": chosen.query,
        "kinds": _kinds(project, person, found, instead or chosen.queue),
        "queue_rows": [] if instead else [*shown_rows(project, person, found.items, chosen, unit)],
        "legend": [(STATE_WORDS[key], key, mark) for key, mark in STATE_MARKS.items()],
        "may_take": can_adjudicate(person, project),
    }


def _kinds(project: Project, person: User, found: Queue, current: str) -> list[dict[str, Any]]:
    """The queues, each with its count of what this person may know of; filters go along where they mean something."""
    address = link("adjudication:queue", project.slug)
    kinds = [
        {
            "name": name,
            "words": words,
            "note": QUEUE_NOTES.get(name, ""),
            "count": found.counts[name],
            "address": with_query(address, found.chosen.of(name).query),
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
            "address": with_query(address, f"queue={each.name}"),
            "is_current": each.name == current,
        }
        for each in other_queues()
    ]
