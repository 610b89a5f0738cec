"""Turn gold, as it stands in the database, into the records of a release. Each is read once and kept on disk."""

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, pairwise
from operator import attrgetter
from sys import intern
from typing import NamedTuple

from adjudication.selectors import GoldAnswer, gold, gold_keys, open_typings
from annotation.models import Project
from diffs.models import Diff, TraceStep
from evaluator.schema import Annotated, DiffRecord, LabelRecord, ObjectRecord, PaperRecord, TraceRecord
from evaluator.texts import Texts
from evaluator.vocabulary import ContributionRole, Dynamics, GoldSource, ObjectType
from genomes.models import Genome, IdeaObject
from genomes.selectors import objects_of_genomes, pointers_of, repairs_of
from releases.exam.book import Book
from releases.exam.lean import lean_diff, lean_object
from releases.spool import Kept

WITH_GENOME = ("source_version__paper__project", "second_reading__guideline")
AT_ONCE = 50  # genomes, with their texts
PAIRS_AT_ONCE = 500
TRACES_AT_ONCE = 2_000


class Genes(NamedTuple):
    """A paper with its genome. Its text is kept apart: the record has none."""

    paper: PaperRecord
    objects: tuple[ObjectRecord, ...]


@dataclass(frozen=True)
class Scope:
    """What a release is made of. `book` is gold as an exam needs it; the whole records are on disk, by id.

    `measured` are ids of the pairs on which people are, or were, measured.
    """

    book: Book
    genes: Kept[Genes]
    texts: Texts
    diffs: Kept[DiffRecord]
    guidelines: tuple[str, ...]
    measured: frozenset[str]

    def paper(self, genes: Genes) -> PaperRecord:
        """The record as it goes out: with the text where that may be passed on."""
        return replace(genes.paper, text=self.texts.of(genes.paper.id)) if genes.paper.redistributable else genes.paper

    def papers(self) -> Iterator[PaperRecord]:
        """By id."""
        return map(self.paper, self.genes.values())

    def objects(self) -> Iterator[ObjectRecord]:
        """By id: papers come as their ids do when a colon follows them."""
        for genes in self.genes.values(sorted(self.genes.keys(), key=lambda paper: f"{paper}:")):
            yield from sorted(genes.objects, key=attrgetter("id"))

    def traces(self) -> Iterable[TraceRecord]:
        """By id."""
        return self.book.traces.values()


@contextmanager
def scope_of(project: Project) -> Iterator[Scope]:
    """Everything of the project that stands: handed-in genomes, gold diffs, traces whose every step is gold.

    A genome that waits for its second reader, or with objects in dispute, is left out until it is settled. Of a paper
    with several source versions the newest genome that stands counts, and of diffs those between such genomes.
    """
    genes, texts, diffs = Kept[Genes](), Texts(), Kept[DiffRecord]()
    try:
        scope = _read(project, genes, texts, diffs)
        gc.freeze()  # a large book that nothing changes: looking through it for garbage would take a fifth of the time
        yield scope
    finally:
        gc.unfreeze()
        for kept in (genes, texts, diffs):
            kept.close()


def _read(project: Project, genes: Kept[Genes], texts: Texts, diffs: Kept[DiffRecord]) -> Scope:
    genomes = _newest_genomes(project)
    papers: list[PaperRecord] = []
    objects: list[ObjectRecord] = []
    lean: list[DiffRecord] = []
    for each, text in _genes(genomes):
        genes.add(each.paper.id, each)
        texts.keep(each.paper.id, text)
        papers.append(each.paper)
        objects += map(lean_object, each.objects)
    guidelines: set[str] = set()
    measured: set[str] = set()
    for diff, is_known in _diffs(project, genomes):
        diffs.add(diff.id, diff)
        lean.append(lean_diff(diff))
        guidelines.update(label.guideline for label in diff.labels)
        if is_known:
            measured.add(diff.id)
    traces = list(_traces(project, diffs.keys()))
    book = Book.of(papers=papers, objects=objects, diffs=lean, traces=traces)
    return Scope(book, genes, texts, diffs, tuple(sorted(guidelines)), frozenset(measured))


