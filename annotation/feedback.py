"""How pages answer: what a service refused, as messages or in the form that was sent; and whether a part is wanted."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, JsonResponse
from django_htmx.middleware import HtmxDetails

from annotation.refusal import Refused


def say(request: HttpRequest, refusal: Refused) -> None:
    """Show every fault on the page that comes next."""
    for fault in refusal.faults:
        messages.error(request, str(fault.message))


def put_on_form(form: forms.BaseForm, refusal: Refused) -> None:
    """Put each fault at its field, or above the form when the form has no such field."""
    for fault in refusal.faults:
        field = fault.field if fault.field in form.fields else None
        form.add_error(field, ValidationError(str(fault.message), code=fault.code))


def as_json(refusal: Refused) -> JsonResponse:
    """The same body as the API's: all faults, with the refusal's status."""
    return JsonResponse({"faults": [fault.as_json() for fault in refusal.faults]}, status=refusal.status)


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """True where htmx asks for a part of a page, and what it told."""
    details: HtmxDetails = request.htmx  # type: ignore[attr-defined]  # set by its middleware
    return details
