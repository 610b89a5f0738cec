"""The papers of a project by everything that a record or a reference may name them with, read once for many."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from annotation.models import Project
from genomes.metadata.record import Record
from genomes.models import Paper, Reference
from genomes.selectors.works import SHORTEST_TELLING_KEY
from genomes.works import family_name, is_preprint_doi, plain_doi, split_arxiv, title_key


@dataclass(frozen=True, slots=True)
class Known:
    """What is needed of a paper to tell whether it is the same work."""

    pk: int
    slug: str
    title: str
    authors: Sequence[str] = ()
    published: date | None = None
    doi: str = ""
    arxiv_id: str = ""
    other_ids: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class KnownWorks:
    """Papers by DOI, by arXiv id without version, by their ids elsewhere, and by the key of their title."""

    papers: list[Known] = field(default_factory=list)
    by_doi: dict[str, Known] = field(default_factory=dict)
    by_arxiv: dict[str, Known] = field(default_factory=dict)
    by_other: dict[tuple[str, str], Known] = field(default_factory=dict)
    by_title: dict[str, list[Known]] = field(default_factory=lambda: defaultdict(list))

    def add(self, paper: Known) -> None:
        """The paper that is there longest keeps an id that two have."""
        self.papers.append(paper)
        if plain_doi(paper.doi):
            self.by_doi.setdefault(plain_doi(paper.doi), paper)
        if split_arxiv(paper.arxiv_id)[0]:
            self.by_arxiv.setdefault(split_arxiv(paper.arxiv_id)[0], paper)
        for pair in paper.other_ids.items():
            self.by_other.setdefault(pair, paper)
        self.by_title[title_key(paper.title)].append(paper)

    def record(self, record: Record) -> Known | None:
        """The paper that a file or an answer describes: by an id, else by its title and what else is said."""
        titled = self.by_title.get(title_key(record.title), ())
        return self._by_id(record.doi, record.arxiv_id, record.other_ids) or next(
            (paper for paper in titled if fits_paper(paper, record)), None
        )

    def reference(self, row: Reference) -> Known | None:
        """The paper that an entry of a reference list names."""
        titled = self.by_title.get(row.title_key, ()) if len(row.title_key) >= SHORTEST_TELLING_KEY else ()
        return self._by_id(row.doi, row.arxiv_id, row.other_ids) or next(
            (paper for paper in titled if is_cited(paper, row)), None
        )

    def _by_id(self, doi: str, arxiv_id: str, other_ids: Mapping[str, str]) -> Known | None:
        named = self.by_doi.get(plain_doi(doi)) or self.by_arxiv.get(split_arxiv(arxiv_id)[0])
        return named or next((self.by_other[pair] for pair in other_ids.items() if pair in self.by_other), None)


def fits_paper(paper: Known, record: Record, *, is_asked: bool = False) -> bool:
    """Whether a record with the title of this paper is of it.

    The first author must be the same, and the year agree. A record that names no author is of the paper all the same
    when the title tells, so that a list of titles read twice makes no paper twice. Under a title that many works have
    ("Editorial") everything must be the same. `is_asked`: somebody asked for this very paper by its title, so an
    author who is not known here does not matter either.
    """
    if _are_two_publications(record.doi, paper.doi):
        return False
    if len(title_key(paper.title)) < SHORTEST_TELLING_KEY:
        return (_families(paper.authors), paper.published) == (_families(record.authors), record.published)
    is_silent = not record.authors or (is_asked and not paper.authors)
    return (is_silent or _families(paper.authors)[:1] == _families(record.authors)[:1]) and _years_agree(
        paper, record.published.year if record.published else None
    )


def _families(authors: Sequence[str]) -> list[str]:
    return [family_name(name) for name in authors]


def is_cited(paper: Known, row: Reference) -> bool:
    """Whether a reference with the title of this paper means it.

    Lists write names in every way ("AF Arnsten", "Arnsten AF"): the author's family name must be among the words.
    A title alone never tells: the author or the year must agree, and neither may contradict.
    """
    words = {title_key(word) for word in row.first_author.replace(",", " ").split()}
    named = family_name(paper.authors[0]) if paper.authors else ""
    tells = bool(words and named) or bool(row.year and paper.published)
    return (
        tells
        and (not words or not named or named in words)
        and _years_agree(paper, row.year)
        and not _are_two_publications(row.doi, paper.doi)
    )


def known_works(project: Project) -> KnownWorks:
    """Every paper of the project, the oldest row first. One query."""
    works = KnownWorks()
    for paper in known_papers(project):
        works.add(paper)
    return works


def works_named(project: Project, rows: Iterable[Reference]) -> KnownWorks:
    """Of the papers of the project those that these entries may name. Two queries, three when they have other ids."""
    listed = list(rows)
    keys = {row.title_key for row in listed if len(row.title_key) >= SHORTEST_TELLING_KEY}
    dois, arxiv = {row.doi for row in listed} - {""}, {row.arxiv_id for row in listed} - {""}
    others = {pair for row in listed for pair in row.other_ids.items()}
    papers = Paper.objects.filter(project=project)
    found = [
        pk
        for pk, title, doi, arxiv_id in papers.values_list("pk", "title", "doi", "arxiv_id")
        if title_key(title) in keys or plain_doi(doi) in dois or (arxiv_id and split_arxiv(arxiv_id)[0] in arxiv)
    ]
    if others:
        ids = papers.exclude(other_ids={}).values_list("pk", "other_ids")
        found += [pk for pk, other_ids in ids if not others.isdisjoint(other_ids.items())]
    works = KnownWorks()
    for paper in known_papers(project, *found) if found else ():
        works.add(paper)
    return works


def known_papers(project: Project, *pks: int) -> list[Known]:
    """The papers of a project, or those of them that are named, in the order in which they came."""
    papers = Paper.objects.filter(project=project, **({"pk__in": pks} if pks else {})).order_by("pk")
    fields = ("pk", "slug", "title", "authors", "published", "doi", "arxiv_id", "other_ids")
    return [Known(*row) for row in papers.values_list(*fields)]


def _years_agree(paper: Known, year: int | None) -> bool:
    """A preprint and its print lie a year apart at most; what is not known contradicts nothing."""
    return year is None or paper.published is None or abs(paper.published.year - year) <= 1


def _are_two_publications(one: str, other: str) -> bool:
    one, other = plain_doi(one), plain_doi(other)
    return bool(one and other) and one != other and not (is_preprint_doi(one) or is_preprint_doi(other))
