"""The file format of labels: every submission with every version, as JSONL or CSV, written and read line by line.

No Django. docs/labels.md describes the fields.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any

from evaluator.canonical import canonical_bytes
from evaluator.strictjson import BadJson, parse_text

FLAT = (
    "pair", "source_version", "target_version", "rater", "number", "guideline", "submitted_at", "dynamics",
    "derived_dynamics", "rule", "decision_key", "surplus", "imported",
)  # fmt: skip
NESTED = ("decision", "answer")
FIELDS = (*FLAT, *NESTED)
NEEDED = ("pair", "rater", "guideline", "submitted_at", "answer")
NUMBERS = frozenset({"source_version", "target_version", "number", "guideline", "rule"})
TRUTHS = frozenset({"surplus", "imported"})
LONGEST_LINE = 2_000_000  # characters
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Characters at which some readers break lines though JSON does not.
BREAKS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}

Record = Mapping[str, Any]


class UnreadableLabels(ValueError):
    """A file that holds no labels. `code` says why; `params` fill its sentence."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.code, self.params = code, params
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class LabelLine:
    """One line: its number in the file from 1, and its record, or why it has none (`code`, `field`, `detail`)."""

    number: int
    record: Record
    code: str = ""
    field: str = ""
    detail: str = ""


def moment(at: datetime) -> str:
    """A moment as files hold it: UTC, always with microseconds, so that text sorts as time."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def jsonl_lines(records: Iterable[Record]) -> Iterator[bytes]:
    """Each record on a line, in the one byte form of JSON."""
    for record in records:
        text = canonical_bytes(dict(record)).decode()
        for sign, escaped in BREAKS.items():
            text = text.replace(sign, escaped)
        yield text.encode() + b"\n"


def csv_rows(records: Iterable[Record], fields: Iterable[str]) -> Iterator[list[Any]]:
    """A head and a row for each record; what is nested is JSON in a cell."""
    names = list(fields)
    yield list(names)
    for record in records:
        yield [_cell(record.get(name)) for name in names]


def _cell(value: Any) -> Any:
    if isinstance(value, Mapping | list | tuple):
        return canonical_bytes(value).decode()
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def read_labels(file: IO[str]) -> Iterator[LabelLine]:
    """The lines of a file in either format, which its first character tells; none is kept.

    Raises UnreadableLabels when it is neither, also while it is read.
    """
    start = file.read(1)
    while start in ("\ufeff", "\n", "\r", " "):
        start = file.read(1)
    if not start:
        raise UnreadableLabels("empty")
    lines = _Lines(start, file)
    yield from _from_jsonl(lines) if start == "{" else _from_csv(lines)


class _Lines:
    """The lines of a file whose first character was read already."""

    def __init__(self, start: str, file: IO[str]) -> None:
        self._start, self._file = start, file

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._start + self._file.readline(LONGEST_LINE + 1)
        self._start = ""
        if not line:
            raise StopIteration
        if len(line) > LONGEST_LINE:
            raise UnreadableLabels("long_line", most=LONGEST_LINE)
        return line


def _from_jsonl(lines: Iterable[str]) -> Iterator[LabelLine]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = parse_text(line)
        except BadJson as error:
            yield LabelLine(number, {}, "not_json", detail=str(error))
            continue
        yield _checked(number, record)


def _from_csv(lines: Iterable[str]) -> Iterator[LabelLine]:
    csv.field_size_limit(LONGEST_LINE)
    kept = list(_first(lines))
    delimiter = max((",", ";", "\t"), key=kept[0].count)
    rows = csv.reader(_chain(kept, lines), delimiter=delimiter, strict=True)
    try:
        names = [name.strip().strip("\ufeff").lower() for name in next(rows, [])]
    except csv.Error as error:
        raise UnreadableLabels("broken", line=1) from error
    missing = [name for name in NEEDED if name not in names]
    if missing or len(set(names)) < len(names):
        raise UnreadableLabels("no_column", columns=", ".join(missing or NEEDED))
    while True:
        number = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise UnreadableLabels("broken", line=number) from error
        if row is None:
            return
        if any(row):
            yield _from_row(number, dict(zip(names, row, strict=False)))


def _first(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line
        return


def _chain(kept: list[str], lines: Iterable[str]) -> Iterator[str]:
    yield from kept
    yield from lines


def _from_row(number: int, row: Mapping[str, str]) -> LabelLine:
    record: dict[str, Any] = {}
    for name, cell in row.items():
        if name not in FIELDS or not cell:
            continue
        if name in NESTED:
            try:
                record[name] = parse_text(cell)
            except BadJson as error:
                return LabelLine(number, {}, "not_json", name, str(error))
        else:
            record[name] = _value(name, cell)
    return _checked(number, record)


def _value(name: str, cell: str) -> Any:
    text = cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
    if name in NUMBERS and text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    if name in TRUTHS and text.lower() in ("true", "false"):
        return text.lower() == "true"
    return text


def _checked(number: int, record: Any) -> LabelLine:
    """The record when its fields have the right kinds of values."""
    if not isinstance(record, Mapping):
        return LabelLine(number, {}, "not_an_object")
    for name in NEEDED:
        if record.get(name) in (None, ""):
            return LabelLine(number, record, "missing", name)
    for name, value in record.items():
        if name in FIELDS and value is not None and not _fits(name, value):
            return LabelLine(number, record, "wrong_kind", name, json.dumps(value)[:40])
    return LabelLine(number, record)


def _fits(name: str, value: Any) -> bool:
    if name in NESTED:
        return isinstance(value, Mapping)
    if name in TRUTHS:
        return isinstance(value, bool)
    if name in NUMBERS:
        return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31
    return isinstance(value, str)
