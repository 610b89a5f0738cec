"""The difference between any two releases of a project, for programs."""

from django.core.paginator import Paginator
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluator.vocabulary import RevisionKind
from releases.difference_file import difference_response
from releases.draft_serializers import DifferenceSerializer
from releases.fetching import frozen_release
from releases.selectors.comparison import COMPARED, entries, in_detail

PAGE = 50


class Difference(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("table", str, enum=COMPARED, description="Only records of this table."),
            OpenApiParameter("kind", str, enum=[kind.value for kind in RevisionKind], description="Only this kind."),
            OpenApiParameter("page", int, description="Page of 50 records, from 1."),
        ],
        responses=DifferenceSerializer,
    )
    def get(self, request: Request, slug: str, before: str, after: str) -> Response:
        """Gold records that differ, field by field, labels aside, and exam items whose answer is another."""
        old, new = (frozen_release(request._request, slug, version) for version in (before, after))
        table, kind = request.query_params.get("table", ""), request.query_params.get("kind", "")
        wanted = [e for e in entries(old, new) if table in ("", e.table) and kind in ("", e.kind.value)]
        page = Paginator(wanted, PAGE).get_page(request.query_params.get("page"))
        body = {
            "before": old.version,
            "after": new.version,
            "count": len(wanted),
            "page": page.number,
            "pages": page.paginator.num_pages,
            "results": [in_detail(old, new, entry).as_json() for entry in page],
        }
        return Response(DifferenceSerializer(body).data)


class DifferenceFile(APIView):
    @extend_schema(responses={(200, "application/x-ndjson"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, before: str, after: str, kind: str) -> HttpResponseBase:
        """The whole difference as a file, jsonl (one record a line) or json."""
        old, new = (frozen_release(request._request, slug, version) for version in (before, after))
        return difference_response(old, new, kind)
