"""A pair read like a diff: aligned objects share a row. While editing, static/js/pair/rows.js arranges alike."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffs.selectors.cards import SOURCE, TARGET, Card
from evaluator.schema import AlignmentEdge, DiffAnswer, Provenance
from evaluator.vocabulary import Fate, ObjectType, Origin

OPEN = "open"
SIGNS = {"inherited": "=", "mutated": "≈", "lost": "×", "novel": "+", "external": "↘", OPEN: "?"}


@dataclass(frozen=True, slots=True)
class Row:
    """A source and the target it became, or one of them alone.

    `fate` names the sign between them. A lone object may still be linked: `linked` is the card in an earlier row.
    """

    fate: str
    source: Card | None = None
    target: Card | None = None
    edge: AlignmentEdge | None = None
    linked: Card | None = None
    provenance: Provenance | None = None
    repaired_by: tuple[Card, ...] = ()

    @property
    def sign(self) -> str:
        return SIGNS[self.fate]

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


def bands_of(cards: Mapping[str, Card], answer: DiffAnswer) -> list[Band]:
    """The bands that have objects, in the order of the types."""
    bands = []
    for object_type in ObjectType:
        ours = [card for card in cards.values() if card.type == object_type]
        sources = [card for card in ours if card.side == SOURCE]
        targets = [card for card in ours if card.side == TARGET]
        if ours:
            rows = _rows(sources, targets, cards, answer)
            bands.append(Band(object_type, len(sources), len(targets), tuple(rows)))
    return bands


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
            linked = next((cards[edge.target] for edge in edges if edge.target in cards), None)
            repairing = tuple(card for card in cards.values() if source.key in card.repairs and card.side == TARGET)
            rows.append(
                Row(_sign(fate), source, linked=linked, edge=edges[0] if edges else None, repaired_by=repairing)
            )
        rows.extend(
            Row(_sign(fate), target=waiting.pop(edge.target), edge=edge, linked=source)
            for edge in free[1:]
            if edge.target in waiting
        )
    return [*rows, *(_alone(card, cards, answer) for card in waiting.values())]


def _alone(target: Card, cards: Mapping[str, Card], answer: DiffAnswer) -> Row:
    """A target that stands beside no source of its type."""
    edge = next((edge for edge in answer.alignments if edge.target == target.key and edge.source in cards), None)
    origin = answer.origins.get(target.key)
    if edge is not None:
        return Row(_sign(answer.fates.get(edge.source)), target=target, edge=edge, linked=cards[edge.source])
    fate = OPEN if origin in (None, Origin.ALIGNED) else str(origin)
    return Row(fate, target=target, provenance=answer.provenance.get(target.key))


def _sign(fate: Fate | None) -> str:
    return OPEN if fate is None else str(fate)
