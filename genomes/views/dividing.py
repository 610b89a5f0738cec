"""Split an object or merge several, each in a form of its own beside the text."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import reswap, retarget

from annotation.feedback import htmx_of
from annotation.refusal import Refused
from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.dividing_forms import (
    MergeForm,
    SplitForm,
    merge_form_from,
    split_form_from,
    split_form_of,
)
from genomes.models import IdeaObject
from genomes.selectors.objects import mergeable_with
from genomes.services import merge_objects, split_object
from genomes.views.answers import before_of, done, writable
from genomes.views.scene import Scene, genome_page


@login_required
@require_http_methods(["GET", "POST"])
def split(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """The parts of an object (GET), or the split (POST); `more` asks for one more part."""
    scene = writable(request, slug, paper_slug)
    idea_object = scene.visible_object(object_id)
    if request.method == "GET":
        return _opened(request, scene, "split", split_context(scene, idea_object), object_id)
    form = split_form_from(request.POST, idea_object)
    if "more" in request.POST:
        return _form_again(request, scene, "split", split_context(scene, idea_object, form), 200)

    def service() -> IdeaObject:
        return split_object(by=scene.person, idea_object=idea_object, payload=form.payload())[0]

    return _done(request, scene, "split", service, lambda refusal: split_context(scene, idea_object, form, refusal))


@login_required
@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """The objects that may be merged into this one (GET), or the merge (POST)."""
    scene = writable(request, slug, paper_slug)
    idea_object = scene.visible_object(object_id)
    if request.method == "GET":
        return _opened(request, scene, "merge", merge_context(scene, idea_object), object_id)
    form = merge_form_from(request.POST)

    def service() -> IdeaObject:
        return merge_objects(by=scene.person, genome=scene.genome, payload=form.payload(idea_object.pk))

    return _done(request, scene, "merge", service, lambda refusal: merge_context(scene, idea_object, form, refusal))


def split_context(
    scene: Scene, idea_object: IdeaObject, form: SplitForm | None = None, refusal: Refused | None = None
) -> dict[str, Any]:
    """What the form of a split shows; faults stand at their part."""
    form = form or split_form_of(idea_object)
    for fault in refusal.faults if refusal else ():
        part = next((each for each in form.parts if fault.field.startswith(f"parts[{each.number}]")), None)
        (part or form).errors.append(str(fault.message))
    return {**_common(scene, idea_object), "form": form, "types": choices(ObjectType)}


def merge_context(
    scene: Scene, idea_object: IdeaObject, form: MergeForm | None = None, refusal: Refused | None = None
) -> dict[str, Any]:
    """What the form of a merge shows; the most likely objects come first."""
    form = form or MergeForm([], idea_object.content, idea_object.constraint)
    form.errors = {"": [str(fault.message) for fault in refusal.faults]} if refusal else {}
    others = mergeable_with(idea_object)
    return {**_common(scene, idea_object), "form": form, "others": others, "roles": choices(ContributionRole)}


def _common(scene: Scene, idea_object: IdeaObject) -> dict[str, Any]:
    return {
        "idea_object": idea_object,
        "project": scene.project,
        "paper": scene.paper,
        "query": f"?version={scene.genome.source_version.number}",
    }


def _opened(request: HttpRequest, scene: Scene, do: str, context: dict[str, Any], object_id: int) -> HttpResponse:
    if not htmx_of(request):
        return redirect(scene.object_address(object_id, do))
    return render(request, f"genomes/{do}_form.html", context)


def _done(
    request: HttpRequest,
    scene: Scene,
    do: str,
    service: Callable[[], IdeaObject],
    again: Callable[[Refused], dict[str, Any]],
) -> HttpResponse:
    before = before_of(scene)
    try:
        idea_object = service()
    except Refused as refusal:
        status = 409 if refusal.status == 409 else 422
        return _form_again(request, scene, do, again(refusal), status)
    return done(request, scene, before, idea_object, did=do)


def _form_again(request: HttpRequest, scene: Scene, do: str, context: dict[str, Any], status: int) -> HttpResponse:
    if not htmx_of(request):
        return genome_page(request, scene, status=status, object_panel={**context, "do": do})
    response = render(request, f"genomes/{do}_form.html", context, status=status)
    return reswap(retarget(response, "#editor"), "innerHTML")
