"""Find the paper of a project that is the same work as a record or a file."""

import re
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from annotation.models import Project
from genomes.models import Paper
from genomes.works import family_name, is_preprint_doi, plain_doi, split_arxiv, title_key

# Shorter titles ("Editorial", "Introduction") are shared by many works.
SHORTEST_TELLING_KEY = 12


def find_paper(
    project: Project,
    *,
    slug: str = "",
    doi: str = "",
    arxiv_id: str = "",
    title: str = "",
    authors: Iterable[str] = (),
    year: int | None = None,
) -> Paper | None:
    """The paper with this short name; else with this DOI, arXiv id (whatever its version), or title.

    A title tells only together with the first author and a year that differs by at most one (preprint and print),
    and never when both have a DOI of a publisher and the two differ.
    """
    papers = Paper.objects.filter(project=project)
    paper = _first(papers, Q(slug=slug)) if slug else None
    if paper is None and plain_doi(doi):
        paper = _first(papers, Q(doi__iexact=plain_doi(doi)) | Q(doi__iendswith=f"/{plain_doi(doi)}"))
    base, _version = split_arxiv(arxiv_id)
    if paper is None and base:
        paper = _first(papers, Q(arxiv_id__iregex=rf"^(arxiv:)?{re.escape(base)}(v[0-9]+)?$"))
    if paper is None:
        paper = _by_title(papers, title, next(iter(authors), ""), year, doi)
    return paper


def _first(papers: QuerySet[Any], same: Q) -> Paper | None:
    found: Paper | None = papers.filter(same).order_by("pk").first()
    return found


def _by_title(papers: QuerySet[Any], title: str, author: str, year: int | None, doi: str) -> Paper | None:
    key, family = title_key(title), family_name(author)
    if len(key) < SHORTEST_TELLING_KEY or not family:
        return None
    if year is not None:
        papers = papers.filter(Q(published__isnull=True) | Q(published__year__range=(year - 1, year + 1)))
    for pk, their_title, authors, their_doi in papers.order_by("pk").values_list("pk", "title", "authors", "doi"):
        if not authors or title_key(their_title) != key or family_name(authors[0]) != family:
            continue
        if not _are_two_publications(doi, their_doi):
            return _first(papers, Q(pk=pk))
    return None


def _are_two_publications(one: str, other: str) -> bool:
    one, other = plain_doi(one), plain_doi(other)
    return bool(one and other) and one != other and not (is_preprint_doi(one) or is_preprint_doi(other))
