"""JSON Schema 2020-12 of the records, made from the dataclasses so that the two cannot drift apart."""

import typing
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any

from evaluator.canonical import MAX_INTEGER, JsonValue
from evaluator.manifest import Manifest
from evaluator.schema import (
    AlignmentRecord,
    DiffAnswer,
    DiffRecord,
    ExamInstance,
    ObjectRecord,
    PaperRecord,
    RevisionRecord,
    SealedAnswer,
    TraceRecord,
)
from evaluator.shapes import field_types

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ROW_TYPES: Mapping[str, type[Any]] = {
    "papers": PaperRecord,
    "objects": ObjectRecord,
    "diffs": DiffRecord,
    "alignments": AlignmentRecord,
    "traces": TraceRecord,
    "exam": ExamInstance,
}
_SCALARS: Mapping[Any, dict[str, JsonValue]] = {
    str: {"type": "string"},
    int: {"type": "integer", "minimum": -MAX_INTEGER, "maximum": MAX_INTEGER},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    object: {},
}


def json_schemas() -> dict[str, dict[str, JsonValue]]:
    """Name → schema: a row of each table, a revision, a sealed answer, the manifest, and the answer of a diff.

    A release keeps each as `schema/<name>.schema.json`.
    """
    kinds: dict[str, type[Any]] = {
        **ROW_TYPES,
        "revisions": RevisionRecord,
        "sealed": SealedAnswer,
        "manifest": Manifest,
        "answer": DiffAnswer,
    }
    return {name: schema_of(name, kind) for name, kind in kinds.items()}


def schema_of(name: str, kind: type[Any]) -> dict[str, JsonValue]:
    """The schema of a record whose dataclass is `kind`, under a title."""
    named: dict[str, JsonValue] = {}
    reference = _schema(kind, named)
    return {"$schema": DIALECT, "title": name, "$ref": reference["$ref"], "$defs": named}


def _schema(kind: Any, named: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The schema of a type; dataclasses go into `named` and are referred to."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is UnionType:
        return {"anyOf": [_schema(part, named) for part in inner if part is not NoneType] + [{"type": "null"}]}
    if origin is tuple:
        return {"type": "array", "items": _schema(inner[0], named)}
    if origin is not None:
        return {
            "type": "object",
            "propertyNames": {"minLength": 1},
            "additionalProperties": _schema(inner[1], named),
        }
    if kind in _SCALARS:
        return dict(_SCALARS[kind])
    if issubclass(kind, StrEnum):
        return {"enum": [choice.value for choice in kind]}
    if kind.__name__ not in named:
        named[kind.__name__] = None  # holds the place while the record's own fields are described
        named[kind.__name__] = _record(kind, named)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _record(kind: type[Any], named: dict[str, JsonValue]) -> dict[str, JsonValue]:
    types = field_types(kind)
    return {
        "type": "object",
        "properties": {f.name: _with_limits(_schema(types[f.name], named), f.metadata) for f in fields(kind)},
        "required": [f.name for f in fields(kind)],
        "additionalProperties": False,
    }


def _with_limits(schema: dict[str, JsonValue], limits: Mapping[str, int]) -> dict[str, JsonValue]:
    """Put the minimum and maximum of a field on its number, also when it may be null."""
    if not limits:
        return schema
    if "anyOf" not in schema:
        return {**schema, **limits}
    parts = typing.cast(list[dict[str, JsonValue]], schema["anyOf"])
    return {"anyOf": [{**part, **limits} if part.get("type") != "null" else part for part in parts]}
