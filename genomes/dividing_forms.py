"""The shape of what people send to split an object or to merge several. What is right is decided in the services."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from evaluator import strictjson
from genomes import rules
from genomes.models import IdeaObject

Place = dict[str, Any]


@dataclass(slots=True)
class PartFields:
    """One part of a split as the form shows it: what was typed, the places given to it, and what is wrong."""

    number: int
    type: str
    content: str
    chosen: list[Place]
    errors: list[str] = field(default_factory=list)


@dataclass(slots=True)
class SplitForm:
    """The parts of a split; `places` is all the evidence that is to be divided."""

    parts: list[PartFields]
    places: list[Place]
    revision: int
    errors: list[str] = field(default_factory=list)

    def payload(self) -> dict[str, Any]:
        """The JSON that the service reads."""
        parts = [
            {"content": part.content, "evidence": part.chosen, **({"type": part.type} if part.type else {})}
            for part in self.parts
        ]
        return {"parts": parts, "revision": self.revision}


def places_of(idea_object: IdeaObject) -> list[Place]:
    """The evidence of an object as a form sends it."""
    rows = idea_object.evidence.order_by("start", "end")
    return [{"start": row.start, "end": row.end, "quote": row.quote} for row in rows]


def split_form_of(idea_object: IdeaObject) -> SplitForm:
    """Two parts with the words of the object in both, to be cut down; the first place to one, the rest to the other."""
    places = places_of(idea_object)
    shares = (places[:1], places[1:] or places)
    parts = [
        PartFields(number, idea_object.type, idea_object.content, list(share)) for number, share in enumerate(shares)
    ]
    return SplitForm(parts, places, idea_object.revision)


def split_form_from(sent: QueryDict, idea_object: IdeaObject) -> SplitForm:
    """What was sent; with `more`, one more part to fill in."""
    wanted = _whole(sent.get("parts", "2"), 2) + ("more" in sent)
    count = min(max(wanted, 2), rules.MOST_PARTS)
    parts = [
        PartFields(
            number,
            sent.get(f"part-{number}-type", idea_object.type),
            sent.get(f"part-{number}-content", "").replace("\r\n", "\n"),
            [_parsed(value) for value in sent.getlist(f"part-{number}-evidence")],
        )
        for number in range(count)
    ]
    return SplitForm(parts, places_of(idea_object), _whole(sent.get("revision", ""), idea_object.revision))


@dataclass(slots=True)
class MergeForm:
    """Which objects go into the one that stays, and what it says then."""

    chosen: list[int]
    content: str
    constraint: str
    role: str = ""
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def payload(self, kept: int) -> dict[str, Any]:
        """The JSON that the service reads."""
        role = {"contribution_role": self.role} if self.role else {}
        return {"objects": [kept, *self.chosen], "content": self.content, "constraint": self.constraint, **role}


def merge_form_from(sent: QueryDict) -> MergeForm:
    """What was sent."""
    return MergeForm(
        [_whole(value, 0) for value in sent.getlist("objects")],
        sent.get("content", "").replace("\r\n", "\n"),
        sent.get("constraint", "").replace("\r\n", "\n"),
        sent.get("contribution_role", ""),
    )


def as_value(place: Place) -> str:
    """A place as the value of a checkbox."""
    return json.dumps(place, ensure_ascii=False)


def _whole(value: str, otherwise: int) -> int:
    return int(value) if value.isdecimal() and len(value) < 16 else otherwise


def _parsed(value: str) -> Any:
    try:
        return strictjson.parse_text(value)
    except ValueError:
        return value
