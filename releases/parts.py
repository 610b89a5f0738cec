"""A release in its splits: the gold that each holds, and how its exam is drawn from that alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from evaluator.schema import DiffRecord
from evaluator.sealing import sealed_seed
from evaluator.vocabulary import Split
from releases.exam.book import Book
from releases.exam.generate import TaskYield
from releases.exam.plan import ExamPlan
from releases.plan import ReleasePlan
from releases.splits import Splits, lineages_of, split_papers


@dataclass(frozen=True, slots=True)
class Sealing:
    """What sealed answers are committed to with: the project's secret key, and the release as "project/version"."""

    key: bytes
    line: str

    def seed(self, seed: int) -> int:
        return sealed_seed(self.key, self.line, seed)


@dataclass(frozen=True, slots=True)
class Part:
    """What one split draws its exam from: no diff in the book leads to a paper of another split."""

    split: Split
    book: Book
    plan: ExamPlan


def splits_of(book: Book, plan: ReleasePlan, calibration: Iterable[str]) -> Splits:
    """The split of every paper of a book. `calibration` are ids of the pairs on which people were measured."""
    diffs = book.diffs.values()
    lineages = lineages_of(book.papers.values(), book.objects.values(), diffs, book.traces.values()).of
    return split_papers(
        plan.splits,
        plan.seed,
        lineages=lineages,
        papers=book.papers.values(),
        diffs=diffs,
        calibration=frozenset(calibration),
    )


def parts_of(book: Book, splits: Splits, plan: ExamPlan, *, sealing: Sealing) -> Iterator[Part]:
    """One part for each split in use. Names are hidden for all papers of the release in each of them.

    The seed of the sealed one is secret: nobody outside can draw its exam again.
    """
    for split in splits.used:
        seed = sealing.seed(plan.seed) if split is Split.SEALED else plan.seed
        yield Part(split, part_of_book(book, splits, split), replace(plan, seed=seed))


def part_of_book(book: Book, splits: Splits, split: Split) -> Book:
    """The records of one split, without the diffs that lead into another."""
    if len(splits.used) == 1:
        return book
    return Book(
        papers={id: paper for id, paper in book.papers.items() if splits.of_paper[id] is split},
        objects={id: record for id, record in book.objects.items() if splits.of_object(record) is split},
        diffs={id: diff for id, diff in book.diffs.items() if _is_of(diff, splits, split)},
        traces={id: trace for id, trace in book.traces.items() if splits.of_trace(trace) is split},
        known=book.names,
    )


def _is_of(diff: DiffRecord, splits: Splits, split: Split) -> bool:
    return splits.of_diff(diff) is split and not splits.crosses(diff)


def all_yields(parts: Iterable[Mapping[str, TaskYield]]) -> dict[str, TaskYield]:
    """What each task gave over all splits."""
    found: dict[str, TaskYield] = {}
    for yields in parts:
        for task, each in yields.items():
            sum_of = found.setdefault(task, TaskYield())
            sum_of.anchors += each.anchors
            sum_of.tried += each.tried
            sum_of.instances += each.instances
            sum_of.lacks = Counter(sum_of.lacks) + each.lacks
    return found
