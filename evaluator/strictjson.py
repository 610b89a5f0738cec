"""Read JSON without its traps: no NaN, no doubled keys, no numbers that lose digits, no bottomless nesting."""

import json
import math
from collections.abc import Mapping
from typing import NoReturn, cast

from evaluator.canonical import MAX_INTEGER, JsonValue

MAX_DEPTH = 64
_MAX_DIGITS = len(str(MAX_INTEGER)) + 1


class BadJson(ValueError):
    """Why a text was refused, in plain English."""


def parse(data: bytes) -> JsonValue:
    """The JSON value in UTF-8 bytes. Raises BadJson with the reason, and no other exception."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadJson(f"not UTF-8: byte {error.start + 1} cannot be read") from error
    return parse_text(text)


def parse_text(text: str) -> JsonValue:
    """The JSON value in a text. Raises BadJson with the reason, and no other exception."""
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_exact,
            object_pairs_hook=_without_doubles,
        )
    except RecursionError as error:
        raise BadJson(f"nested deeper than {MAX_DEPTH} levels") from error
    except json.JSONDecodeError as error:
        raise BadJson(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from error
    _check(value)
    return cast(JsonValue, value)


def _refuse_constant(name: str) -> NoReturn:
    raise BadJson(f"{name} is not a JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise BadJson(f"{digits[:40]} is too large a number")
    return number


def _exact(digits: str) -> int:
    if len(digits) > _MAX_DIGITS or abs(int(digits)) > MAX_INTEGER:
        raise BadJson(f"{digits[:40]} is too large a whole number to be kept exactly")
    return int(digits)


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadJson(f"the key {key[:80]!a} is there twice")
        found[key] = value
    return found


def _check(value: object) -> None:
    """Depth and text of a parsed value, without recursion."""
    level: list[object] = [value]
    for _ in range(MAX_DEPTH + 1):
        below: list[object] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, Mapping):
                below.extend(item.keys())
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not below:
            return
        level = below
    raise BadJson(f"nested deeper than {MAX_DEPTH} levels")


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise BadJson("a text holds the character U+0000")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadJson("a text holds half of a surrogate pair") from error
