"""Evidence in forms: the values that a browser sends back."""

import json
from collections.abc import Iterable
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(place: Any) -> str:
    """A place as the value of a field; what came in broken goes out as it came."""
    return place if isinstance(place, str) else json.dumps(place, ensure_ascii=False)


@register.filter
def quote_of(place: Any) -> str:
    """The words of a place."""
    return str(place.get("quote", "")) if isinstance(place, dict) else str(place)


@register.filter
def letter_of(letters: Iterable[tuple[str, str]], value: str) -> str:
    """The letter of an object type."""
    return dict(letters).get(value, "")
