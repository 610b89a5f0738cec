"""The leaderboard of a release."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.access import person_of, project_for
from releases.selectors import COLUMNS, FIGURES, board_of, ranked_releases, release_to_show, status_of


@login_required
@require_GET
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Systems × axes on the release that is asked for, else on the newest with a scored run."""
    project = project_for(request.user, slug)
    releases = ranked_releases(person_of(request), project)
    release = release_to_show(releases, request.GET.get("release", ""))
    figure = request.GET.get("figure", "")
    sort = request.GET.get("sort", "")
    board = None
    if release is not None:
        board = board_of(
            release,
            figure=figure if figure in FIGURES else FIGURES[0],
            sort=sort if sort in (*COLUMNS, "system") else "micro",
        )
    status = status_of(release) if release is not None else None
    context = {"project": project, "releases": releases, "release": release, "board": board, "status": status}
    return render(request, "releases/leaderboard.html", context)
