"""Pairs from a table, and labels out of the project and into it."""

import io
from dataclasses import asdict
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, put_on_form
from annotation.refusal import Refused
from annotation.spreadsheets import csv_response
from diffs.bringing_forms import MOST_ON_A_PAGE, LabelsForm, TableForm
from diffs.labels_response import labels_response
from diffs.permissions import can_create_pair, can_import_labels
from diffs.selectors.filters import Reach, filter_of, reach_of
from diffs.selectors.labels import exported_labels, label_records
from diffs.services.label_import import import_labels
from diffs.services.pair_tables import COLUMNS, make_pairs, plan_pairs

FAULTS_SHOWN = 100


@login_required
@require_http_methods(["GET", "POST"])
def pair_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what a table of pairs comes to; with `make`, make the pairs of its good lines."""
    project = project_for(request.user, slug)
    user = person_of(request)
    allow(can_create_pair(user, project))
    form = TableForm(*_sent(request))
    context: dict[str, Any] = {"project": project, "form": form, "columns": COLUMNS}
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        try:
            if "make" in request.POST:
                plan = make_pairs(by=user, project=project, text=text)
            else:
                plan = plan_pairs(project=project, text=text)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            context |= {"plan": plan, "faults": plan.faults[:FAULTS_SHOWN], "text": text}
    return _answer(request, "diffs/bring/table.html", context)


@login_required
@require_GET
def template(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """A table with the right head, to be filled in."""
    project = project_for(request.user, slug)
    allow(can_create_pair(person_of(request), project))
    return csv_response([COLUMNS], "pairs.csv")


@login_required
@require_http_methods(["GET", "POST"])
def labels(request: HttpRequest, slug: str) -> HttpResponse:
    """Take labels along, or bring some: first what the file comes to, with `store` the labels themselves."""
    project = project_for(request.user, slug)
    user = person_of(request)
    reach = reach_of(user, project)
    may_import = can_import_labels(user, project)
    form = LabelsForm(*_sent(request))
    chosen = filter_of(request.GET, reach)
    context: dict[str, Any] = {
        "project": project,
        "reach": reach,
        "chosen": chosen,
        "hidden": [(name, value) for name, value in asdict(chosen).items() if value],
        "count": exported_labels(project, user, chosen, reach).count(),
        "may_import": may_import,
        "form": form,
    }
    if request.method == "POST":
        allow(may_import)
        if form.is_valid():
            store = "store" in request.POST
            text = io.TextIOWrapper(form.cleaned_data["file"].file, encoding="utf-8", newline="")
            try:
                result = import_labels(by=user, project=project, file=text, dry_run=not store, most=MOST_ON_A_PAGE)
            except Refused as refusal:
                put_on_form(form, refusal)
            else:
                context |= {"result": result, "faults": result.faults[:FAULTS_SHOWN], "stored": store}
    return _answer(request, "diffs/bring/labels.html", context)


@login_required
@require_GET
def export(request: HttpRequest, slug: str, ending: str) -> StreamingHttpResponse:
    """Every label that this person may take along, of the pairs that the address filters, streamed."""
    project = project_for(request.user, slug)
    user = person_of(request)
    reach = reach_of(user, project)
    found = exported_labels(project, user, filter_of(request.GET, reach), reach)
    counting = reach is Reach.EVERYTHING
    named = not counting or request.GET.get("people") != "hidden"
    return labels_response(label_records(found, named=named, counting=counting), ending, slug, counting=counting)


def _sent(request: HttpRequest) -> tuple[Any, Any]:
    """What a form is filled with; an empty one that was sent is filled, too."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _answer(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    """The page, or for its own script what has become of the file alone, so that the chosen file stays chosen."""
    refused = bool(context["form"].errors)
    htmx = bool(htmx_of(request))
    shown = page.replace(".html", "_result.html") if htmx else page
    return render(request, shown, context, status=422 if refused else 200)
