"""The data of a project for programs: the same files as the page of exports."""

from typing import Any

from django.http import Http404, StreamingHttpResponse
from django.urls import URLPattern, path, reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.export_rows import ROWS, row_schema
from adjudication.exports_response import ending_in, table_response, wants_names, zip_response
from adjudication.permissions import can_export
from adjudication.selectors.export import counts_of
from annotation.access import allow, person_of, project_for
from annotation.models import Project, User

AS = OpenApiParameter("as", str, enum=["jsonl", "csv"], description="The form of the tables; JSONL unless said.")
PEOPLE = OpenApiParameter(
    "people", str, enum=["pseudonyms", "names"], description="Pseudonyms, the same in every table, unless asked."
)


class ExportTableSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    rows = serializers.IntegerField()
    url = serializers.CharField()
    schema_url = serializers.CharField(help_text="JSON Schema 2020-12 of a row.")


class ExportsSerializer(serializers.Serializer[Any]):
    everything_url = serializers.CharField(help_text="All tables with schemas, manifest and checksums as one zip.")
    tables = ExportTableSerializer(many=True)


def exporting(request: Request, slug: str) -> tuple[Project, User]:
    """The project and the caller, if they may take it along as a whole."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_export(person, project))
    return project, person


class Exports(APIView):
    @extend_schema(operation_id="exports_list", responses=ExportsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The tables that can be taken along and how many rows each has; admins who do not label only."""
        project, person = exporting(request, slug)
        tables = [
            {
                "name": name,
                "rows": rows,
                "url": reverse("api:export-table", args=[slug, name]),
                "schema_url": reverse("api:export-schema", args=[slug, name]),
            }
            for name, rows in counts_of(project, person).items()
        ]
        body = {"everything_url": reverse("api:export-everything", args=[slug]), "tables": tables}
        return Response(ExportsSerializer(body).data)


class ExportEverything(APIView):
    @extend_schema(parameters=[AS, PEOPLE], responses={(200, "application/zip"): OpenApiTypes.BYTE})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """All tables as one zip, streamed from one snapshot; the same state of the project gives the same bytes."""
        project, person = exporting(request, slug)
        sent = request.query_params
        return zip_response(project, person, ending_in(sent), named=wants_names(sent))


class ExportTable(APIView):
    @extend_schema(parameters=[AS, PEOPLE], responses={(200, "application/jsonl"): OpenApiTypes.BYTE})
    def get(self, request: Request, slug: str, name: str) -> StreamingHttpResponse:
        """One table, streamed."""
        project, person = exporting(request, slug)
        sent = request.query_params
        return table_response(project, person, name, ending_in(sent), named=wants_names(sent))


class ExportSchema(APIView):
    @extend_schema(responses={200: dict[str, Any]})
    def get(self, request: Request, slug: str, name: str) -> Response:
        """JSON Schema 2020-12 of a row of the table."""
        exporting(request, slug)
        if name not in ROWS:
            raise Http404
        return Response(row_schema(name))


api_urls: list[URLPattern] = [
    path("exports/", Exports.as_view(), name="exports"),
    path("exports/everything/", ExportEverything.as_view(), name="export-everything"),
    path("exports/<slug:name>/", ExportTable.as_view(), name="export-table"),
    path("exports/<slug:name>/schema/", ExportSchema.as_view(), name="export-schema"),
]
