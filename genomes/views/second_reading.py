"""The second reading of a genome: its reader types every object without knowing how its author typed it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow
from annotation.feedback import say
from annotation.refusal import Conflict, Fault, Refused, refused
from annotation.selectors import link
from annotation.services import claim_unit
from annotation.wording import choices, label
from evaluator import strictjson
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import SecondReading
from genomes.permissions import can_see_typings, can_waive_readings, can_write_genomes
from genomes.selectors.second_reading import LONGEST_REASON, draft_of, reading_screen
from genomes.services import draft_state, save_reading_draft, submit_reading, waive_reading
from genomes.views.scene import Scene, scene_of

PART_IDS = {"type": "object", "role": "role", "reason": "reason"}


@login_required
@require_GET
def reading(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """The objects under numbers beside the text; for its reader the form, for others why they cannot fill it in."""
    scene, second_reading = _fetched(request, slug, paper_slug)
    draft = draft_of(scene.person, second_reading)
    return _page(request, scene, second_reading, draft.payload if draft else {})


@login_required
@require_POST
def take(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Take the reading; nobody can take it who had a part in the genome."""
    scene, second_reading = _fetched(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    try:
        claim_unit(person=scene.person, unit=second_reading.unit)
    except Refused as refusal:
        say(request, refusal)
    return redirect(_address(scene))


@login_required
@require_http_methods(["PUT"])
def draft(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Save the answers as they stand."""
    scene, second_reading = _fetched(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    try:
        payload, revision = _draft_body(request)
        saved = save_reading_draft(by=scene.person, reading=second_reading, payload=payload, revision=revision)
    except Conflict as conflict:
        if conflict.current is None:
            return _refusal(conflict, status=410)  # closed, or another's by now: nothing to choose between
        return JsonResponse(conflict.current, status=conflict.status)
    except Refused as refusal:
        return _refusal(refusal, status=refusal.status)
    return JsonResponse(draft_state(saved))


@login_required
@require_POST
def submit(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Submit the reading for good; refused, the page lists all that is missing."""
    scene, second_reading = _fetched(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    payload = {name: request.POST[name] for name in request.POST}
    try:
        submit_reading(by=scene.person, reading=second_reading, payload=payload)
    except Conflict as conflict:
        say(request, conflict)
        return redirect(_address(scene))
    except Refused as refusal:
        return _page(request, scene, second_reading, payload, refusal.faults)
    messages.success(request, _("The reading is submitted. What differs goes to a third person."))
    return redirect("annotation:work", slug)


@login_required
@require_POST
def waive(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Do without a second reader, with a reason."""
    scene, second_reading = _fetched(request, slug, paper_slug)
    allow(can_waive_readings(request.user, scene.project))
    try:
        waive_reading(by=scene.person, reading=second_reading, reason=request.POST.get("reason", ""))
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("The genome goes on without a second reader."))
    return redirect(_address(scene))


def _fetched(request: HttpRequest, slug: str, paper_slug: str) -> tuple[Scene, SecondReading]:
    """The reading of the genome that the address means; Http404 where none was asked for."""
    scene = scene_of(request, slug, paper_slug)
    readings = SecondReading.objects.visible_to(scene.person).select_related("unit__project", "genome__source_version")
    return scene, get_object_or_404(readings, genome=scene.genome)


def _address(scene: Scene) -> str:
    page = reverse("genomes:reading", args=[scene.project.slug, scene.paper.slug])
    return f"{page}?version={scene.genome.source_version.number}"


def _page(
    request: HttpRequest,
    scene: Scene,
    second_reading: SecondReading,
    payload: Mapping[str, str],
    faults: list[Fault] | None = None,
) -> HttpResponse:
    screen = reading_screen(scene.person, scene.paper, second_reading, payload)
    may_write = can_write_genomes(request.user, scene.project)
    context: dict[str, Any] = {
        "project": scene.project,
        "paper": scene.paper,
        "screen": screen,
        "query": f"?version={screen.version.number}",
        "types": [(each.value, label(each), each.letter.lower()) for each in ObjectType],
        "roles": list(enumerate(choices(ContributionRole), 1)),
        "longest_reason": LONGEST_REASON,
        "can_read": may_write and screen.mode == "mine",
        "can_take": may_write and screen.mode == "free",
        "can_waive": can_waive_readings(request.user, scene.project) and second_reading.is_open,
        "faults": [(fault, _anchor(fault)) for fault in faults or []],
        "sees_disputes": can_see_typings(request.user, scene.project),
        "disputes": link("adjudication:genome", scene.project.slug, second_reading.pk),
    }
    return render(request, "genomes/second_reading.html", context, status=422 if faults else 200)


def _anchor(fault: Fault) -> str:
    part, _dot, number = fault.field.partition(".")
    return f"{PART_IDS[part]}-{number}" if part in PART_IDS else "asked-title"


def _draft_body(request: HttpRequest) -> tuple[dict[str, Any], int]:
    """The payload and the revision it grew from. Raises Refused when the body is something else."""
    try:
        body = strictjson.parse(request.body)
    except ValueError as error:
        raise refused("not_json", _("The body is not JSON.")) from error
    payload, revision = (body.get("payload"), body.get("revision")) if isinstance(body, dict) else (None, None)
    if not isinstance(payload, dict) or not isinstance(revision, int) or isinstance(revision, bool):
        raise refused("bad_draft", _("A draft is an object with its payload and the revision it grew from."))
    return payload, revision


def _refusal(refusal: Refused, status: int) -> HttpResponse:
    """All faults for programs, and one text of them for people, as the page's scripts show it."""
    return JsonResponse({"faults": [each.as_json() for each in refusal.faults], "detail": str(refusal)}, status=status)
