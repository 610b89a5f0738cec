"""References, look-ups and bibliographies for programs."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.serializers import FaultsSerializer
from genomes.api.papers import papers_of
from genomes.bibliography import bibliography
from genomes.models import LookUp, Paper, Reference
from genomes.permissions import can_look_up
from genomes.selectors import citing_papers, matched
from genomes.serializers import LookUpSerializer, PaperSerializer, ReferenceSerializer
from genomes.services import start_look_up
from genomes.tasks import queue_look_up


def paper_meant(request: Request | HttpRequest, slug: str, paper_slug: str) -> tuple[Project, Paper]:
    project = project_for(request.user, slug)
    papers = Paper.objects.visible_to(person_of(request)).filter(project=project).select_related("project")
    return project, get_object_or_404(papers, slug=paper_slug)


class References(generics.ListAPIView[Any]):
    """The reference lists of a paper, one after the other by `origin`; `paper` is the short name of the one meant."""

    serializer_class = ReferenceSerializer
    queryset = Reference.objects.none()

    @extend_schema(parameters=[OpenApiParameter("origin", str, description="Only the list that was read there.")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Reference.objects.none()
        _project, self.paper = paper_meant(self.request, self.kwargs["slug"], self.kwargs["paper_slug"])
        rows = Reference.objects.filter(paper=self.paper)
        origin = self.request.query_params.get("origin", "")
        return rows.filter(origin=origin) if origin else rows

    def paginate_queryset(self, queryset: Any) -> Any:
        page = super().paginate_queryset(queryset)
        return page if page is None else matched(self.paper, page)


class CitedBy(generics.ListAPIView[Paper]):
    """The papers of the library that refer to this one."""

    serializer_class = PaperSerializer
    queryset = Paper.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Paper.objects.none()
        _project, paper = paper_meant(self.request, self.kwargs["slug"], self.kwargs["paper_slug"])
        return papers_of(self.request, self.kwargs["slug"]).filter(pk__in=citing_papers(paper))


class LookUps(APIView):
    @extend_schema(responses=LookUpSerializer(many=True))
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """What came of looking a paper up, the newest first; admins only."""
        project, paper = paper_meant(request, slug, paper_slug)
        allow(can_look_up(request.user, project))
        return Response(LookUpSerializer(paper.lookups.all()[:LISTED], many=True).data)

    @extend_schema(request=None, responses={202: LookUpSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Ask Crossref, OpenAlex and arXiv about a paper; refused where look-ups are off. The worker does it."""
        project, paper = paper_meant(request, slug, paper_slug)
        allow(can_look_up(request.user, project))
        row: LookUp = start_look_up(by=person_of(request), paper=paper)
        queue_look_up(row)
        return Response(LookUpSerializer(row).data, status=status.HTTP_202_ACCEPTED)


LISTED = 20


class Bibliography(APIView):
    @extend_schema(
        operation_id="bibliography_bibtex",
        responses={(200, "application/x-bibtex"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every paper of the project as BibTeX."""
        return bibliography(person_of(request), project_for(request.user, slug), "bib")


class CslBibliography(APIView):
    @extend_schema(
        operation_id="bibliography_csl",
        responses={(200, "application/vnd.citationstyles.csl+json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every paper of the project as CSL-JSON."""
        return bibliography(person_of(request), project_for(request.user, slug), "json")
