"""What is wrong with the settings of this app: told by every command of manage.py, before anything starts."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error

from diffs.suggesting import Unavailable, suggester_of


def check_suggester(**_options: Any) -> list[CheckMessage]:
    """The suggester that the settings name must be there."""
    try:
        suggester_of(settings.SUGGESTIONS_PROVIDER, settings.SUGGESTIONS_MODEL)
    except Unavailable as error:
        return [Error(str(error), id="diffs.E001")]
    return []
