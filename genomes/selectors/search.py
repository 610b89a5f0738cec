"""Search over papers and idea objects, within what the reader may see.

Words are sought as they are written or begun ("detect" finds "detection"), in any language: PostgreSQL's
configuration "simple" knows no grammar, and every word is sought as a beginning.
"""

import re
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet

from annotation.models import Project, User
from annotation.wording import label
from evaluator.vocabulary import ObjectType
from genomes.models import IdeaObject, Paper

PER_PAGE = 20
MOST_WORDS = 12
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Found:
    """One page of what was found of one kind, and how much there is of each."""

    kind: str
    page: Page[Any]
    papers: int
    objects: int


def search_library(
    person: User, project: Project, query: str, *, kind: str = "papers", object_type: str = "", number: int | str = 1
) -> Found:
    """Papers and objects whose words begin with the words of the query. Three queries at most."""
    papers = papers_found(person, project, query)
    objects = objects_found(person, project, query, object_type)
    if kind == "objects":
        page = _page(objects, number)
        return Found(kind, page, papers.count(), page.paginator.count)
    page = _page(papers, number)
    return Found(kind, page, page.paginator.count, objects.count())


def _page(rows: "QuerySet[Any]", number: int | str) -> Page[Any]:
    """One page of what is found, which is sought only once: for its order and its number."""
    page: Page[Any] = Paginator(list(rows.values_list("pk", flat=True)), PER_PAGE).get_page(number)
    found = rows.in_bulk(page.object_list)
    page.object_list = [found[pk] for pk in page.object_list if pk in found]
    return page


def papers_found(person: User, project: Project, query: str) -> "QuerySet[Paper]":
    """Papers by title, abstract, names, authors and ids; the best first."""
    papers: QuerySet[Paper] = Paper.objects.visible_to(person).filter(project=project)
    wanted = words_of(query)
    if not wanted:
        return papers.none()
    named = Q()
    for word in wanted:  # names and authors are lists, which no index holds: few papers have long ones
        named &= (
            Q(aliases__icontains=word) | Q(authors__icontains=word) | Q(slug__icontains=word) | Q(venue__icontains=word)
        )
    same_id = Q(doi__iexact=query.strip()) | Q(arxiv_id__iexact=query.strip())
    sought = _begun(wanted)
    found = papers.filter(Q(search=sought) | named | same_id)
    return found.annotate(rank=SearchRank(F("search"), sought)).order_by("-rank", "-published", "slug")


def objects_found(person: User, project: Project, query: str, object_type: str = "") -> "QuerySet[IdeaObject]":
    """Accepted objects of genomes that the person may see, by their content and constraint; the best first."""
    objects: QuerySet[IdeaObject] = (
        IdeaObject.objects.visible_to(person)
        .accepted()
        .filter(genome__source_version__paper__project=project)
        .select_related("genome__source_version__paper")
        .defer("genome__source_version__text")
    )
    wanted = words_of(query)
    if not wanted:
        return objects.none()
    if object_type in set(ObjectType):
        objects = objects.filter(type=object_type)
    sought = _begun(wanted)
    return objects.filter(search=sought).annotate(rank=SearchRank(F("search"), sought)).order_by("-rank", "pk")


def words_of(query: str) -> list[str]:
    """The words of a query, at most `MOST_WORDS`. PostgreSQL makes their letters small, as it does with the texts'."""
    return [word[:80] for word in _WORD.findall(query)[:MOST_WORDS]]


def type_choices() -> list[tuple[str, Any]]:
    """Types of objects, for a filter."""
    return [(each.value, label(each)) for each in ObjectType]


def _begun(words: list[str]) -> SearchQuery:
    """A query for texts that hold a word beginning with each of these; the words are letters and digits alone."""
    return SearchQuery(" & ".join(f"{word}:*" for word in words), config="simple", search_type="raw")
