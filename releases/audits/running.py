"""Run audits: over a stream of records, or over a whole book."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from evaluator.schema import DiffRecord, ExamInstance, ObjectRecord, PaperRecord, TraceRecord
from evaluator.vocabulary import Split
from releases.audits.base import MOST_FINDINGS, Audit, Auditing, Finding, Scene


class Auditor:
    """Feed it every paper with its text and genome, every diff, every trace, every exam instance; then take `results`.

    Findings beyond MOST_FINDINGS of an audit are counted, not kept.
    """

    def __init__(self, audits: Iterable[type[Auditing]], scene: Scene) -> None:
        self._audits = [audit(scene) for audit in audits]
        self._found: dict[str, list[Finding]] = {audit.name: [] for audit in self._audits}
        self._counts = dict.fromkeys(self._found, 0)

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> None:
        for audit in self._audits:
            self._keep(audit, audit.paper(paper, text, genome))

    def diff(self, diff: DiffRecord) -> None:
        for audit in self._audits:
            self._keep(audit, audit.diff(diff))

    def trace(self, trace: TraceRecord) -> None:
        for audit in self._audits:
            self._keep(audit, audit.trace(trace))

    def instance(self, instance: ExamInstance, split: Split) -> None:
        for audit in self._audits:
            self._keep(audit, audit.instance(instance, split))

    def results(self) -> list[Audit]:
        """What each found, in their order. Call it once, at the end."""
        for audit in self._audits:
            self._keep(audit, audit.end())
        return [
            Audit(
                name=audit.name,
                findings=tuple(self._found[audit.name]),
                stops=audit.stops,
                count=self._counts[audit.name],
                notes=tuple(audit.notes()),
            )
            for audit in self._audits
        ]

    def _keep(self, audit: Auditing, findings: Iterable[Finding]) -> None:
        kept = self._found[audit.name]
        for finding in findings:
            self._counts[audit.name] += 1
            if len(kept) < MOST_FINDINGS:
                kept.append(finding)


def feed_book(auditor: Auditor, scene: Scene, texts: Mapping[str, str]) -> None:
    """Everything but the exam."""
    book = scene.book
    for paper in book.papers.values():
        auditor.paper(paper, texts.get(paper.id, ""), book.genomes.get(paper.id, ()))
    for diff in book.diffs.values():
        auditor.diff(diff)
    for trace in book.traces.values():
        auditor.trace(trace)


def audited(
    audits: Iterable[type[Auditing]],
    scene: Scene,
    texts: Mapping[str, str],
    instances: Iterable[tuple[Split, ExamInstance]],
) -> list[Audit]:
    """Run audits over a whole book with its exam; the exam is drawn only if one of them reads it."""
    chosen = list(audits)
    auditor = Auditor(chosen, scene)
    feed_book(auditor, scene, texts)
    for split, instance in islice(instances, None if any(audit.needs_exam for audit in chosen) else 0):
        auditor.instance(instance, split)
    return auditor.results()
