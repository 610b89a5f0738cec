"""API tokens: made with name and password under the limits of the sign-in page, or in a session that has signed in."""

from allauth.account.adapter import get_adapter
from allauth.mfa.utils import is_mfa_enabled
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import person_of
from annotation.models import User
from annotation.refusal import refused
from annotation.serializers import CredentialsSerializer, FaultsSerializer, TokenSerializer
from annotation.services import issue_token, revoke_token


class Tokens(APIView):
    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(request=CredentialsSerializer, responses={200: TokenSerializer, 400: FaultsSerializer})
    def post(self, request: Request) -> Response:
        """A token for name and password. Accounts with two-step sign-in make theirs on the site."""
        body = CredentialsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response({"token": issue_token(person=_signed_in(request, **body.validated_data)).key})


class OwnToken(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Make the caller's token worthless."""
        revoke_token(person=person_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _signed_in(request: Request, username: str, password: str) -> User:
    try:
        person = get_adapter().authenticate(request._request, username=username, password=password)
    except ValidationError as error:
        raise refused("too_many_attempts", " ".join(error.messages), "username") from error
    if not isinstance(person, User) or not person.is_active:
        raise refused("wrong_credentials", _("The name or the password is not right."), "username")
    if is_mfa_enabled(person):
        raise refused("second_step", _("This account signs in in two steps. Make the token on your account page."), "")
    return person
