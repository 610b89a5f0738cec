"""The steps on a genome, and going back and forth between them."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from annotation.feedback import htmx_of
from genomes.models import IdeaObject, Operation
from genomes.selectors.history import history_of
from genomes.services import redo_step, undo_step
from genomes.views.answers import move, writable
from genomes.views.scene import Scene, scene_of


@login_required
@require_GET
def history(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """All steps on a genome, for who may see its objects."""
    return _history(request, scene_of(request, slug, paper_slug), None)


@login_required
@require_GET
def object_history(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """The steps that touched one object."""
    scene = scene_of(request, slug, paper_slug)
    return _history(request, scene, scene.visible_object(object_id))


@login_required
@require_POST
def undo(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Take back one's last step; `number` names the one that the page spoke of."""
    return _step(request, slug, paper_slug, "undo", undo_step)


@login_required
@require_POST
def redo(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Do again what one has undone last."""
    return _step(request, slug, paper_slug, "redo", redo_step)


def _step(
    request: HttpRequest, slug: str, paper_slug: str, did: str, service: Callable[..., Operation]
) -> HttpResponse:
    scene = writable(request, slug, paper_slug)
    number = _number(request)
    return move(request, scene, did, lambda: _touched(service(by=scene.person, genome=scene.genome, number=number)))


def _number(request: HttpRequest) -> int | None:
    sent = request.POST.get("number", "")
    return int(sent) if sent.isdecimal() and len(sent) < 10 else None


def _touched(step: Operation) -> IdeaObject | None:
    """An object that the step left standing, to look at."""
    left = [int(pk) for pk, state in step.after.items() if state is not None]
    found: IdeaObject | None = IdeaObject.objects.filter(pk__in=left).order_by("pk").first()
    return found


def _history(request: HttpRequest, scene: Scene, idea_object: IdeaObject | None) -> HttpResponse:
    genome = scene.visible_genome()
    object_id = idea_object.pk if idea_object else None
    context = {
        "project": scene.project,
        "paper": scene.paper,
        "idea_object": idea_object,
        "steps": history_of(scene.person, genome, object_id=object_id, page=request.GET.get("page", "1")),
        "query": f"?version={scene.genome.source_version.number}",
    }
    is_fragment = htmx_of(request) and htmx_of(request).target == "history"
    return render(request, "genomes/history_drawer.html" if is_fragment else "genomes/history.html", context)
