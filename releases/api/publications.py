"""Where a release is published, for programs; admins only."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of
from annotation.serializers import FaultsSerializer
from releases.fetching import governed_frozen
from releases.models import Publication, Release
from releases.selectors.public import is_open
from releases.selectors.publications import place_rows
from releases.services import close_release, open_release, request_publication
from releases.tasks import queue_publication


class PublicationSerializer(serializers.ModelSerializer[Publication]):
    """What became of a release at a place. `error` says what to do next."""

    class Meta:
        model = Publication
        fields = ["place", "state", "address", "error", "requested_at", "finished_at"]
        read_only_fields = fields


class PlaceSerializer(serializers.Serializer[Any]):
    """A place that the settings name, or where the release was published before."""

    name = serializers.CharField()
    is_on = serializers.BooleanField(help_text="Whether the settings name it now.")
    publication = PublicationSerializer(allow_null=True)


class PublicationsSerializer(serializers.Serializer[Any]):
    is_open = serializers.BooleanField(help_text="Whether everybody may read the release without an account.")
    places = PlaceSerializer(many=True)


class NewPublicationSerializer(serializers.Serializer[Any]):
    """Hand the release to a place."""

    place = serializers.ChoiceField(choices=Publication.Place.choices)


class OpeningSerializer(serializers.Serializer[Any]):
    """Open the release to everybody, or close it again."""

    is_open = serializers.BooleanField()


class Publications(APIView):
    @extend_schema(responses=PublicationsSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        """Places that the release can be handed to, with what lies there."""
        return Response(_shown(governed_frozen(request._request, slug, version)))

    @extend_schema(request=NewPublicationSerializer, responses={202: PublicationsSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Publish at a place; the worker does it. Asked for again, what lies there is checked and completed."""
        release = governed_frozen(request._request, slug, version)
        body = NewPublicationSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        found = request_publication(by=person_of(request), release=release, place=body.validated_data["place"])
        queue_publication(found)
        return Response(_shown(release), status=status.HTTP_202_ACCEPTED)


class Opening(APIView):
    @extend_schema(request=OpeningSerializer, responses=PublicationsSerializer)
    def put(self, request: Request, slug: str, version: str) -> Response:
        """Open the release to everybody who has the address of its public page, or close it again."""
        release = governed_frozen(request._request, slug, version)
        body = OpeningSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        (open_release if body.validated_data["is_open"] else close_release)(by=person_of(request), release=release)
        return Response(_shown(release))


def _shown(release: Release) -> dict[str, Any]:
    body = {"is_open": is_open(release), "places": place_rows(release)}
    return dict(PublicationsSerializer(body).data)
