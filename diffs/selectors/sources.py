"""Where an external object may come from: sought as one types, in the library and in the successor's references."""

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q

from annotation.models import User
from diffs.models import PaperPair
from diffs.selectors.sides import short_name
from genomes.models import Paper, Reference
from genomes.selectors.search import papers_found, words_of

MOST_PAPERS, MOST_CITATIONS, MOST_LINEAGES = 8, 5, 8
LONGEST_QUERY = 200


@dataclass(frozen=True, slots=True)
class Sources:
    """`papers` may be named as they are, `citations` are words for a citation, `lineages` names that are in use."""

    papers: list[dict[str, str]]
    citations: list[str]
    lineages: list[str]


def sources_of(pair: PaperPair, person: User, query: str) -> Sources:
    """What the words of a query find: papers with a text, none later than the successor nor of the pair. Three queries.

    Without a query: the newest papers before the successor, the beginning of its references, and all lineages' first.
    Lineages are those of the library's papers: what others typed into their answers is nobody's to read.
    """
    query = query[:LONGEST_QUERY]
    library = Paper.objects.visible_to(person).filter(project=pair.project_id)
    papers = (
        papers_found(person, pair.project, query)
        if words_of(query)
        else library.order_by(F("published").desc(nulls_last=True), "slug")
    )
    shown = _in_time(papers, pair).only("slug", "title", "aliases", "lineage", "published")[:MOST_PAPERS]
    named = library.exclude(lineage="").filter(lineage__icontains=query.strip())
    lineages = named.order_by("lineage").values_list("lineage", flat=True).distinct()[:MOST_LINEAGES]
    return Sources([_paper(each) for each in shown], _citations(pair, query), list(lineages))


def _in_time(papers: Any, pair: PaperPair) -> Any:
    others = papers.with_text().exclude(pk__in=[pair.source.paper.pk, pair.target.paper.pk])
    published = pair.target.paper.published
    return others.exclude(published__gt=published) if published else others


def _paper(paper: Paper) -> dict[str, str]:
    return {
        "slug": paper.slug,
        "name": short_name(paper),
        "title": paper.title,
        "lineage": paper.lineage,
        "year": str(paper.published.year) if paper.published else "",
    }


def _citations(pair: PaperPair, query: str) -> list[str]:
    wanted = Q()
    for word in words_of(query):
        wanted &= Q(title__icontains=word) | Q(raw__icontains=word) | Q(first_author__icontains=word)
    rows = Reference.objects.filter(wanted, paper=pair.target.paper).order_by("position")[:MOST_CITATIONS]
    return list(dict.fromkeys(_citation(row) for row in rows))


def _citation(row: Reference) -> str:
    """The entry as a person would write it, within what a citation may hold."""
    known = [row.first_author, str(row.year or ""), row.title]
    return (", ".join(part for part in known if part) if row.title else row.raw)[:500]
