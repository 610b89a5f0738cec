"""The queue: every kind of dispute and what else waits for a decision, one page of it, and taking the next."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from adjudication.permissions import can_adjudicate, can_see_disputes
from adjudication.queue_rules import QUEUES, SORTS, QueueFilter
from adjudication.registry import OtherQueue, other_queues
from adjudication.selectors import Queue, decided, decisions
from adjudication.selectors.genome_disputes import decided_genomes
from adjudication.selectors.third_persons import undecidable_units
from adjudication.views.queue_pane import DECIDED, queue_pane
from adjudication.views.queue_rows import shown_rows
from adjudication.views.taking import take_next
from adjudication.wording import GROUP_WORDS, QUEUE_NOTES, QUEUE_WORDS, SORT_WORDS, STATE_WORDS, boundary_words
from annotation.access import allow, person_of, project_for
from annotation.models import Project, User
from annotation.permissions import can_label, sees_names
from annotation.selectors.saved_views import saved_views

PER_PAGE = 50
SAVED = "queue"  # the list's name where views are kept
FOLDED = ("domain", "stage", "guideline", "age", "degree")  # filters that stand behind "More"
NAMED = 5  # disputes that nobody may decide, by name


@require_GET
@login_required
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """One queue: disputes as the address asks for them, another list of things to do, or what was decided last."""
    project = project_for(request.user, slug)
    person = person_of(request)
    allow(can_see_disputes(person, project))
    name = request.GET.get("queue", "")
    other = next((each for each in other_queues() if each.name == name), None)
    instead = name if other is not None or name == DECIDED else ""
    pane = queue_pane(request, project, instead=instead)
    found: Queue = pane["queue"]
    context = {
        "project": project,
        **pane,
        "current": instead or found.chosen.queue,
        "decided_count": decisions(project, person).count(),
        "labels_too": can_label(person, project),
        "undecidable": _undecidable(project, person, found),
    }
    if other is not None:
        context |= _other(request, project, person, other)
        return render(request, "adjudication/other_queue.html", context)
    if name == DECIDED:
        context |= _decided(request, project, person)
        return render(request, "adjudication/decided.html", context)
    return render(request, "adjudication/queue.html", {**context, **_filters(project, person, found)})


@require_POST
@login_required
def next_case(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the next dispute that the address asks for, and open it."""
    project = project_for(request.user, slug)
    allow(can_adjudicate(request.user, project))
    return take_next(request, project)


def _filters(project: Project, person: User, found: Queue) -> dict[str, Any]:
    """What the disputes can be narrowed to, and the views that were kept."""
    facets, chosen = found.facets, found.chosen
    asked = [int(chosen.stage)] if chosen.stage.isdecimal() else []
    names = dict(project.stages.filter(pk__in=[*facets.stages, *asked]).values_list("pk", "name"))
    words = chosen.queue if chosen.queue in QUEUES else ""
    return {
        "title": QUEUE_WORDS[words],
        "note": QUEUE_NOTES.get(words, ""),
        "groups": [(key, GROUP_WORDS[key], count) for key, count in with_asked(facets.parts, chosen.parts).items()],
        "boundaries": [
            (key, boundary_words(key), count) for key, count in with_asked(facets.boundaries, chosen.boundary).items()
        ],
        "domains": list(with_asked(dict.fromkeys(facets.domains, 0), chosen.domain)),
        "stages": [(str(key), name) for key, name in names.items()],
        "guidelines": list(with_asked(dict.fromkeys(map(str, facets.guidelines), 0), chosen.guideline)),
        "folded": sum(bool(getattr(chosen, name)) for name in FOLDED),
        "states": list(STATE_WORDS.items()),
        "sorts": [(key, SORT_WORDS[key], replace(chosen, sort=key).query) for key in SORTS],
        "saved": saved_views(person, project, SAVED, chosen.query),
    }


def with_asked(offered: Mapping[str, int], asked: str) -> dict[str, int]:
    """What a filter offers, with what it asks for now: that is shown also when nothing is like it any more."""
    return {**offered, **({asked: offered.get(asked, 0)} if asked else {})}


def _undecidable(project: Project, person: User, found: Queue) -> dict[str, Any]:
    """For admins who do not label: disputes that no adjudicator may decide, some of them by name."""
    if not sees_names(person, project):
        return {}
    units = set(undecidable_units(project, found.rows))
    rows = [row for row in found.rows if row.unit in units]
    return {"count": len(rows), "rows": list(shown_rows(project, person, rows[:NAMED], QueueFilter()))} if rows else {}


def _other(request: HttpRequest, project: Project, person: User, other: OtherQueue) -> dict[str, Any]:
    page = Paginator(other.entries(project, person), PER_PAGE).get_page(request.GET.get("page", "1"))
    return {
        "other": other,
        "page": page,
        "head": other.head(project, person),
    }


def _decided(request: HttpRequest, project: Project, person: User) -> dict[str, Any]:
    page = Paginator(decided(project, person), PER_PAGE).get_page(request.GET.get("page", "1"))
    return {"page": page, "genomes": decided_genomes(project)[:PER_PAGE]}
