"""Bodies of the API: JSON that the database can keep, and no more of it than a page may send."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.parsers import JSONParser

from annotation.refusal import Fault, Refused, refused
from evaluator.strictjson import BadJson, parse


class TooLarge(Refused):
    """The body is longer than a body may be."""

    status = 413


class StrictJSONParser(JSONParser):
    """JSON without its traps: no NaN, no doubled keys, no bottomless nesting, no text that cannot be stored.

    The framework's own parser reads a body of any length, and hands on U+0000 and halves of surrogate pairs, which
    the database refuses only when it is too late to say so.
    """

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in the body. Raises Refused, which says what is wrong with it."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            message = _("The body is larger than %(limit)d MiB.") % {"limit": limit // 1024**2}
            raise TooLarge([Fault("too_large", message)])
        try:
            return parse(body)
        except BadJson as error:
            raise refused(
                "not_json", _("The body is not JSON as it is read here: %(why)s.") % {"why": error}
            ) from error
