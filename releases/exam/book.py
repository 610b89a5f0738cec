"""The gold that an exam is drawn from, with the look-ups that tasks share."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from evaluator.compare import lineage_key
from evaluator.schema import DiffRecord, ObjectRecord, PaperRecord, TraceRecord
from evaluator.vocabulary import ContributionRole, Ecology
from releases.exam.anonymize import Names

PAPERS_OF_LINEAGE = 3  # shown of a lineage that stands as a choice


@dataclass(frozen=True)
class Book:
    """Gold records of a release that is being made, by id: all of them, or those of one split.

    `known` are the names of all papers of the release, where the book is only a part of it.
    """

    papers: Mapping[str, PaperRecord]
    objects: Mapping[str, ObjectRecord]
    diffs: Mapping[str, DiffRecord]
    traces: Mapping[str, TraceRecord]
    known: Names | None = None

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
        return self.known or Names(self.papers.values())

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

    @cached_property
    def all_genomes(self) -> list[str]:
        """Each paper with objects, sorted."""
        return sorted(self.genomes)

    @cached_property
    def genomes_of_domain(self) -> dict[str, list[str]]:
        """Domain → its papers with objects, sorted."""
        found: dict[str, list[str]] = defaultdict(list)
        for paper in self.all_genomes:
            found[self.papers[paper].domain].append(paper)
        return dict(found)

    @cached_property
    def all_lineages(self) -> list[str]:
        return sorted(self.drivers_of_lineage)

    @cached_property
    def domains(self) -> dict[str, set[str]]:
        """Each key of `drivers_of_lineage` → the domains of its papers."""
        found: dict[str, set[str]] = {key: set() for key in self.all_lineages}
        for paper in self.papers.values():
            if paper.lineage and (key := lineage_key(paper.lineage)) in found:
                found[key].add(paper.domain)
        return found

    @cached_property
    def lineages_of_domain(self) -> dict[str, list[str]]:
        """Domain → the keys of `drivers_of_lineage` with a paper in it, sorted."""
        found: dict[str, list[str]] = defaultdict(list)
        for key in self.all_lineages:
            for domain in sorted(self.domains[key]):
                found[domain].append(key)
        return dict(found)

    @cached_property
    def all_traces(self) -> list[str]:
        return sorted(self.traces)

    @cached_property
    def traces_of_domain(self) -> dict[str, list[str]]:
        """Domain → its traces, sorted."""
        found: dict[str, list[str]] = defaultdict(list)
        for trace in self.all_traces:
            found[self.traces[trace].domain].append(trace)
        return dict(found)

    @cached_property
    def traces_of_paper(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for trace in self.traces.values():
            for paper in trace.papers:
                found[paper].append(trace.id)
        return dict(found)

    @cached_property
    def descent(self) -> dict[str, set[str]]:
        """Paper → the papers that a lineage diff joins it to."""
        return self._joined(lineage=True)

    @cached_property
    def rivals(self) -> dict[str, set[str]]:
        """Paper → the papers that share its niche, as a diff that is no lineage says."""
        return self._joined(lineage=False)

    def _joined(self, *, lineage: bool) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for diff in self.diffs.values():
            answer = diff.answer
            if answer.dynamics is None or answer.dynamics.is_lineage is not lineage:
                continue
            if lineage or answer.ecology in (Ecology.SAME, Ecology.ADJACENT):
                found[diff.source].add(diff.target)
                found[diff.target].add(diff.source)
        return dict(found)

    def related(self, paper: str) -> set[str]:
        """The paper and every paper that shares a trace or a lineage diff with it."""
        traces = (self.traces[trace].papers for trace in self.traces_of_paper.get(paper, ()))
        return {paper}.union(self.descent.get(paper, ()), *traces)
