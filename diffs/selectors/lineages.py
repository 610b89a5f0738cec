"""All papers and pairs of a project at once: what the builder offers, and the graph that branches are seen in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import QuerySet

from annotation.models import Project
from diffs.models import PaperPair
from diffs.selectors.sides import short_name
from genomes.models import Paper

PAPER_FIELDS = ("pk", "slug", "title", "aliases", "published", "domain", "lineage", "project_id")


@dataclass(frozen=True, slots=True)
class Joint:
    """The newest pair from one paper to another, and the numbers of the texts that it was made of."""

    pair: int
    source: str
    target: str
    source_text: int
    target_text: int


@dataclass(slots=True)
class Map:
    """Papers by short name, those that have a genome handed in or a pair; the newest pair by both ends."""

    papers: dict[str, Paper] = field(default_factory=dict)
    joints: dict[tuple[str, str], Joint] = field(default_factory=dict)

    def after(self, slug: str) -> set[str]:
        return {target for source, target in self.joints if source == slug}

    def before(self, slug: str) -> set[str]:
        return {source for source, target in self.joints if target == slug}

    def name(self, slug: str) -> str:
        return short_name(self.papers[slug])

    def found(self, *, q: str = "", domain: str = "", lineage: str = "") -> list[str]:
        """Papers that fit what is asked, the oldest first; none when nothing is asked."""
        if not (q.strip() or domain or lineage):
            return []
        return [
            slug
            for slug, paper in self.papers.items()
            if _fits(paper, q.strip().casefold()) and domain in ("", paper.domain) and lineage in ("", paper.lineage)
        ]


def _fits(paper: Paper, words: str) -> bool:
    return any(words in text.casefold() for text in (paper.slug, paper.title, *paper.aliases))


def map_of(project: Project) -> Map:
    """Everything that lineages are made of. Two queries; ten thousand pairs are ten thousand short rows."""
    ends = ("source__source_version", "target__source_version")
    rows = (
        PaperPair.objects.filter(project=project)
        .order_by("pk")
        .values_list("pk", *(f"{end}__{part}" for end in ends for part in ("paper__slug", "number")))
    )
    papers: QuerySet[Paper] = (
        Paper.objects.filter(project=project, versions__genome__handed_in_at__isnull=False)
        .only(*PAPER_FIELDS)
        .order_by("published", "slug")
        .distinct()
    )
    found = Map({paper.slug: paper for paper in papers})
    for pk, source, source_text, target, target_text in rows:
        if source in found.papers and target in found.papers:
            found.joints[source, target] = Joint(pk, source, target, source_text, target_text)
    return found


def choices_of(papers: Iterable[Paper]) -> Mapping[str, list[str]]:
    """The domains and lineages that papers have, to choose from."""
    listed = list(papers)
    return {
        "domains": sorted({paper.domain for paper in listed if paper.domain}),
        "lineages": sorted({paper.lineage for paper in listed if paper.lineage}),
    }
