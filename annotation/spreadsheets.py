"""Tables as CSV, row after row, safe to open in a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import StreamingHttpResponse

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_response(rows: Iterable[Sequence[Any]], filename: str) -> StreamingHttpResponse:
    """The rows as a file to download; none is kept in memory. `filename` is our own word, without quotes."""
    response = StreamingHttpResponse(csv_lines(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def csv_lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Each row as a line of CSV, as it is read."""
    writer = csv.writer(_Line())
    return (writer.writerow([plain(cell) for cell in row]) for row in rows)


class _Line:
    """Where the writer of CSV writes to: each line goes on at once, and none is kept."""

    def write(self, line: str) -> str:
        return line


def plain(cell: Any) -> Any:
    """A cell that a spreadsheet shows as text and never runs as a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return "" if cell is None else cell
