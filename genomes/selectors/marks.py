"""Where idea objects stand in the text: one mark for each piece of evidence, with a lane of its own where they meet."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from genomes.selectors.reading import Block, Reading
from genomes.selectors.shown import ShownObject


@dataclass(frozen=True, slots=True)
class Mark:
    """An underline from `start` to `end`; `lane` counts from 1, and no two marks of a lane overlap."""

    start: int
    end: int
    object_id: int
    type: str
    handle: str
    state: str
    lane: int = 1


def marks_of(objects: Iterable[ShownObject]) -> list[Mark]:
    """The marks of the standing objects, in the order of the text."""
    marks = [
        Mark(row.start, row.end, each.pk, each.type, each.handle, each.state)
        for each in objects
        if not each.is_rejected
        for row in each.evidence
    ]
    return in_lanes(sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.object_id)))


def in_lanes(marks: Iterable[Mark]) -> list[Mark]:
    """Give each mark the first lane that is free where it begins. `marks` come in the order of their starts."""
    ends: list[int] = []
    placed = []
    for mark in marks:
        lane = next((number for number, end in enumerate(ends) if end <= mark.start), len(ends))
        ends[lane:lane] = [] if lane < len(ends) else [0]
        ends[lane] = mark.end
        placed.append(replace(mark, lane=lane + 1))
    return placed


@dataclass(slots=True)
class MarkedBlock:
    """A block with the marks in its text, and the handles of what rests on a figure, table or equation as a whole.

    `drawn` is the reading's: where the HTML of a block is kept once it is written.
    """

    block: Block
    marks: list[Mark]
    whole: list[Mark]
    drawn: dict[tuple[str, str, str, bool], tuple[Any, str]] = field(default_factory=dict, compare=False, repr=False)


def marked_blocks(reading: Reading, marks: Iterable[Mark]) -> list[MarkedBlock]:
    """Every block of the text with what rests on it."""
    here: dict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        for block in reading.blocks_within(mark.start, mark.end):
            here[id(block)].append(mark)
    return [_marked(block, here.get(id(block), []), reading) for block in reading.blocks]


def _marked(block: Block, here: list[Mark], reading: Reading) -> MarkedBlock:
    if not block.is_float or not here:
        return MarkedBlock(block, here, [], reading.drawn)
    whole = [mark for mark in here if block.tex or (mark.start <= block.start and block.end <= mark.end)]
    return MarkedBlock(block, [mark for mark in here if mark not in whole], whole, reading.drawn)
