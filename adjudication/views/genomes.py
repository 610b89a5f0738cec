"""One genome whose objects author and second reader typed differently: look, take, choose, decide, reopen."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from adjudication.genome_forms import Values, given_to, values_of, wishes_of
from adjudication.models import ObjectRuling
from adjudication.permissions import can_adjudicate, can_reopen, can_see_disputes
from adjudication.queue_rules import ROLES, QueueFilter
from adjudication.selectors.case import Mode
from adjudication.selectors.genome_disputes import open_typings
from adjudication.selectors.genome_screen import GenomeScreen, genome_screen
from adjudication.services import (
    claim_genome,
    genome_draft_state,
    release_genome,
    reopen_object,
    rule_objects,
    save_genome_draft,
)
from adjudication.views.context import reason_keys
from adjudication.views.drafting import draft_body, draft_refusal
from adjudication.views.hand import hand_context
from adjudication.views.queue_pane import queue_pane
from adjudication.views.taking import back_to_queue, take_next, with_query
from adjudication.wording import REASON_WORDS
from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, say
from annotation.refusal import Conflict, Fault, Refused
from annotation.selectors import link
from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import SecondReading, Typing


@require_GET
@login_required
def genomes(request: HttpRequest, slug: str) -> HttpResponse:
    """An old address of the queue of genomes."""
    project = project_for(request.user, slug)
    allow(can_see_disputes(person_of(request), project))
    return redirect(f"{link('adjudication:queue', slug)}?queue={ROLES}")


@require_GET
@login_required
def genome(request: HttpRequest, slug: str, reading_id: int) -> HttpResponse:
    """Both answers to every object of one genome. Viewing decides nothing and takes nothing."""
    return _page(request, _reading_for(request, slug, reading_id))


@require_POST
@login_required
def claim(request: HttpRequest, slug: str, reading_id: int) -> HttpResponse:
    """Take the genome, or hold it longer; from its open screen that leaves the screen as it is."""
    reading = _reading_for(request, slug, reading_id)
    allow(can_adjudicate(request.user, reading.unit.project))
    faults: list[Fault] = []
    try:
        claim_genome(by=person_of(request), reading=reading)
    except Refused as refusal:
        faults = list(refusal.faults)
        if not htmx_of(request):
            say(request, refusal)
    if htmx_of(request):
        screen = genome_screen(reading, person_of(request))
        return render(
            request, "adjudication/genome_lease.html", {**_where(request, reading, screen), "lease_faults": faults}
        )
    return _back(request, reading)


@require_POST
@login_required
def release(request: HttpRequest, slug: str, reading_id: int) -> HttpResponse:
    """Give the genome back."""
    reading = _reading_for(request, slug, reading_id)
    allow(can_adjudicate(request.user, reading.unit.project))
    release_genome(by=person_of(request), reading=reading)
    messages.success(request, _("The genome is given back. Your draft stays with it."))
    return back_to_queue(request, reading.unit.project)


@require_http_methods(["PUT"])
@login_required
def draft(request: HttpRequest, slug: str, reading_id: int) -> HttpResponse:
    """Save the choices as they stand."""
    reading = _reading_for(request, slug, reading_id)
    allow(can_adjudicate(request.user, reading.unit.project))
    try:
        payload, revision = draft_body(request)
        saved = save_genome_draft(by=person_of(request), reading=reading, payload=payload, revision=revision)
    except Refused as refusal:
        return draft_refusal(refusal)
    return JsonResponse(genome_draft_state(saved))


@require_POST
@login_required
def decide(request: HttpRequest, slug: str, reading_id: int) -> HttpResponse:
    """Decide the objects for which something is chosen; once none is left, take the next dispute."""
    reading = _reading_for(request, slug, reading_id)
    project = reading.unit.project
    allow(can_adjudicate(request.user, project))
    values = values_of(request.POST.dict())
    try:
        rulings = rule_objects(by=person_of(request), reading=reading, wishes=wishes_of(values))
    except Conflict as conflict:
        say(request, conflict)
        return _back(request, reading)
    except Refused as refusal:
        return _page(request, reading, values, refusal.faults)
    messages.success(request, _("Decided: %(count)s.") % {"count": len(rulings)})
    if open_typings(project).filter(reading=reading).exists():
        return _back(request, reading)
    return take_next(request, project)


@require_POST
@login_required
def reopen(request: HttpRequest, slug: str, reading_id: int, number: int) -> HttpResponse:
    """Put a decided object back into dispute."""
    reading = _reading_for(request, slug, reading_id)
    allow(can_reopen(person_of(request), reading.unit.project))
    typing = get_object_or_404(Typing.objects.visible_to(person_of(request)), reading=reading, number=number)
    said = {name: request.POST.get(name, "") for name in ("reason_code", "rationale")}
    try:
        reopen_object(by=person_of(request), typing=typing, **said)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("Reopened. The genome has the object again as its author typed it."))
    return _back(request, reading)


def _back(request: HttpRequest, reading: SecondReading) -> HttpResponse:
    return redirect(with_query(request, link("adjudication:genome", reading.unit.project.slug, reading.pk)))


def _reading_for(request: HttpRequest, slug: str, reading_id: int) -> SecondReading:
    """The reading, once it is submitted; members without the right get 403."""
    project = project_for(request.user, slug)
    person = person_of(request)
    allow(can_see_disputes(person, project))
    readings = SecondReading.objects.visible_to(person).filter(unit__project=project, submitted_at__isnull=False)
    related = ("unit__project", "genome__source_version__paper", "guideline")
    found: SecondReading = get_object_or_404(readings.select_related(*related), pk=reading_id)
    return found


def _where(request: HttpRequest, reading: SecondReading, screen: GenomeScreen) -> dict[str, Any]:
    query = QueueFilter.read(request.GET.dict()).query
    return {"project": reading.unit.project, "reading": reading, "screen": screen, "queue_query": query}


def _page(
    request: HttpRequest, reading: SecondReading, sent: Values | None = None, faults: list[Fault] | None = None
) -> HttpResponse:
    screen = genome_screen(reading, person_of(request))
    saved = values_of(screen.draft.payload) if screen.draft is not None else {}
    values = saved if sent is None else sent
    by_number: dict[int, list[Fault]] = {}
    for fault in faults or []:
        number = fault.field.partition(".")[2]
        by_number.setdefault(int(number) if number.isdecimal() else 0, []).append(fault)
    objects = screen.case.objects
    context = {
        **queue_pane(request, reading.unit.project, unit=reading.unit_id),
        **hand_context(request, reading.unit, screen.hold.adjudicator if screen.hold else None),
        **_where(request, reading, screen),
        "paper": reading.genome.paper,
        "case": screen.case,
        "rows": [(each, given_to(values, each.number), by_number.get(each.number, [])) for each in objects],
        "whole": {"reason_code": values.get("reason_code", ""), "rationale": values.get("rationale", "")},
        "faults": faults or [],
        "editing": screen.mode is Mode.YOURS,
        "types": choices(ObjectType),
        "roles": choices(ContributionRole),
        "reasons": REASON_WORDS,
        "reason_keys": reason_keys(),
        "excluded": ObjectRuling.Outcome.EXCLUDED.label,
    }
    return render(request, "adjudication/genome.html", context, status=422 if faults else 200)
