"""The genome screen: the paper's text beside its idea objects."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import allow
from annotation.feedback import say
from annotation.refusal import Refused
from annotation.services import claim_unit
from genomes.forms import object_form_of
from genomes.models import IdeaObject
from genomes.permissions import can_write_genomes
from genomes.services import hand_in_genome
from genomes.views.dividing import merge_context, split_context
from genomes.views.references import textless_page
from genomes.views.scene import NoTextYet, Scene, editor_context, genome_page, scene_of

LONGEST_NUMBER = 18  # digits of an id that the database can hold
PANELS: dict[str, Callable[[Scene, IdeaObject], dict[str, Any]]] = {"split": split_context, "merge": merge_context}


@login_required
@require_GET
def paper(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Read a paper; its genome beside it for who may see it.

    `?object=12` opens what can be done with an object without scripts, `&do=split` one of its forms. `?edit=12` is
    short for editing.
    """
    try:
        scene = scene_of(request, slug, paper_slug)
    except NoTextYet as found:
        return textless_page(request, found.project, found.paper)
    wanted = request.GET.get("object") or request.GET.get("edit", "")
    if not (wanted.isdecimal() and len(wanted) <= LONGEST_NUMBER and can_write_genomes(request.user, scene.project)):
        return genome_page(request, scene)
    idea_object = scene.visible_object(int(wanted))
    do = request.GET.get("do", "edit")
    if do in PANELS:
        return genome_page(request, scene, object_panel={**PANELS[do](scene, idea_object), "do": do})
    editor = editor_context(scene, object_form_of(idea_object), idea_object)
    return genome_page(request, scene, editor=editor, object_panel={"idea_object": idea_object, "do": "edit"})


@login_required
@require_POST
def take(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Claim the genome, so that nobody else reads the same paper meanwhile."""
    scene = scene_of(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    try:
        claim_unit(person=scene.person, unit=scene.genome.unit)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("The genome is yours. Select some text to begin."))
    return redirect(scene.address)


@login_required
@require_POST
def hand_in(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Declare the genome complete; refused, the page lists all that is missing."""
    scene = scene_of(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    genome = scene.visible_genome()
    try:
        hand_in_genome(by=scene.person, genome=genome)
    except Refused as refusal:
        return genome_page(request, scene, status=422, refusal=refusal)
    messages.success(
        request,
        _("The genome is handed in. It can be compared with others once its second reader has typed it.")
        if scene.project.wants_second_reader
        else _("The genome is handed in. It can be compared with others now."),
    )
    return redirect(scene.address)
