"""Traces for programs: the same querysets and services as the pages."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.serializers import FaultsSerializer
from diffs.models import Trace
from diffs.permissions import can_create_trace
from diffs.selectors import listed_traces, stops_of
from diffs.selectors.builder import line_of
from diffs.selectors.lineages import map_of
from diffs.selectors.traces import Mender, lines_of, searched
from diffs.services import change_trace, create_trace, delete_trace
from diffs.trace_drafts import Draft
from diffs.trace_serializers import (
    ChangedTraceSerializer,
    IncoherenceSerializer,
    NewTraceSerializer,
    PapersSerializer,
    TraceSerializer,
)

FAULTS = {400: FaultsSerializer}
CONFLICTS = {**FAULTS, 409: FaultsSerializer}


def _trace(request: Request, slug: str, trace_id: int) -> Trace:
    traces = listed_traces(project_for(request.user, slug), person_of(request))
    trace: Trace = get_object_or_404(traces, pk=trace_id)
    return trace


def _for_change(request: Request, slug: str, trace_id: int) -> Trace:
    trace = _trace(request, slug, trace_id)
    allow(can_create_trace(person_of(request), trace.project))
    return trace


class Traces(generics.ListAPIView[Trace]):
    """Lineages of the project."""

    serializer_class = TraceSerializer
    queryset = Trace.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Trace.objects.none()
        traces = listed_traces(project_for(self.request.user, self.kwargs["slug"]), person_of(self.request))
        return searched(traces, self.request.query_params.get("q", ""))

    @extend_schema(parameters=[OpenApiParameter("q", str, description="Part of its name, or of a paper's.")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(request=NewTraceSerializer, responses={201: TraceSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Make a trace of papers in order; admins only."""
        project, person = project_for(request.user, slug), person_of(request)
        allow(can_create_trace(person, project))
        body = NewTraceSerializer(data=request.data, project=project)
        body.is_valid(raise_exception=True)
        trace = create_trace(by=person, project=project, **body.validated_data)
        return _answer(request, project, trace, status.HTTP_201_CREATED)


def _answer(request: Request, project: Project, trace: Trace, code: int = status.HTTP_200_OK) -> Response:
    listed = listed_traces(project, person_of(request)).get(pk=trace.pk)
    return Response(TraceSerializer(listed).data, status=code)


class OneTrace(APIView):
    @extend_schema(responses=TraceSerializer)
    def get(self, request: Request, slug: str, trace_id: int) -> Response:
        """One trace."""
        return Response(TraceSerializer(_trace(request, slug, trace_id)).data)

    @extend_schema(request=ChangedTraceSerializer, responses={200: TraceSerializer, **CONFLICTS})
    def patch(self, request: Request, slug: str, trace_id: int) -> Response:
        """Give a trace another name or other papers; admins only. Frozen releases keep their copies."""
        trace = _for_change(request, slug, trace_id)
        body = ChangedTraceSerializer(data=request.data, project=trace.project)
        body.is_valid(raise_exception=True)
        as_it_is = {"name": trace.name, "papers": [stop.paper for stop in stops_of(trace)]}
        changed = change_trace(by=person_of(request), trace=trace, **{**as_it_is, **body.validated_data})
        return _answer(request, trace.project, changed)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, trace_id: int) -> Response:
        """Take a trace out of the project; admins only. Its pairs stay, and frozen releases keep their copies."""
        delete_trace(by=person_of(request), trace=_for_change(request, slug, trace_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TraceFaults(APIView):
    @extend_schema(responses=IncoherenceSerializer(many=True))
    def get(self, request: Request, slug: str, trace_id: int) -> Response:
        """What speaks against a trace, as far as the caller may know it."""
        trace, person = _trace(request, slug, trace_id), person_of(request)
        lines = Mender(person, trace.project, trace).lines(lines_of(person, [trace])[trace.pk])
        return Response(IncoherenceSerializer(lines, many=True).data)


class CheckPapers(APIView):
    @extend_schema(request=PapersSerializer, responses={200: IncoherenceSerializer(many=True), **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """What would speak against a trace of these papers. Writes nothing."""
        project, person = project_for(request.user, slug), person_of(request)
        body = PapersSerializer(data=request.data, project=project)
        body.is_valid(raise_exception=True)
        whole = map_of(project)
        for paper in body.validated_data["papers"]:
            whole.papers.setdefault(paper.slug, paper)
        slugs = tuple(paper.slug for paper in body.validated_data["papers"])
        lines = Mender(person, project).lines(line_of(whole, person, slugs), Draft(papers=slugs))
        return Response(IncoherenceSerializer(lines, many=True).data)


urls: list[URLPattern] = [
    path("traces/", Traces.as_view(), name="traces"),
    path("traces/check/", CheckPapers.as_view(), name="traces-check"),
    path("traces/<int:trace_id>/", OneTrace.as_view(), name="trace"),
    path("traces/<int:trace_id>/faults/", TraceFaults.as_view(), name="trace-faults"),
]
