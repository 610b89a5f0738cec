"""Agreement between labels before adjudication: figures per field, and where dynamics part.

Labels cannot change once a pair has all of them, so the counted labels of complete pairs are the labels before
adjudication. Nothing here knows a name: raters are numbers that mean something inside one computation only.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Count, F, Prefetch, Q

from adjudication.counting import FIELD_NAMES, PAIR_FIELDS, SOURCE_FIELD, TARGET_FIELD, values_in
from adjudication.models import Resolution
from adjudication.selectors.measures import FieldFigures, figures_of
from adjudication.selectors.typings import typed, typing_figures
from annotation.models import Project, User
from diffs.models import Diff, PaperPair
from evaluator.agreement import confusion
from evaluator.vocabulary import Dynamics


@dataclass(frozen=True, slots=True)
class Labelled:
    """One counted label of a complete pair. `rater` is the person's id; it never leaves the server.

    `key` is the label's own id, which is random: labels in its order stand in no order that means anything.
    """

    pair: int
    rater: int
    decision: Mapping[str, Any]
    key: str


def labelled(project: Project, user: User | None = None) -> list[Labelled]:
    """The labels of complete pairs, by pair and time; with `user`, only of pairs whose labels this person may see."""
    diffs = Diff.objects.counted() if user is None else Diff.objects.counted().visible_to(user)
    rows = diffs.filter(pair__project=project, pair__unit__labels_done__gte=F("pair__unit__overlap")).order_by(
        "pair", "submitted_at", "pk"
    )
    found = rows.values_list("pair", "author", "decision", "pk")
    return [Labelled(pair, rater, decision, str(key)) for pair, rater, decision, key in found]


def labels_of(name: str, rows: Iterable[Labelled]) -> Iterator[tuple[str, str, str | None]]:
    """(unit, rater, value) of one field. A unit is a pair, or one object of a pair for fates and origins."""
    for row in rows:
        for unit, value in values_in(name, row.decision):
            yield f"{row.pair}{unit}", str(row.rater), value


def field_figures(project: Project, rows: Sequence[Labelled]) -> list[FieldFigures]:
    """Figures of every field over these labels, in the order of FIELD_NAMES; then of how objects are typed."""
    totals = totals_of(project)
    return [
        *(figures_of(name, list(labels_of(name, rows)), totals[name]) for name in FIELD_NAMES),
        *typing_figures(project, typed(project)),
    ]


def totals_of(project: Project) -> dict[str, int]:
    """How many units each field has in the whole project: its pairs, or the objects on one side of them."""
    pairs = PaperPair.objects.filter(project=project)
    totals = dict.fromkeys(PAIR_FIELDS, pairs.count())
    for name, side in ((SOURCE_FIELD, "source"), (TARGET_FIELD, "target")):
        objects = f"{side}__objects_all"
        accepted = Q(**{f"{objects}__state": "accepted", f"{objects}__lineage_relevant": True})
        totals[name] = pairs.aggregate(number=Count(objects, filter=accepted))["number"]
    return totals


def pairs_of(project: Project, ids: Iterable[int]) -> dict[int, PaperPair]:
    """The pairs of some labels by id, with their papers and, of each, the resolution that stands. Two queries."""
    standing = Prefetch("resolutions", Resolution.objects.standing(), to_attr="standing")
    pairs = PaperPair.objects.filter(project=project).with_papers().prefetch_related(standing)
    found: dict[int, PaperPair] = pairs.in_bulk(list(ids))
    return found


def dynamics_meetings(rows: Iterable[Labelled]) -> list[tuple[int, str, str]]:
    """(pair, dynamics, dynamics) for every two labels of one pair, in the order of the vocabulary."""
    by_pair: dict[int, list[str]] = {}
    for row in rows:
        by_pair.setdefault(row.pair, []).append(row.decision["dynamics"])
    order = [each.value for each in Dynamics]
    return [
        (pair, *_ordered(first, second, order))
        for pair, values in by_pair.items()
        for first, second in combinations(values, 2)
    ]


def _ordered(first: str, second: str, order: Sequence[str]) -> tuple[str, str]:
    return (first, second) if order.index(first) <= order.index(second) else (second, first)


def confusion_of(meetings: Iterable[tuple[int, str, str]]) -> dict[tuple[str, str], int]:
    """How often two dynamics met on a pair, unordered; every cell is there."""
    order = [each.value for each in Dynamics]
    return confusion(((first, second) for _pair, first, second in meetings), order)
