"""Files of releases and runs as answers to a request: the same for pages and API."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag

from releases.models import ReleaseFile, Run
from releases.selectors import chunks_of

KINDS = {"json": "application/json", "jsonl": "application/x-ndjson", "md": "text/markdown; charset=utf-8"}
REPORTS = {
    "report.json": "report",
    "report.md": "report_markdown",
    "instances.jsonl": "outcomes",
    "predictions.jsonl": "predictions",
}


def file_response(request: HttpRequest, found: ReleaseFile) -> HttpResponseBase:
    """A file of a release, byte for byte. Its hash is its ETag, so that a second download costs nothing."""
    etag = quote_etag(found.sha256)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    response = _attachment(found.path.rpartition("/")[2], b"".join(chunks_of(found)))
    response["ETag"] = etag
    return response


def run_file_response(run: Run, name: str) -> HttpResponseBase:
    """The file that was handed in, or one of the evaluator's report, byte for byte; 404 when there is none yet."""
    content = getattr(run, REPORTS[name]) if name in REPORTS else None
    if content is None:
        raise Http404
    return _attachment(name, bytes(content))


def _attachment(name: str, content: bytes) -> HttpResponse:
    kind = KINDS.get(name.rpartition(".")[2], "text/plain; charset=utf-8")
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=name))
    return response
