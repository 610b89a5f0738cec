"""The gold that an exam is drawn from, with the look-ups that tasks share."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from evaluator.compare import lineage_key
from evaluator.schema import DiffRecord, ObjectRecord, PaperRecord, TraceRecord
from evaluator.vocabulary import ContributionRole
from releases.exam.anonymize import Names

PAPERS_OF_LINEAGE = 3  # shown of a lineage that stands as a choice


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
    def drivers_of_lineage(self) -> dict[str, list[ObjectRecord]]:
        """`evaluator.compare.lineage_key` of each named lineage → the drivers of its first papers, earliest first."""
        papers: dict[str, list[PaperRecord]] = defaultdict(list)
        for paper in self.papers.values():
            if paper.lineage and paper.id in self.genomes:
                papers[lineage_key(paper.lineage)].append(paper)
        drivers = {
            key: [
                record
                for paper in sorted(members, key=lambda p: (p.published, p.id))[:PAPERS_OF_LINEAGE]
                for record in self.genomes[paper.id]
                if record.contribution_role is ContributionRole.DRIVER
            ]
            for key, members in papers.items()
        }
        return {key: found for key, found in sorted(drivers.items()) if found}

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
