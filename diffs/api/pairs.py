"""Pairs, drafts and submissions for programs: the same querysets and services as the pages."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.refusal import Fault, Refused
from annotation.serializers import FaultsSerializer
from annotation.services import claim_unit
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.permissions import can_create_pair, can_label_pair
from diffs.selectors import check_answer, listed_pairs
from diffs.selectors.filters import FIELDS_OF, Reach, filter_of, filtered_pairs, reach_of
from diffs.serializers import (
    DiffSerializer,
    DraftSerializer,
    NewDiffSerializer,
    NewDraftSerializer,
    NewPairSerializer,
    PairSerializer,
)
from diffs.services import create_pair, save_draft, submit_diff
from genomes.models import Genome

FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}
FILTERS = [
    OpenApiParameter(each, str, description="As in the address of the list of pairs.")
    for each in sorted(FIELDS_OF[Reach.EVERYTHING] - {"sort"})
]
LONGEST_NUMBER = 18  # digits of an id that the database can hold


def pair_of(request: Request, slug: str, pair_id: int) -> PaperPair:
    """The pair, if the caller has a role in its project and the address names that project."""
    project = project_for(request.user, slug)
    visible = PaperPair.objects.visible_to(person_of(request)).with_papers()
    pair: PaperPair = get_object_or_404(visible, project=project, pk=pair_id)
    return pair


def labelled_pair(request: Request, slug: str, pair_id: int) -> PaperPair:
    """The pair, for those who may label it."""
    pair = pair_of(request, slug, pair_id)
    allow(can_label_pair(person_of(request), pair))
    return pair


class Pairs(generics.ListAPIView[PaperPair]):
    """All pairs for admins; for everybody else those that they work on or have finished."""

    serializer_class = PairSerializer
    queryset = PaperPair.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return PaperPair.objects.none()
        project = project_for(self.request.user, self.kwargs["slug"])
        person = person_of(self.request)
        reach = reach_of(person, project)
        return filtered_pairs(project, person, filter_of(self.request.query_params, reach), reach)

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """All pairs for admins, else those that the caller works on, filtered as the list on the page."""
        return super().get(request, *args, **kwargs)

    @extend_schema(request=NewPairSerializer, responses={201: PairSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Make a pair of two genomes that are handed in; admins only."""
        project, person = project_for(request.user, slug), person_of(request)
        allow(can_create_pair(person, project))
        body = NewPairSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        genomes = _genomes(project, body.validated_data)
        pair = create_pair(by=person, project=project, **genomes)
        made = listed_pairs(project, person, everything=True).get(pk=pair.pk)
        return Response(PairSerializer(made).data, status=status.HTTP_201_CREATED)


def _genomes(project: Project, slugs: dict[str, str]) -> dict[str, Genome]:
    """The newest genome of each paper; every paper without one is named."""
    newest = (
        Genome.objects.filter(source_version__paper__project=project, source_version__paper__slug__in=slugs.values())
        .select_related("source_version__paper")
        .defer("source_version__text")
        .order_by("source_version__number")
    )
    known = {genome.paper.slug: genome for genome in newest}
    words = _("The library has no genome of “%(paper)s”. Import the paper first.")
    faults = [
        Fault("unknown_paper", words % {"paper": slug}, field) for field, slug in slugs.items() if slug not in known
    ]
    if faults:
        raise Refused(faults)
    return {field: known[slug] for field, slug in slugs.items()}


class OnePair(APIView):
    @extend_schema(responses=PairSerializer)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """One pair."""
        project = project_for(request.user, slug)
        pairs = listed_pairs(project, person_of(request), everything=True)
        return Response(PairSerializer(get_object_or_404(pairs, pk=pair_id)).data)


class ClaimPair(APIView):
    @extend_schema(request=None, responses={200: PairSerializer, **FAULTS})
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Take a pair up to label it."""
        pair, person = labelled_pair(request, slug, pair_id), person_of(request)
        claim_unit(person=person, unit=pair.unit)
        held = listed_pairs(pair.project, person, everything=True).get(pk=pair.pk)
        return Response(PairSerializer(held).data)


class Draft(APIView):
    @extend_schema(responses=DraftSerializer)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """The caller's own draft; an empty one at revision 0 when there is none."""
        pair = labelled_pair(request, slug, pair_id)
        draft = DiffDraft.objects.visible_to(person_of(request)).filter(pair=pair).first()
        return Response(_draft_json(pair, draft or DiffDraft(pair=pair)))

    @extend_schema(request=NewDraftSerializer, responses={200: DraftSerializer, **FAULTS})
    def put(self, request: Request, slug: str, pair_id: int) -> Response:
        """Save the draft. 409 with `current` when it was changed since `revision`."""
        pair = labelled_pair(request, slug, pair_id)
        body = NewDraftSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(_draft_json(pair, save_draft(by=person_of(request), pair=pair, **body.validated_data)))


def _draft_json(pair: PaperPair, draft: DiffDraft) -> Any:
    gaps = [gap.as_json() for gap in check_answer(pair, draft.payload).gaps]
    facts = {"revision": draft.revision, "payload": draft.payload, "saved_at": draft.saved_at, "gaps": gaps}
    return DraftSerializer(facts).data


class Diffs(generics.ListAPIView[Diff]):
    """Submissions that the caller may see: their own, and others' when the rules of blindness allow it."""

    serializer_class = DiffSerializer
    queryset = Diff.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Diff.objects.none()
        project = project_for(self.request.user, self.kwargs["slug"])
        found = Diff.objects.visible_to(person_of(self.request)).filter(pair__project=project)
        pair = self.request.query_params.get("pair", "")
        if pair:
            found = found.filter(pair=int(pair)) if pair.isdecimal() and len(pair) <= LONGEST_NUMBER else found.none()
        return found.select_related("author", "guideline", "pair__project", "check_result")

    @extend_schema(parameters=[OpenApiParameter("pair", int, description="Only of this pair.")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Submissions, own and visible ones."""
        return super().get(request, *args, **kwargs)

    @extend_schema(request=NewDiffSerializer, responses={201: DiffSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Submit an answer. The same answer sent twice is one submission, which both callers get."""
        project_for(request.user, slug)
        body = NewDiffSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        pair = labelled_pair(request, slug, body.validated_data["pair"])
        facts = body.validated_data
        grown_from = {name: facts.get(name) for name in ("guideline", "revision")}
        diff = submit_diff(by=person_of(request), pair=pair, payload=facts["answer"], **grown_from)
        return Response(DiffSerializer(diff, context={"request": request}).data, status=status.HTTP_201_CREATED)


class OneDiff(APIView):
    @extend_schema(responses=DiffSerializer)
    def get(self, request: Request, slug: str, diff_id: str) -> Response:
        """One submission that the caller may see."""
        project = project_for(request.user, slug)
        visible = Diff.objects.visible_to(person_of(request)).filter(pair__project=project)
        diff = get_object_or_404(
            visible.select_related("author", "guideline", "pair__project", "check_result"), pk=diff_id
        )
        return Response(DiffSerializer(diff, context={"request": request}).data)


urls: list[URLPattern] = [
    path("pairs/", Pairs.as_view(), name="pairs"),
    path("pairs/<int:pair_id>/", OnePair.as_view(), name="pair"),
    path("pairs/<int:pair_id>/claim/", ClaimPair.as_view(), name="pair-claim"),
    path("drafts/<int:pair_id>/", Draft.as_view(), name="draft"),
    path("diffs/", Diffs.as_view(), name="diffs"),
    path("diffs/<uuid:diff_id>/", OneDiff.as_view(), name="diff"),
]
