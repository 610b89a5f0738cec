"""Evidence of the last version of a text that could not be found for sure: confirm a place, choose another, let go."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import allow
from annotation.feedback import say
from annotation.models import User
from annotation.refusal import Refused
from genomes.models import CarriedEvidence, IdeaObject
from genomes.permissions import can_write_genomes
from genomes.selectors import hold_of
from genomes.selectors.carrying import carried_of
from genomes.services import confirm_place, drop_place
from genomes.views.scene import Scene, scene_of


@login_required
@require_GET
def carried(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """What became of the evidence of the last version; for who may see the genome."""
    scene = scene_of(request, slug, paper_slug)
    genome = scene.visible_genome()
    hold = hold_of(scene.person, genome)
    context = {
        "project": scene.project,
        "paper": scene.paper,
        "genome": genome,
        "carried": carried_of(genome),
        "query": f"?version={scene.genome.source_version.number}",
        "can_edit": can_write_genomes(request.user, scene.project) and hold.can_edit,
    }
    return render(request, "genomes/carried.html", context)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, paper_slug: str, carried_id: int) -> HttpResponse:
    """The proposed place is right."""
    return _settle(request, slug, paper_slug, carried_id, confirm_place)


@login_required
@require_POST
def drop(request: HttpRequest, slug: str, paper_slug: str, carried_id: int) -> HttpResponse:
    """The evidence is let go."""
    return _settle(request, slug, paper_slug, carried_id, drop_place)


def _settle(
    request: HttpRequest,
    slug: str,
    paper_slug: str,
    carried_id: int,
    service: Callable[..., CarriedEvidence],
) -> HttpResponse:
    scene = scene_of(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    row = visible_carried(scene.person, scene, carried_id)
    try:
        service(by=scene.person, carried=row)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("Saved."))
    page = reverse("genomes:carried", args=[slug, paper_slug])
    return redirect(f"{page}?version={scene.genome.source_version.number}")


def visible_carried(person: User, scene: Scene, carried_id: int) -> CarriedEvidence:
    """A row of this very genome, or Http404."""
    objects = IdeaObject.objects.visible_to(person).filter(genome=scene.genome)
    rows = CarriedEvidence.objects.filter(idea_object__in=objects).select_related("idea_object__genome")
    return get_object_or_404(rows, pk=carried_id)
