"""The data of a project as files: each table, and everything as one zip."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from adjudication.export_words import TABLE_WORDS
from adjudication.exports_response import ending_in, table_response, wants_names, zip_response
from adjudication.permissions import can_export
from adjudication.selectors.export import TABLES, counts_of
from annotation.access import allow, person_of, project_for
from annotation.permissions import can_administer


@require_GET
@login_required
def exports(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be taken along, and how much of it there is."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_administer(person, project))
    may = can_export(person, project)
    counts = counts_of(project, person) if may else {}
    tables = [(name, *TABLE_WORDS[name], counts[name]) for name in TABLES] if may else []
    return render(request, "adjudication/exports.html", {"project": project, "may": may, "tables": tables})


@require_GET
@login_required
def table(request: HttpRequest, slug: str, name: str, ending: str) -> StreamingHttpResponse:
    """One table, streamed."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_export(person, project))
    return table_response(project, person, name, ending, named=wants_names(request.GET))


@require_GET
@login_required
def everything(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """All tables as one zip, streamed."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_export(person, project))
    return zip_response(project, person, ending_in(request.GET), named=wants_names(request.GET))
