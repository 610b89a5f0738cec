"""Agreement before adjudication as a report: one HTML file that needs nothing else, and JSON."""

import json
from pathlib import Path
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from adjudication.filters import wanted_of
from adjudication.permissions import can_see_agreement
from adjudication.selectors.report import Report, report_of
from adjudication.services.tallies import AT_ONCE, count_open
from adjudication.views.agreement_context import boundary_rows, figures_context, kappa_undefined
from adjudication.views.decided import changes_context
from adjudication.views.figures import decimal, headings, matrix
from adjudication.wording import AGREEMENT_WORDS
from annotation.access import allow, person_of, project_for
from annotation.feedback import as_json
from annotation.models import Project
from annotation.refusal import Refused

STYLES = ("css/tokens.css", "css/report.css")


@require_GET
@login_required
def report_html(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The report as a file that opens anywhere, without a network, and prints. The filters of the page hold."""
    made = _report(request, slug)
    if isinstance(made, HttpResponse):
        return made
    project, report = made
    context = {"project": project, **_drawn(project, report), "style": _style()}
    response = render(request, "adjudication/report.html", context)
    response["Content-Disposition"] = f'attachment; filename="{slugify(slug)}-agreement.html"'
    return response


@require_GET
@login_required
def report_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The same as JSON."""
    made = _report(request, slug)
    if isinstance(made, HttpResponse):
        return made
    text = json.dumps(made[1].data, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1)
    response = HttpResponse(text + "\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{slugify(slug)}-agreement.json"'
    return response


def _report(request: HttpRequest, slug: str) -> tuple[Project, Report] | HttpResponse:
    """A filter that nothing fits is refused, never passed over."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_see_agreement(person, project))
    try:
        wanted = wanted_of(project, request.GET)
    except Refused as refusal:
        return as_json(refusal)
    count_open(project=project, most=AT_ONCE)
    return project, report_of(project, person, wanted, timezone.now())


def _style() -> SafeString:
    """The styles, to stand in the file itself: the site's content policy does not reach a file on a disk."""
    texts = [Path(str(finders.find(name))).read_text(encoding="utf-8") for name in STYLES]
    return mark_safe("<style>\n" + "\n".join(texts) + "</style>")  # noqa: S308 - our own files


def _drawn(project: Project, report: Report) -> dict[str, Any]:
    chosen = dict(report.data["filters"])
    if chosen["stage"] is not None:
        chosen["stage"] = project.stages.get(pk=chosen["stage"]).name
    return {
        **figures_context(report.found),
        **changes_context(report.changes),
        "report": report.data,
        "filters": [(name, value) for name, value in chosen.items() if value is not None and name != "field"],
        "cells": matrix(report.found.cells),
        "headings": headings(),
        "boundaries": [row for row in boundary_rows(report.found.cells, "") if row["count"]],
        "kappas": [
            (AGREEMENT_WORDS[row["field"]], decimal(row["kappa"]), kappa_undefined(row["n_units"]), row["n_units"])
            for row in report.data["typing_kappas"]
        ],
    }
