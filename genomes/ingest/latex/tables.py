"""Rows of `tabular` and its kin."""

from genomes.ingest.tables import MAX_SPAN, Cell

from .inline import InlineReader
from .scan import Span

_ROW_ENDS = frozenset(["\\", "tabularnewline", "cr"])
# A long table says its head and foot apart from its rows, and the head twice.
_PARTS = frozenset(["endfirsthead", "endhead", "endfoot", "endlastfoot"])


def rows_of(reader: InlineReader, span: Span) -> list[list[Cell]]:
    r"""Cells of rows, by the `&` and `\\` that stand in no group or environment of their own."""
    rows: list[list[Cell]] = [[]]
    head = 0
    cursor = reader.tex.cursor(span)
    start = cursor.position
    while token := cursor.next():
        if token.kind == "begin":
            cursor.skip_environment(token)
        elif token.kind == "brace" and token.value == "{":
            cursor.position = min(reader.tex.closing.get(token.start, token.start) + 1, span.end)
        elif token.kind == "special" and token.value == "&":
            rows[-1].append(_cell(reader, Span(start, token.start)))
            start = token.end
        elif token.kind == "command" and token.value in _ROW_ENDS:
            rows[-1].append(_cell(reader, Span(start, token.start)))
            cursor.skip("*[")
            start = cursor.position
            rows.append([])
        elif token.kind == "command" and token.value in _PARTS:
            head = head or (len(rows) - 1 if token.value in ("endfirsthead", "endhead") else 0)
            rows[head:] = [[]]
            start = token.end
    rows[-1].append(_cell(reader, Span(start, span.end)))
    return rows


def _cell(reader: InlineReader, span: Span) -> Cell:
    reader.state.span_of_cell = 1
    text = reader.text(span)
    return Cell(text, min(max(reader.state.span_of_cell, 1), MAX_SPAN))
