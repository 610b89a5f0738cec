"""Traces: the list, one lineage with its paths, the graph of all, and taking one out."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import allow, person_of, project_for
from diffs.models import Trace
from diffs.permissions import can_create_trace
from diffs.selectors import listed_traces, stops_of
from diffs.selectors.graph import graph_of
from diffs.selectors.lineages import choices_of, map_of
from diffs.selectors.paths import drawing_of
from diffs.selectors.traces import Mender, lines_of, searched, with_faults
from diffs.services import delete_trace
from diffs.trace_drafts import Draft

PAGE = 50
SHOWN, MOST_SHOWN = 40, 160


@login_required
@require_GET
def traces(request: HttpRequest, slug: str) -> HttpResponse:
    """All traces of the project, each with what speaks against it."""
    project, user = project_for(request.user, slug), person_of(request)
    q = request.GET.get("q", "")
    found = searched(listed_traces(project, user), q)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {"project": project, "page": page, "listed": with_faults(user, page.object_list), "q": q}
    return render(request, "diffs/traces.html", {**context, "may_create": can_create_trace(user, project)})


@login_required
@require_GET
def trace(request: HttpRequest, slug: str, trace_id: int) -> HttpResponse:
    """One lineage: its steps, what speaks against it, its branches and the paths of its objects."""
    project, user = project_for(request.user, slug), person_of(request)
    found = trace_for(request, slug, trace_id)
    stops, line = stops_of(found), lines_of(user, [found])[found.pk]
    papers = tuple(stop.paper.slug for stop in stops)
    pairs = [stop.pair for stop in stops if stop.pair is not None]
    context = {
        "project": project,
        "trace": found,
        "stops": [(stop, Draft(found.name, papers[: at + 1]).query) for at, stop in enumerate(stops)],
        "faults": Mender(user, project, found).lines(line),
        "graph": graph_of(map_of(project), user, trace=papers, most=len(papers) + 17, rings=1),
        "paths": drawing_of(slug, pairs, line.told, user, request.GET.get("type", "")),
        "may_change": can_create_trace(user, project),
    }
    return render(request, "diffs/trace.html", context)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str, trace_id: int) -> HttpResponse:
    """Take a trace out of the project."""
    found = trace_for(request, slug, trace_id)
    allow(can_create_trace(person_of(request), found.project))
    delete_trace(by=person_of(request), trace=found)
    messages.success(request, _("The trace “%(name)s” is deleted. Its pairs stay.") % {"name": found.name})
    return redirect("diffs:traces", slug)


@login_required
@require_GET
def graph(request: HttpRequest, slug: str) -> HttpResponse:
    """Papers and pairs as a graph: the neighbourhood of what is chosen."""
    project, user = project_for(request.user, slug), person_of(request)
    whole = map_of(project)
    asked = {name: request.GET.get(name, "") for name in ("q", "domain", "lineage", "paper")}
    most = _number(request.GET.get("most", ""))
    chosen = [asked["paper"]] if asked["paper"] else whole.found(**{k: asked[k] for k in ("q", "domain", "lineage")})
    wants = any(value.strip() for value in asked.values())
    more = request.GET.copy()
    more["most"] = str(min(2 * most, MOST_SHOWN))
    context = {
        "project": project,
        "graph": graph_of(whole, user, chosen=chosen, most=most),
        "nothing_found": wants and not any(each in whole.papers for each in chosen),
        "asked": asked,
        "chosen": chosen[0] if asked["paper"] and asked["paper"] in whole.papers else "",
        "choices": choices_of(whole.papers.values()),
        "more": more.urlencode() if most < MOST_SHOWN else "",
        "may_create": can_create_trace(user, project),
    }
    return render(request, "diffs/trace_graph.html", context)


def _number(text: str) -> int:
    return min(max(int(text), SHOWN), MOST_SHOWN) if text.isdecimal() and len(text) < 4 else SHOWN


def trace_for(request: HttpRequest, slug: str, trace_id: int) -> Trace:
    """The trace with its steps, if the person has a role in its project and the address names that project."""
    project = project_for(request.user, slug)
    found: Trace = get_object_or_404(listed_traces(project, person_of(request)), pk=trace_id)
    return found
