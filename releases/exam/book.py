"""The gold that an exam is drawn from, with the look-ups that tasks share."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from evaluator.schema import DiffRecord, ObjectRecord, PaperRecord, TraceRecord
from releases.exam.anonymize import Names


@dataclass(frozen=True)
class Book:
    """All gold records of a release that is being made, by id."""

    papers: Mapping[str, PaperRecord]
    objects: Mapping[str, ObjectRecord]
    diffs: Mapping[str, DiffRecord]
    traces: Mapping[str, TraceRecord]

    @classmethod
    def of(
        cls,
        *,
        papers: Iterable[PaperRecord],
        objects: Iterable[ObjectRecord],
        diffs: Iterable[DiffRecord],
        traces: Iterable[TraceRecord],
    ) -> "Book":
        return cls(
            papers={r.id: r for r in sorted(papers, key=lambda r: r.id)},
            objects={r.id: r for r in sorted(objects, key=lambda r: r.id)},
            diffs={r.id: r for r in sorted(diffs, key=lambda r: r.id)},
            traces={r.id: r for r in sorted(traces, key=lambda r: r.id)},
        )

    @cached_property
    def genomes(self) -> dict[str, tuple[ObjectRecord, ...]]:
        """Paper id → its objects."""
        found: dict[str, list[ObjectRecord]] = defaultdict(list)
        for record in self.objects.values():
            found[record.paper].append(record)
        return {paper: tuple(records) for paper, records in found.items()}

    @cached_property
    def names(self) -> Names:
        """What must not be seen of any paper."""
        return Names(self.papers.values())

    @cached_property
    def traces_of_diff(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for trace in self.traces.values():
            for diff in trace.diffs:
                found[diff].append(trace.id)
        return found

    @cached_property
    def guidelines_of_diff(self) -> dict[str, list[str]]:
        return {diff.id: sorted({label.guideline for label in diff.labels}) for diff in self.diffs.values()}

    def related(self, paper: str) -> set[str]:
        """The paper and every paper that shares a trace or a lineage diff with it."""
        near = {paper}
        for trace in self.traces.values():
            if paper in trace.papers:
                near.update(trace.papers)
        for diff in self.diffs.values():
            dynamics = diff.answer.dynamics
            if paper in (diff.source, diff.target) and dynamics is not None and dynamics.is_lineage:
                near.update((diff.source, diff.target))
        return near
