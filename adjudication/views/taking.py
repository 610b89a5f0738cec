"""Next by key, whatever the kind: take the first dispute that the address asks for, and open it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.models import Case
from adjudication.queue_rules import QueueFilter
from adjudication.services import press_next
from annotation.access import person_of
from annotation.feedback import say
from annotation.models import Project
from annotation.refusal import Refused
from annotation.selectors import link


def take_next(request: HttpRequest, project: Project) -> HttpResponse:
    """The next dispute, taken; else the queue, which says what is left in it."""
    chosen = QueueFilter.read(request.GET.dict())
    try:
        taken = press_next(by=person_of(request), project=project, chosen=chosen)
    except Refused as refusal:
        say(request, refusal)
        return back_to_queue(request, project)
    if taken is None:
        messages.info(request, _nothing(chosen))
        return back_to_queue(request, project)
    if isinstance(taken, Case):
        return redirect(with_query(request, link("adjudication:case", project.slug, taken.pair_id)))
    return redirect(with_query(request, link("adjudication:genome", project.slug, taken.reading_id)))


def _nothing(chosen: QueueFilter) -> str:
    if chosen.queue or chosen.narrows:
        return _("Nothing like this is waiting for you now. Other disputes may be: choose “All disputes”.")
    return _("No case is waiting for you. New ones appear here by themselves.")


def back_to_queue(request: HttpRequest, project: Project) -> HttpResponse:
    return redirect(with_query(request, link("adjudication:queue", project.slug)))


def with_query(request: HttpRequest, address: str) -> str:
    """The address with the filters of the queue that the request came with."""
    query = QueueFilter.read(request.GET.dict()).query
    return f"{address}?{query}" if query else address
