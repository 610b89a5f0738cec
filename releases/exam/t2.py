"""T2 Inheritance Tracing: follow objects from one genome into the next."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from evaluator.schema import DiffRecord, ExamInstance
from evaluator.vocabulary import Fate, Origin
from releases.exam.book import Book
from releases.exam.frame import Frame, choice, order_of, pair_of, set_of


def order_papers(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Put the papers of a lineage in order of descent."""
    for trace in book.traces.values():
        frame = Frame(book, "order_papers", trace.id, seed)
        context = {"genomes": frame.genomes(trace.papers)}
        labels = [frame.labels[paper] for paper in trace.papers]
        yield frame.instance(
            question="The papers form one lineage, shown in no order. Order them from ancestor to frontier.",
            context=context,
            fields={"order": order_of(sorted(labels))},
            gold={"order": labels},
            options=len(labels),
            trace=trace,
            papers=trace.papers,
        )


def align_objects(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which objects of the predecessor became which of the successor?"""
    question = "List every aligned pair [object of the predecessor, object of the successor]."
    for diff, frame, context in _diffs(book, seed, "align_objects"):
        yield frame.instance(
            question=question,
            context=context,
            fields={"alignment": set_of(pair_of(*_ends(book, frame, diff)))},
            gold={
                "alignment": sorted([frame.labels[e.source], frame.labels[e.target]] for e in diff.answer.alignments)
            },
            options=len(book.genomes[diff.source]) * len(book.genomes[diff.target]),
            diff=diff,
            papers=(diff.source, diff.target),
        )


def find_inherited(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which objects of the predecessor were inherited unchanged?"""
    question = "List the predecessor's objects that the successor inherited: content and function kept."
    yield from _with_fate(book, seed, "find_inherited", "inherited", Fate.INHERITED, question)


def find_lost(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which objects of the predecessor disappeared?"""
    question = "List the predecessor's objects that the successor lost."
    yield from _with_fate(book, seed, "find_lost", "lost", Fate.LOST, question)


def find_novel(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which objects of the successor are new in the lineage, and which came from another?"""
    for diff, frame, context in _diffs(book, seed, "find_novel"):
        target = _ends(book, frame, diff)[1]
        origins = {frame.labels[o]: origin for o, origin in diff.answer.origins.items()}
        yield frame.instance(
            question="List the successor's objects that are new in this lineage, and those imported from another.",
            context=context,
            fields={"novel": set_of(target), "external": set_of(target)},
            gold={
                "novel": sorted(o for o, origin in origins.items() if origin is Origin.NOVEL),
                "external": sorted(o for o, origin in origins.items() if origin is Origin.EXTERNAL),
            },
            options=len(origins),
            diff=diff,
            papers=(diff.source, diff.target),
        )


def _with_fate(book: Book, seed: int, task: str, name: str, fate: Fate, question: str) -> Iterator[ExamInstance]:
    for diff, frame, context in _diffs(book, seed, task):
        wanted = sorted(frame.labels[o] for o, found in diff.answer.fates.items() if found is fate)
        if not wanted:
            continue
        yield frame.instance(
            question=question,
            context=context,
            fields={name: set_of(_ends(book, frame, diff)[0])},
            gold={name: wanted},
            options=len(diff.answer.fates),
            diff=diff,
            papers=(diff.source, diff.target),
        )


def _diffs(book: Book, seed: int, task: str) -> Iterator[tuple[DiffRecord, Frame, dict[str, Any]]]:
    """Every gold diff of a lineage, framed as two labelled genomes."""
    for diff in book.diffs.values():
        if diff.answer.dynamics is None or not diff.answer.dynamics.is_lineage:
            continue
        frame = Frame(book, task, diff.id, seed)
        yield diff, frame, two_genomes(frame, diff)


def two_genomes(frame: Frame, diff: DiffRecord) -> dict[str, Any]:
    """The context of every task on one diff: both genomes, and which is the predecessor."""
    genomes = frame.genomes([diff.source, diff.target])
    return {
        "genomes": genomes,
        "predecessor": frame.labels[diff.source],
        "successor": frame.labels[diff.target],
    }


def _ends(book: Book, frame: Frame, diff: DiffRecord) -> tuple[dict[str, Any], dict[str, Any]]:
    source, target = ([frame.labels[o.id] for o in book.genomes[paper]] for paper in (diff.source, diff.target))
    return choice(source), choice(target)


TASKS: Mapping[str, Callable[[Book, int], Iterator[ExamInstance]]] = {
    "order_papers": order_papers,
    "align_objects": align_objects,
    "find_inherited": find_inherited,
    "find_lost": find_lost,
    "find_novel": find_novel,
}
