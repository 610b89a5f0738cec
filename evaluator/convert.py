"""Between records (`evaluator.schema`) and JSON, driven by the types of the dataclasses.

Reading lists every fault at once. It checks shape (types, choices, ranges), not completeness or truth:
whether a quote is really in a paper is known to the application alone.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING
from enum import StrEnum
from typing import Any, TypeVar, cast

from evaluator.canonical import MAX_INTEGER, JsonValue, canonical_bytes, comparable
from evaluator.faults import DataFault, DataFaults, json_name
from evaluator.schema import DiffAnswer, Pointer
from evaluator.shapes import Part, field_names, parts_of, shape_of

__all__ = ["AnswerFault", "AnswerFaults", "diff_answer_from_json", "from_json", "to_json"]

T = TypeVar("T")
AnswerFault = DataFault
AnswerFaults = DataFaults
_REFUSED: Any = object()


def diff_answer_from_json(data: object) -> DiffAnswer:
    """A DiffAnswer from its JSON object. Any part may be left out, as a draft does.

    Raises AnswerFaults (a ValueError) with every fault when something is malformed.
    """
    return from_json(DiffAnswer, data, partial=True)


def from_json(kind: type[T], data: object, *, partial: bool = False) -> T:
    """A record of the dataclass `kind` from its JSON object.

    Every field must be there, and no others; with `partial`, fields that have a default may be left out.
    Raises DataFaults (a ValueError) with every fault.
    """
    reader = _Reader(partial)
    record = reader.value(kind, data, "")
    if reader.faults:
        raise DataFaults(reader.faults)
    return cast(T, record)


def to_json(record: object) -> dict[str, JsonValue]:
    """The JSON object of any record: every field, enums by value, tuples as lists."""
    names = field_names(type(record))
    if names is None:
        raise TypeError(f"a record is a dataclass instance, not {type(record).__name__}")
    return {name: _plain(getattr(record, name)) for name in names}


def _plain(value: object) -> JsonValue:
    if value is None or type(value) in (str, int, bool):
        return cast(JsonValue, value)
    if isinstance(value, StrEnum):
        return value.value
    if field_names(type(value)) is not None:
        return to_json(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return cast(JsonValue, value)


class _Reader:
    """Walks data along a type and collects faults; a refused part is left as `_REFUSED`."""

    def __init__(self, partial: bool) -> None:
        self.partial = partial
        self.faults: list[DataFault] = []
        self._scalars: Mapping[type, Callable[[object, str], object]] = {
            str: self._text,
            int: self._whole,
            float: self._number,
            bool: self._truth,
            object: self._json,
        }
        self._readers: Mapping[str, Callable[[Any, object, str], Any]] = {
            "scalar": self._scalar,
            "list": self._list,
            "mapping": self._mapping,
            "choice": self._choice,
            "record": self._record,
        }

    def refuse(self, path: str, code: str, **params: str | int) -> Any:
        self.faults.append(DataFault(path, code, params))
        return _REFUSED

    def value(self, kind: Any, data: object, path: str) -> Any:
        how, inner = shape_of(kind)
        if how == "optional":
            return None if data is None else self.value(inner, data, path)
        return self._readers[how](inner, data, path)

    def _record(self, kind: type[Any], data: object, path: str) -> Any:
        if not isinstance(data, Mapping):
            return self.refuse(path, "not_an_object", found=json_name(data))
        known = parts_of(kind)
        for key in data:
            if key not in known:
                self.refuse(_join(path, _shown(key)), "unknown_field", known=", ".join(known))
        before = len(self.faults)
        values = {name: self._field(part, data, path) for name, part in known.items()}
        if len(self.faults) > before:
            return _REFUSED
        record = kind(**{name: value for name, value in values.items() if value is not MISSING})
        if isinstance(record, Pointer) and record.end <= record.start:
            return self.refuse(_join(path, "end"), "end_not_after_start", start=record.start)
        return record

    def _field(self, part: Part, data: Mapping[str, object], path: str) -> object:
        here = _join(path, part.name)
        if part.name not in data:
            return MISSING if self.partial and part.has_default else self.refuse(here, "missing")
        value = self.value(part.kind, data[part.name], here)
        if value is _REFUSED or value is None:
            return value
        if part.low is not None and value < part.low:
            return self.refuse(here, "below_minimum", minimum=cast(int, part.low))
        if part.high is not None and value > part.high:
            return self.refuse(here, "above_maximum", maximum=cast(int, part.high))
        return value

    def _scalar(self, kind: type, data: object, path: str) -> Any:
        return self._scalars[kind](data, path)

    def _list(self, kind: Any, data: object, path: str) -> Any:
        if not isinstance(data, list | tuple):
            return self.refuse(path, "not_a_list", found=json_name(data))
        return tuple(self.value(kind, item, f"{path}[{i}]") for i, item in enumerate(data))

    def _mapping(self, kind: Any, data: object, path: str) -> Any:
        if not isinstance(data, Mapping):
            return self.refuse(path, "not_an_object", found=json_name(data))
        values: dict[str, object] = {}
        for key, item in data.items():
            here = f"{path}[{_shown(key)}]"
            if key == "":
                self.refuse(path, "empty_key")
            elif self._text(key, here) is not _REFUSED:
                values[key] = self.value(kind, item, here)
        return values

    def _choice(self, kind: type[StrEnum], data: object, path: str) -> Any:
        if isinstance(data, str) and any(data == choice for choice in kind):
            return kind(data)
        return self.refuse(path, "not_a_choice", choices=", ".join(kind))

    def _text(self, data: object, path: str) -> Any:
        if not isinstance(data, str):
            return self.refuse(path, "not_text", found=json_name(data))
        try:
            data.encode()
        except UnicodeEncodeError:
            return self.refuse(path, "unstorable_text")
        return self.refuse(path, "unstorable_text") if "\x00" in data else data

    def _whole(self, data: object, path: str) -> Any:
        if not isinstance(data, int) or isinstance(data, bool) or abs(data) > MAX_INTEGER:
            return self.refuse(path, "not_a_whole_number", found=json_name(data))
        return data

    def _number(self, data: object, path: str) -> Any:
        exact = isinstance(data, int) and not isinstance(data, bool) and abs(data) <= MAX_INTEGER
        if exact or (isinstance(data, float) and math.isfinite(data)):
            return float(cast(float, data))
        return self.refuse(path, "not_a_number", found=json_name(data))

    def _truth(self, data: object, path: str) -> Any:
        return data if isinstance(data, bool) else self.refuse(path, "not_true_or_false", found=json_name(data))

    def _json(self, data: object, path: str) -> Any:
        try:
            comparable(data)
            canonical_bytes(data)
        except (TypeError, ValueError, RecursionError):
            return self.refuse(path, "not_json")
        return data


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(key: object) -> str:
    """A key as it may be shown: short, and without characters that cannot be encoded."""
    return str(key)[:80].encode("utf-8", "replace").decode()
