"""What a paper refers to and who refers to it, each with the papers of the library that are meant."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from annotation.models import User
from genomes.ingest.formats import LABELS
from genomes.models import Paper, Reference
from genomes.selectors.known_works import Known, is_cited, known_papers, works_named
from genomes.selectors.works import SHORTEST_TELLING_KEY
from genomes.works import plain_doi, split_arxiv, title_key

REFERENCES_PER_PAGE = 50
# Catalogues that are looked up, beside the formats of files.
ORIGINS = {**LABELS, "openalex": "OpenAlex", "crossref": "Crossref", "arxiv": "arXiv"}


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """One list of a paper's references: where it was read, and how many entries it has."""

    origin: str
    count: int

    @property
    def label(self) -> str:
        return ORIGINS.get(self.origin, self.origin)


@dataclass(frozen=True, slots=True)
class Cited:
    """An entry of a reference list, and the paper of the library that it names."""

    row: Reference
    paper: Known | None


@dataclass(frozen=True, slots=True)
class ReferencesPage:
    """One page of one list. `lists` are all of the paper, the longest first; `citing` are the ids of papers."""

    lists: list[ReferenceList]
    origin: str
    page: Page[Any]
    citing: list[int]

    @property
    def cited_by(self) -> int:
        return len(self.citing)

    @property
    def total(self) -> int:
        return next((each.count for each in self.lists if each.origin == self.origin), 0)


def reference_lists(paper: Paper) -> list[ReferenceList]:
    """The lists that are kept of a paper's references, the longest first. One query."""
    counted = Reference.objects.filter(paper=paper).order_by().values_list("origin").annotate(count=Count("pk"))
    return [ReferenceList(*row) for row in sorted(counted, key=lambda row: (-row[1], row[0]))]


def references_page(
    paper: Paper, *, origin: str = "", number: int | str = 1, shown: int = REFERENCES_PER_PAGE
) -> ReferencesPage:
    """One page of a list of references (the longest, unless one is named), the first `shown` matched. Five queries."""
    lists = reference_lists(paper)
    if origin not in {each.origin for each in lists}:
        origin = lists[0].origin if lists else ""
    rows = Reference.objects.filter(paper=paper, origin=origin).order_by("position")
    page: Page[Any] = Paginator(rows, REFERENCES_PER_PAGE).get_page(number)
    page.object_list = matched(paper, page.object_list[:shown])
    return ReferencesPage(lists, origin, page, citing_papers(paper))


def matched(paper: Paper, rows: Iterable[Reference]) -> list[Cited]:
    """Each entry with the paper of the library that it names; a paper never names itself. Four queries at most."""
    listed = list(rows)
    works = works_named(paper.project, listed) if listed else None
    found = [(row, works.reference(row) if works else None) for row in listed]
    return [Cited(row, known if known and known.pk != paper.pk else None) for row, known in found]


def citing_papers(paper: Paper) -> list[int]:
    """The ids of the papers of the library that refer to this one. Two queries."""
    (known,) = known_papers(paper.project, paper.pk)
    rows = _naming(paper).only("paper_id", "title_key", "first_author", "year", "doi", "arxiv_id", "other_ids")
    return sorted({row.paper_id for row in rows if _means(row, known)})


def cited_by_page(citing: Iterable[int], *, person: User, number: int | str = 1) -> Page[Any]:
    """One page of the papers with these ids that the person may see, the oldest first. Two queries."""
    papers = Paper.objects.visible_to(person).filter(pk__in=citing)
    return Paginator(papers.order_by("published", "slug"), REFERENCES_PER_PAGE).get_page(number)


def _naming(paper: Paper) -> QuerySet[Any]:
    """Entries of the project's other papers that share an id or the title with this one."""
    doi, arxiv, key = plain_doi(paper.doi), split_arxiv(paper.arxiv_id)[0], title_key(paper.title)
    key = key if len(key) >= SHORTEST_TELLING_KEY else ""
    same = Q(pk__in=[])
    for name, value in (("doi", doi), ("arxiv_id", arxiv), ("title_key", key)):
        if value:
            same |= Q(**{name: value})
    for name, value in paper.other_ids.items():
        same |= Q(other_ids__contains={name: value})
    found: QuerySet[Any] = Reference.objects.filter(same, paper__project=paper.project_id).exclude(paper=paper)
    return found


def _means(row: Reference, known: Known) -> bool:
    """By an id, or by its title with author and year."""
    by_id = (
        bool(row.doi) and row.doi == plain_doi(known.doi),
        bool(row.arxiv_id) and row.arxiv_id == split_arxiv(known.arxiv_id)[0],
        any(known.other_ids.get(name) == value for name, value in row.other_ids.items()),
    )
    return any(by_id) or (row.title_key == title_key(known.title) and is_cited(known, row))
