"""spec/: the 42 task types with what each gave, the domain mapping, how traces are rendered, how scores count."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, cast

from django.utils import translation

from evaluator.canonical import JsonValue
from evaluator.tasks import TASKS
from evaluator.write import json_file
from releases.exam.lacks import LACKS
from releases.packaging.facts import Facts, Yield


def spec_files(facts: Facts) -> dict[str, bytes]:
    return {
        "spec/tasks.json": json_file({"canary": facts.canary, "tasks": _tasks(facts)}),
        "spec/domains.json": json_file({"canary": facts.canary, "domains": _json(facts.domains)}),
        "spec/trace_rendering.json": json_file({"canary": facts.canary, **_fields(facts.trace_rendering)}),
        "spec/score.json": json_file({"canary": facts.canary, **_fields(facts.score_rule)}),
    }


def _tasks(facts: Facts) -> dict[str, Any]:
    """Per task: what it asks, how each field is matched, what it gave and why not more, what guessing scores."""
    return {
        task: {
            "axis": spec.axis.value,
            "question": spec.question,
            "context": spec.context,
            "gold": spec.gold,
            "distractors": spec.distractors,
            "fields": {name: {k: str(v) for k, v in asdict(field).items()} for name, field in spec.fields.items()},
            "may_be_empty": spec.may_be_empty,
            **_given(facts.yields.get(task, Yield(lacks={}))),
            "guessing": asdict(facts.baselines[task]) if task in facts.baselines else None,
        }
        for task, spec in TASKS.items()
    }


def _given(found: Yield) -> dict[str, Any]:
    """In English, whatever language the process speaks."""
    with translation.override("en"):
        lacks = [
            {"code": code, "count": count, "why": str(LACKS.get(code, code))}
            for code, count in sorted(found.lacks.items(), key=lambda each: (-each[1], each[0]))
        ]
    return {"instances": found.instances, "anchors": found.anchors, "tried": found.tried, "lacks": lacks}


def _json(mapping: Mapping[str, object]) -> JsonValue:
    return cast(JsonValue, dict(mapping))


def _fields(mapping: Mapping[str, object]) -> Mapping[str, JsonValue]:
    return cast(Mapping[str, JsonValue], mapping)
