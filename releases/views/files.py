"""The files of a frozen release, one by one and as the evaluator's zip."""

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag
from django.views.decorators.http import require_safe

from releases.models import ReleaseFile
from releases.selectors import release_zip, zip_name
from releases.views.fetching import frozen_release

KINDS = {"json": "application/json", "jsonl": "application/x-ndjson", "md": "text/markdown; charset=utf-8"}


@login_required
@require_safe
def file(request: HttpRequest, slug: str, version: str, path: str) -> HttpResponseBase:
    """One file, byte for byte. Its hash is its ETag, so that a second download costs nothing."""
    return file_response(request, get_object_or_404(frozen_release(request, slug, version).files, path=path))


@login_required
@require_safe
def download(request: HttpRequest, slug: str, version: str) -> HttpResponseBase:
    """The whole release as a zip: the same bytes each time, and from the command line."""
    release = frozen_release(request, slug, version)
    return FileResponse(release_zip(release), as_attachment=True, filename=zip_name(release))


def file_response(request: HttpRequest, found: ReleaseFile) -> HttpResponseBase:
    """Shared with the API."""
    etag = quote_etag(found.sha256)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    name = found.path.rpartition("/")[2]
    response = HttpResponse(bytes(found.content), content_type=kind_of(name))
    response["ETag"] = etag
    response["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=name))
    return response


def kind_of(name: str) -> str:
    return KINDS.get(name.rpartition(".")[2], "text/plain; charset=utf-8")
