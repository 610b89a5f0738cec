"""The controls in which an adjudicator gives an own answer to a row, with what the form holds already."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from adjudication.forms import OWN_PREFIX, Values, first
from adjudication.rules import FATE, ORIGIN
from adjudication.selectors import RowView, Thing
from annotation.wording import choices
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, Origin

WORDS = {
    "dynamics": choices(Dynamics),
    "ecology": choices(Ecology),
    "driver_continuity": choices(Continuity),
    FATE: choices(Fate),
    ORIGIN: choices(Origin),
}


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: Any
    chosen: bool


@dataclass(frozen=True, slots=True)
class Control:
    """One input: `kind` is select, many, line, number or text."""

    kind: str
    name: str
    label: str
    value: str = ""
    options: tuple[Option, ...] = ()

    @property
    def id(self) -> str:
        return "in-" + "".join(char if char.isalnum() else "-" for char in self.name)


@dataclass(frozen=True, slots=True)
class Offer:
    """What own answers are made of: the objects of the pair, the papers of the library, the two papers of the pair."""

    things: Mapping[str, Thing]
    papers: Sequence[tuple[str, str]]
    pair: Sequence[tuple[str, str]]


def controls_of(view: RowView, offer: Offer, values: Values) -> list[Control]:
    """What an own answer to this row consists of."""
    name, field = f"{OWN_PREFIX}{view.key}", view.row.field
    if field == FATE and view.thing is not None:
        return _fate(name, view.thing, offer.things, values)
    if field == ORIGIN:
        return _origin(name, offer.papers, values)
    if field == "transition_evidence":
        return _transition(name, offer.pair, values)
    if field in ("predecessor_driver", "transition_driver"):
        offered = [thing for thing in offer.things.values() if thing.is_source or field == "transition_driver"]
        return [_select(name, _("Object"), [(t.key, f"{t.handle} {t.content[:80]}") for t in offered], values)]
    own = [_select(name, _("Own answer"), WORDS.get(field, []), values)]
    if field == "dynamics":
        own.append(_plain("number", f"{OWN_PREFIX}confidence", _("Confidence, 0 to 100"), values))
    return own


def reason_control(values: Values) -> Control:
    return _plain("text", f"{OWN_PREFIX}dynamics_reason", _("Why the dynamics are not what the record derives"), values)


def _fate(name: str, thing: Thing, things: Mapping[str, Thing], values: Values) -> list[Control]:
    same_type = [each for each in things.values() if not each.is_source and each.type == thing.type]
    chosen = values.get(f"{name}.targets", [])
    targets = tuple(Option(t.key, f"{t.handle} {t.content[:80]}", t.key in chosen) for t in same_type)
    return [
        _select(name, _("Fate"), WORDS[FATE], values),
        Control("many", f"{name}.targets", _("Became"), options=targets),
        _plain("line", f"{name}.similarity", _("Why they are the same idea"), values),
    ]


def _origin(name: str, papers: Sequence[tuple[str, str]], values: Values) -> list[Control]:
    return [
        _select(name, _("Origin"), WORDS[ORIGIN], values),
        _select(f"{name}.paper", _("If external: paper of the library"), papers, values),
        _plain("line", f"{name}.citation", _("or a citation"), values),
        _plain("line", f"{name}.lineage", _("and its lineage"), values),
    ]


def _transition(name: str, pair: Sequence[tuple[str, str]], values: Values) -> list[Control]:
    shown = [("none", _("none")), ("quote", _("shown by this sentence"))]
    return [
        _select(name, _("Transition evidence"), shown, values),
        _select(f"{name}.paper", _("Paper"), pair, values),
        _plain("line", f"{name}.quote", _("Sentence, word for word"), values),
    ]


def _select(name: str, label: str, options: Iterable[tuple[str, Any]], values: Values) -> Control:
    chosen = first(values, name)
    return Control(
        "select", name, label, chosen, tuple(Option(value, word, value == chosen) for value, word in options)
    )


def _plain(kind: str, name: str, label: str, values: Values) -> Control:
    return Control(kind, name, label, first(values, name))
