"""What the autosave of a genome's decisions sends, and what it is answered."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from annotation.feedback import as_json
from annotation.refusal import Conflict, Refused, refused
from evaluator import strictjson

GONE = 410  # settled meanwhile: there is nothing to choose between


def draft_body(request: HttpRequest) -> tuple[dict[str, Any], int]:
    """The payload and the revision it grew from. Raises Refused when the body is something else."""
    try:
        body = strictjson.parse(request.body)
    except ValueError as error:
        raise refused("not_json", _("The body is not JSON.")) from error
    payload, revision = (body.get("payload"), body.get("revision")) if isinstance(body, dict) else (None, None)
    if not isinstance(payload, dict) or not isinstance(revision, int) or isinstance(revision, bool):
        raise refused("bad_draft", _("A draft is an object with its payload and the revision it grew from."))
    return payload, revision


def draft_refusal(refusal: Refused) -> HttpResponse:
    """The saved draft when another tab was first; else all faults for programs, and one text of them for people."""
    if isinstance(refusal, Conflict) and refusal.current is not None:
        return JsonResponse(refusal.current, status=refusal.status)
    status = GONE if isinstance(refusal, Conflict) else refusal.status
    return JsonResponse({**json.loads(as_json(refusal).content), "detail": str(refusal)}, status=status)
