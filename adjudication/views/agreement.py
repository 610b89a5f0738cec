"""Agreement before adjudication: the dashboard, and the pairs behind a cell of it."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from kombu.exceptions import OperationalError

from adjudication import drift
from adjudication.agreement_wording import PART_WORDS, QUESTION_WORDS
from adjudication.boundaries import parted
from adjudication.filters import wanted_of
from adjudication.permissions import can_see_agreement
from adjudication.selectors.agreement import pairs_of
from adjudication.selectors.dashboard import Dashboard, Part, dashboard, patterns_with
from adjudication.selectors.measures import SEED
from adjudication.selectors.typings import KINDS, kappas_of, types_met
from adjudication.selectors.wanted import Wanted
from adjudication.services.tallies import count_open
from adjudication.tasks import count_pairs_task, measure_whole_task
from adjudication.views.charts import dot_plot, weeks_chart
from adjudication.views.figures import GOAL, axes, cell_link, decimal, field_row, headings, matrix, percent, undefined
from adjudication.views.filtering import filter_context
from adjudication.wording import AGREEMENT_WORDS
from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.refusal import Refused
from annotation.wording import label
from evaluator.bootstrap import REPLICATES
from evaluator.vocabulary import Dynamics, ObjectType
from genomes.rules import NO_OBJECT

logger = logging.getLogger(__name__)
RAW_WIDTH, ALPHA_WIDTH = 132, 96  # of the strips in the table
RAW_WIDE, ALPHA_WIDE = 300, 210  # of the headline
UNITS = 50  # pairs of a cell on one page
MOST_INLINE = 300  # pairs that are counted while somebody waits


@require_GET
@login_required
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The dashboard; with `first` and `second` also the pairs that got these two dynamics."""
    project, wanted, context = opened(request, slug)
    found = dashboard(project, person_of(request), wanted, compute=False)
    context |= {**figures_context(project, found), **_parting(request, project, found), **_typings(found)}
    return render(request, "adjudication/agreement.html", context, status=context["status"])


@require_GET
@login_required
def figures(request: HttpRequest, slug: str) -> HttpResponse:
    """The figures again, with their intervals; the page asks for it when some are not there yet."""
    project, wanted, context = opened(request, slug)
    found = dashboard(project, person_of(request), wanted, compute=True)
    if found.is_pending:
        queued(measure_whole_task, project.pk, wanted.query)
    context |= {**figures_context(project, found), "waits": True}
    return render(request, "adjudication/agreement/figures.html", context, status=context["status"])


def opened(request: HttpRequest, slug: str) -> tuple[Project, Wanted, dict[str, Any]]:
    """The project, the filters, and what every dashboard says of them. Counts first what changed since the last look.

    Filters that nothing can fit are told, with 400, and nothing is narrowed.
    """
    project = project_for(request.user, slug)
    allow(can_see_agreement(request.user, project))
    faults: list[Any] = []
    try:
        wanted = wanted_of(project, request.GET)
    except Refused as refusal:
        wanted, faults = Wanted(), refusal.faults
    waiting = count_open(project=project, most=MOST_INLINE)
    if waiting:
        queued(count_pairs_task, project.pk)
    context = {"project": project, "faults": faults, "status": 400 if faults else 200, "waiting": waiting}
    return project, wanted, {**context, **filter_context(request, project, wanted)}


def queued(task: Any, *arguments: Any) -> None:
    """Hand work to the worker; a queue that does not answer now is asked again by the next look or the next hour."""
    try:
        task.delay(*arguments)
    except OperationalError:
        logger.warning("The queue does not answer; %s waits", task.name)


def figures_context(project: Project, found: Dashboard) -> dict[str, Any]:
    every = [*found.fields, *found.typed]
    raw_axis, alpha_axis = axes(every, RAW_WIDTH, ALPHA_WIDTH)
    wide_raw, wide_alpha = axes(found.fields, RAW_WIDE, ALPHA_WIDE)
    lineage_axis = axes(found.fields, ALPHA_WIDE, ALPHA_WIDE)[0]
    return {
        "found": found,
        "has_labels": found.has_labels,
        "fields": [field_row(each, raw_axis, alpha_axis) for each in every],
        "lead": field_row(found.fields[0], wide_raw, wide_alpha),
        "lineage": field_row(found.fields[1], lineage_axis, wide_alpha),
        "raw_start": f"{raw_axis.low * 100:.0f}",
        "lineage_start": f"{lineage_axis.low * 100:.0f}",
        "alpha_start": decimal(alpha_axis.low),
        "goal": percent(GOAL),
        "goal_at": raw_axis.place(GOAL),
        "goal_lead": wide_raw.place(GOAL),
        "goal_stands": stands_to(GOAL, found.fields[0].raw.low, found.fields[0].raw.high),
        "replicates": REPLICATES,
        "seed": SEED,
        "field_label": AGREEMENT_WORDS[found.wanted.field],
        "weeks": weeks_chart(found.weeks, has_goal=found.wanted.field == "dynamics") if found.weeks else None,
        "week_rows": [(each, *figure_words(each.figures)) for each in found.weeks],
        "parts": [
            part_context(name, found) for name in PART_WORDS if len(found.parts[name]) > 1 or name == "guideline"
        ],
        "drops": [drop_context(str(AGREEMENT_WORDS[each.field]), each.drop) for each in found.drops],
        "recent": drift.RECENT,
        "earlier": drift.BEFORE,
        "fewest": drift.FEWEST,
        **_disputes(found),
    }


