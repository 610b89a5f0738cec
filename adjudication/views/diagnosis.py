"""What labels say together beside what adjudicators decided: the page, its tables as CSV, and making it anew."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_POST

from adjudication.diagnosing import FIELDS, LISTED, METHODS, MOST
from adjudication.diagnosis_words import FIELD_NAMES, METHOD_NAMES, NO_WORKER, REASONS, STILL, WAITING, category
from adjudication.permissions import can_see_diagnosis
from adjudication.selectors.diagnosis import Diagnosed, diagnosis, error_of, progress_of, worker_is_there
from adjudication.selectors.diagnosis_tables import (
    annotator_table,
    classes_of,
    gold_table,
    named_units,
    parted_units,
)
from adjudication.services.diagnosis import ask_for_diagnosis
from adjudication.tasks import queue_diagnosis
from annotation.access import allow, person_of, project_for
from annotation.models import Project, User
from annotation.permissions import sees_names
from annotation.spreadsheets import csv_response

UNITS = 50  # units on one page
PATIENCE = 900  # seconds of silence after which a worker is taken to have been stopped


@require_GET
@login_required
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The last diagnosis; of annotators by name for admins alone."""
    project, person = _seen(request, slug)
    found = diagnosis(project, person)
    field = request.GET.get("field", "")
    method = request.GET.get("method", "")
    field = field if field in FIELDS else FIELDS[0]
    method = method if method in METHOD_NAMES else METHODS[-1].value
    units = parted_units(found, field, method)
    shown = Paginator(units, UNITS).get_page(request.GET.get("page"))
    names = sees_names(person, project)
    context = {
        "project": project,
        "fresh": found.fresh,
        "progress": _progress(project),
        "error": error_of(project),
        "rows": _rows(found),
        "methods": METHOD_NAMES.values(),
        "field": field,
        "method": method,
        "fields": FIELD_NAMES.items(),
        "method_choices": METHOD_NAMES.items(),
        "names": names,
        "classes": [category(field, each) for each in classes_of(found, field)] if names else [],
        "annotators": _annotators(found, field) if names else [],
        "units": [_worded(field, row) for row in named_units(field, list(shown.object_list))],
        "page": shown,
        "parted": _parted(found, field, method),
        "listed": LISTED,
        "most": number_format(MOST, force_grouping=True),
    }
    return render(request, "adjudication/diagnosis.html", context)


@require_POST
@login_required
def compute(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the worker for a new one."""
    project, _person = _seen(request, slug)
    ask_for_diagnosis(project=project)
    queue_diagnosis(project)
    return redirect("adjudication:diagnosis", slug)


@require_GET
@login_required
def progress(request: HttpRequest, slug: str) -> JsonResponse:
    """How far the worker has come, for js/progress.js."""
    project, _person = _seen(request, slug)
    told = _progress(project)
    if told is None:
        state = "failed" if error_of(project) else "done"
        return JsonResponse({"state": state, "url": reverse("adjudication:diagnosis", args=[slug])})
    return JsonResponse({"state": "running", **told})


@require_GET
@login_required
def table(request: HttpRequest, slug: str, name: str) -> StreamingHttpResponse:
    """A table of the diagnosis as CSV, over all fields: gold, annotators (admins alone) or units."""
    project, person = _seen(request, slug)
    allow(name != "annotators" or sees_names(person, project))
    return csv_response(TABLES[name](diagnosis(project, person)), f"{slugify(slug)}-diagnosis-{name}.csv")


def _seen(request: HttpRequest, slug: str) -> tuple[Project, User]:
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_see_diagnosis(person, project))
    return project, person


def _progress(project: Project) -> dict[str, Any] | None:
    told = progress_of(project)
    if told is None:
        return None
    stuck = STILL if time.time() - told["at"] > PATIENCE else None if worker_is_there() else NO_WORKER
    words = stuck or FIELD_NAMES.get(told["stage"], WAITING)
    return {"text": str(words), "done": told["done"], "total": told["total"], "stuck": stuck is not None}


def _rows(found: Diagnosed) -> list[tuple[Any, list[dict[str, Any]]]]:
    """(field, a cell for each method) of every field."""
    cells = iter(gold_table(found))
    rows = []
    for field in FIELDS:
        row = [next(cells) for _method in METHODS]
        for cell in row:
            cell["why"] = REASONS.get(cell["reason"], cell["reason"])
        rows.append((FIELD_NAMES[field], row))
    return rows


def _annotators(found: Diagnosed, field: str) -> list[dict[str, Any]]:
    names = classes_of(found, field)
    rows = annotator_table(found, field)
    for row in rows:
        row["by_class"] = [_percent(row["sensitivity"].get(name)) for name in names]
        row["competences"] = [_percent(row[method.value]) for method in METHODS]
    return rows


def _worded(field: str, row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "estimate": category(field, row["estimate"]), "gold": category(field, row["gold"])}


def _parted(found: Diagnosed, field: str, method: str) -> int:
    return int(found.results.get((field, method), {}).get("gold", {}).get("parted", 0))


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share * 100:.0f} %"


def _gold_csv(found: Diagnosed) -> Iterator[Sequence[Any]]:
    columns = (
        "field", "method", "reason", "labels", "units", "compared", "same", "ties", "parted", "low", "high",
        "iterations", "converged",
    )  # fmt: skip
    yield columns
    for row in gold_table(found):
        yield [row.get(name) for name in columns]


def _annotators_csv(found: Diagnosed) -> Iterator[Sequence[Any]]:
    """One value to a row: a competence, or with a class the sensitivity to it."""
    yield ["field", "annotator", "labels", "method", "measure", "class", "value"]
    for field in FIELDS:
        for row in annotator_table(found, field):
            who = [field, row["annotator"], row["labels"]]
            for method in METHODS:
                yield [*who, method.value, "competence", "", row[method.value]]
            for name, value in sorted(row["sensitivity"].items()):
                yield [*who, "dawid_skene", "sensitivity", name, value]


def _units_csv(found: Diagnosed) -> Iterator[Sequence[Any]]:
    yield ["field", "method", "id", "title", "object", "estimate", "gold", "probability"]
    for field in FIELDS:
        for method in METHODS:
            for row in named_units(field, parted_units(found, field, method.value)):
                kept = ("id", "title", "object", "estimate", "gold", "probability")
                yield [field, method.value, *(row[name] for name in kept)]


TABLES = {"gold": _gold_csv, "annotators": _annotators_csv, "units": _units_csv}
