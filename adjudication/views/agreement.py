"""Agreement before adjudication: figures, where dynamics part, and the data behind them."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from adjudication.permissions import can_see_agreement
from adjudication.rules import LETTERS
from adjudication.selectors import (
    Labelled,
    confusion_of,
    decided,
    dynamics_meetings,
    field_figures,
    labelled,
    pairs_of,
    visible_disputes,
)
from adjudication.selectors.agreement import FIELD_NAMES, values_in
from adjudication.selectors.measures import SEED
from adjudication.selectors.typings import KINDS, type_confusion, typed, typing_kappas
from adjudication.views.figures import GOAL, axes, boundaries, decimal, field_row, headings, matrix, percent
from adjudication.wording import AGREEMENT_WORDS, UNDEFINED_WORDS
from annotation.access import allow, person_of, project_for
from annotation.models import Project, User
from annotation.spreadsheets import csv_response
from annotation.wording import label
from evaluator.bootstrap import REPLICATES
from evaluator.vocabulary import Dynamics, ObjectType
from genomes.rules import NO_OBJECT

RAW_WIDTH, ALPHA_WIDTH = 132, 96  # of the strips in the table
RAW_WIDE, ALPHA_WIDE = 300, 210  # of the headline
UNITS = 50  # pairs of a cell on one page


@require_GET
@login_required
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The dashboard; with `first` and `second` also the pairs that got these two dynamics."""
    project = project_for(request.user, slug)
    allow(can_see_agreement(request.user, project))
    rows = labelled(project, person_of(request))
    context = {"project": project, **_figures(project, rows), **_parting(request, project, rows), **_typings(project)}
    return render(request, "adjudication/agreement.html", {**context, **_disputes(project, person_of(request))})


@require_GET
@login_required
def table(request: HttpRequest, slug: str, name: str) -> StreamingHttpResponse:
    """The data behind a figure as CSV, row after row: fields, confusion or labels."""
    project = project_for(request.user, slug)
    allow(can_see_agreement(request.user, project))
    rows = TABLES[name](project, labelled(project, person_of(request)))
    return csv_response(rows, f"{slugify(slug)}-agreement-{name}.csv")


def _figures(project: Project, rows: list[Labelled]) -> dict[str, Any]:
    fields = field_figures(project, rows)
    raw_axis, alpha_axis = axes(fields, RAW_WIDTH, ALPHA_WIDTH)
    wide_raw, wide_alpha = axes(fields, RAW_WIDE, ALPHA_WIDE)
    lineage_axis = axes(fields, ALPHA_WIDE, ALPHA_WIDE)[0]
    lead = field_row(fields[0], wide_raw, wide_alpha)
    return {
        "fields": [field_row(each, raw_axis, alpha_axis) for each in fields],
        "lead": lead,
        "lineage": field_row(fields[1], lineage_axis, wide_alpha),
        "raw_start": f"{raw_axis.low * 100:.0f}",
        "lineage_start": f"{lineage_axis.low * 100:.0f}",
        "alpha_start": f"{alpha_axis.low:g}".replace("-", "−"),
        "goal": percent(GOAL),
        "goal_at": raw_axis.place(GOAL),
        "goal_lead": wide_raw.place(GOAL),
        "goal_stands": stands_to(GOAL, fields[0].raw_low, fields[0].raw_high),
        "replicates": REPLICATES,
        "seed": SEED,
    }


def stands_to(goal: float, low: float | None, high: float | None) -> str:
    """How an interval stands to a goal: above, below, in (neither reached nor ruled out), or empty when undefined."""
    if low is None or high is None:
        return ""
    return "above" if low > goal else "below" if high < goal else "in"


