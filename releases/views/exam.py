"""The exam of a frozen release: task types, their instances, one instance down to its evidence."""

import json

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.access import person_of
from evaluator.tasks import TASKS
from releases.fetching import frozen_release, run_of
from releases.selectors import answer_of_run, exam_axes, instance_rows, instance_view, task_row
from releases.selectors.links import chain_for

PAGE = 50


@login_required
@require_GET
def exam(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """All 42 task types with their instances and what guessing would score."""
    release = frozen_release(request, slug, version)
    context = {"project": release.project, "release": release, "axes": exam_axes(release)}
    return render(request, "releases/exam.html", context)


@login_required
@require_GET
def task(request: HttpRequest, slug: str, version: str, task: str) -> HttpResponse:
    """The instances of a task type."""
    release = frozen_release(request, slug, version)
    if task not in TASKS:
        raise Http404
    rows = [row for row in instance_rows(release) if row.task == task]
    context = {
        "project": release.project,
        "release": release,
        "task": task_row(release, task),
        "page": Paginator(rows, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "releases/task.html", context)


@login_required
@require_GET
def instance(request: HttpRequest, slug: str, version: str, task: str, instance_id: str) -> HttpResponse:
    """One instance: what is shown and asked, the gold, what it rests on; with ?run=… what a system answered."""
    release = frozen_release(request, slug, version)
    found = instance_view(person_of(request), release, task, instance_id) if task in TASKS else None
    if found is None:
        raise Http404
    run = run_of(request, release)
    context = {
        "project": release.project,
        "release": release,
        "instance": found,
        "schema": json.dumps(found.schema, indent=2, ensure_ascii=False),
        "chain": chain_for(person_of(request), release, found.metadata, found.id),
        "run": run,
        "outcome": answer_of_run(run, found) if run else None,
    }
    return render(request, "releases/instance.html", context)
