"""Genomes and idea objects for programs."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project, User
from annotation.refusal import Conflict, refused
from annotation.serializers import FaultsSerializer
from annotation.services import claim_unit
from genomes.models import Genome, IdeaObject, Paper
from genomes.permissions import can_write_genomes
from genomes.selectors import genome_for, repairs_of, standing_objects
from genomes.serializers import GenomeSerializer, ObjectPayloadSerializer, ObjectSerializer, RejectSerializer
from genomes.services import hand_in_genome, reject_object, restore_object, save_object

FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}
VERSION = OpenApiParameter("version", int, description="The source version; without it the one held, else the newest.")


def genome_meant(request: Request, slug: str, paper_slug: str) -> tuple[User, Project, Genome]:
    """The genome that an address means, whether or not the caller may see its objects."""
    project, person = project_for(request.user, slug), person_of(request)
    paper = get_object_or_404(Paper.objects.visible_to(person).filter(project=project), slug=paper_slug)
    number = request.query_params.get("version", "")
    genome = genome_for(person, paper, int(number) if number.isdecimal() and len(number) < 9 else None)
    return person, project, get_object_or_404(Genome, pk=genome.pk if genome else None)


def visible_genome(request: Request, slug: str, paper_slug: str) -> Genome:
    """The genome, if the caller may see its objects."""
    person, _project, genome = genome_meant(request, slug, paper_slug)
    found: Genome = get_object_or_404(
        Genome.objects.visible_to(person).select_related("source_version__paper"), pk=genome.pk
    )
    return found


def written_object(request: Request, slug: str, object_id: int) -> IdeaObject:
    """An object that the caller may see and, as an annotator, might write; its genome decides the rest."""
    project = project_for(request.user, slug)
    visible = IdeaObject.objects.visible_to(person_of(request)).filter(genome__source_version__paper__project=project)
    found: IdeaObject = get_object_or_404(visible.select_related("genome__source_version__paper"), pk=object_id)
    return found


def write(request: Request, slug: str) -> User:
    """The caller, when an annotator of the project."""
    allow(can_write_genomes(request.user, project_for(request.user, slug)))
    return person_of(request)


class Genomes(generics.ListAPIView[Genome]):
    """Genomes that the caller may see: handed in, their own, and for admins all."""

    serializer_class = GenomeSerializer
    queryset = Genome.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Genome.objects.none()
        project = project_for(self.request.user, self.kwargs["slug"])
        visible = Genome.objects.visible_to(person_of(self.request)).filter(source_version__paper__project=project)
        return visible.select_related("source_version__paper").defer("source_version__text")


class OneGenome(APIView):
    @extend_schema(parameters=[VERSION], responses=GenomeSerializer)
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """The state of a genome."""
        return Response(GenomeSerializer(visible_genome(request, slug, paper_slug)).data)


class Claim(APIView):
    @extend_schema(request=None, parameters=[VERSION], responses={200: GenomeSerializer, **FAULTS})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Take a genome, so that nobody else makes it meanwhile; annotators only."""
        person, _project, genome = genome_meant(request, slug, paper_slug)
        write(request, slug)
        claim_unit(person=person, unit=genome.unit)
        return Response(GenomeSerializer(genome).data)


class HandIn(APIView):
    @extend_schema(request=None, parameters=[VERSION], responses={200: GenomeSerializer, **FAULTS})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Declare a genome complete; refused with everything that is missing."""
        genome = visible_genome(request, slug, paper_slug)
        handed_in = hand_in_genome(by=write(request, slug), genome=genome)
        return Response(GenomeSerializer(handed_in).data)


class Objects(APIView):
    @extend_schema(parameters=[VERSION], responses=ObjectSerializer(many=True))
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Every object of a genome, also rejected ones and metadata, in the order of their handles."""
        genome = visible_genome(request, slug, paper_slug)
        return Response(ObjectSerializer(standing_objects(genome), many=True).data)

    @extend_schema(request=ObjectPayloadSerializer, parameters=[VERSION], responses={201: ObjectSerializer, **FAULTS})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Make an object; the caller must hold the genome."""
        genome = visible_genome(request, slug, paper_slug)
        made = save_object(by=write(request, slug), genome=genome, payload=as_mapping(request.data))
        return Response(ObjectSerializer(made).data, status=status.HTTP_201_CREATED)


class OneObject(APIView):
    @extend_schema(responses=ObjectSerializer)
    def get(self, request: Request, slug: str, object_id: int) -> Response:
        """One object with its evidence."""
        return Response(ObjectSerializer(written_object(request, slug, object_id)).data)

    @extend_schema(request=ObjectPayloadSerializer, responses={200: ObjectSerializer, **FAULTS})
    def patch(self, request: Request, slug: str, object_id: int) -> Response:
        """Change parts of an object; what is not sent stays."""
        idea_object = written_object(request, slug, object_id)
        person = write(request, slug)
        payload = {**_payload_of(idea_object), **as_mapping(request.data)}
        try:
            saved = save_object(by=person, genome=idea_object.genome, payload=payload, idea_object=idea_object)
        except Conflict as conflict:
            raise Conflict(conflict.faults, current=ObjectSerializer(conflict.current).data) from conflict
        return Response(ObjectSerializer(saved).data)


class Reject(APIView):
    @extend_schema(request=RejectSerializer, responses={200: ObjectSerializer, **FAULTS})
    def post(self, request: Request, slug: str, object_id: int) -> Response:
        """Take an object out of its genome; it stays in the record."""
        idea_object = written_object(request, slug, object_id)
        person = write(request, slug)
        body = RejectSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(ObjectSerializer(reject_object(by=person, idea_object=idea_object, **body.validated_data)).data)


class Restore(APIView):
    @extend_schema(request=None, responses={200: ObjectSerializer, **FAULTS})
    def post(self, request: Request, slug: str, object_id: int) -> Response:
        """Take a rejected object back."""
        idea_object = written_object(request, slug, object_id)
        return Response(ObjectSerializer(restore_object(by=write(request, slug), idea_object=idea_object)).data)


def as_mapping(data: Any) -> Mapping[str, Any]:
    """The body of a request, if it is a JSON object."""
    if not isinstance(data, Mapping):
        raise refused("not_an_object", _("Send a JSON object."))
    return data


def _payload_of(idea_object: IdeaObject) -> dict[str, Any]:
    """The object as it stands, in the shape in which it is sent."""
    return {
        "type": idea_object.type,
        "content": idea_object.content,
        "constraint": idea_object.constraint,
        "contribution_role": idea_object.contribution_role,
        "lineage_relevant": idea_object.lineage_relevant,
        "repairs": [each.key for each in repairs_of(idea_object)],
        "evidence": [{"start": row.start, "end": row.end, "quote": row.quote} for row in idea_object.evidence.all()],
    }
