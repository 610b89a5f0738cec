"""Exam answers against their instance: does an answer fit its schema, and which of its fields are right?"""

from collections.abc import Iterator, Mapping
from typing import Any

from evaluator.canonical import canonical_bytes, normalised
from evaluator.compare import same
from evaluator.schema import ExamInstance
from evaluator.tasks import TASKS


def field_results(instance: ExamInstance, answer: Mapping[str, object]) -> dict[str, bool]:
    """Field → whether it is exactly right, in the task's order."""
    return {
        name: same(spec.match, instance.answer.get(name), answer.get(name), members=spec.members)
        for name, spec in TASKS[instance.task].fields.items()
    }


class AnswerSchemas:
    """Checks answers against the JSON Schema of their instance; each distinct schema is checked and compiled once."""

    def __init__(self) -> None:
        self._compiled: dict[bytes, Any] = {}
        self._problems: dict[bytes, str] = {}

    def problem(self, instance: ExamInstance) -> str:
        """Why the instance's schema cannot be used, or nothing."""
        key = canonical_bytes(instance.answer_schema)
        if key not in self._problems:
            self._problems[key] = schema_problem(instance.answer_schema)
        return self._problems[key]

    def fits(self, instance: ExamInstance, answer: Mapping[str, object]) -> bool:
        """Whether an answer is valid under the instance's schema. Both are read after NFC, as everywhere."""
        try:
            return bool(self._validator(instance).is_valid(normalised(answer)))
        except (ValueError, RecursionError):
            return False

    def _validator(self, instance: ExamInstance) -> Any:
        key = canonical_bytes(instance.answer_schema)
        if key not in self._compiled:
            self._compiled[key] = _compile(instance.answer_schema)
        return self._compiled[key]


def _compile(schema: Mapping[str, object]) -> Any:
    """A validator that never fetches anything. Imported late: the library takes a noticeable part of a second."""
    from jsonschema import Draft202012Validator
    from referencing import Registry

    return Draft202012Validator(normalised(schema), registry=Registry())  # type: ignore[arg-type]


def gold_faults(instance: ExamInstance, schemas: AnswerSchemas) -> Iterator[tuple[str, str]]:
    """(field, what is wrong) of an instance that could not be scored."""
    spec = TASKS.get(instance.task)
    if spec is None:
        yield "task", f"{instance.task} is not one of the {len(TASKS)} task types"
        return
    if instance.axis is not spec.axis:
        yield "axis", f"{instance.task} belongs to {spec.axis.value}"
    if (instance.gold is None) is not bool(instance.sealed):
        yield "sealed", "holds a commitment exactly when the gold is null"
        return
    if instance.gold is None:
        problem = schemas.problem(instance)
        if problem:
            yield "answer_schema", problem
        return
    if set(instance.answer) != set(spec.fields):
        yield "gold", f"must have the fields {', '.join(spec.fields)}"
        return
    wrong = [name for name, right in field_results(instance, instance.answer).items() if not right]
    for name in wrong:
        yield f"gold.{name}", f"is not a {spec.fields[name].match.value}"
    problem = schemas.problem(instance)
    if problem:
        yield "answer_schema", problem
    elif not schemas.fits(instance, instance.answer):
        yield "gold", "does not fit the instance's own answer schema"


def schema_problem(schema: Mapping[str, object]) -> str:
    """Why a schema is no JSON Schema 2020-12 that stands on its own, or nothing."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return f"is no JSON Schema 2020-12: {error.message}"
    text = canonical_bytes(schema)
    if b'"$ref":' in text or b'"$dynamicRef":' in text:
        return "must stand on its own, without $ref"
    return ""
