"""The difference between any two releases of a project, as a page and as a file."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.access import person_of, project_for
from evaluator.vocabulary import RevisionKind
from releases.difference_file import difference_response
from releases.fetching import frozen_release
from releases.models import Release
from releases.selectors.comparison import COMPARED, counts_of, entries, in_detail

PAGE = 20


@login_required
@require_GET
def difference(request: HttpRequest, slug: str) -> HttpResponse:
    """What differs between ?before and ?after, by table and kind; the two newest releases when none are named."""
    project = project_for(request.user, slug)
    releases = list(
        Release.objects.frozen().visible_to(person_of(request)).filter(project=project).order_by("-frozen_at")
    )
    context = {"project": project, "releases": releases, "tables": COMPARED, "kinds": list(RevisionKind)}
    chosen = _chosen(request, releases)
    if chosen is None:
        return render(request, "releases/compare.html", context)
    before, after = chosen
    found = entries(before, after)
    table, kind = request.GET.get("table", ""), request.GET.get("kind", "")
    wanted = [e for e in found if table in ("", e.table) and kind in ("", e.kind.value)]
    page = Paginator(wanted, PAGE).get_page(request.GET.get("page"))
    context |= {"before": before, "after": after, "counts": counts_of(found), "total": len(found)}
    context |= {"page": page, "rows": [in_detail(before, after, entry) for entry in page], "table": table, "kind": kind}
    return render(request, "releases/compare.html", context)


@login_required
@require_GET
def difference_file(request: HttpRequest, slug: str, before: str, after: str, kind: str) -> HttpResponseBase:
    """The whole difference as a file: jsonl or json."""
    return difference_response(frozen_release(request, slug, before), frozen_release(request, slug, after), kind)


def _chosen(request: HttpRequest, releases: list[Release]) -> tuple[Release, Release] | None:
    """The two releases that the address names; the newest, and the one before it, in place of what it does not name."""
    by_version = {release.version: release for release in releases}
    after = by_version.get(request.GET.get("after", "")) or next(iter(releases), None)
    if after is None:
        return None
    others = [*releases[releases.index(after) + 1 :], *releases[: releases.index(after)]]
    before = by_version.get(request.GET.get("before", "")) or next(iter(others), None)
    return (before, after) if before is not None else None
