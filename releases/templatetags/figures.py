"""Figures as people read them: shares in per cent, hashes cut short."""

import json
from typing import Any

from django import template
from django.utils.formats import number_format

from adjudication.wording import AGREEMENT_WORDS, UNDEFINED_WORDS

register = template.Library()

SHORT_HASH = 8


@register.filter
def percent(share: float | None) -> str:
    """0.5598 → "56.0", rounded; an undefined share is for the template to explain."""
    return "–" if share is None else _rounded(100 * share, 1)


def _rounded(value: float, places: int) -> str:
    """In the reader's format. `number_format` alone would cut the digits off."""
    return number_format(round(value, places), decimal_pos=places)


@register.filter
def as_json(value: Any) -> str:
    """A value of a record: a word as it is, anything else as JSON on one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


@register.filter
def short_hash(sha256: str) -> str:
    """The beginning and the end of a hash; its whole stands beside it or in the title."""
    return f"{sha256[:SHORT_HASH]}…{sha256[-6:]}" if len(sha256) > 2 * SHORT_HASH else sha256


@register.filter
def size(count: int) -> str:
    """Bytes in the units of file managers: 41.2 kB."""
    value = float(count)
    for unit in ("B", "kB", "MB"):
        if value < 1000:
            return f"{_rounded(value, 0 if unit == 'B' else 1)} {unit}"
        value /= 1000
    return f"{_rounded(value, 1)} GB"


@register.filter
def words(name: str) -> str:
    """A field's name without its underscores."""
    return name.replace("_", " ")


@register.filter
def agreement_field(name: str) -> str:
    """A field of `audit/agreement.json` in the reader's language."""
    return str(AGREEMENT_WORDS.get(name, words(name)))


@register.filter
def undefined(reason: str) -> str:
    """Why a figure of `audit/agreement.json` is undefined, in the reader's language."""
    return str(UNDEFINED_WORDS.get(reason, reason))
