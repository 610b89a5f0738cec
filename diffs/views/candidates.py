"""Candidates of lineages: look for them, see why each is one, accept or reject."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, say
from annotation.models import Project
from annotation.refusal import Refused
from diffs.forms import CuratedForm
from diffs.models import LineageCandidate
from diffs.permissions import can_create_pair
from diffs.selectors.candidates import in_words, last_search, listed_candidates
from diffs.selectors.picking import ids_of
from diffs.services import accept_candidate, add_curated, reject_candidate, start_candidate_search
from diffs.services.candidates import accept_candidates
from diffs.tasks import queue_search
from genomes.models import Paper

PAGE = 30
FAULTS_SHOWN = 50
MOST_ACCEPTED = 200
STATES = LineageCandidate.State


@login_required
@require_GET
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    """What may be a predecessor of what, and why."""
    project = _curating(request, slug)
    return _page(request, project, CuratedForm())


@login_required
@require_POST
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the worker to look for candidates, of one paper or of all."""
    project = _curating(request, slug)
    papers = Paper.objects.visible_to(person_of(request)).filter(project=project)
    paper = get_object_or_404(papers, slug=request.POST["paper"]) if request.POST.get("paper") else None
    asked = start_candidate_search(by=person_of(request), project=project, paper=paper)
    if not queue_search(asked):
        messages.error(request, _("The queue does not answer. Start it, then look again."))
    return redirect("diffs:candidates", slug)


@login_required
@require_POST
def curate(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a curator's list; lines that could not be read are listed and kept in the form."""
    project = _curating(request, slug)
    form = CuratedForm(request.POST)
    if not form.is_valid():
        return _page(request, project, form, status=422)
    result = add_curated(by=person_of(request), project=project, **form.cleaned_data)
    added = ngettext("%(count)s candidate added.", "%(count)s candidates added.", result.added)
    messages.success(request, added % {"count": result.added})
    if not result.faults:
        return redirect("diffs:candidates", slug)
    for number, words in result.faults[:FAULTS_SHOWN]:
        form.add_error("text", _("Line %(number)s: %(words)s") % {"number": number, "words": words})
    more = len(result.faults) - FAULTS_SHOWN
    if more > 0:
        form.add_error("text", _("%(count)s more lines could not be read.") % {"count": more})
    return _page(request, project, form, status=422)


@login_required
@require_POST
def accept(request: HttpRequest, slug: str, candidate_id: int) -> HttpResponse:
    """Take a candidate."""
    return _decide(request, slug, candidate_id, accept_candidate)


@login_required
@require_POST
def accept_many(request: HttpRequest, slug: str) -> HttpResponse:
    """Take all candidates that were ticked."""
    project = _curating(request, slug)
    ids = ids_of(request.POST.getlist("candidates"))[:MOST_ACCEPTED]
    if not ids:
        messages.info(request, _("Tick candidates first."))
        return redirect(_back(request, slug))
    result = accept_candidates(by=person_of(request), project=project, ids=ids)
    accepted = ngettext("%(count)s candidate is accepted.", "%(count)s candidates are accepted.", result.accepted)
    pairs = ngettext("%(count)s of them is a pair.", "%(count)s of them are pairs.", result.pairs)
    messages.success(request, f"{accepted % {'count': result.accepted}} {pairs % {'count': result.pairs}}")
    for title, words in result.faults[:FAULTS_SHOWN]:
        messages.error(request, f"{title}: {words}")
    return redirect(_back(request, slug))


@login_required
@require_POST
def reject(request: HttpRequest, slug: str, candidate_id: int) -> HttpResponse:
    """Set a candidate aside."""
    reason = request.POST.get("reason", "")
    return _decide(request, slug, candidate_id, lambda **who: reject_candidate(reason=reason, **who))


def _curating(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_create_pair(person_of(request), project))
    return project


def _decide(
    request: HttpRequest, slug: str, candidate_id: int, service: Callable[..., LineageCandidate]
) -> HttpResponse:
    project = _curating(request, slug)
    rows = LineageCandidate.objects.visible_to(person_of(request)).filter(project=project)
    candidate = get_object_or_404(rows, pk=candidate_id)
    refused = None
    try:
        candidate = service(by=person_of(request), candidate=candidate)
    except Refused as refusal:
        refused = refusal
    if htmx_of(request):
        (listed,) = in_words(listed_candidates(person_of(request), project).filter(pk=candidate.pk))
        return render(request, "diffs/candidate.html", {"project": project, "each": listed, "refused": refused})
    if refused:
        say(request, refused)
    return redirect(_back(request, slug))


def _back(request: HttpRequest, slug: str) -> str:
    """The list as it was filtered."""
    page = reverse("diffs:candidates", args=[slug])
    came_from = request.POST.get("next", "")
    ours = came_from.startswith(page) and url_has_allowed_host_and_scheme(came_from, allowed_hosts=None)
    return came_from if ours else page


def _page(request: HttpRequest, project: Project, form: CuratedForm, *, status: int = 200) -> HttpResponse:
    chosen = {name: request.GET.get(name, "") for name in ("state", "kind", "paper")}
    chosen["state"] = request.GET.get("state", STATES.OPEN)
    query = request.GET.get("q", "").strip()
    rows = listed_candidates(person_of(request), project, query=query, **chosen)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    context = {
        "project": project,
        "page": page,
        "listed": in_words(page),
        "chosen": chosen,
        "q": query,
        "states": STATES.choices,
        "kinds": LineageCandidate.Kind.choices,
        "search": last_search(project),
        "form": form,
    }
    return render(request, "diffs/candidates.html", context, status=status)
