"""The dashboard as JSON: for programs and for reports."""

from collections.abc import Mapping
from typing import Any

from adjudication.selectors.dashboard import Dashboard, FieldDrop, dashboard
from adjudication.selectors.measured import Measured, figure_json
from adjudication.selectors.measures import SEED
from adjudication.selectors.sources import Tallied
from adjudication.selectors.typings import types_met
from adjudication.selectors.uncounted import units_to_count
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, User
from evaluator.bootstrap import REPLICATES

EVERYTHING = Wanted()
METHOD = (
    "Krippendorff's alpha, nominal, and Gwet's AC1; percentile bootstrap over pairs, so that the objects of one pair"
    " are drawn together; Wilson interval of raw agreement, but of fates and origins the bootstrap's"
)


def agreement_figures(project: Project, wanted: Wanted = EVERYTHING, *, reader: User | None = None) -> dict[str, Any]:
    """Everything that the dashboard shows, as JSON, over the pairs that the filters keep and the reader may see.

    No unit and no person, only figures and counts; without a reader everything, for reports of the whole project.
    Intervals are waited for, but where more than `measured.AT_ONCE` pairs are meant, those of objects and drivers are
    there only once the worker has made them (`interval_pending`).
    """
    return figures_of(project, dashboard(project, reader, wanted, compute=True))


def figures_of(project: Project, found: Dashboard) -> dict[str, Any]:
    """The same of a dashboard that is at hand."""
    parts = {
        part: [{**figure_json(row.figures), "name": row.value, "label": row.label} for row in rows]
        for part, rows in found.parts.items()
    }
    return {
        "method": METHOD,
        "seed": SEED,
        "replicates": REPLICATES,
        "filters": found.wanted.as_json(),
        "pairs_in_dispute": found.disputed,
        "pairs_decided": found.decided,
        "pairs_being_counted": units_to_count(project).count() if isinstance(found.source, Tallied) else 0,
        "fields": [field_json(each) for each in [*found.fields, *found.typed]],
        "by_week": [
            {**figure_json(each.figures), "name": each.monday.isoformat(), "guideline_from": list(each.versions)}
            for each in found.weeks
        ],
        **{f"by_{part}": rows for part, rows in parts.items()},
        "drops": [_drop_json(each) for each in found.drops],
        "type_confusion": types_json(types_met(found.typings)),
        "dynamics_confusion": dynamics_json(found.cells),
    }


def field_json(each: Measured) -> dict[str, Any]:
    found = figure_json(each)
    return {"field": found.pop("name"), **found}


def types_json(cells: Mapping[tuple[str, str], int]) -> list[dict[str, Any]]:
    return [
        {"author": first, "second_reader": second, "count": count} for (first, second), count in cells.items() if count
    ]


def dynamics_json(cells: Mapping[tuple[str, str], int]) -> list[dict[str, Any]]:
    return [{"first": first, "second": second, "count": count} for (first, second), count in cells.items()]


def _drop_json(each: FieldDrop) -> dict[str, Any]:
    fallen = each.drop
    return {
        "field": each.field,
        "before": fallen.before.value,
        "n_before": fallen.before.n,
        "now": fallen.now.value,
        "n_now": fallen.now.n,
        "z": fallen.z,
    }
