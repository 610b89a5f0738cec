"""Tables as rows: cells parted by " | ", one row a line, so that a row reads and can be quoted."""

from lxml import etree

from .inline import inline_text
from .xml import children, descendants, name_of

CELL_SEPARATOR = " | "
# Wider spans are slips of the file; they would only add empty cells.
MAX_SPAN = 100


def table_rows(table: etree._Element) -> list[str]:
    """Rows in reading order. A cell over several columns or rows is written once, the places it covers stay empty."""
    covered: dict[int, int] = {}
    rows = []
    for row in descendants(table, "tr", "row"):
        cells = _row_cells(row, covered)
        if any(cell.strip() for cell in cells):
            rows.append(CELL_SEPARATOR.join(cells))
    return rows


def _row_cells(row: etree._Element, covered: dict[int, int]) -> list[str]:
    cells: list[str] = []
    for cell in children(row, "td", "th", "entry"):
        _skip_covered(cells, covered)
        width, height = _span(cell, "colspan"), _span(cell, "rowspan")
        for offset in range(width):
            if height > 1:
                covered[len(cells)] = height - 1
            cells.append(inline_text(cell) if offset == 0 else "")
    _skip_covered(cells, covered)
    return cells


def _skip_covered(cells: list[str], covered: dict[int, int]) -> None:
    while covered.get(len(cells), 0) > 0:
        covered[len(cells)] -= 1
        cells.append("")


def _span(cell: etree._Element, attribute: str) -> int:
    value = str(cell.get(attribute, "1")).strip()
    return min(max(int(value), 1), MAX_SPAN) if value.isdecimal() and value.isascii() and len(value) < 6 else 1


def holds_table(element: etree._Element) -> bool:
    return name_of(element) == "table" or next(descendants(element, "table"), None) is not None
