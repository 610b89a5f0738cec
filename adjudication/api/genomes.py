"""Genomes that author and second reader typed differently, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.api.queue import FILTERS, OfQueue, chosen_in
from adjudication.models import GenomeDraft, GenomeHold
from adjudication.permissions import can_adjudicate, can_reopen, can_see_disputes
from adjudication.queue_rules import GENOME
from adjudication.selectors.genome_disputes import Wish, genome_disputes
from adjudication.selectors.genome_screen import genome_screen
from adjudication.serializers import (
    CaseDraftSerializer,
    GenomeCaseSerializer,
    GenomeDisputeSerializer,
    NewGenomeDraftSerializer,
    ObjectRulingSerializer,
    ReasonSerializer,
    RulingsSerializer,
)
from adjudication.services import (
    claim_genome,
    claim_next_dispute,
    genome_draft_state,
    release_genome,
    reopen_object,
    rule_objects,
    save_genome_draft,
)
from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.serializers import FaultsSerializer
from genomes.models import SecondReading, Typing

FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}


def submitted_reading(request: Request, slug: str, reading_id: int) -> SecondReading:
    """A submitted reading of the project, for those who oversee."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_see_disputes(person, project))
    readings = SecondReading.objects.visible_to(person).filter(unit__project=project, submitted_at__isnull=False)
    related = ("unit__project", "genome__source_version__paper")
    found: SecondReading = get_object_or_404(readings.select_related(*related), pk=reading_id)
    return found


def decided_reading(request: Request, slug: str, reading_id: int) -> SecondReading:
    """The same, for adjudicators."""
    reading = submitted_reading(request, slug, reading_id)
    allow(can_adjudicate(request.user, reading.unit.project))
    return reading


def case_of(request: Request, reading: SecondReading) -> Any:
    """A genome in dispute as JSON."""
    return GenomeCaseSerializer(genome_screen(reading, person_of(request))).data


@extend_schema(parameters=FILTERS)
class GenomeDisputes(OfQueue[SecondReading]):
    """Genomes with objects that were typed differently and that nobody has decided; filtered as on the page."""

    serializer_class = GenomeDisputeSerializer
    queryset = SecondReading.objects.none()
    kind = GENOME

    def found(self, project: Project, ids: list[int]) -> Any:
        return genome_disputes(project).filter(pk__in=ids)


class NextGenomeDispute(APIView):
    @extend_schema(request=None, parameters=FILTERS, responses={200: GenomeCaseSerializer, 204: None, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Take the genome with most objects in dispute among those that the filters ask for; 204 for none."""
        project = project_for(request.user, slug)
        allow(can_adjudicate(request.user, project))
        taken = claim_next_dispute(by=person_of(request), project=project, chosen=chosen_in(request), kind=GENOME)
        if not isinstance(taken, GenomeHold):
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(case_of(request, submitted_reading(request, slug, taken.reading_id)))


class GenomeDispute(APIView):
    @extend_schema(responses=GenomeCaseSerializer)
    def get(self, request: Request, slug: str, reading_id: int) -> Response:
        """The objects that were typed differently, by number, with both answers as A and B. Reading decides nothing."""
        return Response(case_of(request, submitted_reading(request, slug, reading_id)))


class ClaimGenome(APIView):
    @extend_schema(request=None, responses={200: GenomeCaseSerializer, **FAULTS})
    def post(self, request: Request, slug: str, reading_id: int) -> Response:
        """Take a genome, or hold it longer."""
        reading = decided_reading(request, slug, reading_id)
        claim_genome(by=person_of(request), reading=reading)
        return Response(case_of(request, reading))


class ReleaseGenome(APIView):
    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str, reading_id: int) -> Response:
        """Give a genome back; the draft stays."""
        release_genome(by=person_of(request), reading=decided_reading(request, slug, reading_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class GenomeDisputeDraft(APIView):
    @extend_schema(responses=CaseDraftSerializer)
    def get(self, request: Request, slug: str, reading_id: int) -> Response:
        """The caller's own draft; an empty one at revision 0 when there is none."""
        reading = decided_reading(request, slug, reading_id)
        draft = GenomeDraft.objects.visible_to(person_of(request)).filter(reading=reading).first()
        return Response(genome_draft_state(draft))

    @extend_schema(request=NewGenomeDraftSerializer, responses={200: CaseDraftSerializer, **FAULTS})
    def put(self, request: Request, slug: str, reading_id: int) -> Response:
        """Save the draft; 409 with the saved one in `current` when another was first."""
        reading = decided_reading(request, slug, reading_id)
        body = NewGenomeDraftSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(
            genome_draft_state(save_genome_draft(by=person_of(request), reading=reading, **body.validated_data))
        )


class RuleObjects(APIView):
    @extend_schema(request=RulingsSerializer, responses={201: ObjectRulingSerializer(many=True), **FAULTS})
    def post(self, request: Request, slug: str, reading_id: int) -> Response:
        """Decide objects; each decision is applied to the genome as a recorded step."""
        reading = decided_reading(request, slug, reading_id)
        body = RulingsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts = dict(body.validated_data)
        rulings = facts.pop("rulings")
        wishes = [Wish(**{**facts, **said}) for said in rulings]
        made = rule_objects(by=person_of(request), reading=reading, wishes=wishes)
        return Response(ObjectRulingSerializer(made, many=True).data, status=status.HTTP_201_CREATED)


class ReopenObject(APIView):
    @extend_schema(request=ReasonSerializer, responses={201: ObjectRulingSerializer, **FAULTS})
    def post(self, request: Request, slug: str, reading_id: int, number: int) -> Response:
        """Put a decided object back into dispute; the genome has it again as its author typed it."""
        reading = submitted_reading(request, slug, reading_id)
        allow(can_reopen(person_of(request), reading.unit.project))
        typing = get_object_or_404(Typing.objects.visible_to(person_of(request)), reading=reading, number=number)
        body = ReasonSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        made = reopen_object(by=person_of(request), typing=typing, **body.validated_data)
        return Response(ObjectRulingSerializer(made).data, status=status.HTTP_201_CREATED)


api_urls: list[URLPattern] = [
    path("disputes/genomes/", GenomeDisputes.as_view(), name="genome-disputes"),
    path("disputes/genomes/next/", NextGenomeDispute.as_view(), name="next-genome-dispute"),
    path("disputes/genomes/<int:reading_id>/claim/", ClaimGenome.as_view(), name="claim-genome"),
    path("disputes/genomes/<int:reading_id>/release/", ReleaseGenome.as_view(), name="release-genome"),
    path("disputes/genomes/<int:reading_id>/draft/", GenomeDisputeDraft.as_view(), name="genome-dispute-draft"),
    path("disputes/genomes/<int:reading_id>/", GenomeDispute.as_view(), name="genome-dispute"),
    path("disputes/genomes/<int:reading_id>/decide/", RuleObjects.as_view(), name="rule-objects"),
    path(
        "disputes/genomes/<int:reading_id>/objects/<int:number>/reopen/", ReopenObject.as_view(), name="reopen-object"
    ),
]
