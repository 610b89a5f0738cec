"""Bodies of the API: JSON that the database can keep."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import JSONParser

from annotation.refusal import refused
from evaluator.strictjson import BadJson, parse


class StrictJSONParser(JSONParser):
    """JSON without its traps: no NaN, no doubled keys, no bottomless nesting, no text that cannot be stored.

    The framework's own parser hands on U+0000 and halves of surrogate pairs, which the database refuses only when it
    is too late to say so.
    """

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in the body. Raises Refused, which says what is wrong with it."""
        try:
            return parse(stream.read())
        except BadJson as error:
            raise refused(
                "not_json", _("The body is not JSON as it is read here: %(why)s.") % {"why": error}
            ) from error
