"""The form of a genome in dispute: for each object a choice, an own answer and words, and words for the whole.

Names are flat so that a draft can hold them as they stand: `choice.3`, `type.3`, `rationale.3`, `rationale`.
"""

from collections.abc import Mapping
from typing import Any

from adjudication.selectors.genome_disputes import Wish

WORDS = ("reason_code", "rationale")
PARTS = ("choice", "type", "role", *WORDS)
Values = Mapping[str, str]


def values_of(data: Mapping[str, Any]) -> dict[str, str]:
    """Every name with its value as a text, from a posted form or from the payload of a draft."""
    return {name: value.strip() for name, value in data.items() if isinstance(value, str)}


def wishes_of(values: Values) -> list[Wish]:
    """What the form wants: an object without a choice, and without a word about it, is left for later.

    An object's own reason and rationale come before those of the whole.
    """
    numbers = {name.partition(".")[2] for name, value in values.items() if value and name.partition(".")[0] in PARTS}
    known = sorted(int(number) for number in numbers if number.isdecimal() and len(number) < 9)
    return [_wish(number, values) for number in known]


def given_to(values: Values, number: int) -> dict[str, str]:
    """What the form holds about one object."""
    return {part: values.get(f"{part}.{number}", "") for part in PARTS}


def _wish(number: int, values: Values) -> Wish:
    said = given_to(values, number)
    whole = {part: said[part] or values.get(part, "") for part in WORDS}
    return Wish(number, said["choice"], said["type"], said["role"], **whole)
