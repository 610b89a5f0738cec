"""Make, change, reject and restore idea objects: the same addresses for scripts (fragments) and plain forms (pages)."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import reswap, retarget, trigger_client_event

from annotation.access import allow
from annotation.feedback import say
from annotation.refusal import Conflict, Refused
from genomes.forms import ObjectForm, object_form_of
from genomes.models import IdeaObject
from genomes.permissions import can_write_genomes
from genomes.selectors import GenomeScreen, genome_screen, limitations_to_repair
from genomes.services import reject_object, restore_object, save_object
from genomes.views.scene import Scene, editor_context, genome_page, scene_of, screen_context, text_pane_changes


@login_required
@require_POST
def create(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Make an object from what the form holds."""
    scene = _writable(request, slug, paper_slug)
    return _save(request, scene, None)


@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """The form of an object (GET), or its new state (POST)."""
    scene = _writable(request, slug, paper_slug)
    idea_object = scene.visible_object(object_id)
    if request.method == "POST":
        return _save(request, scene, idea_object)
    if not request.htmx:  # type: ignore[attr-defined]  # set by the middleware
        joiner = "&" if "?" in scene.address else "?"
        return redirect(f"{scene.address}{joiner}edit={object_id}#editor")
    context = editor_context(scene, object_form_of(idea_object), idea_object)
    return render(request, "genomes/object_form.html", context)


@login_required
@require_POST
def reject(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """Take an object out of the genome, with a reason."""
    reason = request.POST.get("reason", "")
    return _move(request, slug, paper_slug, object_id, "reject", lambda **who: reject_object(reason=reason, **who))


@login_required
@require_POST
def restore(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """Take a rejected object back."""
    return _move(request, slug, paper_slug, object_id, "restore", restore_object)


@login_required
@require_GET
def limitations(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Limitations of other papers that a delta may answer, for the form."""
    scene = _writable(request, slug, paper_slug)
    found = limitations_to_repair(scene.person, scene.genome, request.GET.get("q", ""))
    return render(request, "genomes/limitations.html", {"limitations": found, "chosen": []})


def _writable(request: HttpRequest, slug: str, paper_slug: str) -> Scene:
    scene = scene_of(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project))
    scene.visible_genome()
    return scene


def _move(
    request: HttpRequest, slug: str, paper_slug: str, object_id: int, did: str, service: Callable[..., IdeaObject]
) -> HttpResponse:
    scene = _writable(request, slug, paper_slug)
    idea_object = scene.visible_object(object_id)
    before = genome_screen(scene.person, scene.project, scene.paper, scene.genome)
    try:
        service(by=scene.person, idea_object=idea_object)
    except Refused as refusal:
        if request.htmx:  # type: ignore[attr-defined]
            return _refused_as_toast(request, refusal)
        say(request, refusal)
        return redirect(scene.address)
    return _saved(request, scene, before, idea_object, did=did)


def _save(request: HttpRequest, scene: Scene, idea_object: IdeaObject | None) -> HttpResponse:
    form = ObjectForm(request.POST, auto_id="editor_%s")
    form.is_valid()  # fills cleaned_data; what is wrong is said by the service, everything at once
    before = genome_screen(scene.person, scene.project, scene.paper, scene.genome)
    try:
        saved = save_object(by=scene.person, genome=scene.genome, payload=form.payload(), idea_object=idea_object)
    except Refused as refusal:
        return _refused(request, scene, form, idea_object, refusal)
    return _saved(request, scene, before, saved, did="save")


def _saved(
    request: HttpRequest, scene: Scene, before: GenomeScreen, idea_object: IdeaObject, *, did: str
) -> HttpResponse:
    """The list of objects and what changed in the text; a page of its own without scripts."""
    if not request.htmx:  # type: ignore[attr-defined]
        messages.success(request, _("Saved."))
        return redirect(f"{scene.address}#object-{idea_object.pk}")
    scene.genome.refresh_from_db(fields=["revision", "author", "handed_in_at"])
    context = screen_context(request, scene)
    context["changed"] = text_pane_changes(before, context["screen"])
    response = render(request, "genomes/saved.html", context)
    idea_object.refresh_from_db(fields=["handle"])
    detail = {"id": idea_object.pk, "handle": idea_object.handle, "did": did}
    return trigger_client_event(response, "object:saved", detail, after="settle")


def _refused(
    request: HttpRequest, scene: Scene, form: ObjectForm, idea_object: IdeaObject | None, refusal: Refused
) -> HttpResponse:
    """The form again with every fault at its field; after a conflict also with what stands now."""
    for fault in refusal.faults:
        name = fault.field.partition("[")[0].partition(".")[0]
        field = name if name in form.fields and name != "revision" else None
        form.add_error(field, ValidationError(str(fault.message), code=fault.code))
    theirs = None
    if isinstance(refusal, Conflict) and isinstance(refusal.current, IdeaObject):
        theirs = refusal.current
        sent = request.POST.copy()
        sent["revision"] = str(theirs.revision)  # told of it, the person may save over it
        form.data = sent
    editor = {**editor_context(scene, form, idea_object), "theirs": theirs, "differing": _differing(form, theirs)}
    status = 409 if theirs is not None else 422
    if not request.htmx:  # type: ignore[attr-defined]
        return genome_page(request, scene, status=status, editor=editor)
    response = render(request, "genomes/object_form.html", editor, status=status)
    return reswap(retarget(response, "#editor"), "innerHTML")


def _differing(form: ObjectForm, theirs: IdeaObject | None) -> list[tuple[Any, str, str]]:
    """(label, field, what stands now) of each field that is not what the person has typed."""
    if theirs is None:
        return []
    standing = object_form_of(theirs)
    rows = []
    for name in ("type", "content", "contribution_role", "constraint"):
        value = str(standing.initial[name])
        if value != form.data.get(name, "").replace("\r\n", "\n"):
            rows.append((form.fields[name].label, name, value))
    return rows


def _refused_as_toast(request: HttpRequest, refusal: Refused) -> HttpResponse:
    text = " ".join(str(fault.message) for fault in refusal.faults)
    response = HttpResponse(status=204)
    return trigger_client_event(response, "toast", {"text": text, "tone": "bad"})
