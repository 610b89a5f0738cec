"""What the pair screen looks up while one types: where an external object may come from."""

from dataclasses import asdict

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from annotation.access import person_of
from diffs.selectors.sources import sources_of
from diffs.views.pair import pair_for


@login_required
@require_GET
def sources(request: HttpRequest, slug: str, pair_id: int) -> JsonResponse:
    """Papers none later than the successor, references of it, and lineages in use, by the words of `q`."""
    found = pair_for(request, slug, pair_id)
    return JsonResponse(asdict(sources_of(found, person_of(request), request.GET.get("q", ""))))
