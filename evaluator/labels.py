"""Read labels for `agree`: CSV in UTF-8 with the columns unit, rater, value, one label per row.

A blank value is no label, but its unit counts as a unit. Other columns are passed over.
"""

import csv
import io
import math
from typing import TYPE_CHECKING

from evaluator.agreement import Label, Level
from evaluator.faults import Fault, FileFaults

if TYPE_CHECKING:
    from _csv import Reader

COLUMNS = ("unit", "rater", "value")


def read_labels(data: bytes, level: Level) -> list[Label]:
    """The labels of a CSV file, values as numbers unless the level is nominal. Raises FileFaults with every fault."""
    if b"\x00" in data:
        raise FileFaults([Fault(message="is not text: labels are CSV in UTF-8")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileFaults([Fault(message="is not UTF-8", line=line)]) from error
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    faults: list[Fault] = []
    try:
        labels = _labels(rows, level, faults)
    except csv.Error as error:
        faults.append(Fault(message=f"is not CSV: {error}", line=rows.line_num))
    if faults:
        raise FileFaults(faults)
    return labels


def _labels(rows: "Reader", level: Level, faults: list[Fault]) -> list[Label]:
    header = [name.strip() for name in next(rows, [])]
    places = [header.index(name) for name in COLUMNS if header.count(name) == 1]
    if len(places) < len(COLUMNS):
        faults.append(Fault(message=f"must start with a header naming {', '.join(COLUMNS)} once each", line=1))
        return []
    labels: list[Label] = []
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        line = rows.line_num
        if not row:
            continue
        if len(row) != len(header):
            message = f"has {len(row)} columns, the header {len(header)}"
            faults.append(Fault(message=message, line=line))
            continue
        unit, rater, value = (row[place].strip() for place in places)
        faults.extend(_row_faults(line, unit, rater, value, level))
        if value and (unit, rater) in seen:
            message = f"rater {rater!a} labels unit {unit!a} twice: in line {seen[unit, rater]} and in line {line}"
            faults.append(Fault(message=message, line=line))
        if value:
            seen[unit, rater] = line
        if not faults:
            labels.append((unit, rater, _value(value, level)))
    return labels


def _row_faults(line: int, unit: str, rater: str, value: str, level: Level) -> list[Fault]:
    faults = [
        Fault(message="is empty", line=line, field=name)
        for name, text in (("unit", unit), ("rater", rater))
        if not text
    ]
    number = _number(value)
    if value and level is not Level.NOMINAL and number is None:
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
    return number if math.isfinite(number) else None
