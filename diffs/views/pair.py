"""The pair screen: read both genomes, answer, save, submit, and change one's mind."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import as_json, say
from annotation.refusal import Conflict, Refused, refused
from annotation.services import claim_unit
from diffs.models import PaperPair
from diffs.permissions import can_calibrate, can_label_pair
from diffs.selectors import Mode, Screen, screen_of, texts_of
from diffs.selectors.calibration import has_feedback
from diffs.services import ask_for_suggestions, discard_draft, reopen_diff, save_draft, submit_diff
from diffs.views.context import fragments, screen_context
from evaluator import strictjson


@login_required
@require_GET
def pair(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """The screen, in the mode that the person stands in to the pair."""
    found = pair_for(request, slug, pair_id)
    screen = screen_of(found, person_of(request))
    if screen.desk.mode is Mode.EDIT:
        ask_for_suggestions(found)
    return screen_page(request, screen)


@login_required
@require_GET
def texts(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Both papers' texts, for the drawer where evidence is selected."""
    found = pair_for(request, slug, pair_id)
    return JsonResponse({"html": render_to_string("diffs/pair/texts.html", {"texts": texts_of(found)}, request)})


@login_required
@require_POST
def claim(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Take the pair up to label it."""
    found = pair_for(request, slug, pair_id)
    allow(can_label_pair(person_of(request), found))
    try:
        claim_unit(person=person_of(request), unit=found.unit)
    except Refused as refusal:
        say(request, refusal)
        if any(fault.code == "guideline_unread" for fault in refusal.faults):
            return redirect("annotation:guidelines", slug)
    return redirect("diffs:pair", slug, pair_id)


@login_required
@require_http_methods(["PUT"])
def draft(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Save the draft; answers what is still missing."""
    found = pair_for(request, slug, pair_id)
    user = person_of(request)
    allow(can_label_pair(user, found))
    try:
        payload, revision = draft_of(request)
        saved = save_draft(by=user, pair=found, payload=payload, revision=revision)
    except Conflict as conflict:
        return JsonResponse(conflict.current, status=conflict.status)
    except Refused as refusal:
        return refusal_of(refusal)
    screen = screen_of(found, user)
    answer = {"revision": saved.revision, "saved_at": saved.saved_at.isoformat()}
    return JsonResponse({**answer, **fragments(request, screen)})


@login_required
@require_POST
def submit(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Submit: from the page's script as JSON, or from its form as it stands on the server."""
    found = pair_for(request, slug, pair_id)
    user = person_of(request)
    allow(can_label_pair(user, found))
    scripted = request.content_type == "application/json"
    try:
        at_hand = {name: _at_hand(request, name) for name in ("guideline", "revision")}
        diff = submit_diff(by=user, pair=found, payload=answer_of(request), **at_hand)
    except Refused as refusal:
        if scripted:
            return refusal_of(refusal, fragments(request, screen_of(found, user)))
        say(request, refusal)
        return screen_page(request, screen_of(found, user), status=422)
    messages.success(request, _("Submitted. Thank you."))
    page = reverse("diffs:feedback" if has_feedback(diff) else "diffs:pair", args=[slug, pair_id])
    return JsonResponse({"url": page}) if scripted else redirect(page)


@login_required
@require_POST
def change(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Go on from one's own submitted answer, or (with `keep`) drop the changes and let it stand."""
    found = pair_for(request, slug, pair_id)
    user = person_of(request)
    allow(can_label_pair(user, found))
    service = discard_draft if "keep" in request.POST else reopen_diff
    try:
        service(by=user, pair=found)
    except Refused as refusal:
        say(request, refusal)
    return redirect("diffs:pair", slug, pair_id)


def pair_for(request: HttpRequest, slug: str, pair_id: int) -> PaperPair:
    """The pair, if the person has a role in its project and the address names that project."""
    project = project_for(request.user, slug)
    visible = PaperPair.objects.visible_to(person_of(request)).with_papers()
    found: PaperPair = get_object_or_404(visible, project=project, pk=pair_id)
    return found


def screen_page(request: HttpRequest, screen: Screen, status: int = 200) -> HttpResponse:
    may_label = screen.desk.mode is Mode.LOOK and can_label_pair(person_of(request), screen.pair)
    may_write = screen.desk.mode is Mode.LOOK and can_calibrate(person_of(request), screen.pair.project)
    context = {**screen_context(screen), "may_label": may_label, "may_write_known": may_write}
    return render(request, "diffs/pair.html", context, status=status)


def _json_of(request: HttpRequest) -> dict[str, Any]:
    """The JSON object of the body. Raises Refused when it is none."""
    try:
        body = strictjson.parse(request.body)
    except ValueError as error:
        raise refused("not_json", _("The body is not JSON.")) from error
    if not isinstance(body, dict):
        raise refused("not_an_object", _("The body must be a JSON object."))
    return body


def _revision(body: dict[str, Any]) -> int:
    revision = body.get("revision")
    if not isinstance(revision, int) or isinstance(revision, bool):
        raise refused("no_revision", _("Say which revision the draft grew from, as a whole number."), "revision")
    return revision


def _at_hand(request: HttpRequest, name: str) -> int | None:
    """What the screen grew from: the guideline's version, the draft's revision. One that shows none says nothing."""
    given = request.GET.get(name) or request.POST.get(name, "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else None


def draft_of(request: HttpRequest) -> tuple[dict[str, Any], int]:
    """The draft in the body and the revision that it grew from. Raises Refused when one of them is not there."""
    body = _json_of(request)
    return body.get("payload", {}), _revision(body)


def answer_of(request: HttpRequest) -> dict[str, Any]:
    if request.content_type == "application/json":
        return _json_of(request)
    try:
        answer = strictjson.parse_text(request.POST.get("payload", "{}"))
    except ValueError as error:
        raise refused("not_json", _("The answer is not JSON."), "payload") from error
    return answer if isinstance(answer, dict) else {}


def refusal_of(refusal: Refused, more: dict[str, Any] | None = None) -> HttpResponse:
    """All faults for programs, and one text of them for people, as the page's scripts show it."""
    response = as_json(refusal)
    body = {**json.loads(response.content), "detail": str(refusal), **(more or {})}
    return JsonResponse(body, status=refusal.status)
