"""Disputes and decisions for programs: the same querysets and services as the pages."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.api.queue import FILTERS, OfQueue, chosen_in
from adjudication.models import CaseDraft, Resolution
from adjudication.permissions import can_adjudicate, can_reopen, can_see_disputes
from adjudication.queue_rules import PAIR
from adjudication.selectors import (
    case_screen,
    cases_for,
    compose,
    sides_of_case,
)
from adjudication.serializers import (
    CaseDraftSerializer,
    CaseSerializer,
    DisputeSerializer,
    NewCaseDraftSerializer,
    NewResolutionSerializer,
    ReasonSerializer,
    ResolutionSerializer,
    WholeResolutionSerializer,
)
from adjudication.services import (
    claim_case,
    claim_next_case,
    draft_state,
    release_case,
    reopen_case,
    resolve_case,
    save_case_draft,
)
from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.permissions import can_label
from annotation.serializers import FaultsSerializer
from diffs.models import PaperPair
from diffs.selectors import read_answer
from evaluator.schema import DiffAnswer

FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}
EMPTY_DRAFT = {"revision": 0, "payload": {}, "saved_at": None}


def seen_pair(request: Request, slug: str, pair_id: int) -> PaperPair:
    """The pair of a case, for those who oversee; only if the caller may see its labels."""
    project = project_for(request.user, slug)
    person = person_of(request)
    allow(can_see_disputes(person, project))
    pair: PaperPair = get_object_or_404(cases_for(project, person), pk=pair_id)
    return pair


def decided_pair(request: Request, slug: str, pair_id: int) -> PaperPair:
    """The pair of a case, for adjudicators."""
    pair = seen_pair(request, slug, pair_id)
    allow(can_adjudicate(request.user, pair.project))
    return pair


def case_of(request: Request, pair: PaperPair) -> Any:
    """A case as JSON."""
    screen = case_screen(pair, person_of(request))
    rows = [
        *({"key": view.key, "in_dispute": True} for view in screen.disputed),
        *({"key": view.key, "in_dispute": False} for view in screen.agreed),
    ]
    held_until = screen.case.lease_expires_at if screen.case is not None and screen.case.is_held else None
    body = {"id": pair.pk, "mode": screen.mode, "held_until": held_until, "rows": rows}
    labels = [view.side for view in screen.sides]
    return CaseSerializer({**body, "labels": labels, "history": screen.history}).data


@extend_schema(parameters=FILTERS)
class Disputes(OfQueue[PaperPair]):
    """Pairs whose labels differ and that nobody has decided, for adjudicators and admins; filtered as on the page."""

    serializer_class = DisputeSerializer
    queryset = PaperPair.objects.none()
    kind = PAIR

    def found(self, project: Project, ids: list[int]) -> Any:
        return PaperPair.objects.filter(project=project, pk__in=ids).with_papers()


class NextDispute(APIView):
    @extend_schema(request=None, parameters=FILTERS, responses={200: CaseSerializer, 204: None, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Take the pair that is most in dispute among those that the filters ask for; 204 when none is waiting."""
        project = project_for(request.user, slug)
        allow(can_adjudicate(request.user, project))
        taken = claim_next_case(by=person_of(request), project=project, chosen=chosen_in(request))
        if taken is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(case_of(request, seen_pair(request, slug, taken.pair_id)))


class Dispute(APIView):
    @extend_schema(responses=CaseSerializer)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """One case: its labels by letter, without names, and its rows. Reading takes and decides nothing."""
        return Response(case_of(request, seen_pair(request, slug, pair_id)))


