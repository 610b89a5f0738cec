"""Every refusal has one body: {"faults": [{"code", "field", "message"}]}."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_handler
from rest_framework.views import set_rollback

from annotation.refusal import Conflict, Fault, Refused


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer a service's refusal and a badly shaped or sized body alike; leave the rest to the framework."""
    if isinstance(error, Refused):
        set_rollback()
        body: dict[str, Any] = {"faults": [fault.as_json() for fault in error.faults]}
        if isinstance(error, Conflict) and error.current is not None:
            body["current"] = error.current
        return Response(body, status=error.status)
    if isinstance(error, ValidationError):
        set_rollback()
        faults = list(_faults(error.get_full_details()))
        return Response({"faults": [fault.as_json() for fault in faults]}, status=error.status_code)
    if isinstance(error, RequestDataTooBig):
        message = _("The body is larger than %(limit)d MiB.") % {"limit": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20}
        return Response({"faults": [Fault("too_large", message).as_json()]}, status=413)
    return rest_handler(error, context)


def _faults(details: Any, path: str = "") -> Iterator[Fault]:
    """Flatten the framework's nested details; the field is a dotted path such as `expertise.0`."""
    if isinstance(details, list):
        for each in details:
            yield from _faults(each, path)
    elif set(details) == {"message", "code"} and isinstance(details["code"], str):
        yield Fault(details["code"], details["message"], path)
    else:
        for name, inner in details.items():
            place = path if name == "non_field_errors" else f"{path}.{name}".lstrip(".")
            yield from _faults(inner, place)
