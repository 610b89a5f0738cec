"""Suggestions: what the pair screen asks for, what was taken, and the report of how often they were right."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import as_json
from annotation.models import Project
from annotation.refusal import Refused, refused
from annotation.spreadsheets import csv_response
from diffs.permissions import can_label_pair, can_report_suggestions, can_see_suggestions
from diffs.selectors.suggestions import State, said_of, suggestions_of, suggests
from diffs.selectors.takes import CSV_HEAD, report_of, table_of
from diffs.services import take_suggestion
from diffs.tasks import queue_project_suggestions
from diffs.views.pair import pair_for
from evaluator import strictjson


@login_required
@require_GET
def of_pair(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """What is suggested for a pair, as JSON: the screen asks again while it is computed."""
    found = pair_for(request, slug, pair_id)
    allow(can_see_suggestions(person_of(request), found))
    suggested = suggestions_of(found)
    rows = [
        {"source": row.source, "target": row.target, "rank": row.rank, "score": row.score, "words": row.words}
        for row in suggested.suggestions
    ]
    return JsonResponse({"state": suggested.state, "said": suggested.said, "suggestions": rows})


@login_required
@require_POST
def take(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Note that a suggestion was pressed. The answer itself is saved with the draft."""
    found = pair_for(request, slug, pair_id)
    allow(can_label_pair(person_of(request), found))
    try:
        take_suggestion(by=person_of(request), pair=found, **_ends(request))
    except Refused as refusal:
        return as_json(refusal)
    return HttpResponse(status=204)


def _ends(request: HttpRequest) -> dict[str, str]:
    """Source and target of the body. Raises Refused when it is no such body."""
    try:
        body = strictjson.parse(request.body)
    except ValueError as error:
        raise refused("not_json", _("The body is not JSON.")) from error
    source, target = (body.get("source"), body.get("target")) if isinstance(body, dict) else (None, None)
    if not isinstance(source, str) or not isinstance(target, str):
        raise refused("no_ends", _("Name the source and the target, each by the id of its object."), "source")
    return {"source": source, "target": target}


@login_required
@require_GET
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """How often what people aligned had been suggested, at which rank, and was taken by pressing."""
    project = _reported(request, slug)
    context = {"project": project, "report": report_of(project, person_of(request))}
    return render(request, "diffs/suggestions.html", context)


@login_required
@require_GET
def table(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The figures of the report as CSV."""
    project = _reported(request, slug)
    rows = table_of(report_of(project, person_of(request)))
    return csv_response([CSV_HEAD, *rows], f"{slugify(slug)}-suggestions.csv")


@login_required
@require_POST
def compute(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the worker suggest for every pair that has no suggestions, or those of another provider."""
    project = _reported(request, slug)
    if not project.wants_suggestions:
        messages.error(request, _("This project does without suggestions; its settings switch them on."))
    elif not suggests():
        messages.error(request, said_of(State.UNAVAILABLE))
    elif queue_project_suggestions(project):
        messages.success(request, _("The worker computes suggestions. You may leave this page."))
    else:
        messages.error(request, _("The queue does not answer. Try again once whoever runs this site has seen to it."))
    return redirect("diffs:suggestions", slug)


def _reported(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_report_suggestions(person_of(request), project))
    return project
