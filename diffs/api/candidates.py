"""Candidates of lineages for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.serializers import FaultsSerializer
from diffs.models import LineageCandidate
from diffs.permissions import can_create_pair
from diffs.selectors.candidates import last_search, listed_candidates
from diffs.serializers import (
    CandidateSearchSerializer,
    CandidateSerializer,
    CuratedResultSerializer,
    CuratedSerializer,
    NewSearchSerializer,
    RejectionSerializer,
)
from diffs.services import accept_candidate, add_curated, reject_candidate, start_candidate_search
from diffs.tasks import queue_search
from genomes.models import Paper

FAULTS = {400: FaultsSerializer}
STATE = OpenApiParameter("state", str, enum=LineageCandidate.State.values)
KIND = OpenApiParameter("kind", str, enum=LineageCandidate.Kind.values)
PAPER = OpenApiParameter("paper", str, description="Short name of a paper: predecessor or successor.")


def curated_project(request: Request, slug: str) -> Project:
    """The project, for who may make pairs in it."""
    project = project_for(request.user, slug)
    allow(can_create_pair(person_of(request), project))
    return project


class Candidates(generics.ListAPIView[LineageCandidate]):
    """Works that may be predecessors of the project's papers, the weightiest first; admins only."""

    serializer_class = CandidateSerializer
    queryset = LineageCandidate.objects.none()

    @extend_schema(parameters=[STATE, KIND, PAPER])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return LineageCandidate.objects.none()
        project = curated_project(self.request, self.kwargs["slug"])
        chosen = {name: self.request.query_params.get(name, "") for name in ("state", "kind", "paper")}
        return listed_candidates(person_of(self.request), project, **chosen)


class Search(APIView):
    @extend_schema(responses=CandidateSearchSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """How the newest look for candidates is getting on; null before the first."""
        newest = last_search(curated_project(request, slug))
        return Response(CandidateSearchSerializer(newest).data if newest else None)

    @extend_schema(request=NewSearchSerializer, responses={202: CandidateSearchSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Look for candidates of one paper, or of all; done by the worker."""
        project, person = curated_project(request, slug), person_of(request)
        body = NewSearchSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        named = body.validated_data.get("paper")
        papers = Paper.objects.visible_to(person).filter(project=project)
        paper = get_object_or_404(papers, slug=named) if named else None
        search = start_candidate_search(by=person, project=project, paper=paper)
        queue_search(search)
        return Response(CandidateSearchSerializer(search).data, status=status.HTTP_202_ACCEPTED)


class Curate(APIView):
    @extend_schema(request=CuratedSerializer, responses={200: CuratedResultSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Add a curator's list, one "predecessor -> successor" to a line."""
        project = curated_project(request, slug)
        body = CuratedSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        result = add_curated(by=person_of(request), project=project, **body.validated_data)
        faults = [{"line": number, "message": words} for number, words in result.faults]
        return Response({"added": result.added, "faults": faults})


class Accept(APIView):
    @extend_schema(request=None, responses={200: CandidateSerializer, **FAULTS})
    def post(self, request: Request, slug: str, candidate_id: int) -> Response:
        """Take a candidate: it becomes a paper of the library, and a pair when both genomes can be paired."""
        candidate = _candidate(request, slug, candidate_id)
        return _answer(accept_candidate(by=person_of(request), candidate=candidate))


class Reject(APIView):
    @extend_schema(request=RejectionSerializer, responses={200: CandidateSerializer, **FAULTS})
    def post(self, request: Request, slug: str, candidate_id: int) -> Response:
        """Set a candidate aside."""
        candidate = _candidate(request, slug, candidate_id)
        body = RejectionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return _answer(reject_candidate(by=person_of(request), candidate=candidate, **body.validated_data))


def _candidate(request: Request, slug: str, candidate_id: int) -> LineageCandidate:
    project = curated_project(request, slug)
    rows = LineageCandidate.objects.visible_to(person_of(request)).filter(project=project)
    candidate: LineageCandidate = get_object_or_404(rows, pk=candidate_id)
    return candidate


def _answer(candidate: LineageCandidate) -> Response:
    body: serializers.BaseSerializer[LineageCandidate] = CandidateSerializer(candidate)
    return Response(body.data)


urls: list[URLPattern] = [
    path("candidates/", Candidates.as_view(), name="candidates"),
    path("candidates/search/", Search.as_view(), name="candidates-search"),
    path("candidates/curate/", Curate.as_view(), name="candidates-curate"),
    path("candidates/<int:candidate_id>/accept/", Accept.as_view(), name="candidate-accept"),
    path("candidates/<int:candidate_id>/reject/", Reject.as_view(), name="candidate-reject"),
]
