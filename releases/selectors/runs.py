"""Runs: the list, and what the page of one shows, read from the evaluator's own report."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from annotation.models import Project, User
from annotation.wording import label
from evaluator.tasks import TASKS
from evaluator.vocabulary import Dynamics
from releases.models import Run
from releases.selectors.answers import FieldView, lines_of
from releases.selectors.exam import InstanceView
from releases.selectors.flow import Flow, flow_of
from releases.wording import AXES, ERRORS, RESULT_NOTES, RESULTS, reason_words
from releases.wording import TASKS as TITLES

WHISKER = 64


def runs_for(reader: User, project: Project) -> QuerySet[Run]:
    """Runs on the releases of a project, the newest first."""
    runs: QuerySet[Run] = (
        Run.objects.without_files()
        .visible_to(reader)
        .filter(release__project=project)
        .select_related("release", "submitted_by")
        .order_by("-submitted_at", "-pk")
    )
    return runs


@dataclass(frozen=True)
class Share:
    """A figure from 0 to 1 with its interval; undefined, `reason` says why. The rest places it on a line of 64."""

    value: float | None
    reason: str
    low: float | None
    high: float | None
    interval_reason: str

    @property
    def x(self) -> float:
        return round(WHISKER * (self.value or 0), 1)

    @property
    def x_low(self) -> float:
        return round(WHISKER * (self.low or 0), 1)

    @property
    def x_high(self) -> float:
        return round(WHISKER * (self.high or 0), 1)

    @property
    def tint(self) -> int:
        """Ten even steps of one tint, a tenth each."""
        return min(9, int(10 * (self.value or 0)))


@dataclass(frozen=True)
class Scope:
    """The total, or an axis."""

    name: str
    title: Any
    right: int
    instances: int
    tasks: int
    present: int
    macro: Share
    micro: Share
    partial: float | None


def share_of(figures: Mapping[str, Any], name: str) -> Share:
    """The micro or macro figure of a scope of report.json."""
    interval = figures[f"{name}_interval"] or {}
    return Share(
        value=figures[name],
        reason=reason_words(figures[f"{name}_reason"]),
        low=interval.get("low"),
        high=interval.get("high"),
        interval_reason=reason_words(figures[f"{name}_interval_reason"]),
    )


def scope_of(name: str, title: Any, figures: Mapping[str, Any]) -> Scope:
    return Scope(
        name=name,
        title=title,
        right=figures["right"],
        instances=figures["instances"],
        tasks=figures["tasks"],
        present=figures["tasks_present"],
        macro=share_of(figures, "macro"),
        micro=share_of(figures, "micro"),
        partial=figures["partial"],
    )


@dataclass(frozen=True)
class TaskScore:
    """A task type of the report, with the accuracy of each of its fields."""

    task: str
    title: Any
    axis: str
    right: int
    instances: int
    accuracy: float | None
    reason: str
    baseline: Mapping[str, float] | None
    fields: list[tuple[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class Failure:
    """A kind of failure that is none of content: counted apart."""

    result: str
    title: Any
    note: Any
    count: int


@dataclass(frozen=True)
class Confusion:
    """Gold dynamics × given dynamics; a cell is (count, heat level 0–5 of its share in the row)."""

    columns: list[Any]
    rows: list[tuple[Any, list[tuple[int, int]], int]]
    total: int


@dataclass(frozen=True)
class RunReport:
    counts: Mapping[str, int]
    total: Scope
    axes: list[Scope]
    tasks: list[TaskScore]
    absent: list[TaskScore]
    failures: list[Failure]
    errors: list[tuple[str, Any, int]]
    flow: Flow
    steps: list[Mapping[str, Any]]
    confusion: Confusion
    seed: int
    evaluator: str
    split: str
    replicates: int
    clusters: int


def report_of(run: Run) -> RunReport:
    """The report of a scored run, as a page shows it."""
    report = json.loads(bytes(run.report or b""))
    tasks = [_task(task, report) for task in TASKS]
    interval = report["total"]["micro_interval"] or {}
    return RunReport(
        counts=report["counts"],
        total=scope_of("total", "", report["total"]),
        axes=[scope_of(axis, AXES[axis], figures) for axis, figures in sorted(report["axes"].items())],
        tasks=[task for task in tasks if task.instances],
        absent=[task for task in tasks if not task.instances],
        failures=[Failure(kind, RESULTS[kind], note, report["counts"][kind]) for kind, note in RESULT_NOTES.items()],
        errors=[(name, ERRORS[name], count) for name, count in sorted(report["errors"].items())],
        flow=flow_of(report["flow"]),
        steps=report["flow"],
        confusion=_confusion(report["confusion"]),
        seed=report["seed"],
        evaluator=report["evaluator"],
        split=report["split"],
        replicates=interval.get("replicates", 0),
        clusters=interval.get("clusters", 0),
    )


def _task(task: str, report: Mapping[str, Any]) -> TaskScore:
    figures = report["tasks"][task]
    return TaskScore(
        task=task,
        title=TITLES[task],
        axis=figures["axis"],
        right=figures["right"],
        instances=figures["instances"],
        accuracy=figures["accuracy"],
        reason=reason_words(figures["accuracy_reason"]),
        baseline=figures["baseline"],
        fields=list(report["fields"].get(task, {}).items()),
    )


def _confusion(counts: Mapping[str, Mapping[str, int]]) -> Confusion:
    rows = []
    for gold in Dynamics:
        cells = [counts[gold][given] for given in Dynamics]
        total = sum(cells)
        levels = [0 if not cell else max(1, round(5 * cell / total)) for cell in cells]
        rows.append((label(gold), list(zip(cells, levels, strict=True)), total))
    return Confusion([label(each) for each in Dynamics], rows, sum(total for _label, _cells, total in rows))


@dataclass(frozen=True)
class OutcomeRow:
    """What became of one instance: `fields` are (name, right) in the task's order."""

    id: str
    task: str
    title: Any
    axis: str
    result: str
    result_title: Any
    fields: list[tuple[str, bool]]
    error: str
    error_title: Any
    confidence: float | None


