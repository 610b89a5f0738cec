"""The queue of disputes."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from adjudication.permissions import can_adjudicate, can_see_disputes
from adjudication.selectors import decided
from adjudication.selectors import queue as queue_of
from adjudication.selectors.genome_disputes import genome_disputes
from adjudication.services import claim_next_case
from adjudication.views.context import queue_context
from annotation.access import allow, person_of, project_for
from annotation.feedback import say
from annotation.models import Project
from annotation.permissions import can_label
from annotation.refusal import Refused

DECIDED_SHOWN = 50


@require_GET
@login_required
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """Disputes, most fields first, then the oldest; beside them what was decided last."""
    project = project_for(request.user, slug)
    allow(can_see_disputes(person_of(request), project))
    return render(request, "adjudication/queue.html", _context(request, project))


@require_POST
@login_required
def next_case(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the next case and open it."""
    project = project_for(request.user, slug)
    allow(can_adjudicate(request.user, project))
    try:
        taken = claim_next_case(by=person_of(request), project=project)
    except Refused as refusal:
        say(request, refusal)
        return redirect("adjudication:queue", slug)
    if taken is None:
        messages.info(request, _("No case is waiting for you. New ones appear here by themselves."))
        return redirect("adjudication:queue", slug)
    return redirect("adjudication:case", slug, taken.pair_id)


def _context(request: HttpRequest, project: Project) -> dict[str, Any]:
    person = person_of(request)
    group = request.GET.get("parts", "")
    found = queue_of(project, person, group=group, page=request.GET.get("page", "1"))
    return {
        "project": project,
        **queue_context(found, group, genomes=genome_disputes(project).count()),
        "decided": decided(project, person)[:DECIDED_SHOWN],
        "may_take": can_adjudicate(person, project),
        "labels_too": can_label(person, project),
    }
