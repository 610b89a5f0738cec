"""JSON Schemas of answers, made small: one of, any of, all in order, a value for each key."""

from collections.abc import Iterable, Mapping, Sequence
from math import factorial
from typing import Any

Json = dict[str, Any]


def answer_schema(fields: Mapping[str, Json]) -> Json:
    """An answer with exactly these fields."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": dict(fields),
        "required": sorted(fields),
        "additionalProperties": False,
    }


def choice(options: Iterable[str]) -> Json:
    """Exactly one of the options."""
    return {"type": "string", "enum": sorted(options, key=_natural)}


def set_of(items: Json) -> Json:
    """Any number of different items, in any order."""
    return {"type": "array", "items": items, "uniqueItems": True}


def pair_of(first: Json, second: Json) -> Json:
    return {"type": "array", "prefixItems": [first, second], "minItems": 2, "maxItems": 2}


def order_of(options: Sequence[str]) -> Json:
    """All options, each once, in order."""
    size = len(options)
    return {"type": "array", "items": choice(options), "uniqueItems": True, "minItems": size, "maxItems": size}


def mapping_of(keys: Iterable[str], values: Iterable[str]) -> Json:
    """A value for each key."""
    keys = sorted(keys, key=_natural)
    return {
        "type": "object",
        "properties": {key: choice(values) for key in keys},
        "required": keys,
        "additionalProperties": False,
    }


def some_of(keys: Iterable[str], values: Iterable[str]) -> Json:
    """A value for any of the keys: which keys are right is part of the answer."""
    return {**mapping_of(keys, values), "required": []}


def answers_possible(schema: Mapping[str, Any]) -> int:
    """How many answers a schema made by this module admits, order counting only in sequences."""
    if "enum" in schema:
        return len(schema["enum"])
    if schema["type"] == "boolean":
        return 2
    if schema["type"] == "integer":
        return int(schema["maximum"] - schema["minimum"] + 1)
    if schema["type"] == "object":
        product = 1
        for name, part in schema["properties"].items():
            product *= answers_possible(part) + (name not in schema["required"])
        return product
    if "prefixItems" in schema:
        first, second = schema["prefixItems"]
        return answers_possible(first) * answers_possible(second)
    members = answers_possible(schema["items"])
    if "minItems" not in schema:
        return int(2**members)
    return factorial(members) if schema.get("uniqueItems") else int(members ** schema["minItems"])


def _natural(label: str) -> tuple[str, int, str]:
    head = label.rstrip("0123456789")
    return head, int(label[len(head) :] or 0), label
