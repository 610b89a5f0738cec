"""Suggestions of a pair for programs: the same as on the pair screen."""

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of
from diffs.api.pairs import pair_of
from diffs.permissions import can_see_suggestions
from diffs.selectors.suggestions import suggestions_of
from diffs.serializers import SuggestionsSerializer


class PairSuggestions(APIView):
    @extend_schema(responses=SuggestionsSerializer)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """Which targets each source object may be aligned with, for those who label the pair and for overseers.

        A shortlist, never an answer: at most five targets of the source's type. Empty while `state` is not `ready`.
        """
        pair = pair_of(request, slug, pair_id)
        allow(can_see_suggestions(person_of(request), pair))
        return Response(SuggestionsSerializer(suggestions_of(pair)).data)


urls: list[URLPattern] = [
    path("pairs/<int:pair_id>/suggestions/", PairSuggestions.as_view(), name="pair-suggestions"),
]
