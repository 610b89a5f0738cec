"""What everybody with the address may read: the page of an opened release, its files and the whole as a zip."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from releases.models import Release
from releases.responses import file_response
from releases.selectors import public_files, release_zip, zip_name
from releases.selectors.public import is_open, public_page


@require_safe
def page(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Licence, citation, checksums, how to load it, what was said of it later. Names nobody of the project."""
    release = opened_release(slug, version)
    shown = public_page(release, request.build_absolute_uri(request.path))
    context = {"release": release, "name": release.project.name, "public": shown, "status": shown.status}
    return render(request, "releases/public.html", context)  # what is said of a release later shows at once


@require_safe
def file(request: HttpRequest, slug: str, version: str, path: str) -> HttpResponseBase:
    """One file, byte for byte; its SHA-256 is its ETag."""
    return file_response(request, get_object_or_404(public_files(opened_release(slug, version)), path=path))


@require_safe
def download(request: HttpRequest, slug: str, version: str) -> HttpResponseBase:
    """The whole as the deterministic zip, sent as it is read. Who has it already is told so."""
    release = opened_release(slug, version)
    etag = quote_etag(f"zip-{release.manifest_sha256}")
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    response = FileResponse(release_zip(release), as_attachment=True, filename=zip_name(release))
    response["ETag"] = etag
    return response


def opened_release(slug: str, version: str) -> Release:
    """A frozen release that is open now. Whatever else it is, it is not found."""
    frozen = Release.objects.frozen().select_related("project")
    release: Release = get_object_or_404(frozen, project__slug=slug, version=version)
    if not is_open(release):
        raise Http404
    return release
