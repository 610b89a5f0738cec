"""The guideline: what is in force, its earlier versions, and the editor of the next one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form
from annotation.forms import GuidelineForm
from annotation.markdown import render_markdown
from annotation.models import Guideline, Project
from annotation.permissions import can_administer
from annotation.refusal import Refused
from annotation.selectors import current_guideline
from annotation.services import publish_guideline


@login_required
@require_GET
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """The version in force."""
    project = project_for(request.user, slug)
    return _reading(request, project, current_guideline(project))


@login_required
@require_GET
def guideline(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """One version, as people read it when they labelled under it."""
    project = project_for(request.user, slug)
    found = get_object_or_404(
        Guideline.objects.visible_to(person_of(request)).select_related("created_by"), project=project, version=version
    )
    return _reading(request, project, found)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Write the next version, starting from the one in force."""
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    latest = current_guideline(project)
    form = GuidelineForm(request.POST or None, initial={"body": latest.body, "based_on": latest.version})
    if request.method == "POST" and form.is_valid():
        try:
            published = publish_guideline(by=person_of(request), project=project, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
            # The person has now been told of the other version, so a second try goes through.
            form.data = {**request.POST.dict(), "based_on": latest.version}
        else:
            messages.success(request, _("Version %(version)s is in force.") % {"version": published.version})
            return redirect("annotation:guidelines", slug)
    context = {
        "project": project,
        "form": form,
        "latest": latest,
        "preview": render_markdown(form["body"].value() or ""),
    }
    return render(request, "annotation/guideline_edit.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The text in the editor as it will be read."""
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    return HttpResponse(render_markdown(request.POST.get("body", "")))


def _reading(request: HttpRequest, project: Project, guideline: Guideline) -> HttpResponse:
    versions = list(project.guidelines.select_related("created_by").defer("body"))
    context = {
        "project": project,
        "guideline": guideline,
        "body": render_markdown(guideline.body),
        "versions": versions,
        "is_current": guideline.version == versions[0].version,
    }
    return render(request, "annotation/guideline.html", context)
