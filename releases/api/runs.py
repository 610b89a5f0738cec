"""Runs for programs: hand in predictions, read the report."""

from typing import IO, Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.serializers import FaultsSerializer
from releases.fetching import frozen_release, run_for
from releases.models import Run
from releases.permissions import can_submit_predictions
from releases.responses import run_file_response
from releases.selectors import runs_for
from releases.serializers import OneRunSerializer, PredictionsSerializer, RunAddressSerializer, RunSerializer
from releases.services import submit_predictions
from releases.services.scoring import LARGEST_PREDICTIONS
from releases.tasks import queue_run


class LinesParser(BaseParser):
    """A body that is the file itself, read up to a byte beyond the limit, so that the service can refuse it."""

    media_type = "application/x-ndjson"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> dict[str, bytes]:
        return {"body": stream.read(LARGEST_PREDICTIONS + 1)}


class PlainParser(LinesParser):
    media_type = "text/plain"


class BinaryParser(LinesParser):
    media_type = "application/octet-stream"


class JsonLinesParser(LinesParser):
    media_type = "application/jsonl"


class Runs(generics.ListAPIView[Run]):
    """Runs on all releases of the project."""

    serializer_class = RunSerializer
    queryset = Run.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Run.objects.none()
        return runs_for(person_of(self.request), project_for(self.request.user, self.kwargs["slug"]))


class ReleaseRuns(generics.ListAPIView[Run]):
    """Runs on one frozen release."""

    serializer_class = RunSerializer
    queryset = Run.objects.none()
    parser_classes = [MultiPartParser, LinesParser, JsonLinesParser, PlainParser, BinaryParser]

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Run.objects.none()
        release = frozen_release(self.request, self.kwargs["slug"], self.kwargs["version"])
        return runs_for(person_of(self.request), release.project).filter(release=release)

    @extend_schema(
        request={
            "multipart/form-data": PredictionsSerializer,
            "application/x-ndjson": OpenApiTypes.BINARY,
        },
        parameters=[
            OpenApiParameter("system", str, description="Name of the system, when the body is the file itself."),
            OpenApiParameter("seed", int, description="Seed of the intervals, when the body is the file itself."),
        ],
        responses={200: OneRunSerializer, 202: OneRunSerializer, 400: FaultsSerializer},
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Hand in predictions: 202 while the worker scores them; 200 for a file that was scored or refused before."""
        release = frozen_release(request, slug, version)
        allow(can_submit_predictions(request.user, release.project))
        run = submit_predictions(by=person_of(request), release=release, **_facts(request))
        if run.state == Run.State.WAITING:
            queue_run(run)
            return Response(OneRunSerializer(run).data, status=status.HTTP_202_ACCEPTED)
        return Response(OneRunSerializer(run).data)


class OneRun(APIView):
    @extend_schema(responses=OneRunSerializer)
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        """A run: its state, and every fault of a refused file."""
        return Response(OneRunSerializer(run_for(request, slug, run_id)).data)


class RunFile(APIView):
    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, run_id: int, name: str) -> HttpResponseBase:
        """report.json, report.md or instances.jsonl as the evaluator wrote it, or predictions.jsonl as it came."""
        return run_file_response(run_for(request, slug, run_id), name)


def _facts(request: Request) -> dict[str, Any]:
    """System, seed and bytes, from the form or from the address and the body."""
    raw = request.data.get("body") if isinstance(request.data, dict) else None
    if isinstance(raw, bytes):
        named = RunAddressSerializer(data=request.query_params.dict())
        named.is_valid(raise_exception=True)
        return {**named.validated_data, "data": raw}
    body = PredictionsSerializer(data=request.data)
    body.is_valid(raise_exception=True)
    facts = dict(body.validated_data)
    data = facts.pop("predictions").read(LARGEST_PREDICTIONS + 1)
    return {**facts, "data": data}