class ClaimDispute(APIView):
    @extend_schema(request=None, responses={200: CaseSerializer, **FAULTS})
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Take a case, or hold it longer."""
        pair = decided_pair(request, slug, pair_id)
        claim_case(by=person_of(request), pair=pair)
        return Response(case_of(request, pair))


class ReleaseDispute(APIView):
    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Give a case back; the draft stays."""
        release_case(by=person_of(request), pair=decided_pair(request, slug, pair_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class DisputeDraft(APIView):
    @extend_schema(responses=CaseDraftSerializer)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """The caller's own draft; an empty one at revision 0 when there is none."""
        pair = decided_pair(request, slug, pair_id)
        draft = CaseDraft.objects.visible_to(person_of(request)).filter(case__pair=pair).first()
        return Response(EMPTY_DRAFT if draft is None else draft_state(draft))

    @extend_schema(request=NewCaseDraftSerializer, responses={200: CaseDraftSerializer, **FAULTS})
    def put(self, request: Request, slug: str, pair_id: int) -> Response:
        """Save the draft; 409 with the saved one in `current` when another was first."""
        pair = decided_pair(request, slug, pair_id)
        body = NewCaseDraftSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        saved = save_case_draft(by=person_of(request), pair=pair, **body.validated_data)
        return Response(draft_state(saved))


class ResolveDispute(APIView):
    @extend_schema(request=NewResolutionSerializer, responses={201: WholeResolutionSerializer, **FAULTS})
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Decide a case, by the whole gold answer or by a choice for each row."""
        pair = decided_pair(request, slug, pair_id)
        body = NewResolutionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts = body.validated_data
        resolution = resolve_case(
            by=person_of(request),
            pair=pair,
            outcome=facts["outcome"],
            payload=_answer(pair, facts),
            choices=facts.get("choices"),
            reason_code=facts["reason_code"],
            rationale=facts["rationale"],
            row_notes=facts.get("row_notes"),
        )
        return Response(WholeResolutionSerializer(resolution).data, status=status.HTTP_201_CREATED)


class ReopenDispute(APIView):
    @extend_schema(request=ReasonSerializer, responses={201: WholeResolutionSerializer, **FAULTS})
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Put a decided pair back into dispute; what was decided stays in its history."""
        pair = seen_pair(request, slug, pair_id)
        allow(can_reopen(person_of(request), pair.project))
        body = ReasonSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        resolution = reopen_case(by=person_of(request), pair=pair, **body.validated_data)
        return Response(WholeResolutionSerializer(resolution).data, status=status.HTTP_201_CREATED)


class Resolutions(generics.ListAPIView[Resolution]):
    """Decisions, also those that were reopened since. Who labels sees those of pairs that they have submitted."""

    serializer_class = ResolutionSerializer
    queryset = Resolution.objects.none()

    def get_queryset(self) -> Any:
        project = project_for(self.request.user, self.kwargs["slug"])
        papers = ("pair__source__source_version__paper", "pair__target__source_version__paper")
        texts = ("pair__source__source_version__text", "pair__target__source_version__text")
        seen = Resolution.objects.visible_to(person_of(self.request)).filter(pair__project=project)
        return seen.select_related(*papers).defer(*texts)

    def get_serializer_context(self) -> dict[str, Any]:
        context = dict(super().get_serializer_context())
        if not getattr(self, "swagger_fake_view", False):
            project = project_for(self.request.user, self.kwargs["slug"])
            context["labels"] = can_label(self.request.user, project)
        return context


def _answer(pair: PaperPair, facts: dict[str, Any]) -> DiffAnswer | dict[str, Any] | None:
    """The gold answer that was sent whole, or the one that the choices amount to."""
    if facts["outcome"] != Resolution.Outcome.RESOLVED or "answer" in facts:
        return facts.get("answer")
    own = read_answer(facts.get("own", {}))
    return compose(pair, sides_of_case(pair), facts.get("choices", {}), own, facts["rationale"]).answer


api_urls: list[URLPattern] = [
    path("disputes/", Disputes.as_view(), name="disputes"),
    path("disputes/next/", NextDispute.as_view(), name="next-dispute"),
    path("disputes/<int:pair_id>/", Dispute.as_view(), name="dispute"),
    path("disputes/<int:pair_id>/claim/", ClaimDispute.as_view(), name="claim-dispute"),
    path("disputes/<int:pair_id>/release/", ReleaseDispute.as_view(), name="release-dispute"),
    path("disputes/<int:pair_id>/draft/", DisputeDraft.as_view(), name="dispute-draft"),
    path("disputes/<int:pair_id>/resolve/", ResolveDispute.as_view(), name="resolve-dispute"),
    path("disputes/<int:pair_id>/reopen/", ReopenDispute.as_view(), name="reopen-dispute"),
    path("resolutions/", Resolutions.as_view(), name="resolutions"),
]
