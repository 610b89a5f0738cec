"""The files of a report: report.json, report.md and instances.jsonl.

The same release, predictions, system and seed give the same bytes on the web, the API and the command line:
no clock, no path and no machine goes in. JSON is RFC 8785. An undefined figure is null beside its `<name>_reason`.
"""

from collections.abc import Iterable

from evaluator.bootstrap import Interval
from evaluator.canonical import JsonValue, canonical_bytes
from evaluator.exam import Report
from evaluator.figures import NO_INSTANCES, Figures, partial_credit
from evaluator.outcomes import Outcome
from evaluator.tasks import TASKS, TaskSpec
from evaluator.vocabulary import Dynamics, ErrorClass

__all__ = ["instances_bytes", "markdown", "report_bytes", "report_files", "report_json"]


def report_files(report: Report) -> dict[str, bytes]:
    """File name → bytes of everything that `--out` writes."""
    return {
        "report.json": report_bytes(report),
        "report.md": markdown(report).encode(),
        "instances.jsonl": instances_bytes(report),
    }


def report_bytes(report: Report) -> bytes:
    """report.json: RFC 8785 and a line feed."""
    return canonical_bytes(report_json(report)) + b"\n"


def instances_bytes(report: Report) -> bytes:
    """instances.jsonl: one line per instance, sorted by id."""
    return b"".join(canonical_bytes(_instance(outcome)) + b"\n" for outcome in report.outcomes)


def report_json(report: Report) -> dict[str, JsonValue]:
    """The report as JSON. Accuracies are shares from 0 to 1."""
    manifest = report.release.manifest
    return {
        "release": manifest.release,
        "project": manifest.project,
        "release_sha256": report.release.hash,
        "split": report.split,
        "system": report.system,
        "predictions_sha256": report.predictions_sha256,
        "evaluator": report.evaluator,
        "seed": report.seed,
        "counts": dict(report.counts),
        "total": _figures(report.total),
        "axes": {axis.value: _figures(figures) for axis, figures in report.axes.items()},
        "tasks": {task: _task(report, spec) for task, spec in TASKS.items()},
        "fields": {task: _fields(report, spec) for task, spec in TASKS.items() if report.tally.instances[task]},
        "errors": {error.value: sum(s.count for s in report.flow if s.error is error) for error in ErrorClass},
        "flow": [
            {"axis": s.axis.value, "field": s.field, "error": s.error.value, "count": s.count} for s in report.flow
        ],
        "confusion": {
            gold.value: {given.value: report.confusion.get((gold, given), 0) for given in Dynamics} for gold in Dynamics
        },
    }


def _figures(figures: Figures) -> dict[str, JsonValue]:
    return {
        "instances": figures.instances,
        "right": figures.right,
        "tasks": figures.tasks,
        "tasks_present": figures.tasks_present,
        "macro": figures.macro,
        "macro_reason": figures.macro_reason,
        **interval_json("macro_interval", figures.macro_interval),
        "micro": figures.micro,
        "micro_reason": figures.micro_reason,
        **interval_json("micro_interval", figures.micro_interval),
        "partial": figures.partial,
        "partial_reason": figures.micro_reason,
    }


def interval_json(name: str, interval: Interval) -> dict[str, JsonValue]:
    """A bootstrap interval as JSON under a name, with its reason when it is undefined."""
    defined: dict[str, JsonValue] = {
        "low": interval.low,
        "high": interval.high,
        "level": interval.level,
        "replicates": interval.replicates,
        "replicates_used": interval.replicates_used,
        "clusters": interval.clusters,
    }
    return {name: None if interval.reason else defined, f"{name}_reason": interval.reason}


def _task(report: Report, spec: TaskSpec) -> dict[str, JsonValue]:
    instances, right = report.tally.instances[spec.task], report.tally.right[spec.task]
    baseline = report.release.manifest.baselines.get(spec.task)
    mine = [outcome for outcome in report.outcomes if outcome.task == spec.task]
    return {
        "axis": spec.axis.value,
        "instances": instances,
        "right": right,
        "accuracy": right / instances if instances else None,
        "accuracy_reason": None if instances else NO_INSTANCES,
        "partial": partial_credit(mine),
        "partial_reason": None if instances else NO_INSTANCES,
        "baseline": {"random": baseline.random, "majority": baseline.majority} if baseline else None,
        "baseline_reason": None if baseline else "the release states none",
    }


def _fields(report: Report, spec: TaskSpec) -> dict[str, JsonValue]:
    """Of every instance of the task, in how many each field is right; not answered is not right."""
    mine = [outcome for outcome in report.outcomes if outcome.task == spec.task]
    right = {name: sum(outcome.fields.get(name, False) for outcome in mine) for name in spec.fields}
    return {
        name: {
            "instances": len(mine),
            "right": right[name],
            "accuracy": right[name] / len(mine),
            "error": field.error.value,
        }
        for name, field in spec.fields.items()
    }


def _instance(outcome: Outcome) -> dict[str, JsonValue]:
    return {
        "id": outcome.id,
        "task": outcome.task,
        "axis": outcome.axis.value,
        "result": outcome.result.value,
        "fields": dict(outcome.fields),
        "failed": outcome.failed,
        "error": outcome.error.value if outcome.error else None,
        "partial": outcome.partial,
        "confidence": outcome.confidence,
        "cluster": outcome.cluster,
    }


def markdown(report: Report) -> str:
    """report.md: the main figures as tables, for people."""
    manifest = report.release.manifest
    lines = [
        f"# Exam report: {_cell(report.system or 'unnamed system')}",
        "",
        f"Release {_cell(manifest.project)} {manifest.release} (SHA-256 {report.release.hash}), split {report.split}.",
        f"Evaluator {report.evaluator}, bootstrap seed {report.seed}, predictions SHA-256 {report.predictions_sha256}.",
        "",
        *_table(("Counted", "Instances"), report.counts.items()),
        *_table(
            ("Scope", "Right", "Instances", "Macro %", "Micro %", "Micro 95 % interval", "Partial %"), _scopes(report)
        ),
        *_table(("Task", "Axis", "Right", "Instances", "Accuracy %"), _tasks(report)),
        *_table(
            ("Error class", "Wrong answers"),
            ((e, sum(s.count for s in report.flow if s.error is e)) for e in ErrorClass),
        ),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _scopes(report: Report) -> Iterable[tuple[object, ...]]:
    named = [("Total", report.total), *((axis.value, figures) for axis, figures in report.axes.items())]
    for name, f in named:
        macro = _percent(f.macro) if f.macro is not None else f"undefined: {f.macro_reason}"
        low, high = f.micro_interval.low, f.micro_interval.high
        between = f"{_percent(low)}–{_percent(high)}" if low is not None else f"undefined: {f.micro_interval.reason}"
        micro = _percent(f.micro) if f.micro is not None else f"undefined: {f.micro_reason}"
        yield name, f.right, f.instances, macro, micro, between, _percent(f.partial)


def _tasks(report: Report) -> Iterable[tuple[object, ...]]:
    for task, spec in TASKS.items():
        instances, right = report.tally.instances[task], report.tally.right[task]
        accuracy = _percent(right / instances) if instances else f"undefined: {NO_INSTANCES}"
        yield task, spec.axis.value, right, instances, accuracy


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    names = list(heads)
    body = [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return [f"| {' | '.join(names)} |", f"|{' --- |' * len(names)}", *body, ""]


def _cell(text: str) -> str:
    """A name from outside as plain text in Markdown: one line, no markup."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#!&" else sign for sign in " ".join(text.split()))
