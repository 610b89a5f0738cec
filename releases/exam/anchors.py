"""What instances are drawn from: a genome, an object, a pair or a trace, and perhaps a place in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from evaluator.schema import DiffRecord, TraceRecord
from releases.exam.book import Book


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """`id` is unique within a task and makes the instance's own. Instances are balanced over the next three."""

    id: str
    domain: str
    dynamics: str = ""
    kind: str = ""
    paper: str = ""
    object: str = ""
    diff: str = ""
    trace: str = ""


Source = Callable[[Book], Iterator[Anchor]]


def genomes(book: Book) -> Iterator[Anchor]:
    """Each paper with objects."""
    for paper in book.genomes:
        yield Anchor(id=paper, domain=book.papers[paper].domain, paper=paper)


def objects(book: Book) -> Iterator[Anchor]:
    """Each object of each paper, of the kind that its type is."""
    for record in book.objects.values():
        domain = book.papers[record.paper].domain
        yield Anchor(id=record.id, domain=domain, kind=record.type, paper=record.paper, object=record.id)


def diffs(book: Book) -> Iterator[Anchor]:
    """Each gold diff, of a lineage or not."""
    for diff in book.diffs.values():
        yield _of_diff(diff)


def lineage_diffs(book: Book) -> Iterator[Anchor]:
    """Each gold diff of a lineage."""
    for diff in book.diffs.values():
        if diff.answer.dynamics is not None and diff.answer.dynamics.is_lineage:
            yield _of_diff(diff)


def traces(book: Book) -> Iterator[Anchor]:
    """Each trace."""
    for trace in book.traces.values():
        yield _of_trace(book, trace)


def stops(book: Book) -> Iterator[Anchor]:
    """The first paper of each trace, the one in its middle and the last, so that each place is as frequent."""
    for trace in book.traces.values():
        papers = trace.papers
        for kind, paper in (("first", papers[0]), ("middle", papers[len(papers) // 2]), ("last", papers[-1])):
            yield replace(_of_trace(book, trace), id=f"{trace.id}|{paper}", paper=paper, kind=kind)


def _of_diff(diff: DiffRecord) -> Anchor:
    dynamics = diff.answer.dynamics.value if diff.answer.dynamics else ""
    return Anchor(id=diff.id, domain=diff.domain, dynamics=dynamics, diff=diff.id)


def _of_trace(book: Book, trace: TraceRecord) -> Anchor:
    """A trace counts for the dynamics of its last step."""
    last = book.diffs[trace.diffs[-1]].answer.dynamics
    return Anchor(id=trace.id, domain=trace.domain, dynamics=last.value if last else "", trace=trace.id)
