"""Progress: units × people, for admins."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.access import allow, person_of, project_for
from annotation.models import Unit
from annotation.permissions import can_see_progress
from annotation.selectors import progress_page


@require_GET
@login_required
def progress(request: HttpRequest, slug: str) -> HttpResponse:
    """The matrix, fifty units a page, of one kind or all."""
    project = project_for(request.user, slug)
    allow(can_see_progress(request.user, project))
    kind = request.GET.get("kind", "")
    kind = kind if kind in Unit.Kind.values else ""
    page = progress_page(person_of(request), project, number=request.GET.get("page", 1), kind=kind)
    context = {"project": project, "progress": page, "kind": kind, "kinds": Unit.Kind.choices}
    return render(request, "annotation/progress.html", context)
