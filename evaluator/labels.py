"""Read labels for `agree`: CSV in UTF-8 with the columns unit, rater, value, one label per row.

A blank value is no label, but its unit counts as a unit. A further column may put units in clusters; all others are
passed over. Everything is read in Unicode NFC, so that one name typed in two ways is one unit, rater or value.
"""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluator.agreement import Label, Level
from evaluator.canonical import nfc
from evaluator.faults import Fault, FileFaults

if TYPE_CHECKING:
    from _csv import Reader

COLUMNS = ("unit", "rater", "value")


@dataclass(frozen=True, slots=True)
class LabelFile:
    """The labels of a file, and which cluster each unit is in; units without one are not named."""

    labels: list[Label]
    clusters: dict[str, str]


def read_labels(data: bytes, level: Level, cluster: str | None = None) -> LabelFile:
    """The labels of a CSV file, values as numbers unless the level is nominal. Raises FileFaults with every fault.

    `cluster` names the column that says which cluster a unit is in.
    """
    if b"\x00" in data:
        raise FileFaults([Fault(message="is not text: labels are CSV in UTF-8")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileFaults([Fault(message="is not UTF-8", line=line)]) from error
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    reader = _Reader(level)
    try:
        reader.read(rows, COLUMNS if cluster is None else (*COLUMNS, cluster))
    except csv.Error as error:
        reader.faults.append(Fault(message=f"is not CSV: {error}", line=rows.line_num))
    if reader.faults:
        raise FileFaults(reader.faults)
    return LabelFile(reader.labels, {unit: name for unit, (name, _) in reader.clusters.items() if name})


class _Reader:
    """Goes through the rows of a file, and keeps what is right and what is wrong."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.labels: list[Label] = []
        self.faults: list[Fault] = []
        self.clusters: dict[str, tuple[str, int]] = {}
        self._lines: dict[tuple[str, str], int] = {}

    def read(self, rows: "Reader", columns: Sequence[str]) -> None:
        header = [name.strip() for name in next(rows, [])]
        places = [header.index(name) for name in columns if header.count(name) == 1]
        if len(places) < len(columns):
            self._fault(1, f"must start with a header naming {', '.join(columns)} once each")
            return
        for row in rows:
            if not row:
                continue
            if len(row) != len(header):
                self._fault(rows.line_num, f"has {len(row)} columns, the header {len(header)}")
                continue
            self._row(rows.line_num, *(nfc(row[place].strip()) for place in places))

    def _row(self, line: int, unit: str, rater: str, value: str, cluster: str = "") -> None:
        self.faults.extend(_row_faults(line, unit, rater, value, self.level))
        if value:
            before = self._lines.setdefault((unit, rater), line)
            if before != line:
                self._fault(line, f"rater {rater!a} labels unit {unit!a} twice: in line {before} and in line {line}")
        known, first = self.clusters.setdefault(unit, (cluster, line))
        if known != cluster:
            self._fault(line, f"unit {unit!a} is in cluster {cluster!a}, but in {known!a} in line {first}")
        if not self.faults:
            self.labels.append((unit, rater, _value(value, self.level)))

    def _fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(message=message, line=line))


def _row_faults(line: int, unit: str, rater: str, value: str, level: Level) -> list[Fault]:
    faults = [
        Fault(message="is empty", line=line, field=name)
        for name, text in (("unit", unit), ("rater", rater))
        if not text
    ]
    number = _number(value)
    if value.lower().lstrip("+-") == "nan":
        message = f"{value[:80]!a} is no value: leave the field empty where there is no label"
        faults.append(Fault(message=message, line=line, field="value"))
    elif value and level is not Level.NOMINAL and number is None:
        message = f"{value[:80]!a} is not a number: the level {level} needs numbers"
        faults.append(Fault(message=message, line=line, field="value"))
    if level is Level.RATIO and number is not None and number < 0:
        faults.append(Fault(message=f"{value[:80]} is negative: ratio needs a true zero", line=line, field="value"))
    return faults


def _value(value: str, level: Level) -> str | float | None:
    if not value:
        return None
    return value if level is Level.NOMINAL else _number(value)


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    if "_" in value:  # 1_000 is a number to Python alone
        return None
    return number if math.isfinite(number) else None
