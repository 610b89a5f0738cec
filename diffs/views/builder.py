"""The builder of a trace. The draft lies in the address, so that a reload, a link or the way back lose nothing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.feedback import say
from annotation.models import Project, User
from annotation.refusal import Refused
from diffs.models import Trace
from diffs.permissions import can_create_pair, can_create_trace
from diffs.selectors import pairable_genomes, stops_of
from diffs.selectors.builder import builder_of
from diffs.selectors.lineages import Map, map_of
from diffs.services import change_trace, create_pair, create_trace
from diffs.trace_drafts import Draft, draft_of, press
from diffs.views.traces import trace_for


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Build a new trace."""
    project = project_for(request.user, slug)
    allow(can_create_trace(person_of(request), project))
    return _build(request, project, None)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, trace_id: int) -> HttpResponse:
    """Change a trace: its name, its papers, their order."""
    project = project_for(request.user, slug)
    found = trace_for(request, slug, trace_id)
    allow(can_create_trace(person_of(request), project))
    return _build(request, project, found)


def _build(request: HttpRequest, project: Project, trace: Trace | None) -> HttpResponse:
    whole = map_of(project)
    if request.method == "GET":
        return _page(request, project, whole, _draft(request.GET, whole, trace), trace)
    draft = _draft(request.POST, whole, trace)
    word = request.POST.get("do", "")
    if word == "save":
        return _save(request, project, whole, draft, trace)
    if word.startswith("pair:"):
        _make_pair(request, project, draft, word.removeprefix("pair:"))
        return redirect(_address(project, draft, trace))
    pressed = press(draft, word)
    if not whole.papers.keys() >= set(pressed.papers):
        pressed = draft
    return redirect(_address(project, pressed, trace))


def _draft(sent: QueryDict, whole: Map, trace: Trace | None) -> Draft:
    """The draft of an address or a form; where neither holds any, the trace as it stands."""
    papers, name = sent.getlist("paper"), sent.get("name", "")
    if trace is not None and not {"paper", "name"} & sent.keys():
        papers, name = [stop.paper.slug for stop in stops_of(trace)], trace.name
    was = ",".join(str(stop.pair.pk) for stop in stops_of(trace) if stop.pair) if trace is not None else ""
    known = [paper for paper in papers if paper in whole.papers]  # gone, or of another project
    return draft_of(name, known, sent.get("at", ""), sent.get("q", ""), sent.get("was", "") or was)


def _address(project: Project, draft: Draft, trace: Trace | None) -> str:
    address = (
        reverse("diffs:trace-new", args=[project.slug])
        if trace is None
        else reverse("diffs:trace-edit", args=[project.slug, trace.pk])
    )
    kept = draft.query or ("name=" if trace is not None else "")  # emptied on purpose, not opened anew
    return f"{address}?{kept}" if kept else address


def _save(request: HttpRequest, project: Project, whole: Map, draft: Draft, trace: Trace | None) -> HttpResponse:
    papers = [whole.papers[slug] for slug in draft.papers]
    try:
        if trace is None:
            saved = create_trace(by=person_of(request), project=project, name=draft.name, papers=papers)
        else:
            saved = change_trace(
                by=person_of(request), trace=trace, name=draft.name, papers=papers, was=_was(draft.was)
            )
    except Refused as refusal:
        return _page(request, project, whole, draft, trace, refusal)
    messages.success(request, _("The trace “%(name)s” is saved.") % {"name": saved.name})
    return redirect("diffs:trace", project.slug, saved.pk)


def _was(text: str) -> list[int]:
    return [int(each) for each in text.split(",") if each.isdecimal() and len(each) < 19]


def _make_pair(request: HttpRequest, project: Project, draft: Draft, place: str) -> None:
    """Make the pair that a step lacks, of the newest genomes that can be paired; a refusal is said in its own words."""
    user: User = person_of(request)
    allow(can_create_pair(user, project))
    at = int(place) if place.isdecimal() and len(place) < 4 else len(draft.papers)
    slugs = draft.papers[at : at + 2]
    if len(slugs) < 2:
        return
    genomes = {
        genome.paper.slug: genome for genome in pairable_genomes(project).filter(source_version__paper__slug__in=slugs)
    }
    for slug in slugs:
        if slug not in genomes:
            words = _("The genome of “%(paper)s” cannot be paired yet: it waits for its second reader or for a date.")
            messages.error(request, words % {"paper": slug})
    if len(genomes) < 2:
        return
    try:
        pair = create_pair(by=user, project=project, source=genomes[slugs[0]], target=genomes[slugs[1]])
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("The pair %(pair)s is ready to be labelled.") % {"pair": pair.unit.title})


def _page(
    request: HttpRequest,
    project: Project,
    whole: Map,
    draft: Draft,
    trace: Trace | None,
    refusal: Refused | None = None,
) -> HttpResponse:
    user = person_of(request)
    context = {
        "project": project,
        "trace": trace,
        "builder": builder_of(whole, user, project, draft, trace),
        "refusal": refusal,
        "may_create_pair": can_create_pair(user, project),
    }
    return render(request, "diffs/trace_builder.html", context, status=422 if refusal else 200)
