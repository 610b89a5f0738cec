"""What was released of a paper, a pair, an object or one's own labels, for programs."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of, project_for
from evaluator.manifest import TABLES
from evaluator.vocabulary import Split
from releases.selectors.released import KINDS, MINE, narrowed, record_rows, records_of, summary

PAGE = 100


class PortionSerializer(serializers.Serializer[Any]):
    """Records of one split by table."""

    split = serializers.CharField()
    total = serializers.IntegerField()
    tables = serializers.DictField(child=serializers.IntegerField())


class InReleaseSerializer(serializers.Serializer[Any]):
    """A release with what it holds of the subject."""

    version = serializers.CharField()
    status = serializers.CharField(source="status.state")
    portions = PortionSerializer(many=True)


class RecordRowSerializer(serializers.Serializer[Any]):
    """One record; `papers` are those it rests on, `pair` the gold diff, empty where it rests on several or none."""

    version = serializers.CharField()
    split = serializers.CharField()
    table = serializers.CharField()
    key = serializers.CharField()
    papers = serializers.ListField(child=serializers.CharField())
    pair = serializers.CharField(allow_blank=True)
    address = serializers.CharField(help_text="The page of the record.")


class ReleasedSerializer(serializers.Serializer[Any]):
    """Counts of all records, and one page of those that fit the filter."""

    releases = InReleaseSerializer(many=True)
    count = serializers.IntegerField(help_text="Records that fit the filter.")
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = RecordRowSerializer(many=True)


PARAMETERS = [
    OpenApiParameter("of", str, required=True, enum=KINDS, description="What is asked about; mine: one's own labels."),
    OpenApiParameter("key", str, description="Short name of the paper, “source__target”, or the object's id."),
    OpenApiParameter("version", str, description="Only records of this release."),
    OpenApiParameter("table", str, enum=TABLES, description="Only records of this table."),
    OpenApiParameter("split", str, enum=[split.value for split in Split], description="Only records of this split."),
    OpenApiParameter("page", int, description="Page of 100 records, from 1."),
]


class Released(APIView):
    @extend_schema(parameters=PARAMETERS, responses=ReleasedSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Every released record that rests on a paper, a pair, an object or one's own labels.

        Records of a sealed split are listed and counted for admins only.
        """
        project = project_for(request.user, slug)
        asked = {name: request.query_params.get(name, "") for name in ("of", "key", "version", "table", "split")}
        if asked["of"] not in KINDS or (not asked["key"] and asked["of"] != MINE) or "\0" in "".join(asked.values()):
            raise Http404
        rows = records_of(person_of(request), project, asked["of"], asked["key"])
        wanted = narrowed(rows, version=asked["version"], table=asked["table"], split=asked["split"])
        page = Paginator(wanted, PAGE).get_page(request.query_params.get("page"))
        body = {
            "releases": summary(project, rows),
            "count": page.paginator.count,
            "page": page.number,
            "pages": page.paginator.num_pages,
            "results": record_rows(project, page),
        }
        return Response(ReleasedSerializer(body).data)
