"""Releases for programs: ask for one, watch it, read its files."""

from typing import Any

from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.serializers import FaultsSerializer
from releases.api.shown import shown
from releases.draft_serializers import PlanChangesSerializer
from releases.fetching import frozen_release, governed_release, release_for
from releases.models import Release
from releases.permissions import can_freeze
from releases.responses import file_response
from releases.selectors import freeze_progress, public_files, release_zip, releases_for, statuses, zip_name
from releases.serializers import (
    NewReleaseSerializer,
    OneReleaseSerializer,
    ProgressSerializer,
    ReleaseFileSerializer,
    ReleaseSerializer,
)
from releases.services import change_draft, discard_draft, request_release
from releases.tasks import queue_freeze

BYTES = {(200, "application/octet-stream"): OpenApiTypes.BINARY}


class Releases(generics.ListAPIView[Release]):
    """Releases of the project: all of them for admins, the frozen ones for the other members."""

    serializer_class = ReleaseSerializer
    queryset = Release.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Release.objects.none()
        return releases_for(person_of(self.request), project_for(self.request.user, self.kwargs["slug"]))

    def get_serializer(self, *args: Any, **facts: Any) -> Any:
        """With the status of each release on the page, found for all of them at once."""
        facts["context"] = self.get_serializer_context()
        if args:
            project = project_for(self.request.user, self.kwargs["slug"])
            facts["context"]["statuses"] = statuses(project, args[0])
        return ReleaseSerializer(*args, **facts)

    @extend_schema(request=NewReleaseSerializer, responses={202: OneReleaseSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Ask for a freeze; admins only. The worker does it: watch its progress."""
        project = project_for(request.user, slug)
        allow(can_freeze(request.user, project))
        body = NewReleaseSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        release = request_release(by=person_of(request), project=project, **body.validated_data)
        queue_freeze(release)
        return Response(shown(request, release), status=status.HTTP_202_ACCEPTED)


class OneRelease(APIView):
    @extend_schema(responses=OneReleaseSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        """A release with what its audits found."""
        return Response(shown(request, release_for(request, slug, version)))

    @extend_schema(
        request=PlanChangesSerializer,
        responses={200: OneReleaseSerializer, 400: FaultsSerializer, 409: FaultsSerializer},
    )
    def patch(self, request: Request, slug: str, version: str) -> Response:
        """Change a draft; admins only. Whatever its audits depend on makes an audited one a draft again."""
        release = governed_release(request, slug, version)
        body = PlanChangesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(shown(request, change_draft(release=release, **body.validated_data)))

    @extend_schema(responses={204: None, 409: FaultsSerializer})
    def delete(self, request: Request, slug: str, version: str) -> Response:
        """Throw a draft away; admins only. A frozen release stays."""
        discard_draft(release=governed_release(request, slug, version))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReleaseProgress(APIView):
    @extend_schema(responses=ProgressSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        """How far the freeze has come."""
        release = release_for(request, slug, version)
        address = reverse("api:one-release", args=[slug, version])
        return Response(freeze_progress(release).as_json(address))


class ReleaseFiles(APIView):
    @extend_schema(responses=ReleaseFileSerializer(many=True))
    def get(self, request: Request, slug: str, version: str) -> Response:
        """Every file of a frozen release with its size and SHA-256."""
        files = public_files(frozen_release(request, slug, version))
        return Response(ReleaseFileSerializer(files, many=True).data)


class OneFile(APIView):
    @extend_schema(responses=BYTES)
    def get(self, request: Request, slug: str, version: str, path: str) -> HttpResponseBase:
        """One file, byte for byte; its SHA-256 is its ETag."""
        release = frozen_release(request, slug, version)
        return file_response(request._request, get_object_or_404(public_files(release), path=path))


class ReleaseZip(APIView):
    @extend_schema(responses=BYTES)
    def get(self, request: Request, slug: str, version: str) -> HttpResponseBase:
        """The whole release as the evaluator's deterministic zip."""
        release = frozen_release(request, slug, version)
        return FileResponse(release_zip(release), as_attachment=True, filename=zip_name(release))
