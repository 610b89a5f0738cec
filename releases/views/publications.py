"""Where a release is published, for admins: open it to the public, hand it to a place, see how far that is."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import person_of
from annotation.feedback import say
from annotation.refusal import Refused
from releases.fetching import governed_frozen
from releases.selectors.publications import publication_progress
from releases.services import close_release, open_release, request_publication
from releases.tasks import queue_publication


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Have the worker hand the release to a place; what lies there already is checked and completed."""
    release = governed_frozen(request, slug, version)
    try:
        publication = request_publication(
            by=person_of(request), release=release, place=request.POST.get("place", "")[:20]
        )
    except Refused as refusal:
        say(request, refusal)
    else:
        queue_publication(publication)
    return _back(slug, version)


@login_required
@require_POST
def opening(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Open the release to everybody, or (with `close`) close it again."""
    release = governed_frozen(request, slug, version)
    closes = "close" in request.POST
    (close_release if closes else open_release)(by=person_of(request), release=release)
    told = _("The public page is gone.") if closes else _("Everybody who has the address can read the release now.")
    messages.success(request, told)
    return _back(slug, version)


@login_required
@require_GET
def progress(request: HttpRequest, slug: str, version: str, publication_id: int) -> JsonResponse:
    """How far a publication has come, for js/progress.js."""
    release = governed_frozen(request, slug, version)
    found = get_object_or_404(release.publications, pk=publication_id)
    page = reverse("releases:release", args=[slug, version])
    return JsonResponse(publication_progress(found).as_json(f"{page}#publications"))


def _back(slug: str, version: str) -> HttpResponse:
    return redirect(f"{reverse('releases:release', args=[slug, version])}#publications")
