"""What is wrong with data that someone handed in: where, what (a code with parameters) and the same in English.

The command line prints the English; the web translates by code and parameters.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MESSAGES: Mapping[str, str] = {
    "not_an_object": "must be an object, not {found}",
    "not_a_list": "must be a list, not {found}",
    "not_text": "must be text, not {found}",
    "not_a_whole_number": "must be a whole number of at most 15 digits, not {found}",
    "not_a_number": "must be a finite number, not {found}",
    "not_true_or_false": "must be true or false, not {found}",
    "not_json": "must be plain JSON without NaN, Infinity, doubled keys or very deep nesting",
    "unstorable_text": "holds a character that cannot be kept: U+0000 or half of a surrogate pair",
    "empty_key": "has an empty key",
    "unknown_field": "is not a field here; the fields are {known}",
    "missing": "is missing",
    "not_a_choice": "must be one of {choices}",
    "below_minimum": "must be at least {minimum}",
    "above_maximum": "must be at most {maximum}",
    "end_not_after_start": "must be greater than the start, {start}",
}


@dataclass(frozen=True, slots=True)
class DataFault:
    """One fault. `path` is the place in the data, such as `alignments[0].source` or `fates[yolo:M1]`."""

    path: str
    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The fault in English, place included."""
        return f"{self.path or 'the whole'} {MESSAGES[self.code].format(**self.params)}"


class DataFaults(ValueError):
    """Data was refused; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[DataFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault of a file: `path` in its release or as named by the caller, `line` from 1, `id` of the row, `field`."""

    message: str
    path: str = ""
    line: int | None = None
    id: str = ""
    field: str = ""

    def __str__(self) -> str:
        places = (
            self.path,
            "" if self.line is None else f"line {self.line}",
            self.id and f"id {self.id!a}",
            self.field and f"field {self.field}",
        )
        where = ", ".join(place for place in places if place)
        return f"{where}: {self.message}" if where else self.message

    def as_json(self) -> dict[str, str | int | None]:
        """The fault as a JSON object; unknown places are null."""
        return {
            "path": self.path or None,
            "line": self.line,
            "id": self.id or None,
            "field": self.field or None,
            "message": self.message,
        }


class FileFaults(ValueError):
    """A file or release was refused; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def json_name(value: object) -> str:
    """What a value is called in JSON: "a list", "null", …"""
    if value is None:
        return "null"
    names = {bool: "true or false", str: "text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), type(value).__name__)
