"""The exam of a frozen release: its task types, their instances, and one instance with all that it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from annotation.models import User
from evaluator.tasks import TASKS
from evaluator.vocabulary import Axis
from releases.models import Release
from releases.permissions import can_freeze
from releases.selectors.answers import FieldView, Part, fields_of, parts_of
from releases.selectors.content import table
from releases.selectors.releases import manifest_of
from releases.selectors.sealed import sealed_row
from releases.wording import AXES
from releases.wording import TASKS as TITLES


@dataclass(frozen=True)
class InstanceRow:
    """One line of a list of instances. `about` is the trace, pair or paper that the instance was drawn from.

    Of a sealed one neither that is known nor anything of its gold.
    """

    id: str
    task: str
    axis: str
    about: str
    domain: str
    dynamics: tuple[str, ...]
    options: int | None
    gold_source: tuple[str, ...]
    is_sealed: bool


@dataclass(frozen=True)
class TaskRow:
    """A task type: how many instances it has here, and what guessing would score (0 to 1); None without instances."""

    task: str
    title: Any
    fields: tuple[str, ...]
    instances: int
    random: float | None
    majority: float | None


@dataclass(frozen=True)
class AxisTasks:
    axis: Axis
    title: Any
    instances: int
    present: int
    tasks: list[TaskRow]


def exam_axes(release: Release) -> list[AxisTasks]:
    """All 42 task types by axis, those without instances too."""
    counts: dict[str, int] = {}
    for row in instance_rows(release):
        counts[row.task] = counts.get(row.task, 0) + 1
    baselines = manifest_of(release)["baselines"]
    found = []
    for axis in Axis:
        rows = [_task_row(task, counts.get(task, 0), baselines) for task, spec in TASKS.items() if spec.axis is axis]
        present = sum(row.instances > 0 for row in rows)
        found.append(AxisTasks(axis, AXES[axis], sum(row.instances for row in rows), present, rows))
    return found


def task_row(release: Release, task: str) -> TaskRow:
    count = sum(row.task == task for row in instance_rows(release))
    return _task_row(task, count, manifest_of(release)["baselines"])


def _task_row(task: str, instances: int, baselines: Mapping[str, Any]) -> TaskRow:
    baseline = baselines.get(task, {})
    return TaskRow(
        task=task,
        title=TITLES[task],
        fields=tuple(TASKS[task].fields),
        instances=instances,
        random=baseline.get("random"),
        majority=baseline.get("majority"),
    )


def instance_rows(release: Release) -> tuple[InstanceRow, ...]:
    """Every instance in the order of the file: read once for a frozen release, then kept."""
    return _instance_rows(release.manifest_sha256, release)


@lru_cache(maxsize=8)
def _instance_rows(_manifest_sha256: str, release: Release) -> tuple[InstanceRow, ...]:
    return tuple(_row(instance) for instance in table(release, "exam").values())


def _row(instance: Mapping[str, Any]) -> InstanceRow:
    about = instance["metadata"]
    papers = ", ".join(about.get("source_versions", ()))
    return InstanceRow(
        id=instance["id"],
        task=instance["task"],
        axis=instance["axis"],
        about=about.get("pair") or about.get("trace") or papers,
        domain=about["domain"],
        dynamics=tuple(about.get("dynamics", ())),
        options=about.get("options"),
        gold_source=tuple(about.get("gold_source", ())),
        is_sealed=instance["gold"] is None,
    )


@dataclass(frozen=True)
class InstanceView:
    """One instance as a page shows it."""

    id: str
    task: str
    title: Any
    axis: str
    axis_title: Any
    question: str
    parts: list[Part]
    fields: list[FieldView]
    schema: Mapping[str, Any]
    metadata: Mapping[str, Any]


def instance_view(reader: User, release: Release, task: str, instance_id: str) -> InstanceView | None:
    """None when the release has no such instance of that task. A sealed one is opened for those who may freeze."""
    instance = table(release, "exam").get(instance_id)
    if instance is None or instance["task"] != task:
        return None
    if instance["gold"] is None and can_freeze(reader, release.project):
        held = sealed_row(release, "exam", instance_id) or {"gold": None, "metadata": {}}
        instance = {**instance, "gold": held["gold"], "metadata": {**instance["metadata"], **held["metadata"]}}
    return InstanceView(
        id=instance["id"],
        task=task,
        title=TITLES[task],
        axis=instance["axis"],
        axis_title=AXES[instance["axis"]],
        question=instance["question"],
        parts=parts_of(instance["context"]),
        fields=fields_of(task, instance["gold"]),
        schema=instance["answer_schema"],
        metadata=instance["metadata"],
    )