def _parting(request: HttpRequest, project: Project, rows: list[Labelled]) -> dict[str, Any]:
    meetings = dynamics_meetings(rows)
    cells = confusion_of(meetings)
    wanted = (request.GET.get("first", ""), request.GET.get("second", ""))
    ids = sorted({pair for pair, one, other in meetings if (one, other) == wanted})
    page = Paginator(ids, UNITS).get_page(request.GET.get("page"))
    pairs = pairs_of(project, page.object_list)
    return {
        "cells": matrix(cells),
        "headings": headings(),
        "boundaries": boundaries(cells),
        "table": [(label(Dynamics(a)), label(Dynamics(b)), count) for (a, b), count in cells.items()],
        "has_meetings": bool(meetings),
        "wanted": tuple(label(Dynamics(each)) for each in wanted) if ids else (),
        "units": [pairs[key] for key in page.object_list],
        "page": page,
        "same": wanted[0] == wanted[1],
    }


def _typings(project: Project) -> dict[str, Any]:
    """How author and second reader type objects: κ of each field, and where types part."""
    rows = typed(project)
    cells = type_confusion(rows)
    names = [label(ObjectType(kind)) if kind != NO_OBJECT else _("not an object") for kind in KINDS]
    return {
        "typed_count": len(rows),
        "kappas": [
            (
                AGREEMENT_WORDS[name],
                decimal(kappa.kappa),
                UNDEFINED_WORDS.get(str(kappa.kappa_reason), ""),
                kappa.n_units,
            )
            for name, kappa in typing_kappas(rows).items()
        ],
        "kinds": names,
        "type_rows": [
            (names[at], [(cells[first, second], first == second) for second in KINDS])
            for at, first in enumerate(KINDS[:-1])
        ],
    }


def _disputes(project: Project, person: User) -> dict[str, Any]:
    still, done = visible_disputes(project, person).count(), decided(project, person).count()
    both = still + done
    return {"in_dispute": both, "still": still, "done": done, "done_width": round(208 * done / both, 1) if both else 0}


def _fields_table(project: Project, rows: list[Labelled]) -> Iterator[Sequence[Any]]:
    yield [
        "field", "raw_agreement", "raw_low", "raw_high", "alpha", "alpha_undefined", "alpha_low", "alpha_high",
        "units_used", "units_total",
    ]  # fmt: skip
    for each in field_figures(project, rows):
        figures, spread = each.figures, each.figures.interval
        ends = (spread.low, spread.high) if spread else (None, None)
        raw = (figures.raw_agreement, each.raw_low, each.raw_high)
        reason = None if figures.alpha_reason is None else str(figures.alpha_reason)
        yield [each.name, *raw, figures.alpha, reason, *ends, figures.n_units_used, each.total]


def _confusion_table(_project: Project, rows: list[Labelled]) -> Iterator[Sequence[Any]]:
    yield ["first", "second", "pairs_of_labels"]
    for (first, second), count in confusion_of(dynamics_meetings(rows)).items():
        yield [first, second, count]


def _labels_table(project: Project, rows: list[Labelled]) -> Iterator[Sequence[Any]]:
    """Every value of every label. Letters stand for people within one pair only, and in random order."""
    yield ["pair", "object", "field", "label", "value"]
    pairs = pairs_of(project, {row.pair for row in rows})
    seen: dict[int, int] = {}
    for row in sorted(rows, key=lambda row: (row.pair, row.key)):
        place = seen[row.pair] = seen.get(row.pair, -1) + 1
        for name in FIELD_NAMES:
            for unit, value in values_in(name, row.decision):
                yield [pairs[row.pair].key, unit.removeprefix(":"), name, LETTERS[place].upper(), value]


def _typings_table(project: Project, _rows: list[Labelled]) -> Iterator[Sequence[Any]]:
    """What author and second reader say of every object; the number is the one that the reader saw."""
    yield ["object", "author_type", "reader_type", "author_role", "reader_role"]
    for row in typed(project):
        yield [row.key, *row.types, *row.roles]


TABLES = {
    "fields": _fields_table,
    "confusion": _confusion_table,
    "labels": _labels_table,
    "typings": _typings_table,
}
