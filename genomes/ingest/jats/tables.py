"""The rows of a table in JATS (XHTML or CALS)."""

from collections.abc import Iterator

from lxml import etree

from genomes.ingest.tables import Cell, span, written_rows
from genomes.ingest.xml import children, descendants, name_of

from .inline import inline_text


def table_rows(table: etree._Element) -> list[str]:
    return written_rows(_cells(row) for row in descendants(table, "tr", "row"))


def _cells(row: etree._Element) -> Iterator[Cell]:
    for cell in children(row, "td", "th", "entry"):
        yield Cell(inline_text(cell), span(cell.get("colspan")), span(cell.get("rowspan")))


def holds_table(element: etree._Element) -> bool:
    return name_of(element) == "table" or next(descendants(element, "table"), None) is not None
