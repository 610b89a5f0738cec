"""What the caller is told, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of
from annotation.models import Notification, User
from annotation.selectors.notifications import visible_notifications, ways_of
from annotation.serializers import (
    ChoicesSerializer,
    CountSerializer,
    FaultsSerializer,
    NotificationSerializer,
    ReadSerializer,
)
from annotation.services import choose_notifications, mark_read


class Notifications(generics.ListAPIView[Notification]):
    """What the caller is told on the page, over all their projects, in no order: sort by `created_at`."""

    serializer_class = NotificationSerializer
    queryset = Notification.objects.none()

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Notification.objects.none()
        return visible_notifications(person_of(self.request))


class ReadNotifications(APIView):
    @extend_schema(request=ReadSerializer, responses={200: CountSerializer, 400: FaultsSerializer})
    def post(self, request: Request) -> Response:
        """Mark one notification as read, or all."""
        person = person_of(request)
        body = ReadSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        one = body.validated_data["id"]
        row = get_object_or_404(visible_notifications(person), pk=one) if one is not None else None
        return Response({"read": mark_read(person=person, notification=row)})


class NotificationChoices(APIView):
    @extend_schema(responses=ChoicesSerializer)
    def get(self, request: Request) -> Response:
        """How the caller is told of each kind of thing."""
        return Response(_choices(person_of(request)))

    @extend_schema(request=ChoicesSerializer, responses={200: ChoicesSerializer, 400: FaultsSerializer})
    def put(self, request: Request) -> Response:
        """Change it for the kinds that are named; the others stay as they are."""
        person = person_of(request)
        body = ChoicesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        ways = {each["kind"]: (each["on_page"], each["by_mail"]) for each in body.validated_data["ways"]}
        choose_notifications(person=person, ways=ways, mail_language=body.validated_data.get("mail_language"))
        return Response(_choices(person))


def _choices(person: User) -> Any:
    return ChoicesSerializer({"ways": ways_of(person), "mail_language": person.mail_language}).data
