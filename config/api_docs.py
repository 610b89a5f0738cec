"""The description of the API as a page of our own: no foreign script, so the strict content policy holds."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET
from drf_spectacular.generators import SchemaGenerator

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Field:
    name: str
    type: str
    required: bool
    text: str


@dataclass(frozen=True)
class Answer:
    status: str
    name: str
    fields: list[Field]


@dataclass(frozen=True)
class Operation:
    anchor: str
    method: str
    path: str
    text: str
    parameters: list[Field]
    body: list[Field]
    answers: list[Answer]


@dataclass
class Group:
    name: str
    operations: list[Operation] = field(default_factory=list)


@require_GET
def api_docs(request: HttpRequest) -> HttpResponse:
    """Every operation with its parameters, body and answers, grouped by subject."""
    return render(request, "config/api_docs.html", {"groups": _groups_in(get_language())})


@cache
def _groups_in(language: str | None) -> list[Group]:
    """The operations in one language, worked out once: only code changes them."""
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]  # the package types it not
    return groups_of(schema)


def groups_of(schema: dict[str, Any]) -> list[Group]:
    """The operations of an OpenAPI document, grouped by their first tag, in the order of their paths."""
    components = schema.get("components", {}).get("schemas", {})
    groups: dict[str, Group] = {}
    for path, operations in schema["paths"].items():
        for method in METHODS:
            if method in operations:
                name = (operations[method].get("tags") or ["api"])[0]
                group = groups.setdefault(name, Group(name))
                group.operations.append(_operation(path, method, operations[method], components))
    return sorted(groups.values(), key=lambda group: group.name)


def _operation(path: str, method: str, described: dict[str, Any], components: dict[str, Any]) -> Operation:
    return Operation(
        anchor=described["operationId"],
        method=method.upper(),
        path=path,
        text=described.get("description", ""),
        parameters=[
            Field(
                each["name"],
                f"{each['in']}, {_type(each.get('schema', {}))}",
                bool(each.get("required")),
                each.get("description", ""),
            )
            for each in described.get("parameters", [])
        ],
        body=_fields(_content(described.get("requestBody", {})), components),
        answers=[
            Answer(status, _type(_content(each)), _fields(_content(each), components))
            for status, each in described.get("responses", {}).items()
        ],
    )


def _content(described: dict[str, Any]) -> dict[str, Any]:
    """The schema of the first media type, JSON where it is offered."""
    content = described.get("content", {})
    chosen: dict[str, Any] = content.get("application/json") or next(iter(content.values()), {})
    schema: dict[str, Any] = chosen.get("schema", {})
    return schema


def _fields(schema: dict[str, Any], components: dict[str, Any]) -> list[Field]:
    """The properties of an object, or of the objects in a list."""
    if "$ref" in schema:
        return _fields(components.get(_name(schema), {}), components)
    if schema.get("type") == "array":
        return _fields(schema.get("items", {}), components)
    required = schema.get("required", [])
    return [
        Field(name, _type(each), name in required, each.get("description", ""))
        for name, each in schema.get("properties", {}).items()
    ]


def _name(schema: dict[str, Any]) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1]


def _type(schema: dict[str, Any]) -> str:
    """A short word for a schema: its name, its type, `[…]` for a list of it, `a | b` for a choice."""
    if "$ref" in schema:
        return _name(schema)
    for choice in ("oneOf", "anyOf", "allOf"):
        if choice in schema:
            return " | ".join(_type(each) for each in schema[choice])
    kind = schema.get("type", "")
    if isinstance(kind, list):
        return " | ".join(kind)
    if kind == "array":
        return f"[{_type(schema.get('items', {}))}]"
    return f"{kind} {schema.get('format', '')}".strip()
