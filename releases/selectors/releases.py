"""The list of releases, and everything that the page of one shows."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from annotation.models import Project, User
from evaluator.tasks import TASKS
from evaluator.vocabulary import Axis
from releases.models import Release
from releases.permissions import can_freeze
from releases.selectors.content import json_file_of, table
from releases.selectors.gold import gold_rows_of, latest_frozen
from releases.selectors.progress import check_key
from releases.versions import FIRST, Bump, Changes, least_version, parse_version
from releases.wording import AXES


def releases_for(reader: User, project: Project) -> QuerySet[Release]:
    """Those who may freeze see every release; the others see the frozen ones."""
    found = Release.objects if can_freeze(reader, project) else Release.objects.frozen()
    shown: QuerySet[Release] = found.visible_to(reader).filter(project=project).select_related("project")
    return shown


def last_check(project: Project) -> dict[str, Any] | None:
    """What the last check of the gold found, while it is kept: see services.checking. Or {"error": …}."""
    found: dict[str, Any] | None = cache.get(check_key(project.pk))
    return found


def suggested_version(project: Project, check: Mapping[str, Any] | None) -> str:
    """The least version that the rule allows, as far as it is known: gold has usually been added."""
    previous = latest_frozen(project)
    if check is not None and check["version"]["previous"] == (previous.version if previous else None):
        return str(check["version"]["least"])
    before = parse_version(previous.version) if previous else None
    return str(least_version(before, Bump.MINOR) if before else FIRST)


@dataclass(frozen=True)
class AxisBar:
    """One bar: instances of an axis. `width` is in the drawing's units, `present` of `tasks` task types have some."""

    axis: Axis
    title: Any
    instances: int
    tasks: int
    present: int
    width: float
    y: int

    @property
    def middle(self) -> float:
        return 190.8 + self.width / 2

    @property
    def end(self) -> float:
        return 190.8 + self.width + 9


@dataclass(frozen=True)
class Contents:
    """What the tables of a release hold, counted."""

    gold: Mapping[str, int]
    axes: tuple[AxisBar, ...]
    tasks_present: int
    with_text: int


WIDEST = 500


def contents(release: Release) -> Contents:
    """Counted once for a frozen release, then kept."""
    return _contents(release.manifest_sha256, release)


@lru_cache(maxsize=16)
def _contents(_manifest_sha256: str, release: Release) -> Contents:
    per_task = Counter(row["task"] for row in table(release, "exam").values())
    per_axis = Counter(dict.fromkeys(Axis, 0))
    for task, count in per_task.items():
        per_axis[TASKS[task].axis] += count
    most = max(per_axis.values()) or 1
    bars = tuple(
        AxisBar(
            axis=axis,
            title=AXES[axis],
            instances=per_axis[axis],
            tasks=sum(spec.axis is axis for spec in TASKS.values()),
            present=sum(TASKS[task].axis is axis for task in per_task),
            width=round(WIDEST * per_axis[axis] / most, 1),
            y=number * 34,
        )
        for number, axis in enumerate(Axis)
    )
    gold = Counter(row["gold_source"] for row in table(release, "diffs").values())
    with_text = sum(row["text"] is not None for row in table(release, "papers").values())
    return Contents(gold, bars, len(per_task), with_text)


def manifest_of(release: Release) -> dict[str, Any]:
    manifest: dict[str, Any] = json_file_of(release, "manifest.json")
    return manifest


def agreement_of(release: Release) -> list[dict[str, Any]]:
    """Figures of each decision field, before adjudication."""
    fields: list[dict[str, Any]] = json_file_of(release, "audit/agreement.json")["fields"]
    return fields


@dataclass(frozen=True)
class Difference:
    """What changed since the previous release: counts of gold rows and the first ids of each kind."""

    previous: Release
    counts: Changes
    rows: list[tuple[str, str, str]]
    left_out: int


MOST_CHANGES = 50


def difference_of(release: Release) -> Difference | None:
    """None for a first release."""
    named = manifest_of(release)["previous"]
    if named is None:
        return None
    previous = Release.objects.frozen().get(project=release.project_id, version=named["release"])
    rows = _changed(release.manifest_sha256, release, previous)
    return Difference(
        previous=previous,
        counts=Changes(**{kind: sum(row[0] == kind for row in rows) for kind in Changes._fields}),
        rows=rows[:MOST_CHANGES],
        left_out=max(0, len(rows) - MOST_CHANGES),
    )


@lru_cache(maxsize=16)
def _changed(_manifest_sha256: str, release: Release, previous: Release) -> list[tuple[str, str, str]]:
    """(added, changed or withdrawn; table; id), sorted."""
    before, after = gold_rows_of(previous), gold_rows_of(release)
    kinds = {
        **dict.fromkeys(before.keys() - after.keys(), "withdrawn"),
        **dict.fromkeys(after.keys() - before.keys(), "added"),
        **{key: "changed" for key in before.keys() & after.keys() if before[key] != after[key]},
    }
    order = list(Changes._fields)
    named = [(kind, *key.split("/", 1)) for key, kind in kinds.items()]
    return sorted(((kind, table, id) for kind, table, id in named), key=lambda row: (order.index(row[0]), *row[1:]))
