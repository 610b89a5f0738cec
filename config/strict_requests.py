"""Requests that no page of ours and no decent program sends are refused before any view meets them.

A NUL in an address or a form ends in an error of the database, and a form in another encoding than UTF-8 in an error
of the decoder; here both are the sender's mistake, in one place for every address.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase

UTF_8 = {"utf-8", "utf8", "us-ascii", "ascii"}
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
NUL = "\x00"


class StrictRequestsMiddleware:
    """Answers 400. The API's bodies are left to its parsers, which say what is wrong with them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Look at the address and at what the body says of itself."""
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.strip("\"' ").lower() not in UTF_8:
            raise BadRequest("Send the body in UTF-8.")
        if NUL in request.path_info or NUL in unquote(request.META.get("QUERY_STRING", "")):
            raise BadRequest("The address holds a NUL character.")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> None:
        """Look at the form, once it is known that a page will read it."""
        if request.method != "POST" or request.content_type not in FORMS or request.path_info.startswith("/api/"):
            return
        for name, values in request.POST.lists():
            if NUL in name or any(NUL in str(value) for value in values):
                raise BadRequest("The form holds a NUL character.")
