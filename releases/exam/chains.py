"""An object followed along a trace, step by step, as its gold diffs say."""

from collections.abc import Iterator
from dataclasses import dataclass

from evaluator.schema import TraceRecord
from evaluator.vocabulary import Fate
from releases.exam.book import Book
from releases.exam.lacks import Unfit


@dataclass(frozen=True, slots=True)
class Hop:
    """A step that the object meets, numbered from 1: its fate there, and what it is afterwards (None: lost)."""

    step: int
    fate: Fate
    target: str | None


def chain(book: Book, trace: TraceRecord, start: str) -> list[Hop]:
    """The steps of an object of the first paper, to the last paper or to where it is lost.

    Raises Unfit where it becomes several objects, or something other than one of the next paper: then no single path
    answers.
    """
    return list(_hops(book, trace, start))


def _hops(book: Book, trace: TraceRecord, start: str) -> Iterator[Hop]:
    here = start
    for number, diff in enumerate(trace.diffs, start=1):
        answer = book.diffs[diff].answer
        fate = answer.fates.get(here)
        if fate is None:
            raise Unfit("path_not_single")
        if fate is Fate.LOST:
            yield Hop(number, fate, None)
            return
        targets = [edge.target for edge in answer.alignments if edge.source == here]
        if len(targets) != 1:
            raise Unfit("path_not_single")
        here = targets[0]
        yield Hop(number, fate, here)


def overall(hops: list[Hop]) -> tuple[Fate, int]:
    """The fate over a whole path, and the last step that is not inherited (0: it was inherited at every step)."""
    changes = [hop for hop in hops if hop.fate is not Fate.INHERITED]
    return (changes[-1].fate, changes[-1].step) if changes else (Fate.INHERITED, 0)
