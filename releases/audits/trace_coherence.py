"""Every trace is coherent by the rules of the trace's own page. What its dates say stands in the audit of time."""

from collections.abc import Iterator

from diffs.coherence import OF_GOLD, OF_TIME, Chain, Gold, Step, Stop, incoherences
from diffs.trace_words import fault_words
from evaluator.schema import DiffRecord, TraceRecord
from evaluator.vocabulary import Fate
from releases.audits.base import Auditing, Finding


class TraceCoherence(Auditing):
    name = "trace_coherence"

    def trace(self, trace: TraceRecord) -> Iterator[Finding]:
        book = self.scene.book
        papers = [book.papers[paper] for paper in trace.papers]
        chain = Chain(
            stops=tuple(Stop(paper.id, paper.published) for paper in papers),
            steps=tuple(_step(book.diffs[step]) for step in trace.diffs),
        )
        names, dates = [paper.id for paper in papers], [paper.published for paper in papers]
        for fault in incoherences(chain):
            words = fault_words(fault, names, dates)
            if fault.kind in OF_GOLD and fault.at is not None:  # the pair's own, so that it is hidden where the pair is
                yield Finding(words, f"pair:{trace.diffs[fault.at]}")
            elif fault.kind not in OF_TIME:
                yield Finding(words, f"trace:{trace.id}")


def _step(diff: DiffRecord) -> Step:
    answer = diff.answer
    shared = {edge.source for edge in answer.alignments if answer.fates.get(edge.source) is not Fate.LOST}
    is_lineage = answer.dynamics is not None and answer.dynamics.is_lineage
    return Step(diff.source, diff.target, is_told=True, gold=Gold(is_lineage, len(shared)))
