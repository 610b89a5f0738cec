"""Calibration for programs: known answers, how people did on them, and the numbers that decide."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Membership, Project, Role
from annotation.serializers import FaultsSerializer
from annotation.services import ask_to_qualify_again, qualify_member, set_calibration
from diffs.api.pairs import FAULTS, pair_of
from diffs.models import CheckResult, KnownAnswer
from diffs.permissions import can_calibrate
from diffs.selectors.accuracy import accuracy_of, results_for
from diffs.selectors.calibration import known_answers, own_calibration, people_measured
from diffs.serializers import (
    CalibrationSerializer,
    CheckResultSerializer,
    FigureSerializer,
    KnownAnswerSerializer,
    LetWorkSerializer,
    MeasuredSerializer,
    NewKnownAnswerSerializer,
    OwnCalibrationSerializer,
)
from diffs.services import mark_known, unmark_known

KIND = OpenApiParameter("kind", str, enum=["announced", "unannounced"], description="Only answers of this kind.")


def calibrated(request: Request, slug: str) -> Project:
    """The project, for its admins who do not label in it."""
    project = project_for(request.user, slug)
    allow(can_calibrate(person_of(request), project))
    return project


class Calibration(APIView):
    @extend_schema(responses=CalibrationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The numbers: who qualifies on how many known pairs, how often they come, when people are paused."""
        return Response(CalibrationSerializer(calibrated(request, slug)).data)

    @extend_schema(request=CalibrationSerializer, responses={200: CalibrationSerializer, 400: FaultsSerializer})
    def patch(self, request: Request, slug: str) -> Response:
        """Change the numbers."""
        project = calibrated(request, slug)
        body = CalibrationSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        changed = set_calibration(by=person_of(request), project=project, **body.validated_data)
        return Response(CalibrationSerializer(changed).data)


class KnownAnswers(generics.ListAPIView[KnownAnswer]):
    """The newest known answer of each pair that has one, in use or not."""

    serializer_class = KnownAnswerSerializer
    queryset = KnownAnswer.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return KnownAnswer.objects.none()
        project = calibrated(self.request, self.kwargs["slug"])
        return known_answers(project, person_of(self.request), used=False).defer(None)


class OneKnownAnswer(APIView):
    @extend_schema(request=NewKnownAnswerSerializer, responses={200: KnownAnswerSerializer, **FAULTS})
    def put(self, request: Request, slug: str, pair_id: int) -> Response:
        """Say that the answer of a pair is known: people are measured on it from now on."""
        pair = pair_of(request, slug, pair_id)
        calibrated(request, slug)
        body = NewKnownAnswerSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts = body.validated_data
        known = mark_known(by=person_of(request), pair=pair, payload=facts.pop("answer"), **facts)
        return Response(KnownAnswerSerializer(known).data)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, pair_id: int) -> Response:
        """Measure nobody on the pair any more."""
        pair = pair_of(request, slug, pair_id)
        calibrated(request, slug)
        unmark_known(by=person_of(request), pair=pair)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Results(generics.ListAPIView[CheckResult]):
    """Answers on known pairs, latest first."""

    serializer_class = CheckResultSerializer
    queryset = CheckResult.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return CheckResult.objects.none()
        project = calibrated(self.request, self.kwargs["slug"])
        asked = self.request.query_params
        names = ("kind", "person", "wrong_field", "rule", "known", "chosen")
        return results_for(project, person_of(self.request), **{name: asked.get(name, "") for name in names})

    @extend_schema(
        parameters=[
            KIND,
            OpenApiParameter("person", str, description="Only this person's."),
            OpenApiParameter("wrong_field", str, description="Only those that differ in this field."),
            OpenApiParameter("rule", int, description="Only where this boundary rule is the known one."),
            OpenApiParameter("known", str, description="Only where these dynamics are the known ones."),
            OpenApiParameter("chosen", str, description="Only where these dynamics were chosen."),
        ]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Answers on known pairs."""
        return super().get(request, *args, **kwargs)


class AccuracyFigures(APIView):
    @extend_schema(parameters=[KIND], responses=FigureSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """People × fields, rules, known dynamics and weeks."""
        project = calibrated(request, slug)
        found = accuracy_of(project, person_of(request), kind=request.query_params.get("kind", ""))
        rows = [
            {
                "matrix": matrix.name, "person": row.person, "column": column.key, "right": figure.right,
                "n": figure.of, "share": figure.share,
            }
            for matrix in found.matrices
            for row, cells in matrix.lines
            for column, figure in cells
        ]  # fmt: skip
        return Response(FigureSerializer(rows, many=True).data)


class People(APIView):
    @extend_schema(responses=MeasuredSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """How each annotator stands."""
        return Response(MeasuredSerializer(people_measured(calibrated(request, slug)), many=True).data)


class OnePerson(APIView):
    @extend_schema(request=LetWorkSerializer, responses={200: MeasuredSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str, user_id: int) -> Response:
        """Let an annotator work without qualifying, or ask them to qualify (again)."""
        members = Membership.objects.filter(project=project_for(request.user, slug), role=Role.ANNOTATOR)
        membership = get_object_or_404(members.select_related("user", "project"), user_id=user_id)
        project = calibrated(request, slug)
        body = LetWorkSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        service = qualify_member if body.validated_data["qualified"] else ask_to_qualify_again
        service(by=person_of(request), membership=membership)
        stands = next(each for each in people_measured(project) if each.membership.user_id == user_id)
        return Response(MeasuredSerializer(stands).data)


class Own(APIView):
    @extend_schema(responses=OwnCalibrationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The caller's own state. 404 where nobody is measured."""
        found = own_calibration(person_of(request), project_for(request.user, slug))
        if found is None:
            raise Http404
        return Response(OwnCalibrationSerializer(found).data)


urls: list[URLPattern] = [
    path("calibration/", Calibration.as_view(), name="calibration"),
    path("calibration/known/", KnownAnswers.as_view(), name="known-answers"),
    path("calibration/known/<int:pair_id>/", OneKnownAnswer.as_view(), name="known-answer"),
    path("calibration/results/", Results.as_view(), name="results"),
    path("calibration/accuracy/", AccuracyFigures.as_view(), name="accuracy"),
    path("calibration/people/", People.as_view(), name="measured-people"),
    path("calibration/people/<int:user_id>/", OnePerson.as_view(), name="measured-person"),
    path("work/calibration/", Own.as_view(), name="own-calibration"),
]
