"""Which split each record of a release belongs to. No lineage is in two, and nothing guarded is named in the open.

A lineage is what hangs together through lineage diffs, traces, imports and repairs between papers, and a lineage name.
Its split: calibration when people were measured on one of its pairs; else holdout when one of its papers was published
after the cutoff; else sealed when it was drawn; else public. A record that names papers of several splits, as a diff of
rivals may, belongs to the most guarded of them and feeds no exam item.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from evaluator.compare import lineage_key
from evaluator.schema import DiffRecord, ObjectRecord, PaperRecord, TraceRecord
from evaluator.vocabulary import Split
from releases.plan import SplitPlan

GUARD = (Split.PUBLIC, Split.CALIBRATION, Split.HOLDOUT, Split.SEALED)  # ever more guarded


class Lineages:
    """Papers that hang together, found by joining: `of[paper]` is the least id of its lineage."""

    def __init__(self, papers: Iterable[str]) -> None:
        self._up = {paper: paper for paper in papers}

    def root(self, paper: str) -> str:
        while self._up[paper] != paper:
            self._up[paper] = paper = self._up[self._up[paper]]
        return paper

    def join(self, papers: Iterable[str]) -> None:
        """Papers that are not of the release join nothing."""
        roots = sorted({self.root(paper) for paper in papers if paper in self._up})
        for root in roots[1:]:
            self._up[root] = roots[0]

    @cached_property
    def of(self) -> Mapping[str, str]:
        """Paper → its lineage. Ask once all is joined."""
        return {paper: self.root(paper) for paper in self._up}


def lineages_of(
    papers: Iterable[PaperRecord],
    objects: Iterable[ObjectRecord],
    diffs: Iterable[DiffRecord],
    traces: Iterable[TraceRecord],
) -> Lineages:
    """The lineages of a release; each table is gone through once."""
    named: dict[str, list[str]] = defaultdict(list)
    ids = []
    for paper in papers:
        ids.append(paper.id)
        if paper.lineage.strip():
            named[lineage_key(paper.lineage)].append(paper.id)
    found = Lineages(ids)
    for members in named.values():
        found.join(members)
    for record in objects:
        found.join([record.paper, *(paper_of(each) for each in record.repairs)])
    for diff in diffs:
        if is_lineage(diff):
            found.join(papers_of(diff))
    for trace in traces:
        found.join(trace.papers)
    return found


def is_lineage(diff: DiffRecord) -> bool:
    return diff.answer.dynamics is not None and diff.answer.dynamics.is_lineage


def paper_of(object_id: str) -> str:
    return object_id.rpartition(":")[0]


def papers_of(diff: DiffRecord) -> Iterator[str]:
    """Both papers, and those that objects were imported from."""
    yield from (diff.source, diff.target)
    yield from (each.paper for each in diff.answer.provenance.values() if each.paper)


@dataclass(frozen=True)
class Splits:
    """Paper → split, and from that the split of every other record."""

    of_paper: Mapping[str, Split]

    def of_object(self, record: ObjectRecord) -> Split:
        return self.of_paper[record.paper]

    def of_diff(self, diff: DiffRecord) -> Split:
        return self.most_guarded(papers_of(diff))

    def of_trace(self, trace: TraceRecord) -> Split:
        return self.most_guarded(trace.papers)

    def most_guarded(self, papers: Iterable[str]) -> Split:
        return max((self.of_paper[paper] for paper in papers if paper in self.of_paper), key=GUARD.index)

    def crosses(self, diff: DiffRecord) -> bool:
        """Whether a diff joins papers of several splits."""
        return len({self.of_paper[paper] for paper in papers_of(diff) if paper in self.of_paper}) > 1

    @property
    def used(self) -> tuple[Split, ...]:
        """The splits that have papers, the least guarded first; public is always one."""
        return tuple(split for split in GUARD if split is Split.PUBLIC or split in self._found)

    @cached_property
    def _found(self) -> frozenset[Split]:
        return frozenset(self.of_paper.values())


def split_papers(
    plan: SplitPlan,
    seed: int,
    *,
    lineages: Mapping[str, str],
    papers: Iterable[PaperRecord],
    diffs: Iterable[DiffRecord],
    calibration: Collection[str],
) -> Splits:
    """The split of every paper. `lineages` as in Lineages.of; `calibration` are ids of pairs, read only if planned."""
    groups = _groups(lineages, papers, diffs)
    measured = {lineages[paper] for pair, paper in _ends(calibration, lineages) if plan.calibration}
    chosen: dict[str, Split] = {}
    for root, group in groups.items():
        if root in measured:
            chosen[root] = Split.CALIBRATION
        elif plan.cutoff is not None and group.last > plan.cutoff:
            chosen[root] = Split.HOLDOUT
    rest = {root: group for root, group in groups.items() if root not in chosen}
    chosen |= dict.fromkeys(_drawn(rest, plan.sealed_share, seed), Split.SEALED)
    return Splits({paper: chosen.get(root, Split.PUBLIC) for paper, root in lineages.items()})


@dataclass(slots=True)
class _Group:
    """What a lineage is drawn by: its most frequent domain and dynamics, and the date of its last paper."""

    domains: list[str]
    dynamics: list[str]
    last: str = ""

    @property
    def stratum(self) -> tuple[str, str]:
        return _most_frequent(self.domains), _most_frequent(self.dynamics)


def _most_frequent(values: list[str]) -> str:
    return min(set(values), key=lambda value: (-values.count(value), value), default="")


def _groups(
    lineages: Mapping[str, str], papers: Iterable[PaperRecord], diffs: Iterable[DiffRecord]
) -> dict[str, _Group]:
    groups = {root: _Group([], []) for root in sorted(set(lineages.values()))}
    for paper in papers:
        group = groups[lineages[paper.id]]
        group.domains.append(paper.domain)
        group.last = max(group.last, paper.published)
    for diff in diffs:
        if is_lineage(diff) and diff.answer.dynamics is not None:
            groups[lineages[diff.target]].dynamics.append(diff.answer.dynamics.value)
    return groups


def _ends(pairs: Collection[str], papers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(pair, paper) for both papers of each pair; a short name may itself hold what joins two of them."""
    for pair in pairs:
        for at in range(1, len(pair)):
            source, target = pair[:at], pair[at + 2 :]
            if pair.startswith("__", at) and source in papers and target in papers:
                yield from ((pair, source), (pair, target))


def _drawn(groups: Mapping[str, _Group], share: float, seed: int) -> list[str]:
    """The share of the lineages, rounded to the nearest, as even over their strata as it can be.

    Lineages stand in a row, stratum after stratum, each in drawn order; every 1/share-th is taken. So each stratum
    gives its share, up to one lineage more or less.
    """
    rng = Random(f"{seed}:splits")  # noqa: S311 - reproducible, not secret
    strata: dict[tuple[str, str], list[str]] = defaultdict(list)
    for root in sorted(groups):
        strata[groups[root].stratum].append(root)
    row: list[str] = []
    for stratum in sorted(strata):
        rng.shuffle(strata[stratum])
        row += strata[stratum]
    count = int(len(row) * share + 0.5)
    if not count:
        return []
    start = rng.random() * len(row) / count
    return [row[int(start + number * len(row) / count) % len(row)] for number in range(count)]
