"""Predictions of the imaginary systems, made from a release with their seeds: the same release, the same bytes."""

from collections.abc import Mapping
from random import Random
from typing import Any

from evaluator.canonical import canonical_bytes
from evaluator.compare import same
from evaluator.schema import ExamInstance
from evaluator.tasks import TASKS
from releases.demo.content import systems
from releases.exam.guessing import guess

ATTEMPTS = 20


def demo_files(instances: tuple[ExamInstance, ...]) -> dict[str, bytes]:
    """File name → bytes of fixtures/demo/predictions: one file for each system, and the broken one."""
    files = {f"{system['system'].split()[0].lower()}.jsonl": predictions_of(system, instances) for system in systems()}
    return {**files, "broken.jsonl": broken_predictions(instances)}


def predictions_of(system: Mapping[str, Any], instances: tuple[ExamInstance, ...]) -> bytes:
    """A predictions file (JSONL) of one system of fixtures/demo/systems.json."""
    rows = (_row(system, instance) for instance in instances)
    return b"".join(canonical_bytes(row) + b"\n" for row in rows if row is not None)


def broken_predictions(instances: tuple[ExamInstance, ...]) -> bytes:
    """A file with five faults, to see how they are listed: an id twice, an unknown id, NaN, no id, no JSON."""
    first, second = instances[0], instances[1]
    answer = canonical_bytes(dict(first.answer)).decode()
    lines = [
        f'{{"id":"{first.id}","answer":{answer}}}',
        f'{{"id":"{first.id}","answer":{answer}}}',
        '{"id":"no-such-instance","answer":{}}',
        f'{{"id":"{second.id}","answer":{{}},"confidence":NaN}}',
        '{"answer":{}}',
        "not JSON",
    ]
    return "\n".join(lines).encode() + b"\n"


def _row(system: Mapping[str, Any], instance: ExamInstance) -> dict[str, Any] | None:
    rng = Random(f"{system['seed']}:{instance.id}")  # noqa: S311 - reproducible, not secret
    if rng.random() < system["missing_share"]:
        return None
    if rng.random() < system["no_response_share"]:
        return {"id": instance.id, "answer": None, "status": "no_response"}
    right = rng.random() < system["accuracy_by_axis"][instance.axis.value]
    answer = dict(instance.answer) if right else _wrong(instance, rng)
    return {"id": instance.id, "answer": answer, "confidence": round(rng.uniform(0.3, 0.95), 2)}


def _wrong(instance: ExamInstance, rng: Random) -> dict[str, Any]:
    """A well-formed answer that differs from gold."""
    fields = TASKS[instance.task].fields
    for _attempt in range(ATTEMPTS):
        answer = guess(instance.answer_schema, rng)
        if not all(
            same(spec.match, instance.answer[name], answer[name], members=spec.members) for name, spec in fields.items()
        ):
            return dict(answer)
    raise ValueError(f"{instance.id}: no wrong answer found in {ATTEMPTS} guesses")
