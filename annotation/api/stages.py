"""Stages of the work for admins' programs."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of
from annotation.api.allocation import administered
from annotation.models import Project, Stage
from annotation.refusal import refused
from annotation.rules import MOST_LABELS
from annotation.selectors.stages import overlap_effect
from annotation.serializers import FaultsSerializer, OverlapEffectSerializer, StageSerializer
from annotation.services import change_stage, create_stage, delete_stage


class Stages(APIView):
    @extend_schema(responses=StageSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All stages, the oldest first."""
        project = administered(request, slug)
        return Response([StageSerializer(each).data for each in project.stages.all()])

    @extend_schema(request=StageSerializer, responses={201: StageSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Make a stage."""
        project = administered(request, slug)
        body = StageSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts = body.validated_data
        overlap = facts.get("overlap", project.overlap)
        made = create_stage(by=person_of(request), project=project, name=facts["name"], overlap=overlap)
        return Response(StageSerializer(made).data, status=status.HTTP_201_CREATED)


class OneStage(APIView):
    @extend_schema(request=StageSerializer, responses={200: StageSerializer, 400: FaultsSerializer})
    def patch(self, request: Request, slug: str, stage_id: int) -> Response:
        """Rename it, pause it, or ask for another number of labels (`effect` says before what that changes)."""
        _project, stage = self._stage(request, slug, stage_id)
        body = StageSerializer(stage, data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        changed = change_stage(by=person_of(request), stage=stage, **body.validated_data)
        return Response(StageSerializer(changed).data)

    @extend_schema(request=None, responses={204: None, 400: FaultsSerializer})
    def delete(self, request: Request, slug: str, stage_id: int) -> Response:
        """Take out a stage without units."""
        delete_stage(by=person_of(request), stage=self._stage(request, slug, stage_id)[1])
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _stage(self, request: Request, slug: str, stage_id: int) -> tuple[Project, Stage]:
        project = administered(request, slug)
        return project, get_object_or_404(project.stages, pk=stage_id)


class Effect(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("overlap", int, required=True, description="Labels per pair that would be asked for."),
            OpenApiParameter("stage", int, description="Id of a stage; without, pairs outside all stages."),
        ],
        responses={200: OverlapEffectSerializer, 400: FaultsSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """What another number of labels would do to pairs that exist."""
        project = administered(request, slug)
        overlap, stage_id = request.query_params.get("overlap", ""), request.query_params.get("stage", "")
        if not (overlap.isascii() and overlap.isdecimal() and len(overlap) == 1 and overlap != "0"):
            words = {"low": 1, "high": MOST_LABELS}
            raise refused("overlap", _("Give a whole number from %(low)s to %(high)s.") % words, "overlap")
        stage = None
        if stage_id:
            known = stage_id.isascii() and stage_id.isdecimal() and len(stage_id) <= 18
            stage = get_object_or_404(project.stages, pk=int(stage_id) if known else 0)
        return Response(OverlapEffectSerializer(overlap_effect(person_of(request), project, stage, int(overlap))).data)
