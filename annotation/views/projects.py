"""Projects: the list, a new one, the start of one, its settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form
from annotation.forms import NewProjectForm, ProjectForm
from annotation.models import Project
from annotation.permissions import can_administer, can_create_project, roles_in
from annotation.refusal import Refused
from annotation.selectors import start_url
from annotation.selectors.stages import OverlapEffect, overlap_effect
from annotation.services import change_project, create_project


@login_required
@require_http_methods(["GET", "POST"])
def projects(request: HttpRequest) -> HttpResponse:
    """The reader's projects; superusers make new ones here."""
    person = person_of(request)
    form = NewProjectForm(request.POST or None)
    if request.method == "POST":
        allow(can_create_project(person))
        if form.is_valid():
            try:
                project = create_project(by=person, **form.cleaned_data)
            except Refused as refusal:
                put_on_form(form, refusal)
            else:
                messages.success(request, _("The project is made. Set it up, then add people and papers."))
                return redirect("annotation:settings", project.slug)
    context = {
        "projects": Project.objects.visible_to(person),
        "form": form if can_create_project(person) else None,
    }
    return render(request, "annotation/projects.html", context, status=422 if form.errors else 200)


@require_GET
@login_required
def project(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to where this person begins in the project."""
    found = project_for(request.user, slug)
    return redirect(start_url(found, roles_in(request.user, found)))


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The facts of the project."""
    found = project_for(request.user, slug)
    allow(can_administer(request.user, found))
    form = ProjectForm(request.POST or None, instance=found)
    effect = _untold_effect(request, found, form) if request.method == "POST" and form.is_valid() else None
    if request.method == "POST" and form.is_valid() and effect is None:
        try:
            change_project(by=person_of(request), project=found, **form.facts())
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("annotation:settings", slug)
    context = {"project": found, "form": form, "effect": effect}
    return render(request, "annotation/settings.html", context, status=422 if form.errors else 200)


def _untold_effect(request: HttpRequest, project: Project, form: ProjectForm) -> OverlapEffect | None:
    """What another number of labels would do to pairs that exist, unless the form says that it has been read."""
    wanted = form.cleaned_data["overlap"]
    if wanted == project.overlap or request.POST.get("confirmed") == str(wanted):
        return None
    effect = overlap_effect(person_of(request), project, None, wanted)
    return effect if effect.changed or effect.hidden else None
