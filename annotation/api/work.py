"""The caller's own work for programs: what they hold, the next unit, giving back, keeping."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Assignment, Project, Unit
from annotation.permissions import can_label
from annotation.selectors import UNIT_SUBJECT
from annotation.serializers import BeatSerializer, FaultsSerializer, HoldSerializer, NextSerializer
from annotation.services import beat, claim_next, release_unit, spans_of


def labelled(request: Request, slug: str) -> Project:
    """The project, for its annotators only."""
    project = project_for(request.user, slug)
    allow(can_label(request.user, project))
    return project


def labelled_unit(request: Request, slug: str, unit_id: int) -> Unit:
    """A unit of the project, for its annotators only."""
    project = project_for(request.user, slug)
    unit: Unit = get_object_or_404(Unit.objects.visible_to(person_of(request)), project=project, pk=unit_id)
    allow(can_label(request.user, project))
    return unit


class Work(generics.ListAPIView[Assignment]):
    """The caller's own holds: in work, given back and finished. Never another person's."""

    serializer_class = HoldSerializer
    queryset = Assignment.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Assignment.objects.none()
        project = labelled(self.request, self.kwargs["slug"])
        mine = Assignment.objects.filter(unit__project=project, person=person_of(self.request))
        return mine.select_related(*(f"unit__{path}" for path in UNIT_SUBJECT))


class NextWork(APIView):
    @extend_schema(request=NextSerializer, responses={201: HoldSerializer, 204: None, 400: FaultsSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Take the next unit; 204 when there is none for the caller now."""
        project = labelled(request, slug)
        body = NextSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        hold = claim_next(person=person_of(request), project=project, kind=body.validated_data.get("kind"))
        if hold is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(HoldSerializer(hold).data, status=status.HTTP_201_CREATED)


class ReleaseWork(APIView):
    @extend_schema(request=None, responses={204: None, 400: FaultsSerializer})
    def post(self, request: Request, slug: str, unit_id: int) -> Response:
        """Give a unit back; the draft stays."""
        release_unit(person=person_of(request), unit=labelled_unit(request, slug, unit_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class KeepWork(APIView):
    @extend_schema(
        request=BeatSerializer, responses={200: HoldSerializer, 400: FaultsSerializer, 409: FaultsSerializer}
    )
    def post(self, request: Request, slug: str, unit_id: int) -> Response:
        """Start the lease anew while working; active time that is given is counted once."""
        unit = labelled_unit(request, slug, unit_id)
        hold = beat(person=person_of(request), unit=unit, spans=spans_of(request.data))
        return Response(HoldSerializer(hold).data)
