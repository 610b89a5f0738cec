"""Releases: the list with the rehearsal of the next one, asking for a freeze, and the page of one."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form, say
from annotation.models import Project
from annotation.refusal import Refused
from releases.audit_queue import AUDITS, queue_address
from releases.draft_forms import ErratumForm, PlanForm, WithdrawForm
from releases.fetching import governed_project, release_for
from releases.forms import ReleaseForm
from releases.models import Release
from releases.permissions import can_freeze
from releases.selectors import (
    agreement_of,
    annotated,
    audit_rows,
    check_progress,
    contents,
    file_rows,
    freeze_progress,
    last_check,
    lineages,
    manifest_of,
    release_audit_rows,
    releases_for,
    revisions_of,
    status_of,
    statuses,
    suggested_version,
)
from releases.selectors.public import is_open
from releases.selectors.publications import place_rows
from releases.services import ask_for_check, make_draft, request_release
from releases.tasks import queue_check, queue_freeze
from releases.views.drafts import PLANNED, draft_page


@login_required
@require_http_methods(["GET", "POST"])
def releases(request: HttpRequest, slug: str) -> HttpResponse:
    """The list; a POST asks for a freeze, which the worker does."""
    project = project_for(request.user, slug)
    if request.method == "GET":
        return _list(request, project)
    allow(can_freeze(request.user, project))
    form = ReleaseForm(request.POST)
    if form.is_valid():
        try:
            release = request_release(by=person_of(request), project=project, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            queue_freeze(release)
            return redirect("releases:release", slug, release.version)
    return _list(request, project, form)


@login_required
@require_POST
def drafts(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan a release: its draft has everything else that can be decided."""
    project = governed_project(request, slug)
    form = ReleaseForm(request.POST)
    if form.is_valid():
        try:
            release = make_draft(by=person_of(request), project=project, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            return redirect("releases:release", slug, release.version)
    return _list(request, project, form)


def _list(request: HttpRequest, project: Project, form: ReleaseForm | None = None) -> HttpResponse:
    person = person_of(request)
    found_releases = list(releases_for(person, project))
    states = statuses(project, found_releases)
    context: dict[str, object] = {
        "project": project,
        "rows": [(release, states[release.pk]) for release in found_releases],
        "can_compare": sum(release.state == Release.State.FROZEN for release in found_releases) > 1,
    }
    if can_freeze(person, project):
        found = last_check(project) or {}
        check = None if "error" in found else found or None
        suggestion = {"version": suggested_version(project, check), "seed": 1}
        context |= {
            "form": form or ReleaseForm(initial=suggestion),
            "check": check,
            "check_at": datetime.fromisoformat(check["at"]) if check else None,
            "check_error": found.get("error", ""),
            "audits": audit_rows(person, project, check["audits"]) if check else [],
            "checking": check_progress(project),
        }
    return render(request, "releases/releases.html", context, status=422 if form else 200)


@login_required
@require_POST
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """Rehearse a freeze in the worker: counts, audits, what the version rule demands."""
    project = governed_project(request, slug)
    ask_for_check(project=project)
    queue_check(project)
    return redirect(_asked_from(project, request.POST.get("to", "")))


@login_required
@require_GET
def checking(request: HttpRequest, slug: str) -> JsonResponse:
    """How far the rehearsal has come, for js/progress.js."""
    project = governed_project(request, slug)
    return JsonResponse(check_progress(project).as_json(_asked_from(project, request.GET.get("to", ""))))


def _asked_from(project: Project, place: str) -> str:
    """The page that asks for a check: the list of releases, or the queue of what its audits found."""
    return queue_address(project) if place == AUDITS else reverse("releases:list", args=[project.slug])


@login_required
@require_GET
def release(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """A frozen release with everything in it; of another, how far it is or why it failed."""
    found = release_for(request, slug, version)
    project = found.project
    if found.state in PLANNED:
        return draft_page(request, found)
    context = {
        "project": project,
        "release": found,
        "audits": release_audit_rows(person_of(request), found),
        "can_freeze": can_freeze(request.user, project),
    }
    if found.state != Release.State.FROZEN:
        context |= {"progress": freeze_progress(found), "form": PlanForm.of(found)}
        return render(request, "releases/pending.html", context)
    if context["can_freeze"]:
        context |= {"withdraw_form": WithdrawForm(), "erratum_form": ErratumForm()}
    manifest = manifest_of(found)
    context["warned"] = sum(not audit["passed"] for audit in found.audits)
    context |= {
        "manifest": manifest,
        "contents": contents(found),
        "files": file_rows(found),
        "agreement": agreement_of(found),
        "revisions": revisions_of(found, manifest["previous"]["release"] if manifest["previous"] else ""),
        "annotated": annotated(found),
        "lineages": lineages(found),
        "status": status_of(found),
        "places": place_rows(found) if context["can_freeze"] else [],
        "is_open": is_open(found),
        "runs": found.runs.without_files().order_by("-submitted_at")[:5],
    }
    return render(request, "releases/release.html", context)


@login_required
@require_POST
def again(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Ask anew for a release that failed, or whose message was lost, as it was asked for."""
    found = release_for(request, slug, version)
    allow(can_freeze(request.user, found.project))
    try:
        wish = request_release(
            by=person_of(request),
            project=found.project,
            version=found.version,
            seed=found.seed,
            notes=found.notes,
            leave_out_disputes=found.leave_out_disputes,
            allow_changed_code=found.allow_changed_code,
            plan=found.plan,
        )
    except Refused as refusal:
        say(request, refusal)
    else:
        queue_freeze(wish)
    return redirect("releases:release", slug, version)


@login_required
@require_GET
def progress(request: HttpRequest, slug: str, version: str) -> JsonResponse:
    """How far the freeze has come, for js/progress.js."""
    found = release_for(request, slug, version)
    return JsonResponse(freeze_progress(found).as_json(reverse("releases:release", args=[slug, version])))
