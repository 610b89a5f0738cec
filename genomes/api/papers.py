"""Papers, their texts, and imports for programs."""

from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.refusal import refused
from annotation.serializers import FaultsSerializer
from genomes.forms import uploaded
from genomes.models import ImportBatch, Paper, SourceVersion
from genomes.permissions import can_correct_papers, can_import
from genomes.selectors import STATES, import_progress, with_genome_state
from genomes.serializers import (
    ImportProgressSerializer,
    ImportSerializer,
    NewImportSerializer,
    PaperDetailSerializer,
    PaperSerializer,
    TextSerializer,
)
from genomes.services import set_paper_facts, start_import
from genomes.tasks import queue_batch


def papers_of(request: Request, slug: str) -> Any:
    """The papers of a project with the state of their genomes."""
    project, person = project_for(request.user, slug), person_of(request)
    return with_genome_state(Paper.objects.visible_to(person).filter(project=project), person)


class Papers(generics.ListAPIView[Paper]):
    """The library, filtered by `domain` and by the `state` of the genomes."""

    serializer_class = PaperSerializer
    queryset = Paper.objects.none()

    @extend_schema(
        parameters=[OpenApiParameter("domain", str), OpenApiParameter("state", str, enum=list(STATES))],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Paper.objects.none()
        wanted: QueryDict = self.request.query_params
        papers = papers_of(self.request, self.kwargs["slug"])
        if wanted.get("domain"):
            papers = papers.filter(domain=wanted["domain"])
        if wanted.get("state"):
            papers = papers.filter(genome_state=wanted["state"])
        return papers


class OnePaper(APIView):
    @extend_schema(responses=PaperDetailSerializer)
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """What is known of a paper, and its source versions."""
        paper = get_object_or_404(papers_of(request, slug), slug=paper_slug)
        return Response(PaperDetailSerializer(paper).data)

    @extend_schema(request=PaperSerializer, responses={200: PaperDetailSerializer, 400: FaultsSerializer})
    def patch(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Correct facts; admins only. The short name and the texts never change."""
        project = project_for(request.user, slug)
        paper = get_object_or_404(papers_of(request, slug), slug=paper_slug)
        allow(can_correct_papers(request.user, project))
        if not isinstance(request.data, dict):
            raise refused("not_an_object", _("Send a JSON object with the facts to change."))
        unknown = set(request.data) - set(PaperSerializer.Meta.fields)
        body = PaperSerializer(paper, data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        sent = {**body.validated_data, **{name: request.data[name] for name in unknown}}
        set_paper_facts(by=person_of(request), paper=paper, facts=sent)
        return self.get(request, slug, paper_slug)


class OneText(APIView):
    @extend_schema(responses=TextSerializer)
    def get(self, request: Request, slug: str, paper_slug: str, number: int) -> Response:
        """One immutable source version: the canonical text that offsets count in, and its passages."""
        project = project_for(request.user, slug)
        versions = SourceVersion.objects.visible_to(person_of(request)).filter(paper__project=project)
        version = get_object_or_404(versions, paper__slug=paper_slug, number=number)
        return Response(TextSerializer(version).data)


class Imports(generics.ListAPIView[ImportBatch]):
    """Batches of imported files, the oldest first; admins only."""

    serializer_class = ImportSerializer
    queryset = ImportBatch.objects.none()
    parser_classes = [MultiPartParser]

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return ImportBatch.objects.none()
        return importing(self.request, self.kwargs["slug"]).imports.all()

    @extend_schema(
        request={"multipart/form-data": NewImportSerializer},
        responses={202: ImportProgressSerializer, 400: FaultsSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Hand files in (field `files`, repeated): papers, metadata, or a zip of many, in any format that is read.

        They are read by the worker: ask the answer's `id` for progress.
        """
        project = importing(request, slug)
        files = uploaded(request.FILES.getlist("files"))
        batch = start_import(by=person_of(request), project=project, files=files)
        queue_batch(batch)
        return Response(ImportProgressSerializer(import_progress(batch)).data, status=status.HTTP_202_ACCEPTED)


class OneImport(APIView):
    @extend_schema(responses=ImportProgressSerializer)
    def get(self, request: Request, slug: str, batch_id: int) -> Response:
        """Each file of a batch, also those out of a zip, with what came of it and why where it was refused."""
        project = importing(request, slug)
        batches = ImportBatch.objects.visible_to(person_of(request)).filter(project=project)
        return Response(ImportProgressSerializer(import_progress(get_object_or_404(batches, pk=batch_id))).data)


def importing(request: Request, slug: str) -> Project:
    """The project, for who may import into it."""
    project = project_for(request.user, slug)
    allow(can_import(request.user, project))
    return project
