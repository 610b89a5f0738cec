"""Traces: ordered lineages made of pairs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form
from annotation.refusal import Refused
from diffs.forms import TraceForm
from diffs.permissions import can_create_trace
from diffs.selectors import listed_traces, stops_of
from diffs.services import create_trace

PAGE = 50


@login_required
@require_http_methods(["GET", "POST"])
def traces(request: HttpRequest, slug: str) -> HttpResponse:
    """All traces of the project, and the form for a new one (admins)."""
    project = project_for(request.user, slug)
    user = person_of(request)
    may_create = can_create_trace(user, project)
    form = TraceForm(project, request.POST if request.method == "POST" else None) if may_create else None
    if request.method == "POST":
        allow(may_create)
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            trace = create_trace(by=user, project=project, name=form.cleaned_data["name"], papers=form.papers())
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The trace “%(name)s” is made.") % {"name": trace.name})
            return redirect("diffs:trace", slug, trace.pk)
    page = Paginator(listed_traces(project, user), PAGE).get_page(request.GET.get("page"))
    listed = [(trace, stops_of(trace)) for trace in page]
    context = {"project": project, "form": form, "page": page, "listed": listed, "may_create": may_create}
    return render(request, "diffs/traces.html", context, status=422 if form is not None and form.errors else 200)


@login_required
@require_GET
def trace(request: HttpRequest, slug: str, trace_id: int) -> HttpResponse:
    """One lineage, step by step."""
    project = project_for(request.user, slug)
    found = get_object_or_404(listed_traces(project, person_of(request)), pk=trace_id)
    return render(request, "diffs/trace.html", {"project": project, "trace": found, "stops": stops_of(found)})
