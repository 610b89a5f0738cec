"""The guideline for programs: its versions, who has read them, and the notes that wait for the next one."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.api.projects import administered
from annotation.guideline_serializers import (
    GuidelineSerializer,
    NewGuidelineSerializer,
    NewNoteSerializer,
    NoteSerializer,
    ReaderSerializer,
)
from annotation.models import Guideline, GuidelineNote
from annotation.permissions import can_read_guideline
from annotation.refusal import refused
from annotation.selectors.guidelines import question_for, readers_of
from annotation.serializers import FaultsSerializer
from annotation.services import add_note, confirm_reading, publish_guideline, remove_note

FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}


class Guidelines(generics.ListAPIView[Guideline]):
    """All versions of the guideline, the newest first."""

    serializer_class = GuidelineSerializer
    queryset = Guideline.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Guideline.objects.none()
        return project_for(self.request.user, self.kwargs["slug"]).guidelines.all()

    @extend_schema(request=NewGuidelineSerializer, responses={201: GuidelineSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Publish the next version; admins only. Everybody who works by it is told."""
        project = administered(request, slug)
        body = NewGuidelineSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        published = publish_guideline(by=person_of(request), project=project, **body.validated_data)
        return Response(GuidelineSerializer(published).data, status=status.HTTP_201_CREATED)


class OneGuideline(APIView):
    @extend_schema(responses=GuidelineSerializer)
    def get(self, request: Request, slug: str, version: int) -> Response:
        """One version of the guideline."""
        project = project_for(request.user, slug)
        found = get_object_or_404(Guideline.objects.visible_to(person_of(request)), project=project, version=version)
        return Response(GuidelineSerializer(found).data)


class ReadGuideline(APIView):
    @extend_schema(request=None, responses={204: None, 409: FaultsSerializer})
    def post(self, request: Request, slug: str, version: int) -> Response:
        """Say that the caller has read the version in force; said twice, it is said once."""
        project = project_for(request.user, slug)
        visible = Guideline.objects.visible_to(person_of(request)).select_related("project")
        found = get_object_or_404(visible, project=project, version=version)
        allow(can_read_guideline(request.user, project))
        confirm_reading(by=person_of(request), guideline=found)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Readers(APIView):
    @extend_schema(responses=ReaderSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who has read which version, and for whom one waits; admins only."""
        project = administered(request, slug)
        return Response(ReaderSerializer(readers_of(project), many=True).data)


class Notes(generics.ListAPIView[GuidelineNote]):
    """Notes below the guideline, the newest first, with those that a version has taken in."""

    serializer_class = NoteSerializer
    queryset = GuidelineNote.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return GuidelineNote.objects.none()
        return project_for(self.request.user, self.kwargs["slug"]).guideline_notes.select_related("taken_in")

    @extend_schema(request=NewNoteSerializer, responses={201: NoteSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Write a note, also in answer to a question; admins only."""
        project = administered(request, slug)
        body = NewNoteSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts, person = dict(body.validated_data), person_of(request)
        asked = facts.pop("question", None)
        question = question_for(person, project, str(asked)) if asked else None
        if asked and question is None:
            raise refused("unknown_question", _("There is no such question here."), "question")
        note = add_note(by=person, project=project, question=question, **facts)
        return Response(NoteSerializer(note).data, status=status.HTTP_201_CREATED)


class OneNote(APIView):
    @extend_schema(responses={204: None, 400: FaultsSerializer})
    def delete(self, request: Request, slug: str, note_id: int) -> Response:
        """Take a note back; one that a version took in stays."""
        project = administered(request, slug)
        remove_note(by=person_of(request), note=get_object_or_404(GuidelineNote, project=project, pk=note_id))
        return Response(status=status.HTTP_204_NO_CONTENT)