FILTERS = ("axis", "task", "result", "error", "failed")


def outcomes_of(run: Run, wanted: Mapping[str, str]) -> list[OutcomeRow]:
    """Outcomes of a scored run, those only that have every wanted value (of FILTERS)."""
    rows = (json.loads(line) for line in bytes(run.outcomes or b"").splitlines())
    return [_outcome(row) for row in rows if all(row[name] == value for name, value in wanted.items())]


def _outcome(row: Mapping[str, Any]) -> OutcomeRow:
    return OutcomeRow(
        id=row["id"],
        task=row["task"],
        title=TITLES[row["task"]],
        axis=row["axis"],
        result=row["result"],
        result_title=RESULTS[row["result"]],
        fields=list(row["fields"].items()),
        error=row["error"] or "",
        error_title=ERRORS[row["error"]] if row["error"] else "",
        confidence=row["confidence"],
    )


@dataclass(frozen=True)
class RunAnswer:
    """What a system answered to one instance: field by field, or the raw reply when there is no object."""

    outcome: OutcomeRow
    fields: list[FieldView]
    raw: str


def answer_of_run(run: Run, instance: InstanceView) -> RunAnswer | None:
    """The answer beside the gold; None when the run has no outcome for the instance."""
    outcome = next((row for row in outcomes_of(run, {"task": instance.task}) if row.id == instance.id), None)
    if outcome is None:
        return None
    answer = _given(run, instance.id)
    right = dict(outcome.fields)
    fields = [_beside(each, answer, right) for each in instance.fields] if isinstance(answer, dict) else []
    return RunAnswer(outcome, fields, answer if isinstance(answer, str) else "")


def _beside(gold: FieldView, answer: Mapping[str, Any], right: Mapping[str, bool]) -> FieldView:
    given = lines_of(answer[gold.name], gold.match) if gold.name in answer else ["–"]
    return replace(gold, given=given, right=right.get(gold.name))


def _given(run: Run, instance_id: str) -> Any:
    """The answer in the file of predictions: an object, a raw reply, or None."""
    sign = instance_id.encode()
    for line in bytes(run.predictions).splitlines():
        if sign in line and (row := json.loads(line)).get("id") == instance_id:
            answer = row.get("answer")
            return _object_in(answer) if isinstance(answer, str) else answer
    return None


def _object_in(reply: str) -> Any:
    try:
        value = json.loads(reply)
    except ValueError:
        return reply
    return value if isinstance(value, dict) else reply
