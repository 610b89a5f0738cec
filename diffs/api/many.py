"""Many pairs at once for programs: change them, make them from a table, take and bring their labels."""

import io
from typing import Any

from django.http import QueryDict, StreamingHttpResponse
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.serializers import FaultsSerializer
from annotation.services.bulk import Action, change_units
from diffs.api.candidates import curated_project
from diffs.bringing_forms import MOST_ON_A_PAGE
from diffs.labels_response import labels_response
from diffs.permissions import can_import_labels
from diffs.selectors.filters import Reach, filter_of, reach_of
from diffs.selectors.labels import exported_labels, label_records
from diffs.selectors.picking import LARGEST_ID, MOST_PICKED, refuse_alone, units_of
from diffs.services.candidates import accept_candidates
from diffs.services.label_import import import_labels
from diffs.services.pair_tables import make_pairs, plan_pairs
from diffs.tables import MOST_BYTES

FAULTS = {400: FaultsSerializer}


class NewBulkSerializer(serializers.Serializer[Any]):
    pairs = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=MOST_PICKED,
        help_text="Ids of pairs.",
    )
    all = serializers.BooleanField(default=False, help_text="All pairs that `filter` leaves, instead of `pairs`.")
    filter = serializers.CharField(default="", allow_blank=True, max_length=1000, help_text="As in the list's address.")
    action = serializers.ChoiceField(choices=[each.value for each in Action])
    value = serializers.CharField(
        default="", allow_blank=True, max_length=60, help_text="Priority, due date, id of a stage, or labels wanted."
    )
    dry_run = serializers.BooleanField(default=False, help_text="Say what would happen, change nothing.")


class BulkSerializer(serializers.Serializer[Any]):
    changed = serializers.IntegerField()
    same = serializers.IntegerField(help_text="So already.")
    left_out = serializers.DictField(child=serializers.IntegerField(), help_text="Reason to how many.")


class ChangePairs(APIView):
    @extend_schema(request=NewBulkSerializer, responses={200: BulkSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Do one thing to many pairs; admins only. Done again it changes nothing."""
        project, person = curated_project(request, slug), person_of(request)
        body = NewBulkSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data
        reach = reach_of(person, project)
        refuse_alone(sent["action"], reach)
        chosen = filter_of(QueryDict(sent["filter"]), reach) if sent["all"] else None
        units = units_of(project, person, reach, chosen, sent.get("pairs", []))
        done = change_units(
            by=person,
            project=project,
            units=units,
            action=sent["action"],
            value=sent["value"],
            dry_run=sent["dry_run"],
        )
        return Response(BulkSerializer(done).data)


class NewTableSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(
        max_length=MOST_BYTES,
        trim_whitespace=False,
        help_text="CSV; columns source, target, stage, priority, due, overlap.",
    )
    dry_run = serializers.BooleanField(default=False, help_text="Say what it comes to, make nothing.")


class LineFaultSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    field = serializers.CharField()
    message = serializers.CharField()


class TableResultSerializer(serializers.Serializer[Any]):
    new = serializers.SerializerMethodField(help_text="Good lines whose pair did not exist.")
    made = serializers.IntegerField(help_text="0 in a dry run.")
    existing = serializers.ListField(child=serializers.IntegerField(), help_text="Lines whose pair exists already.")
    faults = LineFaultSerializer(many=True)

    def get_new(self, plan: Any) -> int:
        return len(plan.new)


class PairTable(APIView):
    @extend_schema(request=NewTableSerializer, responses={200: TableResultSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Make the pairs of a table; admins only. A line with a fault keeps no other out."""
        project = curated_project(request, slug)
        body = NewTableSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        text = body.validated_data["text"]
        if body.validated_data["dry_run"]:
            return Response(TableResultSerializer(plan_pairs(project=project, text=text)).data)
        plan = make_pairs(by=person_of(request), project=project, text=text)
        return Response(TableResultSerializer(plan).data)


class NewLabelsSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(trim_whitespace=False, help_text="The file: JSONL or CSV. docs/labels.md.")
    dry_run = serializers.BooleanField(default=False, help_text="Say what it comes to, store nothing.")


class LabelImportSerializer(serializers.Serializer[Any]):
    new = serializers.IntegerField(help_text="Labels and versions that were stored.")
    same = serializers.IntegerField(help_text="Those that were there already.")
    surplus = serializers.IntegerField(help_text="New ones beyond the labels that their pair wants.")
    faults = LineFaultSerializer(many=True, help_text="With faults nothing is stored.")


class Labels(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("people", str, enum=["named", "hidden"], description="Hidden: rater-1, rater-2 …"),
            OpenApiParameter("q", str, description="And every other filter of the list of pairs."),
        ],
        responses={(200, "application/jsonl"): OpenApiTypes.BYTE},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Every label that the caller may take along, with every version, streamed as JSONL."""
        project, person = project_for(request.user, slug), person_of(request)
        reach = reach_of(person, project)
        found = exported_labels(project, person, filter_of(request.query_params, reach), reach)
        counting = reach is Reach.EVERYTHING
        named = not counting or request.query_params.get("people") != "hidden"
        return labels_response(label_records(found, named=named, counting=counting), "jsonl", slug, counting=counting)

    @extend_schema(request=NewLabelsSerializer, responses={200: LabelImportSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Import labels; admins who do not label only. One fault, and nothing is stored."""
        project, person = project_for(request.user, slug), person_of(request)
        allow(can_import_labels(person, project))
        body = NewLabelsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        file = io.StringIO(body.validated_data["text"], newline="")
        dry_run = body.validated_data["dry_run"]
        done = import_labels(by=person, project=project, file=file, dry_run=dry_run, most=MOST_ON_A_PAGE)
        return Response(LabelImportSerializer(done).data)


class NewAcceptSerializer(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID), max_length=MOST_PICKED
    )


class AcceptedSerializer(serializers.Serializer[Any]):
    accepted = serializers.IntegerField()
    pairs = serializers.IntegerField(help_text="Those that are pairs now; others wait for a genome.")
    faults = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Work, reason."
    )


class AcceptCandidates(APIView):
    @extend_schema(
        operation_id="candidates_accept_many",
        request=NewAcceptSerializer,
        responses={200: AcceptedSerializer, **FAULTS},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Accept many candidates; one that cannot be taken keeps no other out."""
        project = curated_project(request, slug)
        body = NewAcceptSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        done = accept_candidates(by=person_of(request), project=project, ids=body.validated_data["ids"])
        return Response(AcceptedSerializer(done).data)


urls: list[URLPattern] = [
    path("pairs/bulk/", ChangePairs.as_view(), name="pairs-bulk"),
    path("pairs/table/", PairTable.as_view(), name="pair-list"),
    path("labels/", Labels.as_view(), name="labels"),
    path("candidates/accept/", AcceptCandidates.as_view(), name="candidates-accept"),
]
