"""One case: look, take, choose, decide, reopen."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from adjudication.forms import CaseInput, Values, read_case, values_of
from adjudication.models import Resolution
from adjudication.permissions import can_adjudicate, can_reopen, can_see_disputes, is_third_person
from adjudication.queue_rules import QueueFilter
from adjudication.selectors import CaseScreen, Mode, case_screen, cases_for, sides_of_case
from adjudication.services import (
    claim_case,
    draft_state,
    release_case,
    reopen_case,
    resolve_case,
    save_case_draft,
)
from adjudication.views.context import (
    case_context,
    composition_of,
    initial_values,
    missing_context,
    typed_words,
)
from adjudication.views.hand import hand_context
from adjudication.views.queue_pane import queue_pane
from adjudication.views.taking import back_to_queue, take_next, with_query
from annotation.access import allow, person_of, project_for
from annotation.feedback import as_json, htmx_of, say
from annotation.refusal import Conflict, Fault, Refused, refused
from annotation.selectors import link
from diffs.models import PaperPair
from evaluator import strictjson


@require_GET
@login_required
def case(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """The case. Viewing decides nothing and takes nothing."""
    return case_page(request, pair_for(request, slug, pair_id))


@require_POST
@login_required
def claim(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Take the case, or hold it longer; from its open screen that leaves the screen as it is."""
    pair = pair_for(request, slug, pair_id)
    allow(can_adjudicate(request.user, pair.project))
    faults: list[Fault] = []
    try:
        claim_case(by=person_of(request), pair=pair)
    except Refused as refusal:
        faults = list(refusal.faults)
        if not htmx_of(request):
            say(request, refusal)
    if htmx_of(request):
        screen = case_screen(pair, person_of(request))
        return render(request, "adjudication/case/lease.html", {**_where(request, screen), "lease_faults": faults})
    return _back(request, pair)


@require_POST
@login_required
def release(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Give the case back."""
    pair = pair_for(request, slug, pair_id)
    allow(can_adjudicate(request.user, pair.project))
    release_case(by=person_of(request), pair=pair)
    messages.success(request, _("The case is given back. Your draft stays with it."))
    return back_to_queue(request, pair.project)


@require_http_methods(["PUT"])
@login_required
def draft(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Save the choices as they stand."""
    pair = pair_for(request, slug, pair_id)
    allow(can_adjudicate(request.user, pair.project))
    try:
        payload, revision = _draft_body(request)
        saved = save_case_draft(by=person_of(request), pair=pair, payload=payload, revision=revision)
    except Conflict as conflict:
        if conflict.current is None:
            return _refusal(conflict, status=410)  # settled meanwhile: there is nothing to choose between
        return JsonResponse(conflict.current, status=conflict.status)
    except Refused as refusal:
        return _refusal(refusal, status=refusal.status)
    return JsonResponse(draft_state(saved))


@require_GET
@login_required
def missing(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """What the saved choices still lack, and how long the case is held, as pieces of the page."""
    pair = pair_for(request, slug, pair_id)
    allow(can_adjudicate(request.user, pair.project))
    screen = case_screen(pair, person_of(request))
    context = missing_context(screen, read_case(initial_values(screen)))
    return render(request, "adjudication/case/missing.html", {**_where(request, screen), **context, "is_piece": True})


@require_POST
@login_required
def resolve(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Decide the case, then take the next one."""
    pair = pair_for(request, slug, pair_id)
    person = person_of(request)
    allow(can_adjudicate(person, pair.project))
    values = values_of(request.POST)
    given = read_case(values)
    try:
        resolution = _resolve(request, pair, given)
    except Refused as refusal:
        status = refusal.status if isinstance(refusal, Conflict) else 422
        return case_page(request, pair, values, refusal.faults, status=status)
    messages.success(request, _("Decided: %(outcome)s.") % {"outcome": resolution.get_outcome_display()})
    return take_next(request, pair.project)


@require_POST
@login_required
def reopen(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Put a decided pair back into dispute."""
    pair = pair_for(request, slug, pair_id)
    allow(can_reopen(person_of(request), pair.project))
    given = read_case(values_of(request.POST))
    try:
        reopen_case(by=person_of(request), pair=pair, reason_code=given.reason_code, rationale=given.rationale)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("Reopened. The pair is in the queue again; what was decided stays in its history."))
    return _back(request, pair)


def _back(request: HttpRequest, pair: PaperPair) -> HttpResponse:
    """To the case, with the filters of the queue that the request came with."""
    return redirect(with_query(request, link("adjudication:case", pair.project.slug, pair.pk)))


def _where(request: HttpRequest, screen: CaseScreen) -> dict[str, Any]:
    query = QueueFilter.read(request.GET.dict()).query
    return {"project": screen.pair.project, "pair": screen.pair, "screen": screen, "queue_query": query}


def pair_for(request: HttpRequest, slug: str, pair_id: int) -> PaperPair:
    """The pair, if it is or was in dispute and the person may see its labels; members without the right get 403."""
    project = project_for(request.user, slug)
    person = person_of(request)
    allow(can_see_disputes(person, project))
    pair: PaperPair = get_object_or_404(cases_for(project, person), pk=pair_id)
    return pair


def case_page(
    request: HttpRequest,
    pair: PaperPair,
    values: Values | None = None,
    faults: list[Fault] | None = None,
    *,
    status: int = 422,
) -> HttpResponse:
    """The case with a form as it was sent; who can no longer decide it is given their words back beside it."""
    person = person_of(request)
    screen = case_screen(pair, person)
    is_theirs = screen.mode in (Mode.YOURS, Mode.OPEN)
    shown = initial_values(screen) if values is None or not is_theirs else values
    context = {
        "typed": typed_words(screen, values or {}) if faults and screen.mode is not Mode.YOURS else [],
        **queue_pane(request, pair.project, unit=pair.unit_id),
        **hand_context(request, pair.unit, screen.case.adjudicator if screen.case and screen.case.is_held else None),
        **case_context(screen, shown, faults),
        **missing_context(screen, read_case(shown)),
        "may_reopen": can_reopen(person, pair.project) and is_third_person(person, pair),
    }
    return render(request, "adjudication/case.html", context, status=status if faults else 200)


def _resolve(request: HttpRequest, pair: PaperPair, given: CaseInput) -> Resolution:
    made = None
    if given.outcome == Resolution.Outcome.RESOLVED:
        made = composition_of(pair, sides_of_case(pair), given)
    return resolve_case(
        by=person_of(request),
        pair=pair,
        outcome=given.outcome,
        payload=None if made is None else made.answer,
        choices=given.choices,
        reason_code=given.reason_code,
        rationale=given.rationale,
        row_notes=given.row_notes,
    )


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
    return JsonResponse({**json.loads(as_json(refusal).content), "detail": str(refusal)}, status=status)
