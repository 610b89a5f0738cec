"""A pair read like a diff: aligned objects share a row. While editing, static/js/pair/rows.js arranges alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from annotation.wording import Label, label
from diffs.selectors.cards import SOURCE, TARGET, Card
from diffs.wording import WORDS_OF_FATES
from evaluator.schema import AlignmentEdge, DiffAnswer, Provenance
from evaluator.vocabulary import Fate, ObjectType, Origin

OPEN = "open"
NOTHING = ""  # said of an object by a reader who has no answer
# Lines in a field 100 wide, at the height of the cards' heads: inherited is straight, mutated waves, the rest end.
STRAIGHT, LEFT_HALF, RIGHT_HALF = "M0 18H100", "M0 18H50", "M50 18H100"
WAVE = "M0 18q6.25-7 12.5 0t12.5 0 12.5 0 12.5 0 12.5 0 12.5 0 12.5 0 12.5 0"
SIGNS = {"inherited": "=", "mutated": "≈", "lost": "×", "novel": "+", "external": "↘", OPEN: "?", NOTHING: ""}


@dataclass(frozen=True, slots=True)
class Row:
    """A source and the target it became, or one of them alone.

    `fate` names the sign between them. A lone object may still be linked: `linked` are the cards in other rows.
    """

    fate: str
    source: Card | None = None
    target: Card | None = None
    edge: AlignmentEdge | None = None
    linked: tuple[Card, ...] = ()
    provenance: Provenance | None = None
    repaired_by: tuple[Card, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.fate == OPEN

    @property
    def sign(self) -> str:
        return SIGNS[self.fate]

    @property
    def word(self) -> Label:
        return WORDS_OF_FATES.get(self.fate, "")

    @property
    def path(self) -> str:
        """The line from card to card, or to the sign in the middle where a card is missing."""
        if self.source and self.target:
            return WAVE if self.fate == Fate.MUTATED else STRAIGHT
        if self.source:
            return LEFT_HALF
        return STRAIGHT if self.fate == Origin.EXTERNAL else RIGHT_HALF

    @property
    def source_state(self) -> Label:
        return self.word

    @property
    def target_state(self) -> Label:
        return WORDS_OF_FATES[Origin.ALIGNED] if self.edge else self.word

    @property
    def slot(self) -> str:
        """What the empty side says: linked, lost, novel, external, open-source or open-target; "" if none is."""
        if self.source and self.target:
            return ""
        if self.linked:
            return "linked"
        if self.fate == OPEN:
            return "open-source" if self.source else "open-target"
        return self.fate


@dataclass(frozen=True, slots=True)
class Band:
    """All objects of one type."""

    type: ObjectType
    sources: int
    targets: int
    rows: tuple[Row, ...]

    @property
    def label(self) -> Label:
        return label(self.type)


def bands_of(cards: Mapping[str, Card], answer: DiffAnswer | None) -> list[Band]:
    """The bands that have objects, in the order of the types. Without an answer nothing is linked."""
    bands = []
    for object_type in ObjectType:
        ours = [card for card in cards.values() if card.type == object_type]
        sources = [card for card in ours if card.side == SOURCE]
        targets = [card for card in ours if card.side == TARGET]
        if ours:
            rows = _side_by_side(sources, targets) if answer is None else _rows(sources, targets, cards, answer)
            bands.append(Band(object_type, len(sources), len(targets), tuple(rows)))
    return bands


def _side_by_side(sources: list[Card], targets: list[Card]) -> list[Row]:
    return [Row(NOTHING, source, target) for source, target in zip_longest(sources, targets)]


def _rows(sources: list[Card], targets: list[Card], cards: Mapping[str, Card], answer: DiffAnswer) -> list[Row]:
    """Sources in order, each with its first free target beside it and its further targets below; then what is left."""
    rows: list[Row] = []
    waiting = {card.key: card for card in targets}
    for source in sources:
        edges = [edge for edge in answer.alignments if edge.source == source.key]
        free = [edge for edge in edges if edge.target in waiting]
        fate = answer.fates.get(source.key)
        if free:
            rows.append(Row(_sign(fate), source, waiting.pop(free[0].target), free[0]))
        else:
            linked = tuple(cards[edge.target] for edge in edges if edge.target in cards)
            repairing = tuple(card for card in cards.values() if source.key in card.repairs and card.side == TARGET)
            rows.append(
                Row(_sign(fate), source, linked=linked, edge=edges[0] if edges else None, repaired_by=repairing)
            )
        rows.extend(
            Row(_sign(fate), target=waiting.pop(edge.target), edge=edge, linked=(source,))
            for edge in free[1:]
            if edge.target in waiting
        )
    return [*rows, *(_alone(card, cards, answer) for card in waiting.values())]


def _alone(target: Card, cards: Mapping[str, Card], answer: DiffAnswer) -> Row:
    """A target that stands beside no source of its type."""
    edges = [edge for edge in answer.alignments if edge.target == target.key and edge.source in cards]
    origin = answer.origins.get(target.key)
    if edges:
        linked = tuple(cards[edge.source] for edge in edges)
        return Row(_sign(answer.fates.get(edges[0].source)), target=target, edge=edges[0], linked=linked)
    fate = OPEN if origin in (None, Origin.ALIGNED) else str(origin)
    return Row(fate, target=target, provenance=answer.provenance.get(target.key))


def _sign(fate: Fate | None) -> str:
    return OPEN if fate is None else str(fate)
