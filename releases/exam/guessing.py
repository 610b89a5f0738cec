"""An answer that fits a schema of `releases.exam.answer_schemas`, by chance: what who knows nothing would give."""

from collections.abc import Mapping
from random import Random
from typing import Any

from releases.exam.answer_schemas import answers_possible

LONGEST_LIST = 3  # pairs given at most: a list of half of all pairs is no guess


def guess(schema: Mapping[str, Any], rng: Random) -> Any:
    """Every answer is as likely, but for lists of pairs, which are short, and paths, whose lengths are as likely."""
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "anyOf" in schema:
        return guess(rng.choice(schema["anyOf"]), rng)
    kind = schema["type"]
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "integer":
        return rng.randint(schema["minimum"], schema["maximum"])
    if kind == "object":
        return _mapping(schema, rng)
    if "prefixItems" in schema:
        return [guess(part, rng) for part in schema["prefixItems"]]
    return _list(schema, rng)


def _mapping(schema: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    found = {}
    for name, part in schema["properties"].items():
        left_out = name not in schema["required"] and rng.randrange(answers_possible(part) + 1) == 0
        if not left_out:
            found[name] = guess(part, rng)
    return found


def _list(schema: Mapping[str, Any], rng: Random) -> list[Any]:
    items = schema["items"]
    if "allOf" in schema:
        return _grouping(items["items"]["enum"], schema["minItems"], rng)
    if "minItems" in schema:
        size = schema["minItems"]
        return (
            rng.sample(items["enum"], size) if schema.get("uniqueItems") else [guess(items, rng) for _ in range(size)]
        )
    if "enum" in items:
        return [each for each in items["enum"] if rng.random() < 0.5]
    found: list[Any] = []
    for _ in range(rng.randint(1, LONGEST_LIST)):
        pair = guess(items, rng)
        if pair not in found:
            found.append(pair)
    return found


def _grouping(members: list[str], groups: int, rng: Random) -> list[list[str]]:
    """Thrown into groups until none is empty: each grouping is as likely."""
    while True:
        found: list[list[str]] = [[] for _ in range(groups)]
        for member in members:
            rng.choice(found).append(member)
        if all(found):
            return found
