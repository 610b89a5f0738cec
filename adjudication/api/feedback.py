"""One's own labels beside what was decided, for programs."""

from typing import Any

from django.http import Http404
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.models import Resolution
from adjudication.selectors.feedback import KINDS, FeedbackRow, compared, feedback_list, with_pairs
from annotation.access import allow, person_of, project_for
from annotation.permissions import can_label

PARAMETERS = [
    OpenApiParameter("part", str, enum=list(KINDS), description="Only pairs where the two differ in this kind of row."),
    OpenApiParameter("reason", str, enum=Resolution.Reason.values, description="Only pairs decided otherwise for it."),
]


class FeedbackRowSerializer(serializers.Serializer[FeedbackRow]):
    """A row: a field's value, or of an object [fate, [targets]] or [origin, provenance]."""

    row = serializers.CharField(source="key")
    mine = serializers.JSONField(source="my_value")
    gold = serializers.JSONField(source="gold_value")
    same = serializers.BooleanField(source="is_same")
    reason_code = serializers.CharField(
        help_text="Why the gold is not one's own answer; empty where both are the same."
    )
    rationale = serializers.CharField(help_text="Words about this row alone; else those of the whole hold.")


class FeedbackSerializer(serializers.Serializer[Any]):
    """One decided pair that the caller has labelled. Neither and excluded have no gold, so no rows."""

    pair = serializers.IntegerField(source="pair.pk")
    # A field may be called "source" although Field has an attribute of that name: serializers collect it away.
    source = serializers.CharField(source="pair.source.paper.slug")  # type: ignore[assignment]
    target = serializers.CharField(source="pair.target.paper.slug")
    outcome = serializers.CharField(source="resolution.outcome")
    reason_code = serializers.CharField(source="resolution.reason_code")
    rationale = serializers.CharField(help_text="Empty where the reasons were given row by row.")
    decided_at = serializers.DateTimeField(source="resolution.created_at")
    rows = FeedbackRowSerializer(many=True)


class OwnFeedback(generics.ListAPIView[Resolution]):
    """The caller's own labels on decided pairs beside the gold; nothing of what others answered."""

    serializer_class = FeedbackSerializer
    queryset = Resolution.objects.none()

    @extend_schema(parameters=PARAMETERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The caller's own labels on decided pairs beside the gold; nothing of what others answered."""
        project = project_for(request.user, self.kwargs["slug"])
        allow(can_label(request.user, project))
        asked = {name: request.query_params.get(name, "") for name in ("part", "reason")}
        if asked["part"] not in ("", *KINDS) or asked["reason"] not in ("", *Resolution.Reason.values):
            raise Http404
        person = person_of(request)
        found = feedback_list(person, project, kind=asked["part"], reason=asked["reason"])
        page = self.paginate_queryset(with_pairs(found, person))
        return self.get_paginated_response(FeedbackSerializer(compared(page or []), many=True).data)


api_urls: list[URLPattern] = [path("feedback/", OwnFeedback.as_view(), name="feedback")]
