"""The files of a frozen release, one by one and as the evaluator's zip."""

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from releases.fetching import frozen_release
from releases.responses import file_response
from releases.selectors import public_files, release_zip, zip_name


@login_required
@require_safe
def file(request: HttpRequest, slug: str, version: str, path: str) -> HttpResponseBase:
    """One file, byte for byte."""
    return file_response(request, get_object_or_404(public_files(frozen_release(request, slug, version)), path=path))


@login_required
@require_safe
def download(request: HttpRequest, slug: str, version: str) -> HttpResponseBase:
    """The whole release as a zip: the same bytes each time, and from the command line."""
    release = frozen_release(request, slug, version)
    return FileResponse(release_zip(release), as_attachment=True, filename=zip_name(release))
