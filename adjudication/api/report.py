"""The report of agreement for programs."""

from typing import Any

from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.api.agreement import FILTERS
from adjudication.filters import wanted_of
from adjudication.permissions import can_see_agreement
from adjudication.selectors.report import report_of
from adjudication.services.tallies import AT_ONCE, count_open
from annotation.access import allow, person_of, project_for
from annotation.serializers import FaultsSerializer


class AgreementReport(APIView):
    @extend_schema(parameters=FILTERS, responses={200: dict[str, Any], 400: FaultsSerializer})
    def get(self, request: Request, slug: str) -> Response:
        """Agreement before adjudication with all that is needed to read it: method, seed, n, guidelines, decisions."""
        project, person = project_for(request.user, slug), person_of(request)
        allow(can_see_agreement(person, project))
        wanted = wanted_of(project, request.query_params)
        count_open(project=project, most=AT_ONCE)
        return Response(report_of(project, person, wanted, timezone.now()).data)


api_urls: list[URLPattern] = [path("agreement/report/", AgreementReport.as_view(), name="agreement-report")]
