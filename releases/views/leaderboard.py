"""The leaderboard of a release."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.access import person_of, project_for
from releases.selectors import COLUMNS, FIGURES, board_of, ranked_releases


@login_required
@require_GET
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Systems × axes on the newest release, or on the one that is asked for."""
    project = project_for(request.user, slug)
    releases = ranked_releases(person_of(request), project)
    named = request.GET.get("release", "")
    release = next((each for each in releases if each.version == named), releases[0] if releases else None)
    figure = request.GET.get("figure", "")
    sort = request.GET.get("sort", "")
    board = None
    if release is not None:
        board = board_of(
            release,
            figure=figure if figure in FIGURES else FIGURES[0],
            sort=sort if sort in (*COLUMNS, "system") else "micro",
        )
    context = {"project": project, "releases": releases, "release": release, "board": board}
    return render(request, "releases/leaderboard.html", context)
