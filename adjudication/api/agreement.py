"""Agreement for programs: the same figures as the page, under the same filters."""

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.counting import FIELD_NAMES
from adjudication.filters import wanted_of
from adjudication.permissions import can_see_agreement
from adjudication.selectors import agreement_figures
from adjudication.services.tallies import AT_ONCE, count_open
from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.serializers import FaultsSerializer

FILTERS = [
    OpenApiParameter("domain", str, description="Only pairs of this domain; - for those without one."),
    OpenApiParameter("stage", int, description="Only pairs of this stage."),
    OpenApiParameter("guideline", int, description="Only pairs labelled under this version; 0: under several."),
    OpenApiParameter("from", str, description="From the week of this day, as 2026-03-31."),
    OpenApiParameter("to", str, description="Up to the week of this day."),
    OpenApiParameter("field", str, enum=FIELD_NAMES, description="What weeks, domains, stages and versions are of."),
]


class AgreementFigures(APIView):
    @extend_schema(parameters=FILTERS, responses={200: dict[str, Any], 400: FaultsSerializer})
    def get(self, request: Request, slug: str) -> Response:
        """Agreement before adjudication: by field, week, domain, stage and guideline version, and which dynamics met.

        An undefined figure is null with its reason. 400 for a filter that nothing can fit.
        """
        project: Project = project_for(request.user, slug)
        allow(can_see_agreement(request.user, project))
        wanted = wanted_of(project, request.query_params)
        count_open(project=project, most=AT_ONCE)
        return Response(agreement_figures(project, wanted, reader=person_of(request)))


api_urls: list[URLPattern] = [path("agreement/", AgreementFigures.as_view(), name="agreement")]
