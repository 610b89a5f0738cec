"""A release from its scope: splits, records and exam go to the audits and to a sink, one by one. Pure but for disk."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter

from evaluator.alignments import alignment_records
from evaluator.manifest import Baseline, SourceVersionEntry
from evaluator.schema import DiffRecord, PaperRecord
from evaluator.vocabulary import Split
from releases.audits.base import Audit, Auditing, Scene
from releases.audits.running import Auditor
from releases.exam.generate import Draw, Guessing, TaskYield
from releases.packaging import Work
from releases.parts import Sealing, all_yields, parts_of
from releases.plan import ReleasePlan
from releases.records import Scope
from releases.tables import Sink

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Made:
    """What a release says of its records. `instances` of each split in use; `sources` and `work` of what goes out."""

    audits: list[Audit]
    counts: Counter[str]
    instances: dict[Split, int]
    yields: dict[str, TaskYield]
    baselines: dict[str, Baseline]
    sources: tuple[SourceVersionEntry, ...]
    work: Work

    @property
    def is_sound(self) -> bool:
        return not any(audit.fails for audit in self.audits)


def make(
    scope: Scope,
    plan: ReleasePlan,
    scene: Scene,
    *,
    canary: str,
    sealing: Sealing,
    sink: Sink,
    audits: Iterable[type[Auditing]],
    tell: Tell,
) -> Made:
    """Go through every record once. The exam is drawn only where the sink or one of the audits wants it."""
    chosen = list(audits)
    run = _Run(scope, scene, Auditor(chosen, scene), sink)
    tell("audits")
    run.papers()
    run.objects()
    run.diffs()
    run.alignments()
    run.traces()
    tell("exam")
    yields = run.exam(plan, canary, sealing) if sink.wants_exam or any(audit.needs_exam for audit in chosen) else {}
    return Made(
        audits=run.auditor.results(),
        counts=run.counts,
        instances=run.instances,
        yields=yields,
        baselines=run.guessing.baselines(),
        sources=tuple(run.sources),
        work=run.work,
    )


class _Run:
    def __init__(self, scope: Scope, scene: Scene, auditor: Auditor, sink: Sink) -> None:
        self.scope, self.splits, self.auditor, self.sink = scope, scene.splits, auditor, sink
        self.counts: Counter[str] = Counter()
        self.instances: dict[Split, int] = dict.fromkeys(self.splits.used, 0)
        self.sources: list[SourceVersionEntry] = []
        self.work, self.guessing = Work(), Guessing()

    def papers(self) -> None:
        with self.sink.table("papers") as write:
            for genes in self.scope.genes.values():
                text = self.scope.texts.of(genes.paper.id) or ""
                paper, split = self.scope.paper(genes), self.splits.of_paper[genes.paper.id]
                self.auditor.paper(paper, text, genes.objects)
                if split is not Split.SEALED:
                    self.sources.append(_source(paper))
                    self.work.paper(genes.paper)
                write(split, paper)
                self.counts["papers"] += 1

    def objects(self) -> None:
        with self.sink.table("objects") as write:
            for record in self.scope.objects():
                write(self.splits.of_object(record), record)
                self.counts["objects"] += 1

    def diffs(self) -> None:
        with self.sink.table("diffs") as write:
            for diff in self.scope.diffs.values():
                split = self.splits.of_diff(diff)
                self.auditor.diff(diff)
                if split is not Split.SEALED:
                    self.work.diff(diff)
                write(split, diff)
                self.counts["diffs"] += 1
                self.counts[diff.gold_source.value] += 1

    def alignments(self) -> None:
        with self.sink.table("alignments") as write:
            for diff in self._by_edge():
                split = self.splits.of_diff(diff)
                for record in sorted(alignment_records(diff), key=attrgetter("id")):
                    write(split, record)
                    self.counts["alignments"] += 1

    def _by_edge(self) -> Iterator[DiffRecord]:
        """Diffs in the order of their ids when the number of an edge follows."""
        yield from self.scope.diffs.values(sorted(self.scope.diffs.keys(), key=lambda diff: f"{diff}#"))

    def traces(self) -> None:
        with self.sink.table("traces") as write:
            for trace in self.scope.traces():
                self.auditor.trace(trace)
                write(self.splits.of_trace(trace), trace)
                self.counts["traces"] += 1

    def exam(self, plan: ReleasePlan, canary: str, sealing: Sealing) -> dict[str, TaskYield]:
        yields = []
        with self.sink.table("exam") as write:
            for part in parts_of(self.scope.book, self.splits, plan, sealing=sealing):
                draw = Draw(part.book, part.plan, canary=canary)
                for instance in draw:
                    self.auditor.instance(instance, part.split)
                    if part.split is not Split.SEALED:  # its most frequent answer is nobody's to know
                        self.guessing.add(instance)
                    self.instances[part.split] += 1
                    write(part.split, instance)
                    self.counts["exam"] += 1
                yields.append(draw.yields)
        return all_yields(yields)


def _source(paper: PaperRecord) -> SourceVersionEntry:
    return SourceVersionEntry(
        paper=paper.id,
        format=paper.format,
        file_sha256=paper.file_sha256,
        text_sha256=paper.text_sha256,
        imported=paper.imported,
    )
