"""Stages of the work: made, renamed, paused, asked for another number of labels. Counts are said before it is done."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form, say
from annotation.forms import StageForm
from annotation.models import Project, Stage
from annotation.permissions import can_administer
from annotation.refusal import Refused
from annotation.selectors.stages import OverlapEffect, overlap_effect, stage_rows
from annotation.services import change_project, change_stage, create_stage, delete_stage


@require_http_methods(["GET", "POST"])
@login_required
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The list with counts; a POST makes a stage."""
    project = _administered(request, slug)
    sent = request.POST if request.method == "POST" else None
    form = StageForm(sent, initial={"overlap": project.overlap}, prefix="new")
    if request.method == "POST" and form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("name", "overlap")}
        try:
            made = create_stage(by=person_of(request), project=project, **facts)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The stage “%(name)s” is made.") % {"name": made.name})
            return redirect("annotation:stages", slug)
    return _page(request, project, new_form=form)


@require_POST
@login_required
def stage(request: HttpRequest, slug: str, stage_id: int) -> HttpResponse:
    """Rename a stage, ask for another number of labels, pause it, let it go on, or take it out."""
    project = _administered(request, slug)
    found = get_object_or_404(Stage.objects.visible_to(person_of(request)), project=project, pk=stage_id)
    by = person_of(request)
    try:
        if "delete" in request.POST:
            delete_stage(by=by, stage=found)
        elif "pause" in request.POST:
            change_stage(by=by, stage=found, is_paused=request.POST["pause"] == "1")
        else:
            return _change(request, project, found)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("Saved."))
    return redirect("annotation:stages", slug)


@require_POST
@login_required
def outside_stages(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for another number of labels of the pairs that lie outside all stages, and of new ones."""
    project = _administered(request, slug)
    return _change(request, project, None)


def _change(request: HttpRequest, project: Project, found: Stage | None) -> HttpResponse:
    """Write the form of a row; a number of labels that touches units is asked about with counts first."""
    name = found.name if found else "-"
    form = StageForm({"name": name, **request.POST.dict()})
    if not form.is_valid():
        return _page(request, project, open_stage=found, stage_form=form)
    wanted = form.cleaned_data["overlap"]
    effect = overlap_effect(person_of(request), project, found, wanted)
    is_told = form.cleaned_data["confirmed"] == wanted
    if wanted != (found or project).overlap and not is_told and (effect.changed or effect.hidden):
        return _page(request, project, open_stage=found, stage_form=form, effect=effect)
    try:
        if found is None:
            change_project(by=person_of(request), project=project, overlap=wanted)
        else:
            change_stage(by=person_of(request), stage=found, name=form.cleaned_data["name"], overlap=wanted)
    except Refused as refusal:
        put_on_form(form, refusal)
        return _page(request, project, open_stage=found, stage_form=form)
    messages.success(request, _("Saved."))
    return redirect("annotation:stages", project.slug)


def _administered(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    return project


def _page(
    request: HttpRequest,
    project: Project,
    *,
    new_form: StageForm | None = None,
    open_stage: Stage | None = None,
    stage_form: StageForm | None = None,
    effect: OverlapEffect | None = None,
) -> HttpResponse:
    """The list; the row whose form was sent shows its faults, or what it would do."""
    if stage_form is not None:
        project.refresh_from_db()
    rows = [
        {"row": row, "is_open": stage_form is not None and row.stage == open_stage}
        for row in stage_rows(person_of(request), project)
    ]
    context: dict[str, Any] = {
        "project": project,
        "rows": rows,
        "new_form": new_form or StageForm(initial={"overlap": project.overlap}, prefix="new"),
        "stage_form": stage_form,
        "effect": effect,
    }
    faulty = bool((stage_form and stage_form.errors) or (new_form and new_form.errors))
    return render(request, "annotation/stages.html", context, status=422 if faulty else 200)
