"""Evidence carried to a new text, for programs."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of, project_for
from annotation.serializers import FaultsSerializer
from genomes.api.genomes import VERSION, visible_genome, write
from genomes.models import CarriedEvidence, IdeaObject
from genomes.selectors.carrying import carried_of
from genomes.serializers import CarriedSerializer
from genomes.services import confirm_place, drop_place

FAULTS = {400: FaultsSerializer}


class Carried(APIView):
    @extend_schema(parameters=[VERSION], responses=CarriedSerializer(many=True))
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Evidence of the last version that waits for a person: proposed places and orphans, in the old order."""
        carried = carried_of(visible_genome(request, slug, paper_slug))
        rows = [place.row for place in (*carried.proposed, *carried.orphans)]
        return Response(CarriedSerializer(rows, many=True).data)


class ConfirmCarried(APIView):
    @extend_schema(request=None, responses={200: CarriedSerializer, **FAULTS})
    def post(self, request: Request, slug: str, carried_id: int) -> Response:
        """Say that the proposed place is the right one."""
        row = _carried(request, slug, carried_id)
        return Response(CarriedSerializer(confirm_place(by=write(request, slug), carried=row)).data)


class DropCarried(APIView):
    @extend_schema(request=None, responses={200: CarriedSerializer, **FAULTS})
    def post(self, request: Request, slug: str, carried_id: int) -> Response:
        """Let the evidence go."""
        row = _carried(request, slug, carried_id)
        return Response(CarriedSerializer(drop_place(by=write(request, slug), carried=row)).data)


def _carried(request: Request, slug: str, carried_id: int) -> CarriedEvidence:
    project = project_for(request.user, slug)
    objects = IdeaObject.objects.visible_to(person_of(request)).filter(genome__source_version__paper__project=project)
    rows = CarriedEvidence.objects.filter(idea_object__in=objects).select_related("idea_object__genome", "source")
    found: CarriedEvidence = get_object_or_404(rows, pk=carried_id)
    return found
