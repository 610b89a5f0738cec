"""Records of labels as a file to download, for pages and programs."""

from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse

from annotation.spreadsheets import csv_response
from diffs.label_files import FIELDS, csv_rows, jsonl_lines

COUNTING = frozenset({"surplus", "imported"})


def labels_response(
    records: Iterator[dict[str, Any]], ending: str, slug: str, *, counting: bool
) -> StreamingHttpResponse:
    """The records, each sent as it is read."""
    name = f"{slug}-labels.{ending}"
    if ending == "csv":
        fields = [each for each in FIELDS if counting or each not in COUNTING]
        return csv_response(csv_rows(records, fields), name)
    response = StreamingHttpResponse(jsonl_lines(records), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
