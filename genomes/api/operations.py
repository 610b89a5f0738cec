"""Split, merge, retype, undo and redo for programs, and every step on a genome."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of
from annotation.refusal import Conflict
from genomes.api.genomes import FAULTS, VERSION, as_mapping, visible_genome, write, written_object
from genomes.models import IdeaObject, Operation
from genomes.selectors.history import operations_of, sees_names
from genomes.serializers import ObjectSerializer
from genomes.services import merge_objects, redo_step, retype_object, split_object, undo_step
from genomes.step_serializers import (
    MergeSerializer,
    OperationSerializer,
    RetypeSerializer,
    SplitSerializer,
    StepSerializer,
)


def shown(conflict: Conflict) -> Conflict:
    """The conflict with what stands as a program reads it."""
    current = conflict.current
    standing = ObjectSerializer(current).data if isinstance(current, IdeaObject) else current
    return Conflict(conflict.faults, current=standing)


class Retype(APIView):
    @extend_schema(request=RetypeSerializer, responses={200: ObjectSerializer, **FAULTS})
    def post(self, request: Request, slug: str, object_id: int) -> Response:
        """Give an object another type, and with it another handle."""
        idea_object, person = written_object(request, slug, object_id), write(request, slug)
        body = RetypeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            retyped = retype_object(by=person, idea_object=idea_object, **body.validated_data)
        except Conflict as conflict:
            raise shown(conflict) from conflict
        return Response(ObjectSerializer(retyped).data)


class Split(APIView):
    @extend_schema(request=SplitSerializer, responses={200: ObjectSerializer(many=True), **FAULTS})
    def post(self, request: Request, slug: str, object_id: int) -> Response:
        """Make two or more objects of one; the first part goes on as the object. Answers with all of them."""
        idea_object, person = written_object(request, slug, object_id), write(request, slug)
        try:
            parts = split_object(by=person, idea_object=idea_object, payload=as_mapping(request.data))
        except Conflict as conflict:
            raise shown(conflict) from conflict
        return Response(ObjectSerializer(parts, many=True).data)


class Merge(APIView):
    @extend_schema(request=MergeSerializer, parameters=[VERSION], responses={200: ObjectSerializer, **FAULTS})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Make one object of several: the first named stays, with the evidence and links of all."""
        genome, person = visible_genome(request, slug, paper_slug), write(request, slug)
        try:
            kept = merge_objects(by=person, genome=genome, payload=as_mapping(request.data))
        except Conflict as conflict:
            raise shown(conflict) from conflict
        return Response(ObjectSerializer(kept).data)


class Undo(APIView):
    service = staticmethod(undo_step)

    @extend_schema(request=StepSerializer, parameters=[VERSION], responses={200: OperationSerializer, **FAULTS})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Take back the caller's last step (or, at `redo`, do again what they undid last)."""
        genome, person = visible_genome(request, slug, paper_slug), write(request, slug)
        body = StepSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        step = self.service(by=person, genome=genome, number=body.validated_data.get("number"))
        return Response(OperationSerializer(step, context={"request": request, "genome": genome, "names": False}).data)


class Redo(Undo):
    service = staticmethod(redo_step)


class Operations(generics.ListAPIView[Operation]):
    """Every step on a genome in order: who, when, why, and each object before and after."""

    serializer_class = OperationSerializer
    queryset = Operation.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Operation.objects.none()
        return operations_of(person_of(self.request), self._genome())

    def get_serializer_context(self) -> dict[str, Any]:
        context: dict[str, Any] = dict(super().get_serializer_context())
        if not getattr(self, "swagger_fake_view", False):
            genome = self._genome()
            context |= {"genome": genome, "names": sees_names(person_of(self.request), genome)}
        return context

    def _genome(self) -> Any:
        if not hasattr(self, "_found"):
            self._found = visible_genome(self.request, self.kwargs["slug"], self.kwargs["paper_slug"])
        return self._found

    @extend_schema(parameters=[VERSION])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Every step on a genome, in the order in which they were taken."""
        return super().get(request, *args, **kwargs)
