"""Tables that people bring: read tolerantly, within bounds, line after line. No Django."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_BYTES = 5 * 1024 * 1024
MOST_LINES = 10_000
LONGEST_CELL = 1_000
DELIMITERS = (",", ";", "\t")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what our own tables write behind an apostrophe


class UnreadableTable(ValueError):
    """A file that is no table with these columns. `code` says why; `params` fill its sentence."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.code, self.params = code, params
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Line:
    """One row: its line in the file, counted from 1 with the head, and its cells by column."""

    number: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Head:
    """Columns in the order of the file; those that mean nothing here are None."""

    columns: Sequence[str | None]
    unknown: Sequence[str]


def text_of(data: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte-order mark, or in UTF-16 with one."""
    if len(data) > MOST_BYTES:
        raise UnreadableTable("too_large", most=MOST_BYTES // (1024 * 1024))
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableTable("not_text", place=error.start + 1) from error
    if "\x00" in text:
        raise UnreadableTable("not_text", place=text.index("\x00") + 1)
    return text


def read_table(text: str, known: Sequence[str], needed: Sequence[str]) -> tuple[Head, Iterator[Line]]:
    """The head of a table and its lines, which are read one at a time. Empty lines are left out.

    Columns are told by their names, in any order; commas, semicolons and tabs may part them. Raises UnreadableTable,
    also while the lines are read: for a broken quote, a cell or a file that is too long.
    """
    text = text.removeprefix("\ufeff")
    delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        first = next(rows, [])
    except csv.Error as error:
        raise UnreadableTable("broken", line=1) from error
    names = [name.strip().lower().replace(" ", "_") for name in first]
    missing = [name for name in needed if name not in names]
    if missing:
        raise UnreadableTable("no_column", columns=", ".join(missing))
    twice = [name for name in known if names.count(name) > 1]
    if twice:
        raise UnreadableTable("column_twice", columns=", ".join(twice))
    columns = [name if name in known else None for name in names]
    unknown = [name[:40] for name in names if name and name not in known]
    return Head(columns, unknown), _lines(rows, columns)


def _lines(rows: "Iterator[list[str]]", columns: Sequence[str | None]) -> Iterator[Line]:
    reader, read = rows, 0
    while True:
        number = getattr(reader, "line_num", 0) + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise UnreadableTable("broken", line=number) from error
        if row is None:
            return
        if not any(cell.strip() for cell in row):
            continue
        read += 1
        if read > MOST_LINES:
            raise UnreadableTable("too_many", most=MOST_LINES)
        if any(len(cell) > LONGEST_CELL for cell in row):
            raise UnreadableTable("long_cell", line=number, most=LONGEST_CELL)
        cells = {name: unescaped(cell) for name, cell in zip(columns, row, strict=False) if name}
        yield Line(number, {name: cells.get(name, "") for name in columns if name})


def unescaped(cell: str) -> str:
    """The cell without the apostrophe behind which a spreadsheet's formula is kept from running."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
