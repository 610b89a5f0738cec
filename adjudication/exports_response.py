"""Tables of an export as files to download, for pages and programs."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import Http404, StreamingHttpResponse
from django.utils import timezone

from adjudication.exporting import zipped
from adjudication.selectors.export import TABLES, called_in, export_of, in_one_snapshot, lines_as, records_of
from annotation.models import Project, User

KINDS = {"jsonl": "application/jsonl; charset=utf-8", "csv": "text/csv; charset=utf-8"}


def wants_names(sent: Any) -> bool:
    """User names only where they are asked for in so many words."""
    return bool(sent.get("people") == "names")


def ending_in(sent: Any) -> str:
    """The form of tables that an address asks for."""
    return "csv" if sent.get("as") == "csv" else "jsonl"


def table_response(project: Project, person: User, name: str, ending: str, *, named: bool) -> StreamingHttpResponse:
    """One table, each row sent as it is read. Raises Http404 for what is no table."""
    if name not in TABLES:
        raise Http404
    records = partial(records_of, name, project, person, called_in(project, named=named))
    parts = in_one_snapshot(lambda: lines_as(ending)(records(), name))
    return _download(parts, KINDS[ending], f"{project.slug}-{name}.{ending}")


def zip_response(project: Project, person: User, ending: str, *, named: bool) -> StreamingHttpResponse:
    """All tables in one zip, sent as it is written. The moment of making stands in its name alone."""
    export = export_of(project, person, named=named, ending=ending)
    parts = in_one_snapshot(lambda: zipped(export, lines_as(ending)))
    made = timezone.now().strftime("%Y%m%dT%H%M%SZ")
    return _download(parts, "application/zip", f"{project.slug}-export-{made}.zip")


def _download(parts: Iterator[bytes], kind: str, filename: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(parts, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
