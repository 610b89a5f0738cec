"""One release as programs see it."""

from typing import Any

from rest_framework.request import Request

from annotation.access import person_of
from releases.models import Release
from releases.selectors import release_audit_rows, status_of
from releases.serializers import OneReleaseSerializer


def shown(request: Request, release: Release) -> dict[str, Any]:
    """The release with its status, its notices and what its audits found, as far as the reader may know."""
    rows = release_audit_rows(person_of(request), release)
    context = {"audits": rows, "statuses": {release.pk: status_of(release)}}
    return dict(OneReleaseSerializer(release, context=context).data)
