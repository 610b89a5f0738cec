"""Bring in what is known of works: papers without a text, facts that were missing, and reference lists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import transaction

from annotation.models import Project, User
from annotation.services.validation import refuse_invalid
from genomes.ingest.document import ParsedReference
from genomes.metadata.record import Record
from genomes.models import Paper, Reference
from genomes.selectors.known_works import Known, known_works
from genomes.services.papers import free_slug
from genomes.services.texts import reference_row

FILLED = ("authors", "published", "venue", "doi", "arxiv_id", "abstract")


@dataclass(frozen=True, slots=True)
class MetadataOutcome:
    """What came of records. `left_out` counts those that name no paper here and have no title for a new one."""

    papers_new: int = 0
    papers_known: int = 0
    facts_filled: int = 0
    references: int = 0
    left_out: int = 0

    def as_json(self) -> dict[str, int]:
        return asdict(self)


@transaction.atomic
def import_metadata(
    *, by: User, project: Project, records: Iterable[Record], origin: str = "metadata"
) -> MetadataOutcome:
    """Make a paper without a text of each work that the library lacks, and fill what is missing of those that it has.

    A record is a known paper by its DOI, its arXiv id, or its title with first author and year. Nothing that stands
    is overwritten, and no fact that a person has set, even to nothing; so the same records twice change nothing.
    `origin` names the format or the catalogue: a paper's references from one origin are replaced as a whole.
    """
    Project.objects.select_for_update().get(pk=project.pk)  # two imports of one work wait for each other
    works = known_works(project)
    outcome = MetadataOutcome()
    for record in records:
        found = works.record(record)
        if found is None and not record.title:
            outcome = replace(outcome, left_out=outcome.left_out + 1)
            continue
        paper = Paper.objects.get(pk=found.pk) if found else _new_paper(by, project, record)
        filled = complete_paper(paper, record, origin=origin)
        works.add(_known(paper))
        outcome = replace(
            outcome,
            papers_new=outcome.papers_new + (found is None),
            papers_known=outcome.papers_known + (found is not None),
            facts_filled=outcome.facts_filled + (filled.facts_filled if found else 0),
            references=outcome.references + filled.references,
        )
    return outcome


@transaction.atomic
def complete_paper(paper: Paper, record: Record, *, origin: str) -> MetadataOutcome:
    """Fill what is missing of one known paper from a record of it, and store the references of this origin."""
    found = {name: value for name, value in _facts(record).items() if name in FILLED}
    fresh = {
        name: value for name, value in found.items() if value and not getattr(paper, name) and name not in paper.settled
    }
    ids = {name: value for name, value in record.other_ids.items() if name not in paper.other_ids}
    if fresh or ids:
        for name, value in fresh.items():
            setattr(paper, name, value)
        paper.other_ids = {**ids, **paper.other_ids}
        refuse_invalid(paper)
        paper.save(update_fields=[*fresh, "other_ids"])
    stored = _store_references(paper, record.references, origin)
    return MetadataOutcome(papers_known=1, facts_filled=len(fresh) + len(ids), references=stored)


def _new_paper(by: User, project: Project, record: Record) -> Paper:
    """A paper known by its metadata alone. Whether its text may be given out is asked when there is one."""
    facts = {**_facts(record), "other_ids": dict(record.other_ids), "licence": record.licence[:200]}
    paper = Paper(project=project, slug=free_slug(project, record.title), created_by=by, **facts)
    refuse_invalid(paper)
    paper.save(force_insert=True)
    return paper


def _facts(record: Record) -> dict[str, Any]:
    """Cut to what the library holds; longer than that is no name and no id."""
    return {
        "title": record.title[:500],
        "authors": [name[:200] for name in record.authors],
        "published": record.published,
        "venue": record.venue[:300],
        "doi": record.doi if len(record.doi) <= 200 else "",
        "arxiv_id": record.arxiv_id if len(record.arxiv_id) <= 40 else "",
        "abstract": record.abstract,
    }


def _known(paper: Paper) -> Known:
    ids = (paper.doi, paper.arxiv_id, dict(paper.other_ids))
    return Known(paper.pk, paper.slug, paper.title, paper.authors, paper.published, *ids)


def _store_references(paper: Paper, references: Sequence[ParsedReference], origin: str) -> int:
    """Write the list that this origin gives of a paper's references, if it gives one and it is not there already."""
    rows = [reference_row(paper, origin, place, each) for place, each in enumerate(references)]
    standing = Reference.objects.filter(paper=paper, origin=origin).order_by("position")
    if not rows or [_said(row) for row in standing] == [_said(row) for row in rows]:
        return 0
    standing.delete()
    Reference.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def _said(row: Reference) -> Mapping[str, Any]:
    return {
        name: getattr(row, name) for name in ("raw", "title", "first_author", "year", "doi", "arxiv_id", "other_ids")
    }
