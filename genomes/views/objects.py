"""Make, change, reject and restore idea objects: the same addresses for scripts (fragments) and plain forms (pages)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from annotation.feedback import htmx_of
from annotation.refusal import Conflict, Refused
from genomes.forms import ObjectForm, object_form_of
from genomes.models import IdeaObject
from genomes.selectors import limitations_to_repair
from genomes.services import reject_object, restore_object, retype_object, save_object
from genomes.templatetags.evidence import as_json
from genomes.views.answers import before_of, done, move, writable
from genomes.views.scene import Scene, editor_context, genome_page

EVIDENCE, REPAIRS = _("Evidence"), _("Repairs")


@login_required
@require_POST
def create(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Make an object from what the form holds."""
    return _save(request, writable(request, slug, paper_slug), None)


@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """The form of an object (GET), or its new state (POST)."""
    scene = writable(request, slug, paper_slug)
    idea_object = scene.visible_object(object_id)
    if request.method == "POST":
        return _save(request, scene, idea_object)
    if not htmx_of(request):
        return redirect(scene.object_address(object_id))
    context = editor_context(scene, object_form_of(idea_object), idea_object)
    return render(request, "genomes/object_form.html", context)


@login_required
@require_POST
def reject(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """Take an object out of the genome, with a reason."""
    reason = request.POST.get("reason", "")
    return _do(request, slug, paper_slug, object_id, "reject", lambda **who: reject_object(reason=reason, **who))


@login_required
@require_POST
def restore(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """Take a rejected object back, or accept a candidate."""
    return _do(request, slug, paper_slug, object_id, "restore", restore_object)


@login_required
@require_POST
def retype(request: HttpRequest, slug: str, paper_slug: str, object_id: int) -> HttpResponse:
    """Give an object another type."""
    wanted = request.POST.get("type", "")
    return _do(request, slug, paper_slug, object_id, "retype", lambda **who: retype_object(type=wanted, **who))


@login_required
@require_GET
def limitations(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Limitations of other papers that a delta may answer, for the form."""
    scene = writable(request, slug, paper_slug)
    found = limitations_to_repair(scene.person, scene.genome, request.GET.get("q", ""))
    return render(request, "genomes/limitations.html", {"limitations": found, "chosen": []})


def _do(
    request: HttpRequest, slug: str, paper_slug: str, object_id: int, did: str, service: Callable[..., IdeaObject]
) -> HttpResponse:
    scene = writable(request, slug, paper_slug)
    idea_object = scene.visible_object(object_id)
    return move(request, scene, did, lambda: service(by=scene.person, idea_object=idea_object))


def _save(request: HttpRequest, scene: Scene, idea_object: IdeaObject | None) -> HttpResponse:
    form = ObjectForm(request.POST, auto_id="editor_%s")
    form.is_valid()  # fills cleaned_data; what is wrong is said by the service, everything at once
    before = before_of(scene)
    try:
        saved = save_object(by=scene.person, genome=scene.genome, payload=form.payload(), idea_object=idea_object)
    except Refused as refusal:
        return _refused(request, scene, form, idea_object, refusal)
    return done(request, scene, before, saved, did="save")


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
    editor = {**editor_context(scene, form, idea_object), "theirs": theirs, "differing": list(_differing(form, theirs))}
    status = 409 if theirs is not None else 422
    if not htmx_of(request):
        return genome_page(request, scene, status=status, editor=editor)
    response = render(request, "genomes/object_form.html", editor, status=status)
    return reswap(retarget(response, "#editor"), "innerHTML")


@dataclass(frozen=True, slots=True)
class Differing:
    """A field that stands otherwise than it was typed: its words, and its value as a script takes it over."""

    label: Any
    name: str
    shown: str
    value: str


def _differing(form: ObjectForm, theirs: IdeaObject | None) -> Iterator[Differing]:
    if theirs is None:
        return
    standing, sent = object_form_of(theirs).initial, form.payload()
    for name in ("type", "content", "contribution_role", "constraint", "lineage_relevant"):
        if standing[name] != sent[name]:
            shown = str(dict(getattr(form.fields[name], "choices", ())).get(standing[name], standing[name]))
            yield Differing(form.fields[name].label, name, shown, _as_sent(standing[name]))
    if _places(standing["evidence"]) != _places(sent["evidence"]):
        quotes = " · ".join(f"“{place['quote'][:80]}”" for place in standing["evidence"])
        yield Differing(EVIDENCE, "evidence", quotes, as_json(standing["evidence"]))
    if set(standing["repairs"]) != set(sent["repairs"]):
        yield Differing(REPAIRS, "repairs", ", ".join(standing["repairs"]), as_json(standing["repairs"]))


def _as_sent(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _places(evidence: list[Any]) -> set[tuple[Any, Any]]:
    return {(place.get("start"), place.get("end")) for place in evidence if isinstance(place, dict)}
