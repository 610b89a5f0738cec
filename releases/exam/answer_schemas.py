"""JSON Schemas of answers, made small: one of, any of, all in order, a value for each key."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, factorial, prod
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
    return tuple_of([first, second])


def tuple_of(parts: Sequence[Json]) -> Json:
    """One of each part, in order."""
    return {"type": "array", "prefixItems": list(parts), "minItems": len(parts), "maxItems": len(parts)}


def path_of(stages: Sequence[Sequence[str]], end: str) -> Json:
    """One of each stage in order, to the last, or to where it ends with `end`."""
    choices = [choice(stage) for stage in stages]
    ended = [tuple_of([*choices[:done], choice([end])]) for done in range(len(stages))]
    return {"anyOf": [*ended, tuple_of(choices)]}


def grouping_of(members: Iterable[str], groups: int) -> Json:
    """Each member in exactly one of `groups` groups; neither the groups nor what is in one have an order."""
    members = sorted(members, key=_natural)
    group = {"type": "array", "items": choice(members), "uniqueItems": True, "minItems": 1}
    once = [{"contains": {"contains": {"const": each}}, "minContains": 1, "maxContains": 1} for each in members]
    return {"type": "array", "items": group, "minItems": groups, "maxItems": groups, "allOf": once}


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


def mapping_or_null(keys: Iterable[str], values: Iterable[str]) -> Json:
    """A value, or null, for each key."""
    nullable = {"type": ["string", "null"], "enum": [*choice(values)["enum"], None]}
    schema = mapping_of(keys, [])
    return {**schema, "properties": dict.fromkeys(schema["required"], nullable)}


def answers_possible(schema: Mapping[str, Any]) -> int:
    """How many answers a schema made by this module admits, order counting only in sequences."""
    if "enum" in schema:
        return len(schema["enum"])
    if "anyOf" in schema:
        return sum(answers_possible(part) for part in schema["anyOf"])
    if "allOf" in schema:
        return _partitions(answers_possible(schema["items"]["items"]), schema["minItems"])
    if schema["type"] == "boolean":
        return 2
    if schema["type"] == "integer":
        return int(schema["maximum"] - schema["minimum"] + 1)
    if schema["type"] == "object":
        parts = schema["properties"].items()
        return prod(answers_possible(part) + (name not in schema["required"]) for name, part in parts)
    if "prefixItems" in schema:
        return prod(answers_possible(part) for part in schema["prefixItems"])
    members = answers_possible(schema["items"])
    if "minItems" not in schema:
        return int(2**members)
    return factorial(members) if schema.get("uniqueItems") else int(members ** schema["minItems"])


def _partitions(members: int, groups: int) -> int:
    """In how many ways members fall into groups of which none is empty: Stirling's number of the second kind."""
    onto = sum((-1) ** left * comb(groups, left) * int((groups - left) ** members) for left in range(groups + 1))
    return int(onto // factorial(groups))


def _natural(label: str) -> tuple[str, int, str]:
    head = label.rstrip("0123456789")
    return head, int(label[len(head) :] or 0), label
