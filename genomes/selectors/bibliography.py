"""The papers of a project as records, for bibliographies."""

from collections.abc import Iterator

from annotation.models import Project, User
from genomes.metadata import Record, clean
from genomes.models import Paper
from genomes.works import split_arxiv


def records_of(person: User, project: Project) -> Iterator[Record]:
    """A record for each paper, the oldest first, its short name the key. Read in pieces."""
    papers = Paper.objects.visible_to(person).filter(project=project).order_by("published", "slug")
    for paper in papers.defer("search").iterator(chunk_size=500):
        yield record_of(paper)


def record_of(paper: Paper) -> Record:
    """What is known of a paper beside its text."""
    return Record(
        key=paper.slug,
        title=clean.line(paper.title),
        authors=clean.names(map(clean.line, paper.authors)),
        published=paper.published,
        venue=clean.line(paper.venue),
        doi=clean.doi(paper.doi),
        arxiv_id=split_arxiv(paper.arxiv_id)[0],
        other_ids=clean.ids(**paper.other_ids),
        abstract=clean.paragraphs(paper.abstract),
        licence=clean.licence(paper.licence),
    )
