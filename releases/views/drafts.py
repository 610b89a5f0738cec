"""The draft of a release: its plan, its audits, freezing it or throwing it away."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import person_of
from annotation.feedback import put_on_form, say
from annotation.refusal import Refused
from releases.audits import AUDITS
from releases.draft_forms import PlanForm
from releases.fetching import governed_release
from releases.models import Release
from releases.selectors import audit_progress, audit_rows, yield_rows
from releases.services import ask_for_audit, change_draft, discard_draft, freeze_draft
from releases.tasks import queue_audit, queue_freeze

PLANNED = (Release.State.DRAFT, Release.State.AUDITED)


def draft_page(request: HttpRequest, release: Release, form: PlanForm | None = None) -> HttpResponse:
    """Everything about a release that is not asked for yet."""
    preview = release.preview
    rows = yield_rows(preview.get("yields", {}))
    audits = audit_rows(person_of(request), release.project, release.audits)
    context = {
        "project": release.project,
        "release": release,
        "form": form or PlanForm.of(release),
        "audits": audits,
        "failed": sum(row.state == "failed" for row in audits),
        "warned": sum(row.state == "warns" for row in audits),
        "older": sum(row.is_older for row in audits),
        "may_rerun": bool(release.preview),
        "auditing": audit_progress(release),
        "check": preview or None,
        "yields": rows,
        "given": sum(row.instances > 0 for row in rows),
        "is_audited": release.state == Release.State.AUDITED,
    }
    return render(request, "releases/draft.html", context, status=422 if form else 200)


@login_required
@require_POST
def change(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Keep the plan as it was sent."""
    found = governed_release(request, slug, version)
    form = PlanForm.of(found, request.POST)
    if form.is_valid():
        try:
            found = change_draft(release=found, **form.facts())
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The plan is kept."))
            return redirect("releases:release", slug, found.version)
    return draft_page(request, found, form)


@login_required
@require_POST
def audit(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Have the worker draw the exam and run all audits."""
    found = governed_release(request, slug, version)
    try:
        ask_for_audit(release=found)
    except Refused as refusal:
        say(request, refusal)
    else:
        queue_audit(found)
    return redirect("releases:release", slug, version)


@login_required
@require_POST
def audit_alone(request: HttpRequest, slug: str, version: str, audit: str) -> HttpResponse:
    """Have the worker run one audit again."""
    found = governed_release(request, slug, version)
    if audit not in AUDITS:
        raise Http404
    try:
        ask_for_audit(release=found, audit=audit)
    except Refused as refusal:
        say(request, refusal)
    else:
        queue_audit(found, audit)
    return redirect("releases:release", slug, version)


@login_required
@require_GET
def auditing(request: HttpRequest, slug: str, version: str) -> JsonResponse:
    """How far the audits have come, for js/progress.js."""
    found = governed_release(request, slug, version)
    return JsonResponse(audit_progress(found).as_json(reverse("releases:release", args=[slug, version])))


@login_required
@require_POST
def freeze(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Hand an audited draft to the worker."""
    found = governed_release(request, slug, version)
    try:
        wish = freeze_draft(by=person_of(request), release=found)
    except Refused as refusal:
        say(request, refusal)
    else:
        queue_freeze(wish)
    return redirect("releases:release", slug, version)


@login_required
@require_POST
def discard(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Throw a draft away."""
    found = governed_release(request, slug, version)
    try:
        discard_draft(release=found)
    except Refused as refusal:
        say(request, refusal)
        return redirect("releases:release", slug, version)
    messages.success(request, _("The draft of %(version)s was thrown away.") % {"version": version})
    return redirect("releases:list", slug)
