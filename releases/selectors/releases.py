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
from releases.selectors.gold import latest_frozen
from releases.selectors.progress import check_key
from releases.versions import FIRST, Bump, least_version, parse_version
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
class Annotated:
    """Over all gold diffs: first and last label, and when the last of them became gold; days, "" where there are none.

    `renewed` counts papers whose text is not the first one that was imported.
    """

    first: str
    last: str
    decided: str
    renewed: int


def annotated(release: Release) -> Annotated:
    """Counted once for a frozen release, then kept."""
    return _annotated(release.manifest_sha256, release)


@lru_cache(maxsize=16)
def _annotated(_manifest_sha256: str, release: Release) -> Annotated:
    found = [row["annotated"] for row in table(release, "diffs").values() if "annotated" in row]
    return Annotated(
        first=min((each["first"] for each in found), default="")[:10],
        last=max((each["last"] for each in found), default="")[:10],
        decided=max((each["decided"] for each in found), default="")[:10],
        renewed=sum(row.get("source_version", 1) > 1 for row in table(release, "papers").values()),
    )
