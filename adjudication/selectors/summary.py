"""The agreement of a whole project, for a release: counted from its labels in one pass, not from what is kept of them.

Labels cannot change once a pair has all of them, so the counted labels of complete pairs are the labels before
adjudication. A few hundred pairs are in memory at a time; what grows with a project is the number of patterns.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.db.models import F

from adjudication import counting
from adjudication.counting import FIELD_NAMES, NARROW, WIDE, Said
from adjudication.selectors.agreement import totals_of
from adjudication.selectors.dashboard import cells_of
from adjudication.selectors.figures_json import METHOD, dynamics_json, field_json, types_json
from adjudication.selectors.measured import Group, as_measured, measured, of_whole
from adjudication.selectors.measures import SEED
from adjudication.selectors.sources import Patterns
from adjudication.selectors.typings import type_confusion, typed, typing_figures
from annotation.models import Project
from diffs.models import Diff
from evaluator.bootstrap import REPLICATES

AT_ONCE = 2_000  # labels


def agreement_summary(project: Project) -> dict[str, Any]:
    """Figures of every field with their intervals, and where dynamics and types part. Of nobody by name."""
    narrow, wide = _counts(project)
    totals = totals_of(project)
    fields = [
        of_whole(name, wide[name], totals[name])
        if name in WIDE
        else measured([Group(name, name, narrow[name], totals[name])], compute=True)[0]
        for name in FIELD_NAMES
    ]
    typings = typed(project)
    return {
        "method": METHOD,
        "seed": SEED,
        "replicates": REPLICATES,
        "fields": [field_json(each) for each in [*fields, *map(as_measured, typing_figures(project, typings))]],
        "type_confusion": types_json(type_confusion(typings)),
        "dynamics_confusion": dynamics_json(cells_of(narrow["dynamics"])),
    }


def _counts(project: Project) -> tuple[dict[str, Patterns], dict[str, Patterns]]:
    """The narrow patterns of every field, and the whole ones of WIDE."""
    narrow: dict[str, Patterns] = {name: Counter() for name in NARROW.values()}
    wide: dict[str, Patterns] = {name: Counter() for name in WIDE}
    for labels in _pairs(project):
        for row, pattern, number in counting.rows(counting.counted(labels).patterns):
            if row in NARROW:
                narrow[NARROW[row]][pattern] += number
            if row in WIDE:
                wide[row][pattern] += number
    return narrow, wide


def _pairs(project: Project) -> Iterator[list[Said]]:
    """The labels of each complete pair."""
    rows = (
        Diff.objects.counted()
        .filter(pair__project=project, pair__unit__labels_done__gte=F("pair__unit__overlap"))
        .order_by("pair", "submitted_at", "pk")
        .values_list("pair", "author", "decision", "decision_key", "guideline__version", "submitted_at")
    )
    for _pair, labels in groupby(rows.iterator(AT_ONCE), lambda row: row[0]):
        yield [Said(*label) for _pair, *label in labels]
