"""A table as it was printed: each number stands for all that are rounded to it."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evaluator.faults import Fault, FileFaults

_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.(\d{1,15}))?")


@dataclass(frozen=True, slots=True)
class Printed:
    """A number to so many decimals: whatever lies from `low` to `high`, both included."""

    text: str
    value: Fraction
    half: Fraction

    @classmethod
    def of(cls, text: str) -> "Printed | None":
        """None for what is no plain decimal."""
        match = _NUMBER.fullmatch(text)
        if match is None:
            return None
        return cls(text, Fraction(text), Fraction(1, 2 * 10 ** len(match[1] or "")))

    @property
    def low(self) -> Fraction:
        return self.value - self.half

    @property
    def high(self) -> Fraction:
        return self.value + self.half


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows by name, which stands in the first column. A cell that is empty or no number is None."""

    columns: Sequence[str]
    rows: Mapping[str, Mapping[str, Printed | None]]


def read_sheet(data: bytes) -> Sheet:
    """A CSV with a header. Raises FileFaults with every fault and its line."""
    try:
        lines = list(csv.reader(io.StringIO(data.decode("utf-8-sig")), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise FileFaults([Fault(message=f"is no CSV in UTF-8: {error}")]) from error
    header, *body = lines or [[]]
    faults = _header_faults(header)
    rows: dict[str, Mapping[str, Printed | None]] = {}
    for number, cells in enumerate(body, start=2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            faults.append(Fault(message=f"has {len(cells)} cells, the header {len(header)}", line=number))
        elif cells[0].strip() in rows:
            faults.append(Fault(message=f"the row {cells[0].strip()[:80]!a} is there twice", line=number))
        else:
            rows[cells[0].strip()] = {
                name.strip(): Printed.of(cell.strip()) for name, cell in zip(header[1:], cells[1:], strict=True)
            }
    if not rows and not faults:
        faults.append(Fault(message="has no row below its header"))
    if faults:
        raise FileFaults(faults)
    return Sheet([name.strip() for name in header[1:]], rows)


def _header_faults(header: Sequence[str]) -> list[Fault]:
    names = [name.strip() for name in header]
    if len(names) < 2 or not all(names):
        return [Fault(message="must start with a header: the name of a row, then named columns", line=1)]
    return [
        Fault(message=f"the column {n[:80]!a} is there twice", line=1) for n in sorted(set(names)) if names.count(n) > 1
    ]
