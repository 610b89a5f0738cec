"""What the pages of agreement write: figures in words and on axes, put together here for the templates."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from adjudication import drift
from adjudication.agreement_wording import PART_WORDS, QUESTION_WORDS
from adjudication.boundaries import parted
from adjudication.selectors.dashboard import Dashboard, Part
from adjudication.selectors.measures import SEED
from adjudication.selectors.typings import KINDS, kappas_of, types_met
from adjudication.views.charts import dot_plot, weeks_chart
from adjudication.views.figures import GOAL, axes, cell_link, decimal, field_row, headings, matrix, percent, undefined
from adjudication.wording import AGREEMENT_WORDS
from annotation.wording import domain_words, label
from evaluator.bootstrap import REPLICATES
from evaluator.vocabulary import Dynamics, ObjectType
from genomes.rules import NO_OBJECT

RAW_WIDTH, ALPHA_WIDTH = 132, 96  # of the strips in the table
RAW_WIDE, ALPHA_WIDE = 300, 210  # of the headline


def figures_context(found: Dashboard) -> dict[str, Any]:
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
    return domain_words(part.value) or _("no domain")


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


def typings_context(found: Dashboard) -> dict[str, Any]:
    """How author and second reader type objects: κ of each field, and where types part."""
    cells = types_met(found.typings)
    names = [label(ObjectType(kind)) if kind != NO_OBJECT else _("not an object") for kind in KINDS]
    return {
        "typed_count": found.typings.total(),
        "kappas": [
            (AGREEMENT_WORDS[name], decimal(kappa), kappa_undefined(n), n)
            for name, (kappa, n) in kappas_of(found.typings).items()
        ],
        "kinds": names,
        "type_rows": _type_rows(cells, names),
    }


def kappa_undefined(units: int) -> str:
    """Why κ over so many units has no value."""
    return undefined("one category only" if units else "no labels")


def _type_rows(cells: Mapping[tuple[str, str], int], names: Iterable[Any]) -> list[tuple[Any, list[tuple[int, bool]]]]:
    return [
        (name, [(cells[first, second], first == second) for second in KINDS])
        for name, first in zip(names, KINDS[:-1], strict=False)
    ]


def _disputes(found: Dashboard) -> dict[str, Any]:
    both, done = found.disputed, found.decided
    width = round(208 * done / both, 1) if both else 0
    return {"in_dispute": both, "still": both - done, "done": done, "done_width": width}
