"""The diagnosis of annotators for programs: the same tables as the page."""

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.diagnosing import FIELDS, METHODS
from adjudication.permissions import can_see_diagnosis
from adjudication.selectors.diagnosis import diagnosis, error_of, progress_of
from adjudication.selectors.diagnosis_tables import annotator_table, gold_table, named_units, parted_units
from adjudication.services.diagnosis import ask_for_diagnosis
from adjudication.tasks import queue_diagnosis
from annotation.access import allow, person_of, project_for
from annotation.models import Project, User
from annotation.permissions import sees_names


class FreshSerializer(serializers.Serializer[Any]):
    made_at = serializers.DateTimeField()
    labels = serializers.IntegerField(help_text="Labels that it was made from, typings of objects among them.")
    new_labels = serializers.IntegerField(source="new")
    new_decisions = serializers.IntegerField(source="decisions")
    out_of_date = serializers.BooleanField(source="is_stale")


class DiagnosisSerializer(serializers.Serializer[Any]):
    made = FreshSerializer(allow_null=True, help_text="Null while none was made.")
    running = serializers.BooleanField()
    error = serializers.CharField(help_text="What stopped the last one; empty when nothing did.")
    gold = serializers.ListField(
        child=serializers.DictField(),
        help_text="By field and method: of `compared` units with adjudicated gold `same` say the same, `ties` nothing.",
    )
    units = serializers.ListField(
        child=serializers.DictField(), help_text="Where an estimate contradicts gold, by field and method."
    )
    annotators = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="By field and user name; for admins alone."
    )


def diagnosing(request: Request, slug: str) -> tuple[Project, User]:
    """The project and the caller, if they may see estimates over all labels."""
    project, person = project_for(request.user, slug), person_of(request)
    allow(can_see_diagnosis(person, project))
    return project, person


class Diagnosis(APIView):
    @extend_schema(responses=DiagnosisSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The last diagnosis of annotators: estimates beside adjudicated gold. An estimate is never gold."""
        project, person = diagnosing(request, slug)
        found = diagnosis(project, person)
        body: dict[str, Any] = {
            "made": found.fresh,
            "running": progress_of(project) is not None,
            "error": error_of(project),
            "gold": gold_table(found),
            "units": [
                {"field": field, "method": method.value, **row}
                for field in FIELDS
                for method in METHODS
                for row in named_units(field, parted_units(found, field, method.value))
            ],
        }
        if sees_names(person, project):
            body["annotators"] = [{"field": field, **row} for field in FIELDS for row in annotator_table(found, field)]
        return Response(DiagnosisSerializer(body).data)


class ComputeDiagnosis(APIView):
    @extend_schema(request=None, responses={202: None})
    def post(self, request: Request, slug: str) -> Response:
        """Ask the worker for a new one."""
        project, _person = diagnosing(request, slug)
        ask_for_diagnosis(project=project)
        queue_diagnosis(project)
        return Response(status=status.HTTP_202_ACCEPTED)


api_urls: list[URLPattern] = [
    path("agreement/diagnosis/", Diagnosis.as_view(), name="diagnosis"),
    path("agreement/diagnosis/compute/", ComputeDiagnosis.as_view(), name="diagnosis-compute"),
]
