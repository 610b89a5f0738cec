"""Work for admins' programs: units with everybody's part, assigning, stages, who takes part, and the forecast."""

from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project, Unit, User
from annotation.permissions import can_administer, can_label, can_see_progress
from annotation.querysets import UnitQuerySet
from annotation.selectors import UNIT_SUBJECT, overseen_holds, overseen_units, planned
from annotation.selectors.filters import NO_STAGE, STATES, Filters
from annotation.selectors.members import members_of
from annotation.selectors.throughput import forecasts, throughput
from annotation.serializers import (
    AssignSerializer,
    AwaySerializer,
    DistributeSerializer,
    DistributionSerializer,
    FaultsSerializer,
    MemberSerializer,
    OverseenUnitSerializer,
    ReturnSerializer,
    TakingPartSerializer,
    UnitChangeSerializer,
    WorkProgressSerializer,
)
from annotation.services import (
    assign_unit,
    change_unit,
    distribute,
    pause_member,
    resume_member,
    return_all,
    return_unit,
    set_away,
    set_weekly_limit,
)

MOST_UNITS = 2000  # of one distribution
FAULTS = {400: FaultsSerializer, 409: FaultsSerializer}
FILTERS = [
    OpenApiParameter("stage", str, description=f"Id of a stage, or `{NO_STAGE}`."),
    OpenApiParameter("kind", str, enum=Unit.Kind.values),
    OpenApiParameter("domain", str),
    OpenApiParameter("state", str, enum=list(STATES)),
    OpenApiParameter("person", str, description="Id of a person who holds or has finished the unit."),
    OpenApiParameter("overdue", str, enum=["1"]),
    OpenApiParameter("paused", str, enum=["1"]),
    OpenApiParameter("q", str, description="Words of the title."),
]


def administered(request: Request, slug: str) -> Project:
    """The project, for its admins only."""
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    return project


def overseen_unit(request: Request, slug: str, unit_id: int) -> Unit:
    """A unit that the admin may look into; one that they may still label themselves is not there for them."""
    project, person = administered(request, slug), person_of(request)
    unit: Unit = get_object_or_404(shown_to(person, project, overseen_units(person, project)), pk=unit_id)
    return unit


def filtered(request: Request, project: Project) -> UnitQuerySet:
    """The units that the address asks for, of those that the admin may look into."""
    reader = person_of(request)
    units = overseen_units(reader, project)
    return Filters.read(request.query_params).apply(units, reader, project)


def shown_to(reader: User, project: Project, units: UnitQuerySet) -> UnitQuerySet:
    """Units with the parts in them that the admin may see."""
    holds = overseen_holds(reader, project).select_related("person").order_by("claimed_at", "pk")
    shown: UnitQuerySet = units.select_related("stage", *UNIT_SUBJECT)
    return shown.prefetch_related(Prefetch("assignments", holds, to_attr="shown_holds"))


def member(project: Project, pk: int) -> User:
    """Somebody with a role in the project."""
    return get_object_or_404(User.objects.filter(memberships__project=project).distinct(), pk=pk)


class Units(generics.ListAPIView[Unit]):
    """Units with everybody's part in them; those that the caller may still label are left out."""

    serializer_class = OverseenUnitSerializer
    queryset = Unit.objects.none()

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Unit.objects.none()
        project = administered(self.request, self.kwargs["slug"])
        return shown_to(person_of(self.request), project, filtered(self.request, project))


class OneUnit(APIView):
    @extend_schema(responses=OverseenUnitSerializer)
    def get(self, request: Request, slug: str, unit_id: int) -> Response:
        """A unit and everybody's part in it."""
        return Response(OverseenUnitSerializer(overseen_unit(request, slug, unit_id)).data)

    @extend_schema(request=UnitChangeSerializer, responses={200: OverseenUnitSerializer, **FAULTS})
    def patch(self, request: Request, slug: str, unit_id: int) -> Response:
        """Change priority, due date or stage, pause the unit or let it go on."""
        unit = overseen_unit(request, slug, unit_id)
        body = UnitChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts = dict(body.validated_data)
        if facts.get("stage") is not None:
            facts["stage"] = get_object_or_404(unit.project.stages, pk=facts["stage"])
        change_unit(by=person_of(request), unit=unit, **facts)
        return Response(OverseenUnitSerializer(overseen_unit(request, slug, unit_id)).data)


