"""An address that is only ever pressed, opened as a page, says so instead of showing nothing."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

NOT_ALLOWED = 405
API = "/api/"


class WrongMethodMiddleware:
    """Gives a 405 without words a page, for who reads pages; programs and pieces of pages keep the bare answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Let the view answer, then put words to a refused method."""
        response = self.get_response(request)
        is_bare = isinstance(response, HttpResponse) and not response.content
        if response.status_code != NOT_ALLOWED or not is_bare or not _reads_pages(request):
            return response
        page = render(request, "405.html", status=NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page


def _reads_pages(request: HttpRequest) -> bool:
    asked = request.headers.get("Accept", "")
    return "text/html" in asked and "HX-Request" not in request.headers and not request.path_info.startswith(API)
