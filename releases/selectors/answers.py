"""Answers and contexts of exam instances, in the shape that a page shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.tasks import TASKS, FieldSpec
from evaluator.vocabulary import Match
from releases.wording import CONTEXT, ERRORS

ARROW = " → "


@dataclass(frozen=True)
class FieldView:
    """One field of an answer: what it must be, None while it is sealed, and what a system that is compared gave."""

    name: str
    match: Match
    error: str
    error_title: Any
    gold: list[str] | None
    given: list[str] | None = None
    right: bool | None = None


def fields_of(task: str, gold: Mapping[str, Any] | None) -> list[FieldView]:
    return [_field(name, spec, gold) for name, spec in TASKS[task].fields.items()]


def _field(name: str, spec: FieldSpec, gold: Mapping[str, Any] | None) -> FieldView:
    lines = None if gold is None else lines_of(gold[name], spec.match)
    return FieldView(name, spec.match, spec.error.value, ERRORS[spec.error], lines)


def lines_of(value: Any, match: Match = Match.VALUE) -> list[str]:
    """A value as a few short lines: a mapping has one for each key, a sequence is one line with arrows."""
    if isinstance(value, Mapping):
        return [f"{key}: {_short(item)}" for key, item in value.items()]
    if isinstance(value, list) and match is Match.SEQUENCE:
        return [ARROW.join(_short(item) for item in value)]
    if isinstance(value, list):
        return [_short(item) for item in value]
    return [_short(value)]


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ARROW.join(_short(item) for item in value)
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)


@dataclass(frozen=True)
class Part:
    """One part of a context. `kind` names the fragment that draws it."""

    kind: str
    title: Any
    value: Any


KINDS = {"genomes": "genomes", "genome": "objects", "passages": "passages", "pairs": "pairs", "settings": "settings"}


def parts_of(context: Mapping[str, Any]) -> list[Part]:
    """A context in reading order: what is asked about first, then the material."""
    parts = [Part(_kind(name, value), CONTEXT.get(name, name), _value(name, value)) for name, value in context.items()]
    return sorted(parts, key=lambda part: part.kind not in {"line", "object"})


def _kind(name: str, value: Any) -> str:
    if name in KINDS:
        return KINDS[name]
    if name == "object":
        return "object"
    return "facts" if isinstance(value, Mapping) else "line"


def _value(name: str, value: Any) -> Any:
    if isinstance(value, Mapping) and name != "object":
        return [(key.replace("_", " "), _fact(item)) for key, item in value.items()]
    if isinstance(value, list) and name not in KINDS:
        return (ARROW if name == "lineage" else ", ").join(map(str, value))
    return value


def _fact(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(_fact(item) for item in value) or "–"
    if isinstance(value, Mapping):
        return ", ".join(str(item) for item in value.values())
    return _short(value)
