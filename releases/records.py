"""Turn gold, as it stands in the database, into the records of a release."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from adjudication.selectors import GoldAnswer, gold, open_typings
from annotation.models import Project
from diffs.models import Diff, Trace
from evaluator.schema import Annotated, DiffRecord, LabelRecord, ObjectRecord, PaperRecord, TraceRecord
from evaluator.vocabulary import ContributionRole, Dynamics, GoldSource, ObjectType
from genomes.models import Genome, IdeaObject
from genomes.selectors import genome_objects, pointers_of, repairs_of
from releases.exam.book import Book


@dataclass(frozen=True)
class Scope:
    """What a release is made of: its gold records, and the texts behind them by paper id."""

    book: Book
    texts: dict[str, str]
    guidelines: tuple[str, ...]


def scope_of(project: Project) -> Scope:
    """Everything of the project that stands: handed-in genomes, gold diffs, traces whose every step is gold.

    A genome that waits for its second reader, or with objects in dispute, is left out until it is settled. Of a paper
    with several source versions the newest genome that stands counts, and of diffs those between such genomes.
    """
    genomes = _newest_genomes(project)
    papers = [_paper(genome) for genome in genomes]
    in_scope = {genome.pk for genome in genomes}
    rows = [row for genome in genomes for row in genome_objects(genome)]
    standing = {row.pk for row in rows}
    objects = [_object(row, standing) for row in rows]
    answers = [a for a in gold(project) if {a.pair.source_id, a.pair.target_id} <= in_scope]
    raters = _pseudonyms(answers)
    diffs = [_diff(answer, raters) for answer in answers]
    book = Book.of(papers=papers, objects=objects, diffs=diffs, traces=_traces(project, {d.id for d in diffs}))
    return Scope(
        book=book,
        texts={genome.paper.slug: genome.source_version.text for genome in genomes},
        guidelines=tuple(sorted({label.guideline for diff in diffs for label in diff.labels})),
    )


def iso(moment: datetime) -> str:
    """A moment as files show it: UTC, to the second, with Z."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _newest_genomes(project: Project) -> list[Genome]:
    in_dispute = open_typings(project).values("reading__genome")
    rows = (
        Genome.objects.read()
        .filter(source_version__paper__project=project)
        .exclude(pk__in=in_dispute)
        .select_related("source_version__paper__project", "second_reading__guideline")
        .order_by("source_version__paper__slug", "-source_version__number")
    )
    newest: dict[str, Genome] = {}
    for genome in rows:
        newest.setdefault(genome.paper.slug, genome)
    return list(newest.values())


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
        annotated=_read(genome),
        text=version.text if paper.redistributable else None,
    )


def _read(genome: Genome) -> Annotated:
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
        repairs=tuple(sorted(each.key for each in repairs_of(row) if each.pk in in_scope)),
        evidence=pointers_of(row),
    )


def _pseudonyms(answers: Sequence[GoldAnswer]) -> dict[int, str]:
    """Person → "r1", "r2", … in order of their first label, pairs by key: the same from the same labels."""
    ordered = [diff for answer in sorted(answers, key=lambda a: a.pair.key) for diff in _in_time(answer.diffs)]
    people = dict.fromkeys(diff.author_id for diff in ordered)
    return {person: f"r{number}" for number, person in enumerate(people, start=1)}


def _in_time(diffs: Iterable[Diff]) -> list[Diff]:
    return sorted(diffs, key=lambda diff: (diff.submitted_at, str(diff.pk)))


def _diff(answer: GoldAnswer, raters: dict[int, str]) -> DiffRecord:
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


def _traces(project: Project, gold_diffs: set[str]) -> list[TraceRecord]:
    records = []
    for trace in Trace.objects.filter(project=project).order_by("name"):
        papers = [paper.slug for paper in trace.papers()]
        diffs = [f"{first}__{second}" for first, second in pairwise(papers)]
        if papers and set(diffs) <= gold_diffs:
            records.append(
                TraceRecord(
                    id="-".join(papers),
                    name=trace.name,
                    domain=trace.papers()[-1].domain,
                    papers=tuple(papers),
                    diffs=tuple(diffs),
                )
            )
    return records
