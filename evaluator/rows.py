"""Read the JSONL tables of a release into records, with every fault of every line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluator.canonical import canonical_bytes
from evaluator.convert import from_json
from evaluator.faults import DataFaults, Fault, json_name
from evaluator.integrity import Files, table_paths
from evaluator.jsonschemas import ROW_TYPES
from evaluator.schema import AlignmentRecord, DiffRecord, ExamInstance, ObjectRecord, PaperRecord, TraceRecord
from evaluator.strictjson import BadJson, parse


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands."""

    path: str
    line: int


@dataclass(slots=True)
class Rows:
    """Every row that could be read: id → record per table, in the order of the files, and where each stands."""

    papers: dict[str, PaperRecord] = field(default_factory=dict)
    objects: dict[str, ObjectRecord] = field(default_factory=dict)
    diffs: dict[str, DiffRecord] = field(default_factory=dict)
    alignments: dict[str, AlignmentRecord] = field(default_factory=dict)
    traces: dict[str, TraceRecord] = field(default_factory=dict)
    exam: dict[str, ExamInstance] = field(default_factory=dict)
    places: dict[tuple[str, str], Place] = field(default_factory=dict)
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

    def fault(self, table: str, id: str, message: str, field: str = "") -> Fault:
        """A fault of the row with this id."""
        place = self.places[table, id]
        return Fault(message=message, path=place.path, line=place.line, id=id, field=field)


def read_rows(files: Files) -> tuple[Rows, list[Fault]]:
    """All rows of all tables and splits, and every fault: form, schema, canonical bytes, doubled ids."""
    rows = Rows()
    faults: list[Fault] = []
    for path, (table, split) in table_paths(files).items():
        if table in ROW_TYPES:
            faults.extend(_read_table(rows, path, table, split, files[path]))
    return rows, faults


def _read_table(rows: Rows, path: str, table: str, split: str, data: bytes) -> list[Fault]:
    faults: list[Fault] = []
    *lines, rest = data.split(b"\n")
    if rest:
        faults.append(Fault(message="must end with a line feed", path=path, line=len(lines) + 1))
    for number, line in enumerate(lines, start=1):
        found = _read_row(ROW_TYPES[table], line, Place(path, number))
        if isinstance(found, list):
            faults.extend(found)
            continue
        first = rows.places.get((table, found.id))
        if first is not None:
            message = f"the id is already used in {first.path}, line {first.line}"
            faults.append(Fault(message=message, path=path, line=number, id=found.id, field="id"))
            continue
        rows.table(table)[found.id] = found
        rows.places[table, found.id] = Place(path, number)
        rows.splits[table, found.id] = split
    return faults


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
