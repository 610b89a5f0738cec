"""What speaks against a trace, as typed faults. No Django here. Pages, services, API and releases all ask here.

A chain may be unfinished or wrong anywhere; nothing below assumes that a part is there. Words: diffs/trace_words.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

FEWEST, MOST = 3, 7


class Kind(StrEnum):
    """What can be wrong with a trace."""

    LENGTH = "wrong_length"
    REPEATED = "repeated_paper"
    NO_PAIR = "no_pair"
    REVERSED = "wrong_direction"
    BROKEN = "broken_chain"
    BACKWARDS = "dates_run_backwards"
    UNDATED = "no_date"
    OTHER_TEXT = "other_text"
    NO_LINEAGE = "no_lineage"
    NOTHING_SHARED = "nothing_shared"
    NOT_GOLD = "not_gold"


# A trace cannot be saved with these: it would be no lineage of pairs at all.
REFUSED = frozenset({Kind.LENGTH, Kind.REPEATED, Kind.NO_PAIR, Kind.REVERSED, Kind.BROKEN, Kind.BACKWARDS})
# Work that is still to come, and nobody's fault.
FOR_INFORMATION = frozenset({Kind.NOT_GOLD})
# What the dates alone say; releases have an audit of their own for it.
OF_TIME = frozenset({Kind.BACKWARDS, Kind.UNDATED})
# What a pair's gold says, which is told only to those who may know it.
OF_GOLD = frozenset({Kind.NO_LINEAGE, Kind.NOTHING_SHARED, Kind.NOT_GOLD})


@dataclass(frozen=True, slots=True)
class Stop:
    """A paper of a chain: its id, and its date of publication as ISO 8601 ("" when it has none)."""

    paper: str
    published: str = ""


@dataclass(frozen=True, slots=True)
class Gold:
    """What the gold of a step says: whether it is a lineage, and how many objects it leads across."""

    is_lineage: bool
    shared: int


@dataclass(frozen=True, slots=True)
class Step:
    """The pair that leads from one stop to the next, "" at both ends when there is none.

    `*_text` names the text that each side's genome rests on ("" when unknown). `is_told` says whether the reader may
    know how the pair stands; only then do `gold` (None: not gold yet) and what follows from it mean anything.
    """

    source: str = ""
    target: str = ""
    source_text: str = ""
    target_text: str = ""
    has_reverse: bool = False
    is_told: bool = False
    gold: Gold | None = None

    @property
    def is_pair(self) -> bool:
        return bool(self.source)


@dataclass(frozen=True, slots=True)
class Incoherence:
    """One fault. `at` is the stop that it concerns, counted from 0: of a step, the one that the step leads on from."""

    kind: Kind
    at: int | None = None
    again: tuple[int, ...] = field(default=())  # where a repeated paper stands besides

    @property
    def is_refused(self) -> bool:
        return self.kind in REFUSED

    @property
    def is_information(self) -> bool:
        return self.kind in FOR_INFORMATION


@dataclass(frozen=True, slots=True)
class Chain:
    """Papers in order and what joins each two neighbours: always one step fewer than there are stops."""

    stops: tuple[Stop, ...]
    steps: tuple[Step, ...]


def incoherences(chain: Chain) -> list[Incoherence]:
    """Everything that speaks against a chain: its length, its papers, then step by step."""
    found = [Incoherence(Kind.LENGTH)] if not FEWEST <= len(chain.stops) <= MOST else []
    found += _repeated(chain)
    found += [Incoherence(Kind.UNDATED, at) for at, stop in enumerate(chain.stops) if not stop.published]
    for at, step in enumerate(chain.steps):
        found += [Incoherence(kind, at) for kind in _of_step(chain.stops[at], chain.stops[at + 1], step)]
    found += _other_texts(chain)
    return found


def _repeated(chain: Chain) -> Iterator[Incoherence]:
    places: dict[str, list[int]] = {}
    for at, stop in enumerate(chain.stops):
        places.setdefault(stop.paper, []).append(at)
    for first, *again in places.values():
        if again:
            yield Incoherence(Kind.REPEATED, first, tuple(again))


def _of_step(first: Stop, second: Stop, step: Step) -> Iterator[Kind]:
    if not step.is_pair and first.paper != second.paper:
        yield Kind.REVERSED if step.has_reverse else Kind.NO_PAIR
    elif step.is_pair and (step.source, step.target) != (first.paper, second.paper):
        yield Kind.BROKEN
    if first.published and second.published and first.published > second.published:
        yield Kind.BACKWARDS
    if step.is_pair and step.is_told:
        yield from _of_gold(step.gold)


def _of_gold(gold: Gold | None) -> Iterator[Kind]:
    if gold is None:
        yield Kind.NOT_GOLD
    elif not gold.is_lineage:
        yield Kind.NO_LINEAGE
    elif not gold.shared:
        yield Kind.NOTHING_SHARED


def _other_texts(chain: Chain) -> Iterator[Incoherence]:
    """Neighbouring pairs that were made of two texts of the paper between them: their objects are not the same."""
    for at, (before, after) in enumerate(pairwise(chain.steps), start=1):
        ends = (before.target_text, after.source_text)
        if all(ends) and ends[0] != ends[1] and before.target == after.source == chain.stops[at].paper:
            yield Incoherence(Kind.OTHER_TEXT, at)
