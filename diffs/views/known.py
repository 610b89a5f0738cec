"""Writing the answer that people are measured by, on the pair's own screen."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from annotation.access import allow, person_of
from annotation.feedback import say
from annotation.refusal import Conflict, Refused
from diffs.models import PaperPair
from diffs.permissions import can_calibrate
from diffs.selectors import screen_of
from diffs.services import begin_known, finish_known, save_known_draft
from diffs.views.context import fragments
from diffs.views.pair import answer_of, draft_of, pair_for, refusal_of, screen_page


@login_required
@require_POST
def write(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Begin, or go on with, the known answer of a pair."""
    found = _written(request, slug, pair_id)
    try:
        begin_known(by=person_of(request), pair=found)
    except Refused as refusal:
        say(request, refusal)
    return redirect("diffs:pair", slug, pair_id)


@login_required
@require_http_methods(["PUT"])
def draft(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Save it as far as it has come; answers what is still missing."""
    found, user = _written(request, slug, pair_id), person_of(request)
    try:
        payload, revision = draft_of(request)
        saved = save_known_draft(by=user, pair=found, payload=payload, revision=revision)
    except Conflict as conflict:
        return JsonResponse(conflict.current, status=conflict.status)
    except Refused as refusal:
        return refusal_of(refusal)
    answer = {"revision": saved.revision, "saved_at": saved.saved_at.isoformat()}
    return JsonResponse({**answer, **fragments(request, screen_of(found, user))})


@login_required
@require_POST
def submit(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Take what was written as the known answer."""
    found, user = _written(request, slug, pair_id), person_of(request)
    scripted = request.content_type == "application/json"
    try:
        finish_known(by=user, pair=found, payload=answer_of(request))
    except Refused as refusal:
        if scripted:
            return refusal_of(refusal, fragments(request, screen_of(found, user)))
        say(request, refusal)
        return screen_page(request, screen_of(found, user), status=422)
    messages.success(request, _("The answer is known now. Say what it is for, and why it is the answer."))
    page = reverse("diffs:known", args=[slug, pair_id])
    return JsonResponse({"url": page}) if scripted else redirect(page)


def _written(request: HttpRequest, slug: str, pair_id: int) -> PaperPair:
    found = pair_for(request, slug, pair_id)
    allow(can_calibrate(person_of(request), found.project))
    return found
