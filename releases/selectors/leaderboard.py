"""Systems side by side on one release: one row for each, its newest scored run; never the best of several."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Project, User
from evaluator.vocabulary import Axis
from releases.models import Release, Run
from releases.selectors.runs import Scope, Share, scope_of
from releases.wording import AXES

FIGURES = ("micro", "macro")
COLUMNS = (*(axis.value for axis in Axis), "micro", "macro")


@dataclass(frozen=True)
class Cell:
    """A figure of a system. `is_best` goes by the number as it is, not as it is printed; ties are all best."""

    column: str
    share: Share
    instances: int
    axis: str
    is_best: bool


@dataclass(frozen=True)
class Line:
    rank: int | None
    run: Run
    earlier: int
    cells: list[Cell]


@dataclass(frozen=True)
class Column:
    """`n` is the same for every system: the denominator is the release's. `reason` says why all are undefined."""

    name: str
    title: Any
    n: int
    reason: str
    sort: str


@dataclass(frozen=True)
class Board:
    columns: list[Column]
    lines: list[Line]
    figure: str
    sort: str


def ranked_releases(reader: User, project: Project) -> list[Release]:
    """Frozen releases of a project, the newest first."""
    found = Release.objects.frozen().visible_to(reader).filter(project=project)
    return list(found.select_related("project").order_by("-frozen_at"))


def release_to_show(releases: Sequence[Release], version: str) -> Release | None:
    """The release of that version; without it the newest with a scored run, else the newest."""
    scored = set(Run.objects.scored().filter(release__in=releases).values_list("release_id", flat=True).distinct())
    named = [each for each in releases if each.version == version]
    with_runs = [each for each in releases if each.pk in scored]
    return next(iter([*named, *with_runs, *releases]), None)


def board_of(release: Release, *, figure: str, sort: str) -> Board:
    """`figure` (micro or macro) is what the axis columns show, `sort` one of COLUMNS or "system". Two queries."""
    newest: dict[str, Run] = {}
    counts: dict[str, int] = {}
    runs = Run.objects.scored().filter(release=release).defer("predictions", "report_markdown", "outcomes", "faults")
    for run in runs.order_by("-submitted_at", "-pk"):
        newest.setdefault(run.system, run)
        counts[run.system] = counts.get(run.system, 0) + 1
    scopes = {system: _scopes(run) for system, run in newest.items()}
    shares = {system: _shares(found, figure) for system, found in scopes.items()}
    best = {column: _best(each[column].value for each in shares.values()) for column in COLUMNS}
    order = _order(shares, sort)
    ranks = _ranks([shares[system][sort].value for system in order]) if sort in COLUMNS else [None] * len(order)
    lines = [
        Line(
            rank=rank,
            run=newest[system],
            earlier=counts[system] - 1,
            cells=[_cell(column, shares[system][column], scopes[system], best[column]) for column in COLUMNS],
        )
        for rank, system in zip(ranks, order, strict=True)
    ]
    return Board(_columns(scopes, shares), lines, figure, sort)


def _scopes(run: Run) -> dict[str, Scope]:
    report = json.loads(bytes(run.report or b""))
    axes = {axis: scope_of(axis, AXES[axis], figures) for axis, figures in report["axes"].items()}
    return {**axes, "total": scope_of("total", "", report["total"])}


def _shares(scopes: dict[str, Scope], figure: str) -> dict[str, Share]:
    axes = {axis.value: getattr(scopes[axis.value], figure) for axis in Axis}
    return {**axes, "micro": scopes["total"].micro, "macro": scopes["total"].macro}


def _best(values: Iterable[float | None]) -> float | None:
    """The highest value, when there is something to be best of."""
    known = [value for value in values if value is not None]
    return max(known) if len(known) > 1 else None


def _order(shares: dict[str, dict[str, Share]], sort: str) -> list[str]:
    """By figure, the highest first and the undefined last; systems that are level, by name."""
    if sort not in COLUMNS:
        return sorted(shares)
    value = {system: each[sort].value for system, each in shares.items()}
    return sorted(shares, key=lambda system: (value[system] is None, -(value[system] or 0), system))


def _ranks(values: Sequence[float | None]) -> list[int | None]:
    """1, 2, 2, 4: who is level shares a rank; who has no figure has none."""
    return [None if value is None else values.index(value) + 1 for value in values]


def _cell(column: str, share: Share, scopes: dict[str, Scope], best: float | None) -> Cell:
    scope = scopes.get(column, scopes["total"])
    axis = column if column in scopes else ""
    return Cell(column, share, scope.instances, axis, best is not None and share.value == best)


def _columns(scopes: dict[str, dict[str, Scope]], shares: dict[str, dict[str, Share]]) -> list[Column]:
    first = next(iter(scopes.values()), None)
    columns = []
    for name in COLUMNS:
        scope = first.get(name, first["total"]) if first else None
        reasons = {each[name].reason for each in shares.values() if each[name].value is None}
        title = AXES.get(name, name)
        columns.append(Column(name, title, scope.instances if scope else 0, next(iter(reasons), ""), name))
    return columns