class Assign(APIView):
    @extend_schema(request=AssignSerializer, responses={200: OverseenUnitSerializer, **FAULTS})
    def post(self, request: Request, slug: str, unit_id: int) -> Response:
        """Keep a place for a person until they open it, perhaps in place of another."""
        unit = overseen_unit(request, slug, unit_id)
        body = AssignSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        people = {name: member(unit.project, pk) for name, pk in body.validated_data.items()}
        assign_unit(by=person_of(request), unit=unit, **people)
        return Response(OverseenUnitSerializer(overseen_unit(request, slug, unit_id)).data)


class Return(APIView):
    @extend_schema(request=ReturnSerializer, responses={200: OverseenUnitSerializer, **FAULTS})
    def post(self, request: Request, slug: str, unit_id: int) -> Response:
        """Give the unit back in the name of who holds it."""
        unit = overseen_unit(request, slug, unit_id)
        body = ReturnSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return_unit(by=person_of(request), unit=unit, person=member(unit.project, body.validated_data["person"]))
        return Response(OverseenUnitSerializer(overseen_unit(request, slug, unit_id)).data)


class Distribute(APIView):
    @extend_schema(parameters=FILTERS, request=DistributeSerializer, responses={200: DistributionSerializer, **FAULTS})
    def post(self, request: Request, slug: str) -> Response:
        """Assign the units that the filters show over several people, the first 2000; with `preview`, only say how."""
        project = administered(request, slug)
        body = DistributeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        by, facts = person_of(request), body.validated_data
        units = filtered(request, project)
        ids, most = list(units.values_list("pk", flat=True)[:MOST_UNITS]), facts.get("most")
        if facts["preview"]:
            made = planned(project, ids, facts["people"], most)
        else:
            made = distribute(by=by, project=project, units=ids, people=facts["people"], most=most)
        return Response(DistributionSerializer(made).data)


class TakingPart(APIView):
    @extend_schema(request=TakingPartSerializer, responses={200: MemberSerializer(many=True), **FAULTS})
    def patch(self, request: Request, slug: str, user_id: int) -> Response:
        """Set when a member is away, how many units a week they get, and pause them or let them go on."""
        project = administered(request, slug)
        user = member(project, user_id)
        body = TakingPartSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        _change_part(person_of(request), project, user, body.validated_data)
        return Response([MemberSerializer(each).data for each in members_of(project)])


@transaction.atomic
def _change_part(by: User, project: Project, user: User, facts: dict[str, Any]) -> None:
    """Everything that was sent, or nothing."""
    who: dict[str, Any] = {"by": by, "project": project, "user": user}
    if {"away_from", "away_until"} & set(facts):
        now = next(each for each in members_of(project) if each.user == user)
        first, last = facts.get("away_from", now.away_from), facts.get("away_until", now.away_until)
        set_away(**who, away_from=first, away_until=last)
    if "weekly_limit" in facts:
        set_weekly_limit(**who, weekly_limit=facts["weekly_limit"])
    if facts.get("is_paused"):
        pause_member(**who, note=facts.get("note", ""))
    elif "is_paused" in facts:
        resume_member(**who)


class ReturnAll(APIView):
    @extend_schema(request=None, responses={204: None, **FAULTS})
    def post(self, request: Request, slug: str, user_id: int) -> Response:
        """Give back all that a member holds to label."""
        project = administered(request, slug)
        return_all(by=person_of(request), project=project, person=member(project, user_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnAway(APIView):
    @extend_schema(request=AwaySerializer, responses={204: None, 400: FaultsSerializer})
    def put(self, request: Request, slug: str) -> Response:
        """Say from when to when the caller is away; without dates, that they are back."""
        project = project_for(request.user, slug)
        allow(can_label(request.user, project))
        body = AwaySerializer(data=request.data)
        body.is_valid(raise_exception=True)
        person = person_of(request)
        set_away(by=person, project=project, user=person, **body.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Progress(APIView):
    @extend_schema(responses=WorkProgressSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """What each annotator does, and when all labels will be in, for each stage."""
        project = project_for(request.user, slug)
        allow(can_see_progress(request.user, project))
        person = person_of(request)
        facts = {"people": throughput(person, project), "forecasts": forecasts(person, project)}
        return Response(WorkProgressSerializer(facts).data)
