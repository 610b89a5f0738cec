"""A site without any account leads to its set-up screen, from whatever page was asked for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from annotation.models import User

# What must answer before anybody exists: the set-up screen, its files and language, the health of the site, programs.
UNTOUCHED = ("/setup/", "/static/", "/i18n/", "/healthz", "/api/")


class FirstAdminMiddleware:
    """Asks the database only until it has seen an account once, and never for people who are signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.is_set_up = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Send the reader to the set-up screen while there is nobody."""
        if not self.is_set_up and not request.path.startswith(UNTOUCHED):
            self.is_set_up = request.user.is_authenticated or User.objects.exists()
            if not self.is_set_up:
                return redirect(reverse("annotation:setup"))
        return self.get_response(request)
