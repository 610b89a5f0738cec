"""The queue for programs: its filters, its lists, passing a dispute over and handing one to somebody."""

from abc import abstractmethod
from typing import Any, TypeVar

from django.db.models import Model
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.fetching import unit_in_dispute
from adjudication.permissions import can_adjudicate, can_hand_out, can_see_disputes
from adjudication.queue_rules import GROUPS, NO_STAGE, QUEUES, SORTS, STATES, QueueFilter
from adjudication.selectors import dispute_rows
from adjudication.selectors.queue import chosen_rows
from adjudication.selectors.third_persons import adjudicators_of
from adjudication.serializers import ReassignSerializer, SkipSerializer
from adjudication.services import reassign_dispute, skip_dispute, unskip_dispute
from annotation.access import allow, person_of, project_for
from annotation.models import Project, User
from annotation.serializers import FaultsSerializer

Of = TypeVar("Of", bound=Model)
FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}
FILTERS = [
    OpenApiParameter("queue", str, enum=QUEUES),
    OpenApiParameter("parts", str, enum=list(GROUPS), description="What the labels of a pair part in."),
    OpenApiParameter("boundary", str, description="Two dynamics that met, such as mutation-adaptive_radiation."),
    OpenApiParameter("domain", str),
    OpenApiParameter("stage", str, description=f"Id of a stage, or `{NO_STAGE}`."),
    OpenApiParameter("age", int, description="Days, at least."),
    OpenApiParameter("degree", int, description="Fields or objects that part, at least."),
    OpenApiParameter("state", str, enum=STATES),
    OpenApiParameter("guideline", int, description="A version under which an answer was given."),
    OpenApiParameter("q", str, description="Words of a paper."),
    OpenApiParameter("sort", str, enum=SORTS, description="Which comes next; lists are in the order of their ids."),
]


def chosen_in(request: Request) -> QueueFilter:
    return QueueFilter.read(request.query_params.dict())


class OfQueue(generics.ListAPIView[Of]):
    """One kind of dispute, for adjudicators and admins, as the filters ask for it."""

    queryset: Any = None
    kind = ""

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        project, person = project_for(self.request.user, self.kwargs["slug"]), person_of(self.request)
        allow(can_see_disputes(person, project))
        of_kind = [row for row in dispute_rows(project, person) if row.kind == self.kind]
        self.rows = {row.pk: row for row in chosen_rows(project, of_kind, chosen_in(self.request))}
        return self.found(project, list(self.rows))

    @abstractmethod
    def found(self, project: Project, ids: list[int]) -> Any:
        """The pairs or readings with these ids, as they are serialized."""

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "rows": getattr(self, "rows", {})}


class SkipDispute(APIView):
    @extend_schema(request=SkipSerializer, responses={204: None, **FAULTS})
    def post(self, request: Request, slug: str, unit_id: int) -> Response:
        """Be offered this dispute last from now on; held by the caller, it is given back with its draft kept."""
        body = SkipSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        project = self._project(request, slug)
        unit = unit_in_dispute(request, project, unit_id)
        skip_dispute(by=person_of(request), unit=unit, **body.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, unit_id: int) -> Response:
        """Be offered it in its turn again."""
        project = self._project(request, slug)
        unskip_dispute(by=person_of(request), unit=unit_in_dispute(request, project, unit_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _project(self, request: Request, slug: str) -> Project:
        project = project_for(request.user, slug)
        allow(can_adjudicate(request.user, project))
        return project


class ReassignDispute(APIView):
    @extend_schema(request=ReassignSerializer, responses={204: None, **FAULTS})
    def post(self, request: Request, slug: str, unit_id: int) -> Response:
        """Put a dispute into an adjudicator's hands, and tell them; for admins who do not label."""
        project = project_for(request.user, slug)
        unit = unit_in_dispute(request, project, unit_id)
        allow(can_hand_out(person_of(request), project))
        body = ReassignSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        people = User.objects.filter(pk__in=[each.pk for each in adjudicators_of(project)])
        person = get_object_or_404(people, username=body.validated_data["person"])
        reassign_dispute(by=person_of(request), unit=unit, person=person)
        return Response(status=status.HTTP_204_NO_CONTENT)


api_urls: list[URLPattern] = [
    path("disputes/units/<int:unit_id>/skip/", SkipDispute.as_view(), name="skip-dispute"),
    path("disputes/units/<int:unit_id>/reassign/", ReassignDispute.as_view(), name="reassign-dispute"),
]
