"""Extraction passes for programs: start, watch, cancel, and let go of what is left."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from genomes.api.genomes import FAULTS, VERSION, visible_genome, write
from genomes.models import ExtractionPass
from genomes.permissions import can_start_passes
from genomes.selectors.extraction import visible_passes
from genomes.serializers import NewPassesSerializer, PassSerializer, RejectedSerializer
from genomes.services import cancel_pass, reject_open_candidates, start_passes
from genomes.tasks import queue_passes


class Passes(APIView):
    @extend_schema(parameters=[VERSION], responses=PassSerializer(many=True))
    def get(self, request: Request, slug: str, paper_slug: str) -> Response:
        """The passes over a genome, the newest first."""
        genome = visible_genome(request, slug, paper_slug)
        return Response(PassSerializer(genome.passes.all(), many=True).data)

    @extend_schema(
        request=NewPassesSerializer, parameters=[VERSION], responses={202: PassSerializer(many=True), **FAULTS}
    )
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Start a pass for each type; one that is open already is answered as it is. Holder of the genome, or admin."""
        genome = visible_genome(request, slug, paper_slug)
        allow(can_start_passes(request.user, project_for(request.user, slug)))
        body = NewPassesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        wish: dict[str, Any] = body.validated_data
        made = start_passes(by=person_of(request), genome=genome, **wish)
        queue_passes(made)
        return Response(PassSerializer(made, many=True).data, status=status.HTTP_202_ACCEPTED)


class OnePass(APIView):
    @extend_schema(responses=PassSerializer)
    def get(self, request: Request, slug: str, pass_id: int) -> Response:
        """How a pass is getting on."""
        return Response(PassSerializer(seen_pass(request, slug, pass_id)).data)


class CancelPass(APIView):
    @extend_schema(request=None, responses={200: PassSerializer, **FAULTS})
    def post(self, request: Request, slug: str, pass_id: int) -> Response:
        """Ask a pass to end; it keeps what it has proposed."""
        extraction = seen_pass(request, slug, pass_id)
        allow(can_start_passes(request.user, project_for(request.user, slug)))
        return Response(PassSerializer(cancel_pass(by=person_of(request), extraction=extraction)).data)


class RejectRest(APIView):
    @extend_schema(request=None, responses={200: RejectedSerializer, **FAULTS})
    def post(self, request: Request, slug: str, pass_id: int) -> Response:
        """Reject every candidate of a pass that is still undecided; the caller must hold the genome."""
        extraction = seen_pass(request, slug, pass_id)
        rejected = reject_open_candidates(by=write(request, slug), extraction=extraction)
        return Response(RejectedSerializer({"rejected": len(rejected)}).data)


def seen_pass(request: Request, slug: str, pass_id: int) -> ExtractionPass:
    """A pass over a genome that the caller may see, or Http404."""
    project = project_for(request.user, slug)
    found: ExtractionPass = get_object_or_404(
        visible_passes(person_of(request), project).select_related("genome"), pk=pass_id
    )
    return found
