"""My work: what is open, and the buttons and keys that take, keep and give back units."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import as_json, say
from annotation.forms import AwayForm
from annotation.models import Assignment, Membership, Project, Unit
from annotation.permissions import can_label
from annotation.refusal import Refused, refused
from annotation.selectors import current_guideline, unit_url, unread_guideline, work_page
from annotation.services import beat, claim_next, claim_unit, release_unit, set_away, spans_of
from annotation.services.assignments import why_nothing_next
from evaluator import strictjson


@require_GET
@login_required
def work(request: HttpRequest, slug: str) -> HttpResponse:
    """The annotator's own page."""
    project = project_for(request.user, slug)
    allow(can_label(request.user, project))
    person = person_of(request)
    page = work_page(person, project)
    context = {
        "project": project,
        "lease_hours": max(1, round(project.lease / timedelta(hours=1))),
        "guideline": current_guideline(project),
        "to_read": unread_guideline(person_of(request), project),
        "work": page,
        "stopped": why_nothing_next(person=person, project=project),
        "away_form": AwayForm(initial=_dates(page.membership)),
    }
    return render(request, "annotation/my_work.html", context)


@require_POST
@login_required
def next_unit(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out a unit and open it."""
    project = project_for(request.user, slug)
    allow(can_label(request.user, project))
    kind = request.POST.get("kind", "")
    try:
        hold = claim_next(person=person_of(request), project=project, kind=kind if kind in Unit.Kind.values else None)
    except Refused as refusal:
        say(request, refusal)
        return redirect("annotation:work", slug)
    if hold is None:
        messages.info(request, _("There is no unit for you right now. New ones appear here by themselves."))
        return redirect("annotation:work", slug)
    return redirect(unit_url(hold.unit))


@require_POST
@login_required
def open_unit(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Open a unit that was assigned to the person: from now on the usual lease runs."""
    project, unit = _labelled_unit(request, slug, unit_id)
    person = person_of(request)
    allow(Assignment.objects.filter(unit=unit, person=person).exists())
    try:
        claim_unit(person=person, unit=unit)
    except Refused as refusal:
        say(request, refusal)
        return redirect("annotation:work", project.slug)
    return redirect(unit_url(unit))


@require_POST
@login_required
def away(request: HttpRequest, slug: str) -> HttpResponse:
    """Say from when to when one is away, or that one is back."""
    project = project_for(request.user, slug)
    allow(can_label(request.user, project))
    person = person_of(request)
    form = AwayForm({} if "back" in request.POST else request.POST)
    if not form.is_valid():
        messages.error(request, _("A day is a date such as 2026-08-01."))
        return redirect("annotation:work", slug)
    try:
        set_away(by=person, project=project, user=person, **form.cleaned_data)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("Your days away are saved."))
    return redirect("annotation:work", slug)


@require_POST
@login_required
def release(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Give a unit back."""
    project, unit = _labelled_unit(request, slug, unit_id)
    try:
        release_unit(person=person_of(request), unit=unit)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("“%(title)s” is given back. Your draft stays.") % {"title": unit.title})
    return redirect("annotation:work", project.slug)


@require_POST
@login_required
def heartbeat(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Keep a unit while its page is open and in use; count the time that the page saw somebody at work."""
    _project, unit = _labelled_unit(request, slug, unit_id)
    try:
        hold = beat(person=person_of(request), unit=unit, spans=spans_of(_json_of(request)))
    except Refused as refusal:
        return as_json(refusal)
    return JsonResponse({"state": hold.state, "lease_expires_at": hold.lease_expires_at.isoformat()})


def _dates(membership: Membership | None) -> dict[str, Any]:
    return {"away_from": membership.away_from, "away_until": membership.away_until} if membership else {}


def _json_of(request: HttpRequest) -> Any:
    """What a script sent; a form without scripts sends nothing of interest."""
    if request.content_type != "application/json" or not request.body:
        return {}
    try:
        return strictjson.parse(request.body)
    except strictjson.BadJson as error:
        raise refused("bad_json", str(error)) from error


def _labelled_unit(request: HttpRequest, slug: str, unit_id: int) -> tuple[Project, Unit]:
    project = project_for(request.user, slug)
    unit = get_object_or_404(Unit.objects.visible_to(person_of(request)), project=project, pk=unit_id)
    allow(can_label(request.user, project))
    return project, unit
