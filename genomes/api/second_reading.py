"""The second reading of a genome for programs: objects under numbers, the caller's draft, submission."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow
from annotation.models import User
from annotation.serializers import FaultsSerializer
from annotation.services import claim_unit
from genomes.api.genomes import VERSION, genome_meant
from genomes.models import SecondReading
from genomes.permissions import can_write_genomes
from genomes.selectors.second_reading import draft_of, reading_screen
from genomes.serializers import (
    AnswersSerializer,
    NewReadingDraftSerializer,
    ReadingDraftSerializer,
    ReadingSerializer,
)
from genomes.services import draft_state, save_reading_draft, submit_reading

FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}


def reading_meant(request: Request, slug: str, paper_slug: str) -> tuple[User, SecondReading]:
    """The reading of the genome that an address means; Http404 where none was asked for."""
    person, _project, genome = genome_meant(request, slug, paper_slug)
    readings = SecondReading.objects.visible_to(person).select_related("unit__project", "genome__source_version__paper")
    return person, get_object_or_404(readings, genome=genome)


def read_by(request: Request, slug: str, paper_slug: str) -> tuple[User, SecondReading]:
    """The same, for annotators."""
    person, reading = reading_meant(request, slug, paper_slug)
    allow(can_write_genomes(person, reading.unit.project))
    return person, reading


def shown(person: User, reading: SecondReading) -> Response:
    draft = draft_of(person, reading)
    screen = reading_screen(person, reading.genome.paper, reading, draft.payload if draft else {})
    return Response(ReadingSerializer(screen).data)


class Reading(APIView):
    @extend_schema(parameters=[VERSION], responses=ReadingSerializer)
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """The objects of a genome under numbers, for its second reader."""
        return shown(*reading_meant(request, slug, paper_slug))


class ClaimReading(APIView):
    @extend_schema(request=None, parameters=[VERSION], responses={200: ReadingSerializer, **FAULTS})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Take the reading; annotators who had no part in the genome."""
        person, reading = read_by(request, slug, paper_slug)
        claim_unit(person=person, unit=reading.unit)
        return shown(person, reading)


class OneReadingDraft(APIView):
    @extend_schema(parameters=[VERSION], responses=ReadingDraftSerializer)
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """The caller's own draft; an empty one at revision 0 when there is none."""
        person, reading = read_by(request, slug, paper_slug)
        return Response(draft_state(draft_of(person, reading)))

    @extend_schema(
        request=NewReadingDraftSerializer, parameters=[VERSION], responses={200: ReadingDraftSerializer, **FAULTS}
    )
    def put(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Save the draft; 409 with the saved one in `current` when another was first."""
        person, reading = read_by(request, slug, paper_slug)
        body = NewReadingDraftSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(draft_state(save_reading_draft(by=person, reading=reading, **body.validated_data)))


class SubmitReading(APIView):
    @extend_schema(request=AnswersSerializer, parameters=[VERSION], responses={200: ReadingSerializer, **FAULTS})
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Submit the reading, once and for good; refused with everything that is missing."""
        person, reading = read_by(request, slug, paper_slug)
        body = AnswersSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return shown(person, submit_reading(by=person, reading=reading, **body.validated_data))
