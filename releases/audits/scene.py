"""What audits must know of the project."""

from collections.abc import Iterator

from adjudication.selectors import disputes, genome_disputes
from annotation.models import Project
from evaluator.vocabulary import Split
from genomes.models import Genome
from releases.audits.base import Scene
from releases.exam.book import Book
from releases.splits import Splits


def scene_of(project: Project, book: Book, *, leave_out_disputes: bool, splits: Splits | None = None) -> Scene:
    """The scene of a book; without splits all of it is public."""
    return Scene(
        book=book,
        splits=splits or Splits(dict.fromkeys(book.papers, Split.PUBLIC)),
        licence=project.licence,
        domains=project.domains,
        open_pairs=() if leave_out_disputes else tuple(_open_pairs(project, book)),
        open_genomes=() if leave_out_disputes else tuple(_open_genomes(project, book)),
    )


def _open_pairs(project: Project, book: Book) -> Iterator[str]:
    """Pairs in dispute, unless a newer genome of one of their papers is in scope: then they are not released at all."""
    for pair in disputes(project):
        if not (_is_superseded(pair.source, book) or _is_superseded(pair.target, book)):
            yield pair.key


def _open_genomes(project: Project, book: Book) -> Iterator[str]:
    for reading in genome_disputes(project):
        if not _is_superseded(reading.genome, book):
            yield reading.genome.paper.slug


def _is_superseded(genome: Genome, book: Book) -> bool:
    """Whether the scope holds the genome of a later text of the paper."""
    record = book.papers.get(genome.paper.slug)
    return record is not None and record.source_version > genome.source_version.number
