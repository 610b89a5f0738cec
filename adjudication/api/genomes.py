"""Genomes that author and second reader typed differently, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.permissions import can_adjudicate, can_reopen, can_see_disputes
from adjudication.selectors.genome_disputes import Wish, genome_case, genome_disputes
from adjudication.serializers import (
    GenomeCaseSerializer,
    GenomeDisputeSerializer,
    ObjectRulingSerializer,
    ReasonSerializer,
    RulingsSerializer,
)
from adjudication.services import reopen_object, rule_objects
from annotation.access import allow, person_of, project_for
from annotation.serializers import FaultsSerializer
from genomes.models import SecondReading, Typing

FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}


def submitted_reading(request: Request, slug: str, reading_id: int) -> SecondReading:
    """A submitted reading of the project, for those who oversee."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_see_disputes(person, project))
    readings = SecondReading.objects.visible_to(person).filter(unit__project=project, submitted_at__isnull=False)
    related = ("unit__project", "genome__source_version__paper")
    found: SecondReading = get_object_or_404(readings.select_related(*related), pk=reading_id)
    return found


class GenomeDisputes(generics.ListAPIView[SecondReading]):
    """Genomes with objects that were typed differently and that nobody has decided, for adjudicators and admins."""

    serializer_class = GenomeDisputeSerializer
    queryset = SecondReading.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return SecondReading.objects.none()
        project = project_for(self.request.user, self.kwargs["slug"])
        allow(can_see_disputes(person_of(self.request), project))
        return genome_disputes(project)


class GenomeDispute(APIView):
    @extend_schema(responses=GenomeCaseSerializer)
    def get(self, request: Request, slug: str, reading_id: int) -> Response:
        """The objects that were typed differently, by number, with both answers as A and B. Reading decides nothing."""
        return Response(GenomeCaseSerializer(genome_case(submitted_reading(request, slug, reading_id))).data)


class RuleObjects(APIView):
    @extend_schema(request=RulingsSerializer, responses={201: ObjectRulingSerializer(many=True), **FAULTS})
    def post(self, request: Request, slug: str, reading_id: int) -> Response:
        """Decide objects; each decision is applied to the genome as a recorded step."""
        reading = submitted_reading(request, slug, reading_id)
        allow(can_adjudicate(request.user, reading.unit.project))
        body = RulingsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        wishes = [Wish(**facts) for facts in body.validated_data["rulings"]]
        made = rule_objects(by=person_of(request), reading=reading, wishes=wishes)
        return Response(ObjectRulingSerializer(made, many=True).data, status=status.HTTP_201_CREATED)


class ReopenObject(APIView):
    @extend_schema(request=ReasonSerializer, responses={201: ObjectRulingSerializer, **FAULTS})
    def post(self, request: Request, slug: str, reading_id: int, number: int) -> Response:
        """Put a decided object back into dispute; the genome has it again as its author typed it."""
        reading = submitted_reading(request, slug, reading_id)
        allow(can_reopen(person_of(request), reading.unit.project))
        typing = get_object_or_404(Typing.objects.visible_to(person_of(request)), reading=reading, number=number)
        body = ReasonSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        made = reopen_object(by=person_of(request), typing=typing, **body.validated_data)
        return Response(ObjectRulingSerializer(made).data, status=status.HTTP_201_CREATED)


api_urls: list[URLPattern] = [
    path("disputes/genomes/", GenomeDisputes.as_view(), name="genome-disputes"),
    path("disputes/genomes/<int:reading_id>/", GenomeDispute.as_view(), name="genome-dispute"),
    path("disputes/genomes/<int:reading_id>/decide/", RuleObjects.as_view(), name="rule-objects"),
    path(
        "disputes/genomes/<int:reading_id>/objects/<int:number>/reopen/", ReopenObject.as_view(), name="reopen-object"
    ),
]