def iso(moment: datetime) -> str:
    """A moment as files show it: UTC, to the second, with Z."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _newest_genomes(project: Project) -> list[int]:
    """Ids of the genomes in scope, by the short names of their papers."""
    in_dispute = open_typings(project).values("reading__genome")
    rows = (
        Genome.objects.read()
        .filter(source_version__paper__project=project)
        .exclude(pk__in=in_dispute)
        .order_by("source_version__paper__slug", "-source_version__number")
    )
    newest: dict[str, int] = {}
    for slug, pk in rows.values_list("source_version__paper__slug", "pk").iterator():
        newest.setdefault(slug, pk)
    return list(newest.values())


def _genes(genomes: Sequence[int]) -> Iterator[tuple[Genes, str]]:
    """Each genome with the text of its paper."""
    in_scope = frozenset(genomes)
    for some in _parts(genomes, AT_ONCE):
        found = Genome.objects.select_related("source_version__paper__project", "second_reading__guideline").in_bulk(
            some
        )
        rows = {key: list(group) for key, group in groupby(objects_of_genomes(some), attrgetter("genome_id"))}
        for pk in some:
            objects = tuple(_object(row, in_scope) for row in rows.get(pk, ()))
            yield Genes(_paper(found[pk]), objects), found[pk].source_version.text


def _paper(genome: Genome) -> PaperRecord:
    version, paper = genome.source_version, genome.paper
    return PaperRecord(
        id=paper.slug,
        title=paper.title,
        authors=tuple(paper.authors),
        venue=paper.venue,
        doi=paper.doi,
        arxiv_id=paper.arxiv_id,
        published=paper.published.isoformat() if paper.published else "",
        domain=paper.domain,
        lineage=paper.lineage,
        aliases=tuple(paper.aliases),
        licence=paper.licence,
        redistributable=paper.redistributable,
        format=version.format,
        file_sha256=version.file_sha256,
        text_sha256=version.text_sha256,
        imported=iso(version.imported_at),
        source_version=version.number,
        annotated=_annotated(genome),
        text=None,
    )


def _annotated(genome: Genome) -> Annotated:
    """When the genome was handed in and when its second reader was done with it."""
    reading = getattr(genome, "second_reading", None)
    read_at = reading.submitted_at if reading is not None else None
    moments = [iso(moment) for moment in (genome.handed_in_at, read_at) if moment is not None]
    return Annotated(
        first=moments[0] if moments else "",
        last=iso(read_at) if read_at is not None else "",
        decided=max(moments, default=""),
        guidelines=(f"v{reading.guideline.version}",) if reading is not None and reading.guideline else (),
    )


def _labelled(answer: GoldAnswer) -> Annotated:
    """When its labels were handed in, and when it became gold."""
    labels = _in_time(answer.diffs)
    first, last = (iso(label.submitted_at) for label in (labels[0], labels[-1]))
    return Annotated(
        first=first,
        last=last,
        decided=iso(answer.resolution.created_at) if answer.resolution is not None else last,
        guidelines=tuple(sorted({f"v{label.guideline.version}" for label in labels})),
    )


def _object(row: IdeaObject, in_scope: Collection[int]) -> ObjectRecord:
    """The object's record; what it repairs is left out as long as that is not in scope itself."""
    return ObjectRecord(
        id=row.key,
        paper=row.genome.paper.slug,
        handle=row.handle,
        type=ObjectType(row.type),
        content=row.content,
        constraint=row.constraint,
        contribution_role=ContributionRole(row.contribution_role),
        repairs=tuple(sorted(each.key for each in repairs_of(row) if _stands(each, in_scope))),
        evidence=pointers_of(row),
    )


def _parts(ids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (ids[start : start + size] for start in range(0, len(ids), size))


def _stands(row: IdeaObject, genomes: Collection[int]) -> bool:
    """Whether an object is of a genome in scope and has its place there."""
    return row.genome_id in genomes and row.state == IdeaObject.State.ACCEPTED and row.lineage_relevant


def _diffs(project: Project, genomes: Collection[int]) -> Iterator[tuple[DiffRecord, bool]]:
    """Gold diffs between genomes, by id, each with whether people are measured on its pair.

    Raters are "r1", "r2", … in the order of their first label: the same from the same labels.
    """
    in_scope, raters = frozenset(genomes), dict[int, str]()
    keys = {pk: key for pk, key, source, target in gold_keys(project) if {source, target} <= in_scope}
    for some in _parts(sorted(keys, key=lambda pk: keys[pk]), PAIRS_AT_ONCE):
        answers = {answer.pair.pk: answer for answer in gold(project, some)}
        for answer in (answers[pk] for pk in some):
            for label in _in_time(answer.diffs):
                raters.setdefault(label.author_id, f"r{len(raters) + 1}")
            yield _diff(answer, raters), answer.pair.unit.is_known


def _in_time(diffs: Iterable[Diff]) -> list[Diff]:
    """In the order in which gold looks at them (adjudication.selectors.gold.IN_TIME)."""
    return sorted(diffs, key=lambda diff: (diff.submitted_at, diff.author.username))


def _diff(answer: GoldAnswer, raters: Mapping[int, str]) -> DiffRecord:
    pair, resolution = answer.pair, answer.resolution
    first = _in_time(answer.diffs)[0]
    decided = resolution if resolution is not None else first
    return DiffRecord(
        id=pair.key,
        source=pair.source.paper.slug,
        target=pair.target.paper.slug,
        domain=pair.target.paper.domain,
        answer=answer.answer,
        derived_dynamics=Dynamics(decided.derived_dynamics),
        rule=decided.rule or 0,
        gold_source=GoldSource(answer.source),
        reason_code=resolution.reason_code if resolution is not None else "",
        resolution_rationale=resolution.rationale if resolution is not None else "",
        annotated=_labelled(answer),
        labels=tuple(
            LabelRecord(
                rater=raters[diff.author_id],
                guideline=f"v{diff.guideline.version}",
                submitted=iso(diff.submitted_at),
                decision_key=diff.decision_key,
            )
            for diff in _in_time(answer.diffs)
        ),
    )


def _traces(project: Project, gold_diffs: Iterable[str]) -> Iterator[TraceRecord]:
    """Traces whose every step is gold, by name."""
    known = frozenset(gold_diffs)
    ends = ("pair__source__source_version__paper__slug", "pair__target__source_version__paper__slug")
    steps = (
        TraceStep.objects.filter(trace__project=project)
        .order_by("trace__name", "trace", "position")
        .values_list("trace", "trace__name", *ends, "pair__target__source_version__paper__domain")
    )
    for _trace, rows in groupby(steps.iterator(TRACES_AT_ONCE), lambda row: row[0]):
        path = list(rows)
        papers = [intern(path[0][2]), *(intern(row[3]) for row in path)]  # each stands in many traces
        diffs = [intern(f"{first}__{second}") for first, second in pairwise(papers)]
        if known.issuperset(diffs):
            yield TraceRecord(
                id="-".join(papers), name=path[0][1], domain=path[-1][4], papers=tuple(papers), diffs=tuple(diffs)
            )
