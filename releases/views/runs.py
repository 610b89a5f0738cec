"""Runs: hand in predictions, watch them being scored, read the report down to single instances."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from annotation.access import allow, person_of
from annotation.feedback import put_on_form, say
from annotation.refusal import Refused
from releases.fetching import frozen_release, run_for
from releases.forms import PredictionsForm
from releases.models import Run
from releases.permissions import can_submit_predictions
from releases.responses import run_file_response
from releases.selectors import FILTERS, outcomes_of, report_of, run_progress, runs_for, status_of, stuck_words
from releases.services import submit_predictions
from releases.tasks import queue_run
from releases.wording import AXES, ERRORS, RESULTS, TASKS

PAGE = 50


@login_required
@require_http_methods(["GET", "POST"])
def runs(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Runs on a release; a POST hands in predictions, which the worker scores."""
    release = frozen_release(request, slug, version)
    allow(can_submit_predictions(request.user, release.project))
    form = PredictionsForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            run = submit_predictions(by=person_of(request), release=release, **form.facts())
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            queue_run(run)
            return redirect("releases:run", slug, run.pk)
    found = runs_for(person_of(request), release.project).filter(release=release)
    context = {
        "project": release.project,
        "release": release,
        "status": status_of(release),
        "form": form,
        "page": Paginator(found, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "releases/runs.html", context, status=422 if form.errors else 200)


@login_required
@require_GET
def run(request: HttpRequest, slug: str, run_id: int) -> HttpResponse:
    """The report of a scored run; of another, how far it is, or everything that is wrong with its file."""
    found = run_for(request, slug, run_id)
    context = {"project": found.release.project, "release": found.release, "run": found}
    if found.state == Run.State.SCORED:
        return render(request, "releases/run.html", {**context, "report": report_of(found)})
    if found.state == Run.State.REFUSED:
        page = Paginator(found.faults, PAGE).get_page(request.GET.get("page"))
        return render(request, "releases/refused.html", {**context, "page": page})
    return render(request, "releases/scoring.html", {**context, "stuck": stuck_words()})


@login_required
@require_POST
def again(request: HttpRequest, slug: str, run_id: int) -> HttpResponse:
    """Hand a run to the worker once more, when it failed for a reason of ours or its message was lost."""
    found = run_for(request, slug, run_id)
    allow(can_submit_predictions(request.user, found.release.project))
    try:
        run = submit_predictions(
            by=person_of(request),
            release=found.release,
            system=found.system,
            data=bytes(found.predictions),
            seed=found.seed,
        )
    except Refused as refusal:
        say(request, refusal)
    else:
        queue_run(run)
    return redirect("releases:run", slug, run_id)


@login_required
@require_GET
def progress(request: HttpRequest, slug: str, run_id: int) -> JsonResponse:
    """Whether it is scored yet, for js/progress.js."""
    found = run_for(request, slug, run_id)
    return JsonResponse(run_progress(found).as_json(reverse("releases:run", args=[slug, run_id])))


@login_required
@require_GET
def instances(request: HttpRequest, slug: str, run_id: int) -> HttpResponse:
    """What became of each instance, narrowed by axis, task, result, error class or failed field."""
    found = run_for(request, slug, run_id)
    if found.state != Run.State.SCORED:
        raise Http404
    wanted = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    context = {
        "project": found.release.project,
        "release": found.release,
        "run": found,
        "wanted": wanted,
        "page": Paginator(outcomes_of(found, wanted), PAGE).get_page(request.GET.get("page")),
        "choices": {"axis": AXES, "task": TASKS, "result": RESULTS, "error": ERRORS},
    }
    return render(request, "releases/run_instances.html", context)


@login_required
@require_safe
def file(request: HttpRequest, slug: str, run_id: int, name: str) -> HttpResponseBase:
    """The file that was handed in, or one of the evaluator's report, byte for byte."""
    return run_file_response(run_for(request, slug, run_id), name)
