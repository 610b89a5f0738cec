"""Requests that no page of ours and no decent program sends are refused before any view meets them.

A NUL in an address or a form ends in an error of the database, a form in another encoding than UTF-8 in an error of
the decoder, and a body of unknown length is silently taken for none; here each is the sender's mistake, in one place
for every address.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _

from annotation.refusal import Fault

UTF_8 = {"utf-8", "utf8", "us-ascii", "ascii"}
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
API = "/api/"
NUL = "\x00"


class StrictRequestsMiddleware:
    """Answers 400, to programs with the reason. The API's bodies are left to its parsers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Look at the address and at what the body says of itself."""
        fault = self._fault(request)
        if fault is None:
            return self.get_response(request)
        if request.path_info.startswith(API):
            return JsonResponse({"faults": [fault.as_json()]}, status=400)
        raise BadRequest(fault.message)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> None:
        """Look at the form, once it is known that a page will read it."""
        if request.method != "POST" or request.content_type not in FORMS or request.path_info.startswith(API):
            return
        for name, values in request.POST.lists():
            if NUL in name or any(NUL in str(value) for value in values):
                raise BadRequest("The form holds a NUL character.")

    def _fault(self, request: HttpRequest) -> Fault | None:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.strip("\"' ").lower() not in UTF_8:
            return Fault("not_utf_8", _("Send the body in UTF-8."))
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            return Fault("no_length", _("Say how long the body is (Content-Length); one sent in chunks is not read."))
        if NUL in request.path_info or NUL in unquote(request.META.get("QUERY_STRING", "")):
            return Fault("nul", _("The address holds the character U+0000, which no address here has."))
        return None