def figure_words(each: Any) -> tuple[str, str, str, str]:
    """Raw agreement, its interval, α and its interval, in words."""
    row = field_row(each, *axes([each], RAW_WIDTH, ALPHA_WIDTH))
    return row.raw.text or row.raw.why, row.raw.interval, row.alpha.text or row.alpha.why, row.alpha.interval


def part_context(name: str, found: Dashboard) -> dict[str, Any]:
    rows = [(part_label(name, each), each.figures) for each in found.parts[name]]
    return {
        "name": name,
        "title": PART_WORDS[name],
        "plot": dot_plot(rows, has_goal=found.wanted.field == "dynamics"),
        "rows": [(words, each.used, *figure_words(each)) for words, each in rows],
    }


def part_label(name: str, part: Part) -> str:
    if name == "guideline":
        return _("Version %(number)s") % {"number": part.value} if part.value else _("several versions")
    if name == "stage":
        return part.label or _("outside all stages")
    return part.value or _("no domain")


def drop_context(who: str, fallen: drift.Drop) -> dict[str, Any]:
    return {
        "who": who,
        "before": percent(fallen.before.value),
        "n_before": round(fallen.before.n),
        "now": percent(fallen.now.value),
        "n_now": round(fallen.now.n),
        "z": f"{fallen.z:.1f}",
    }


def stands_to(goal: float, low: float | None, high: float | None) -> str:
    """How an interval stands to a goal: above, below, in (neither reached nor ruled out), or empty when undefined."""
    if low is None or high is None:
        return ""
    return "above" if low > goal else "below" if high < goal else "in"


def _parting(request: HttpRequest, project: Project, found: Dashboard) -> dict[str, Any]:
    wanted = (request.GET.get("first", ""), request.GET.get("second", ""))
    chosen = wanted in found.cells and found.cells[wanted] > 0
    ids = found.source.pairs(patterns_with(found.source, *wanted)) if chosen else []
    page = Paginator(ids, UNITS).get_page(request.GET.get("page"))
    pairs = pairs_of(project, page.object_list)
    return {
        **confusion_context(found.cells, found.wanted.query),
        "wanted": tuple(label(Dynamics(each)) for each in wanted) if chosen else (),
        "units": [pairs[key] for key in page.object_list],
        "page": page,
        "same": wanted[0] == wanted[1],
    }


def confusion_context(cells: Mapping[tuple[str, str], int], query: str) -> dict[str, Any]:
    return {
        "cells": matrix(cells, query),
        "headings": headings(),
        "table": [(label(Dynamics(a)), label(Dynamics(b)), count) for (a, b), count in cells.items()],
        "boundaries": boundary_rows(cells, query),
    }


def boundary_rows(cells: Mapping[tuple[str, str], int], query: str) -> list[dict[str, Any]]:
    """Each question of the rules with the labels that part at it: count, share of all that part, and links."""
    questions = parted(cells)
    every = sum(each.count for each in questions) or 1
    return [
        {
            "question": QUESTION_WORDS[each.question][0],
            "rule": QUESTION_WORDS[each.question][1],
            "key": each.question.value,
            "count": each.count,
            "share": percent(each.count / every),
            "width": round(96 * each.count / every, 1),
            "pairs": [
                (label(Dynamics(one)), label(Dynamics(other)), count, cell_link(one, other, query))
                for one, other, count in each.pairs
            ],
        }
        for each in questions
    ]


def _typings(found: Dashboard) -> dict[str, Any]:
    """How author and second reader type objects: κ of each field, and where types part."""
    cells = types_met(found.typings)
    names = [label(ObjectType(kind)) if kind != NO_OBJECT else _("not an object") for kind in KINDS]
    return {
        "typed_count": found.typings.total(),
        "kappas": [
            (AGREEMENT_WORDS[name], decimal(kappa), undefined("one category only" if n else "no labels"), n)
            for name, (kappa, n) in kappas_of(found.typings).items()
        ],
        "kinds": names,
        "type_rows": _type_rows(cells, names),
    }


def _type_rows(cells: Mapping[tuple[str, str], int], names: Iterable[Any]) -> list[tuple[Any, list[tuple[int, bool]]]]:
    return [
        (name, [(cells[first, second], first == second) for second in KINDS])
        for name, first in zip(names, KINDS[:-1], strict=False)
    ]


def _disputes(found: Dashboard) -> dict[str, Any]:
    both, done = found.disputed, found.decided
    width = round(208 * done / both, 1) if both else 0
    return {"in_dispute": both, "still": both - done, "done": done, "done_width": width}
