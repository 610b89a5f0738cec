"""Tables as rows: cells parted by " | ", one row a line, so that a row reads and can be quoted."""

from collections.abc import Iterable
from dataclasses import dataclass

CELL_SEPARATOR = " | "
# Wider spans are slips of the file; they would only add empty cells.
MAX_SPAN = 100
# Tables with more places than this would be mostly empty ones; from there on only what is written counts.
MAX_PLACES = 100_000


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell, and how many columns and rows it covers."""

    text: str
    width: int = 1
    height: int = 1


def written_rows(rows: Iterable[Iterable[Cell]]) -> list[str]:
    """Rows in reading order. A cell over several columns or rows is written once, the places it covers stay empty."""
    covered: dict[int, int] = {}
    written = []
    places = 0
    for row in rows:
        cells = _laid_out(row, covered) if places < MAX_PLACES else [cell.text for cell in row]
        places += len(cells)
        if any(cell.strip() for cell in cells):
            written.append(CELL_SEPARATOR.join(cells))
    return written


def _laid_out(row: Iterable[Cell], covered: dict[int, int]) -> list[str]:
    cells: list[str] = []
    for cell in row:
        _skip_covered(cells, covered)
        for offset in range(cell.width):
            if cell.height > 1:
                covered[len(cells)] = cell.height - 1
            cells.append(cell.text if offset == 0 else "")
    _skip_covered(cells, covered)
    return cells


def _skip_covered(cells: list[str], covered: dict[int, int]) -> None:
    while covered.get(len(cells), 0) > 0:
        covered[len(cells)] -= 1
        cells.append("")


def span(value: str | None) -> int:
    """How much an attribute such as colspan says that a cell covers."""
    value = (value or "").strip()
    return min(max(int(value), 1), MAX_SPAN) if value.isdecimal() and value.isascii() and len(value) < 6 else 1
