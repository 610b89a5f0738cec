"""Read the JSONL tables of a release row by row, with every fault of every line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from evaluator.canonical import canonical_bytes
from evaluator.convert import from_json
from evaluator.faults import DataFaults, Fault, json_name
from evaluator.files import MAX_WHOLE, open_file
from evaluator.integrity import Files, table_paths
from evaluator.jsonschemas import ROW_TYPES
from evaluator.manifest import TABLES
from evaluator.schema import AlignmentRecord, DiffRecord, ExamInstance, ObjectRecord, PaperRecord, TraceRecord
from evaluator.strictjson import BadJson, parse


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands; its faults are said with it."""

    path: str
    line: int
    id: str = ""

    def fault(self, message: str, field: str = "") -> Fault:
        return Fault(message=message, path=self.path, line=self.line, id=self.id, field=field)


@dataclass(frozen=True, slots=True)
class Row:
    """A record that could be read, with its table, split and place."""

    table: str
    split: str
    place: Place
    record: Any


@dataclass(slots=True)
class Rows:
    """The rows that were kept: id → record per table, in the order of the files; and the split of each."""

    papers: dict[str, PaperRecord] = field(default_factory=dict)
    objects: dict[str, ObjectRecord] = field(default_factory=dict)
    diffs: dict[str, DiffRecord] = field(default_factory=dict)
    alignments: dict[str, AlignmentRecord] = field(default_factory=dict)
    traces: dict[str, TraceRecord] = field(default_factory=dict)
    exam: dict[str, ExamInstance] = field(default_factory=dict)
    splits: dict[tuple[str, str], str] = field(default_factory=dict)

    def table(self, name: str) -> dict[str, Any]:
        """The records of a table by id."""
        tables: Mapping[str, dict[str, Any]] = {
            "papers": self.papers,
            "objects": self.objects,
            "diffs": self.diffs,
            "alignments": self.alignments,
            "traces": self.traces,
            "exam": self.exam,
        }
        return tables[name]

    def keep(self, row: Row) -> None:
        self.table(row.table)[row.record.id] = row.record
        self.splits[row.table, row.record.id] = row.split


def read_rows(files: Files) -> Iterator[Row | Fault]:
    """All rows of all splits, table by table in the order of TABLES, and every fault: form, schema, canonical bytes,
    doubled ids. One row is in memory at a time, beside the ids of its table.
    """
    paths = table_paths(files)
    for table in TABLES:
        seen: dict[str, dict[str, int]] = {}
        for path, (name, split) in paths.items():
            if name == table:
                seen[path] = {}
                with open_file(files, path) as file:
                    yield from _read_table(file, path, table, split, seen)


def _read_table(file: BinaryIO, path: str, table: str, split: str, seen: dict[str, dict[str, int]]) -> Iterator[Any]:
    """`seen` holds path → id → line of the table's rows so far."""
    for number, line in enumerate(_lines(file), start=1):
        if not line.endswith(b"\n"):
            yield Fault(message="must end with a line feed", path=path, line=number)
            return
        found = _read_row(ROW_TYPES[table], line[:-1], Place(path, number))
        if isinstance(found, list):
            yield from found
            continue
        place = Place(path, number, found.id)
        first = next((other for other, ids in seen.items() if found.id in ids), None)
        if first is None:
            seen[path][found.id] = number
            yield Row(table, split, place, found)
        else:
            yield place.fault(f"the id is already used in {first}, line {seen[first][found.id]}", "id")


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines with their ends; what is too long for one comes in parts, without an end."""
    while line := file.readline(MAX_WHOLE):
        yield line


def _read_row(kind: type[Any], line: bytes, place: Place) -> Any:
    """The record of a line, or the list of its faults."""
    try:
        value = parse(line)
    except BadJson as error:
        return [Fault(message=str(error), path=place.path, line=place.line)]
    if not isinstance(value, dict):
        message = f"must be a JSON object, not {json_name(value)}"
        return [Fault(message=message, path=place.path, line=place.line)]
    id = value.get("id")
    shown = id if isinstance(id, str) else ""
    try:
        record = from_json(kind, value)
    except DataFaults as error:
        return [
            Fault(message=fault.message, path=place.path, line=place.line, id=shown, field=fault.path)
            for fault in error.faults
        ]
    if canonical_bytes(value) != line:
        return [Fault(message="is not canonical JSON (RFC 8785)", path=place.path, line=place.line, id=shown)]
    return record
