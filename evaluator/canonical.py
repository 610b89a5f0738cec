"""JSON values: their one byte form (RFC 8785), and the one rule by which two of them are equal."""

import hashlib
import json
import math
import unicodedata
from collections.abc import Mapping, Sequence

import rfc8785

MAX_INTEGER = 2**53 - 1  # the largest that every JSON reader keeps exactly (RFC 8785, section 3.2.2.3)

JsonValue = None | bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"]
JsonObject = Mapping[str, JsonValue]


def canonical_bytes(value: object) -> bytes:
    """The bytes of a JSON value by RFC 8785: sorted keys, no blanks, shortest floats, UTF-8.

    Raises ValueError for what has no such form: NaN, Infinity, integers beyond 2**53 - 1,
    lone surrogates, and anything that is not JSON.
    """
    if _is_simple(value):
        return _SIMPLE.encode(value).encode()
    return rfc8785.dumps(value)  # type: ignore[arg-type]  # the library checks each value as it walks


# Of simple values Python's own encoder, in C, writes the same bytes ten times as fast as the library.
_SIMPLE = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":"))


def _is_simple(value: object) -> bool:
    """Whether it is made of plain text, whole numbers, truth, null, lists and objects whose keys are ASCII.

    Floats, which RFC 8785 writes as ECMAScript does, and other keys, which it sorts by UTF-16, are for the library.
    """
    stack = [value]
    while stack:
        each = stack.pop()
        if each is None or type(each) is str or type(each) is bool:
            continue
        if type(each) is dict:
            if not all(type(key) is str and key.isascii() for key in each):
                return False
            stack.extend(each.values())
        elif type(each) is list or type(each) is tuple:
            stack.extend(each)
        elif type(each) is not int or abs(each) > MAX_INTEGER:
            return False
    return True


def sha256_hex(data: bytes) -> str:
    """SHA-256 of bytes in lower-case hexadecimal: 64 characters."""
    return hashlib.sha256(data).hexdigest()


def nfc(text: str) -> str:
    """The one text rule: strings are compared after Unicode NFC, and nothing else is changed.

    Case, blanks and punctuation count; a word typed with combining accents equals the precomposed one.
    """
    return unicodedata.normalize("NFC", text)


def comparable(value: object) -> object:
    """A hashable stand-in for a JSON value: two are equal exactly when the JSON values are.

    Strings by `nfc`; numbers by value (1 equals 1.0, as in JSON); true is not 1; arrays in order;
    objects without order. Raises TypeError for what is not JSON, ValueError for NaN, Infinity,
    integers beyond 2**53 - 1 and an object in which two keys are the same after NFC.
    """
    if value is None or isinstance(value, bool):
        return ("literal", str(value))
    if isinstance(value, str):
        return ("string", nfc(value))
    if isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            raise ValueError("integers beyond 2**53 - 1 are not exact in JSON")
        return ("number", value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("NaN and Infinity are not JSON")
        return ("number", value)
    if isinstance(value, list | tuple):
        return ("array", tuple(comparable(item) for item in value))
    if isinstance(value, Mapping):
        return ("object", frozenset(comparable_items(value).items()))
    raise TypeError(f"only JSON values can be compared, not {type(value).__name__}")


def comparable_items(value: Mapping[str, object]) -> dict[str, object]:
    """Keys after NFC → comparable values. Raises ValueError when two keys become one."""
    items = {nfc(key): comparable(item) for key, item in value.items()}
    if len(items) != len(value):
        raise ValueError("two keys are the same after Unicode normalisation")
    return items


def normalised(value: object) -> object:
    """The same JSON value with every string, keys included, in NFC. Raises ValueError when two keys become one."""
    if isinstance(value, str):
        return nfc(value)
    if isinstance(value, list | tuple):
        return [normalised(item) for item in value]
    if isinstance(value, Mapping):
        items = {nfc(key): normalised(item) for key, item in value.items()}
        if len(items) != len(value):
            raise ValueError("two keys are the same after Unicode normalisation")
        return items
    return value
