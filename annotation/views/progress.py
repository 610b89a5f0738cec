"""Progress, for admins: units × people, what each person does, and when it will all be done."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from annotation.access import allow, person_of, project_for
from annotation.models import Project, Unit
from annotation.permissions import can_see_progress
from annotation.rules import PACE_DAYS
from annotation.selectors import link, progress_page
from annotation.selectors.filters import STATES, Filters
from annotation.selectors.saved_views import saved_views
from annotation.selectors.throughput import MEDIAN_DAYS, bottlenecks, forecasts, throughput


@require_GET
@login_required
def progress(request: HttpRequest, slug: str) -> HttpResponse:
    """The matrix, fifty units a page, filtered by what stands in the address."""
    project = overseen(request, slug)
    return render(request, "annotation/progress.html", matrix_context(request, project))


@require_GET
@login_required
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """One row per annotator: finished, open, and how long a unit takes them."""
    project = overseen(request, slug)
    rows = throughput(person_of(request), project)
    context = {"project": project, "rows": rows, "pace_days": PACE_DAYS, "median_days": MEDIAN_DAYS}
    return render(request, "annotation/progress_people.html", context)


@require_GET
@login_required
def forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """When all labels will be in, for each stage, and what stands in the way."""
    project = overseen(request, slug)
    person = person_of(request)
    context = {
        "project": project,
        "forecasts": forecasts(person, project),
        "bottlenecks": bottlenecks(person, project),
        "pace_days": PACE_DAYS,
        "disputes_url": link("adjudication:queue", slug),
    }
    return render(request, "annotation/progress_forecast.html", context)


def overseen(request: HttpRequest, slug: str) -> Project:
    """The project, for those who may see its progress."""
    project = project_for(request.user, slug)
    allow(can_see_progress(request.user, project))
    return project


def matrix_context(request: HttpRequest, project: Project) -> dict[str, Any]:
    """What the page of the matrix shows for the filters of this address."""
    filters = Filters.read(request.GET)
    page = progress_page(person_of(request), project, number=request.GET.get("page", 1), filters=filters)
    return {
        "project": project,
        "progress": page,
        "filters": filters,
        "saved": saved_views(person_of(request), project, "progress", filters.query),
        "kinds": Unit.Kind.choices,
        "states": STATES,
        "today": timezone.localdate(),
    }
