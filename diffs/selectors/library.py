"""The papers of a project by everything that a reference may name them with. Read once for many look-ups."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from annotation.models import Project
from genomes.models import Paper
from genomes.works import family_name, plain_doi, split_arxiv, title_key

SHORTEST_TELLING_TITLE = 12


@dataclass(slots=True)
class Library:
    """Papers by key: "doi:…", "arxiv:…", "title:…"; a title tells only with its first author where both are known."""

    papers: dict[int, Paper] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)

    def find(self, work: Mapping[str, Any]) -> Paper | None:
        """The paper that is this work (`doi`, `arxiv_id`, `title`, `first_author`), by the surest key."""
        for key in work_keys(work):
            paper = self.papers.get(self.keys.get(key, 0))
            if paper is not None and (not key.startswith("title:") or _same_author(paper, work)):
                return paper
        return None


def work_keys(work: Mapping[str, Any]) -> list[str]:
    """What makes it one work, the surest first; empty when nothing does."""
    doi, arxiv = plain_doi(work.get("doi", "")), split_arxiv(work.get("arxiv_id", ""))[0]
    title = title_key(work.get("title", ""))
    found = [("doi", doi), ("arxiv", arxiv), ("title", title if len(title) >= SHORTEST_TELLING_TITLE else "")]
    return [f"{name}:{value}" for name, value in found if value]


def library_of(project: Project) -> Library:
    """Every paper of the project. One query."""
    return _library(Paper.objects.filter(project=project))


def find_in_library(project: Project, work: Mapping[str, Any]) -> Paper | None:
    """`Library.find` for one work: only the papers that may be it are read. Two queries."""
    papers = Paper.objects.filter(project=project)
    keys = dict(key.split(":", 1) for key in work_keys(work))
    titled = [pk for pk, title in papers.values_list("pk", "title") if title_key(title) == keys.get("title", "-")]
    same = Q(pk__in=titled)
    if "doi" in keys:
        same |= Q(doi__iendswith=keys["doi"])
    if "arxiv" in keys:
        same |= Q(arxiv_id__icontains=keys["arxiv"])
    return _library(papers.filter(same)).find(work)


def _library(papers: "QuerySet[Paper]") -> Library:
    library = Library()
    fields = ("pk", "slug", "title", "authors", "doi", "arxiv_id", "published", "project_id")
    for paper in papers.only(*fields).order_by("-pk"):
        library.papers[paper.pk] = paper
        for key in work_keys({"doi": paper.doi, "arxiv_id": paper.arxiv_id, "title": paper.title}):
            library.keys[key] = paper.pk  # the oldest row wins
    return library


def _same_author(paper: Paper, work: Mapping[str, Any]) -> bool:
    named = family_name(work.get("first_author", ""))
    return not (named and paper.authors) or family_name(paper.authors[0]) == named
