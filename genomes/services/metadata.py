"""Bring in what is known of works: papers without a text, facts that were missing, and reference lists."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.db import transaction

from annotation.models import Project, User
from annotation.services.validation import refuse_invalid
from genomes.ingest.document import ParsedReference
from genomes.metadata.record import Record
from genomes.models import Paper, Reference
from genomes.selectors.known_works import Known, KnownWorks, known_works
from genomes.services.papers import free_slug
from genomes.services.texts import reference_row

# What is right by where it comes from is not asked of the database again for each of many records.
_NOT_CHANGED = ("project", "slug", "created_by")
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
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two imports of one work wait for each other
    works, records = known_works(project), list(records)
    shelf = _Shelf.of(works, records, origin)
    outcome = MetadataOutcome()
    for record in records:
        found = works.record(record)
        if found is None and not record.title:
            outcome = replace(outcome, left_out=outcome.left_out + 1)
            continue
        paper = shelf.papers[found.pk] if found else _new_paper(by, project, record, shelf.slugs)
        filled = _complete(paper, shelf.first_list(paper, record), origin, shelf.lists.get(paper.pk, ()))
        shelf.keep(paper)
        works.add(_known(paper))
        outcome = replace(
            outcome,
            papers_new=outcome.papers_new + (found is None),
            papers_known=outcome.papers_known + (found is not None),
            facts_filled=outcome.facts_filled + (filled.facts_filled if found else 0),
            references=outcome.references + filled.references,
        )
    return outcome


@dataclass(slots=True)
class _Shelf:
    """What is needed of the papers that records are about, read once: the rows, their lists of one origin, and the
    short names that are taken."""

    papers: dict[int, Paper]
    lists: dict[int, list[Reference]]
    slugs: set[str]
    listed: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, works: KnownWorks, records: Iterable[Record], origin: str) -> "_Shelf":
        found = {known.pk for known in map(works.record, records) if known}
        lists: dict[int, list[Reference]] = defaultdict(list)
        for row in Reference.objects.filter(paper__in=found, origin=origin).order_by("position"):
            lists[row.paper_id].append(row)
        return cls(Paper.objects.in_bulk(found), lists, {known.slug for known in works.papers})

    def first_list(self, paper: Paper, record: Record) -> Record:
        """Of several records of one work the first that lists references decides them."""
        if paper.pk in self.listed:
            return replace(record, references=())
        if record.references:
            self.listed.add(paper.pk)
        return record

    def keep(self, paper: Paper) -> None:
        """A paper that a record was about: the next record about it finds it as it is now."""
        self.papers[paper.pk] = paper
        self.slugs.add(paper.slug)


@transaction.atomic
def complete_paper(paper: Paper, record: Record, *, origin: str) -> MetadataOutcome:
    """Fill what is missing of one known paper from a record of it, and store the references of this origin."""
    standing = Reference.objects.filter(paper=paper, origin=origin).order_by("position")
    return _complete(paper, record, origin, standing)


def _complete(paper: Paper, record: Record, origin: str, standing: Iterable[Reference]) -> MetadataOutcome:
    found = {name: value for name, value in _facts(record).items() if name in FILLED}
    fresh = {
        name: value for name, value in found.items() if value and not getattr(paper, name) and name not in paper.settled
    }
    ids = {name: value for name, value in record.other_ids.items() if name not in paper.other_ids}
    if fresh or ids:
        for name, value in fresh.items():
            setattr(paper, name, value)
        paper.other_ids = {**ids, **paper.other_ids}
        refuse_invalid(paper, exclude=_NOT_CHANGED)
        paper.save(update_fields=[*fresh, "other_ids"])
    stored = _store_references(paper, record.references, origin, standing)
    return MetadataOutcome(papers_known=1, facts_filled=len(fresh) + len(ids), references=stored)


def _new_paper(by: User, project: Project, record: Record, slugs: Collection[str]) -> Paper:
    """A paper known by its metadata alone. Whether its text may be given out is asked when there is one."""
    facts = {**_facts(record), "other_ids": dict(record.other_ids), "licence": record.licence[:200]}
    paper = Paper(project=project, slug=free_slug(project, record.title, slugs), created_by=by, **facts)
    refuse_invalid(paper, exclude=_NOT_CHANGED)
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


def _store_references(
    paper: Paper, references: Sequence[ParsedReference], origin: str, standing: Iterable[Reference]
) -> int:
    """Write the list that this origin gives of a paper's references, if it gives one and it is not there already."""
    rows = [reference_row(paper, origin, place, each) for place, each in enumerate(references)]
    if not rows or [_said(row) for row in standing] == [_said(row) for row in rows]:
        return 0
    Reference.objects.filter(paper=paper, origin=origin).delete()
    Reference.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def _said(row: Reference) -> Mapping[str, Any]:
    return {
        name: getattr(row, name) for name in ("raw", "title", "first_author", "year", "doi", "arxiv_id", "other_ids")
    }
