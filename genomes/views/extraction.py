"""Extraction passes: started and watched beside a genome; for admins, what became of them all."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, say
from annotation.models import Project
from annotation.refusal import Refused
from annotation.spreadsheets import csv_response
from genomes.models import ExtractionPass, IdeaObject
from genomes.permissions import can_see_extraction, can_start_passes
from genomes.selectors import GenomeScreen, hold_of
from genomes.selectors.extraction import (
    candidates_page,
    dropped_words,
    panel_of,
    pass_of,
    passes_page,
    passes_table,
    rates_of,
    replies_page,
    visible_passes,
)
from genomes.services import cancel_pass, reject_open_candidates, start_passes
from genomes.tasks import queue_passes
from genomes.views.answers import Changes, before_of, changes_between, writable
from genomes.views.scene import Scene, panel_context, scene_of, screen_context

LONGEST_NUMBER = 18  # digits of an id that the database can hold
GHOST = IdeaObject.State.CANDIDATE


@login_required
@require_http_methods(["GET", "POST"])
def passes(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """How the passes of a genome are getting on (GET, `seen` is the page's last candidate); start some (POST)."""
    scene = _startable(request, slug, paper_slug)
    if request.method == "POST":
        return _start(request, scene)
    return _panel(request, scene)


@login_required
@require_POST
def cancel(request: HttpRequest, slug: str, paper_slug: str, pass_id: int) -> HttpResponse:
    """End a pass; it keeps what it has proposed."""
    scene = _startable(request, slug, paper_slug)
    extraction = _of_genome(scene, pass_id)
    try:
        cancel_pass(by=scene.person, extraction=extraction)
    except Refused as refusal:
        return _refused(request, scene, refusal)
    return _panel(request, scene)


@login_required
@require_POST
def reject_rest(request: HttpRequest, slug: str, paper_slug: str, pass_id: int) -> HttpResponse:
    """Reject every candidate of a pass that is still undecided; with scripts the page and its drawer stay."""
    scene = writable(request, slug, paper_slug)
    extraction = _of_genome(scene, pass_id)
    before = before_of(scene)
    try:
        rejected = reject_open_candidates(by=scene.person, extraction=extraction)
    except Refused as refusal:
        return _refused(request, scene, refusal)
    text = _("%(count)s candidates are rejected.") % {"count": len(rejected)}
    if not htmx_of(request):
        messages.success(request, text)
        return redirect(f"{scene.address}#objects-title")
    scene.genome.refresh_from_db(fields=["revision", "author", "handed_in_at"])
    panel = panel_of(scene.genome, scene.project)
    # What other passes proposed since the page asked last is still to come: `seen` stays what the page says.
    context = {**screen_context(request, scene), **panel_context(scene, panel, True, _seen(request, panel.newest))}
    context["changes"] = changes_between(before, context["screen"])
    response = render(request, "genomes/extraction/renewed.html", context)
    return trigger_client_event(response, "toast", {"text": text, "tone": "good"})


def _seen(request: HttpRequest, newest: int) -> int:
    """The last candidate that the page has got, as it says; `newest` when it does not say so."""
    seen = request.GET.get("seen", "")
    return int(seen) if seen.isdecimal() and len(seen) <= LONGEST_NUMBER else newest


def _startable(request: HttpRequest, slug: str, paper_slug: str) -> Scene:
    scene = scene_of(request, slug, paper_slug)
    scene.visible_genome()
    allow(can_start_passes(request.user, scene.project))
    return scene


def _of_genome(scene: Scene, pass_id: int) -> ExtractionPass:
    found: ExtractionPass = get_object_or_404(
        visible_passes(scene.person, scene.project).filter(genome=scene.genome), pk=pass_id
    )
    return found


def _start(request: HttpRequest, scene: Scene) -> HttpResponse:
    types, provider = request.POST.getlist("types"), request.POST.get("provider", "")
    try:
        made = start_passes(by=scene.person, genome=scene.genome, types=types, provider=provider)
    except Refused as refusal:
        return _refused(request, scene, refusal)
    queue_passes(made)  # when it does not answer, the panel says so
    return _panel(request, scene)


def _refused(request: HttpRequest, scene: Scene, refusal: Refused) -> HttpResponse:
    if htmx_of(request):
        return _panel(request, scene, faults=refusal.faults)
    say(request, refusal)
    return _panel(request, scene)


def _panel(request: HttpRequest, scene: Scene, **more: Any) -> HttpResponse:
    """The panel; where there are candidates that the page has not seen, these and their marks too."""
    if not htmx_of(request):
        return redirect(f"{scene.address}#extraction")
    panel = panel_of(scene.genome, scene.project)
    can_decide = hold_of(scene.person, scene.genome).can_edit
    context = {**panel_context(scene, panel, can_decide, panel.newest), **more}
    if (seen := _seen(request, panel.newest)) < panel.newest:
        context = {**screen_context(request, scene), **context}
        context["changes"] = _ghosts(context["screen"], after=seen, until=panel.newest)
    return render(request, "genomes/extraction/renewed.html", context)


def _ghosts(screen: GenomeScreen, *, after: int, until: int) -> Changes:
    """The candidates that a page has not got yet, and the passages that they stand in. Its other cards stay.

    One that was made since the panel was read (its id is above `until`) comes the next time, so that none comes twice.
    """
    new = [card for card in screen.cards if card.state == GHOST and after < card.pk <= until]
    keys = {card.pk for card in new}
    blocks = [block for block in screen.blocks if any(mark.object_id in keys for mark in (*block.marks, *block.whole))]
    return Changes(same_shelf=[], gone=[], moved=new, blocks=blocks)


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What people made of the candidates of every provider, and the passes behind it; admins only."""
    project = _overseen(request, slug)
    person = person_of(request)
    context = {
        "project": project,
        "rates": rates_of(person, project),
        "page": passes_page(person, project, request.GET.get("page", "1")),
    }
    return render(request, "genomes/extraction/overview.html", context)


@login_required
@require_GET
def one(request: HttpRequest, slug: str, pass_id: int) -> HttpResponse:
    """One pass: its candidates with what was decided, or (`show=replies`) what the endpoint answered; admins only."""
    project = _overseen(request, slug)
    passes = pass_of(visible_passes(person_of(request), project))
    extraction: ExtractionPass = get_object_or_404(passes, pk=pass_id)
    number = request.GET.get("page", "1")
    shows_replies = request.GET.get("show") == "replies"
    page = replies_page(extraction, number) if shows_replies else candidates_page(extraction, number)
    context = {
        "project": project,
        "extraction": extraction,
        "dropped": dropped_words(extraction),
        "shows_replies": shows_replies,
        "page": page,
    }
    return render(request, "genomes/extraction/pass.html", context)


@login_required
@require_GET
def table(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Every pass as a row of CSV; admins only."""
    project = _overseen(request, slug)
    return csv_response(passes_table(person_of(request), project), f"{slugify(slug)}-extraction.csv")


def _overseen(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_see_extraction(request.user, project))
    return project
