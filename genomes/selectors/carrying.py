"""Evidence that was carried to a new text of its paper, old and new words side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from genomes.anchoring import CONTEXT
from genomes.differences import Piece, word_changes
from genomes.models import CarriedEvidence, Evidence, Genome


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote with the words around it, and the offset of the quote in its text."""

    before: str
    quote: str
    after: str
    start: int


@dataclass(frozen=True, slots=True)
class CarriedPlace:
    """One piece of evidence that waits for a person. `new` is None for an orphan; `changes` lead from old to new."""

    row: CarriedEvidence
    old: Quoted
    new: Quoted | None
    changes: Sequence[Piece]

    @property
    def percent(self) -> int:
        return round(100 * (self.row.score or 0))


@dataclass(frozen=True, slots=True)
class Carried:
    """What became of the evidence of the last version: `found` pieces stand word for word, the others wait."""

    found: int
    settled: int
    proposed: list[CarriedPlace]
    orphans: list[CarriedPlace]

    @property
    def waiting(self) -> int:
        return len(self.proposed) + len(self.orphans)


def carried_of(genome: Genome) -> Carried:
    """Everything that was carried into this genome. Two queries."""
    outcome, decision = CarriedEvidence.Outcome, CarriedEvidence.Decision
    rows = list(
        CarriedEvidence.objects.filter(idea_object__genome=genome)
        .exclude(idea_object__state="rejected")
        .select_related("idea_object", "evidence")
        .order_by("pk")
    )
    rows.sort(key=lambda row: (row.old["start"], row.pk))
    doubtful = [row for row in rows if row.outcome != outcome.EXACT]
    waiting = [_place(row) for row in doubtful if row.decision == decision.OPEN]
    return Carried(
        found=len(rows) - len(doubtful),
        settled=len(doubtful) - len(waiting),
        proposed=[place for place in waiting if place.new is not None],
        orphans=[place for place in waiting if place.new is None],
    )


def carried_waiting(genome: Genome) -> int:
    """How many pieces of carried evidence wait for a person."""
    rows = CarriedEvidence.objects.filter(idea_object__genome=genome, decision=CarriedEvidence.Decision.OPEN)
    count: int = rows.exclude(outcome=CarriedEvidence.Outcome.EXACT).exclude(idea_object__state="rejected").count()
    return count


def _place(row: CarriedEvidence) -> CarriedPlace:
    old = Quoted(row.old["prefix"], row.old["quote"], row.old["suffix"], row.old["start"])
    new = _quoted(row.evidence) if row.evidence else None
    return CarriedPlace(row, old, new, word_changes(old.quote, new.quote) if new else ())


def _quoted(row: Evidence) -> Quoted:
    return Quoted(row.prefix[-CONTEXT:], row.quote, row.suffix[:CONTEXT], row.start)
