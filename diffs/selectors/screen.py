"""The pair screen, in the shape of its page."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from annotation.models import Guideline, User
from annotation.wording import Label, label
from diffs.models import PaperPair
from diffs.rules import CONTEXT_FIELDS, Bringer
from diffs.selectors.answers import CheckedAnswer, check_answer
from diffs.selectors.cards import SOURCE, TARGET, Card, Places, cards_of, places_of
from diffs.selectors.desk import Desk, Mode, desk_of
from diffs.selectors.missing import Line, missing_count, missing_lines
from diffs.selectors.rows import Band, bands_of
from diffs.selectors.settings import Earlier, earlier_settings
from diffs.wording import DEFINITIONS, PART_WORDS, derivation_words, lineage_name, tried_words
from evaluator.schema import Pointer
from evaluator.vocabulary import Continuity, Dynamics, Ecology
from genomes.models import Paper

__all__ = ["CONTEXT_FIELDS", "Derived", "Screen", "decision_choices", "derived_line", "screen_of"]


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: Label
    definition: Label
    checked: bool


@dataclass(frozen=True, slots=True)
class Cited:
    """A pointer of the answer and the name of its place."""

    pointer: Pointer
    place: str


@dataclass(frozen=True, slots=True)
class Derived:
    """What the record derives, once something is chosen: the rule that fired, and why none before it did."""

    dynamics: Label
    agrees: bool
    words: str
    tried: list[str]


@dataclass(frozen=True, slots=True)
class BringerLine:
    """What brings a driver, or does not, in words; `card` is its object's."""

    bringer: Bringer
    card: Card | None
    lineage: str
    words: Label


@dataclass(frozen=True, slots=True)
class Screen:
    pair: PaperPair
    desk: Desk
    checked: CheckedAnswer
    cards: dict[str, Card]
    places: dict[str, Places]
    bands: list[Band]
    missing: list[Line]
    papers: list[Paper]
    guideline: Guideline | None
    resolution: Any
    earlier: dict[str, Earlier]

    @property
    def bringers(self) -> list[BringerLine]:
        """What brings a driver, and what does not count."""
        return [
            BringerLine(each, self.cards.get(each.object), lineage_name(each), PART_WORDS[each.part])
            for each in self.checked.bringers
        ]

    @property
    def missing_count(self) -> int:
        return missing_count(self.missing)

    @property
    def derived(self) -> Derived | None:
        return derived_line(self.checked)

    @property
    def source_cards(self) -> list[Card]:
        return [card for card in self.cards.values() if card.side == SOURCE]

    @property
    def target_cards(self) -> list[Card]:
        return [card for card in self.cards.values() if card.side == TARGET]

    def cited(self, pointers: Iterable[Pointer], paper: str = "") -> list[Cited]:
        """Pointers with their places, those of one paper if it is named."""
        return [
            Cited(each, self.places[each.paper].of(each.start, each.end) if each.paper in self.places else each.paper)
            for each in pointers
            if paper in ("", each.paper)
        ]


def screen_of(pair: PaperPair, user: User) -> Screen:
    """Everything on the person's screen of this pair: the genomes, and their own answer as far as it has come."""
    desk = desk_of(pair, user)
    checked = check_answer(pair, desk.payload)
    places = places_of(pair)
    cards = cards_of(pair, places)
    return Screen(
        pair=pair,
        desk=desk,
        checked=checked,
        cards=cards,
        places=places,
        bands=bands_of(cards, None if desk.mode is Mode.LOOK else checked.answer),
        missing=missing_lines(checked, cards),
        papers=_named(pair, checked),
        guideline=Guideline.objects.filter(project=pair.project_id).order_by("-version").first(),
        resolution=_resolution(pair, user),
        earlier=earlier_settings(pair, user) if desk.mode is Mode.EDIT else {},
    )


def derived_line(checked: CheckedAnswer) -> Derived | None:
    """The quiet check of the dynamics. Nothing before the person has chosen, so that it does not steer."""
    chosen, derivation, facts = checked.answer.dynamics, checked.derivation, checked.facts
    if chosen is None or derivation is None or facts is None:
        return None
    agrees = chosen is derivation.dynamics
    return Derived(label(derivation.dynamics), agrees, derivation_words(derivation, facts), tried_words(facts))


def choices_of(words: type[StrEnum], chosen: StrEnum | None) -> list[Choice]:
    return [Choice(each.value, label(each), DEFINITIONS[each], each is chosen) for each in words]


def decision_choices(checked: CheckedAnswer) -> dict[str, list[Choice]]:
    """The choices of the decision with their definitions; dynamics in two groups."""
    answer = checked.answer
    dynamics = choices_of(Dynamics, answer.dynamics)
    return {
        "continuity": choices_of(Continuity, answer.driver_continuity),
        "ecology": choices_of(Ecology, answer.ecology),
        "lineage": [each for each in dynamics if Dynamics(each.value).is_lineage],
        "no_lineage": [each for each in dynamics if not Dynamics(each.value).is_lineage],
    }


def _named(pair: PaperPair, checked: CheckedAnswer) -> list[Paper]:
    """The papers of the library that the answer's provenance names."""
    slugs = {each.paper for each in checked.answer.provenance.values() if each.paper}
    if not slugs:
        return []
    return list(Paper.objects.filter(project=pair.project_id, slug__in=slugs).only("slug", "aliases", "lineage"))


def _resolution(pair: PaperPair, user: User) -> Any:
    """The standing resolution, where this person may see it. Cases live in an app above: only its rows are read."""
    return pair.resolutions.visible_to(user).standing().first()
