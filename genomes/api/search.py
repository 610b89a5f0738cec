"""Search for programs: the same selectors as the page."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of, project_for
from evaluator.vocabulary import ObjectType
from genomes.selectors.search import search_library
from genomes.serializers import FoundSerializer


class Search(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("q", str, required=True, description="Words; each is found where a word begins with it."),
            OpenApiParameter("kind", str, enum=["papers", "objects"]),
            OpenApiParameter("type", str, enum=[each.value for each in ObjectType]),
            OpenApiParameter("page", int),
        ],
        responses=FoundSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Papers or idea objects that the caller may see and that fit the words, the best first."""
        wanted = request.query_params
        kind = "objects" if wanted.get("kind") == "objects" else "papers"
        found = search_library(
            person_of(request),
            project_for(request.user, slug),
            wanted.get("q", ""),
            kind=kind,
            object_type=wanted.get("type", ""),
            number=wanted.get("page", 1),
        )
        body = {
            "papers_count": found.papers,
            "objects_count": found.objects,
            "page": found.page.number,
            "pages": found.page.paginator.num_pages,
            "papers": found.page.object_list if kind == "papers" else [],
            "objects": found.page.object_list if kind == "objects" else [],
        }
        return Response(FoundSerializer(body).data)
