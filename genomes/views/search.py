"""Search over the papers and idea objects that the reader may see."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.access import person_of, project_for
from genomes.selectors.search import search_library, type_choices

KINDS = ("papers", "objects")


@login_required
@require_GET
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """What fits the words: papers, or with `kind=objects` idea objects."""
    project = project_for(request.user, slug)
    query = request.GET.get("q", "").strip()
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else KINDS[0]
    wanted = request.GET.get("type", "")
    found = search_library(
        person_of(request), project, query, kind=kind, object_type=wanted, number=request.GET.get("page", 1)
    )
    if kind == "papers" and not found.papers and found.objects and "kind" not in request.GET:
        found = search_library(person_of(request), project, query, kind="objects", object_type=wanted)
    context = {"project": project, "q": query, "found": found, "types": type_choices(), "chosen_type": wanted}
    return render(request, "genomes/search.html", context)
