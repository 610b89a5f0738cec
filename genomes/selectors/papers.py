"""The library as a list, and the limitations that a delta may answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, CharField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from annotation.models import Assignment, Project, User
from evaluator.vocabulary import ObjectType
from genomes.models import Genome, IdeaObject, Paper, SourceVersion

PAPERS_PER_PAGE = 50
LIMITATIONS_OFFERED = 20
WORDS_SOUGHT = 10

STATES = {
    "open": _("waits for a reader"),
    "in_work": _("in work"),
    "handed_in": _("handed in"),
    "no_text": _("no text yet"),
}


@dataclass(frozen=True, slots=True)
class PapersPage:
    page: Page[Any]
    total: int
    domains: list[str]


def papers_page(
    person: User, project: Project, *, domain: str = "", state: str = "", query: str = "", number: int | str = 1
) -> PapersPage:
    """One page of the papers that fit, newest last, each with what has become of its genome. Five queries."""
    library = Paper.objects.visible_to(person).filter(project=project)
    domains = library.exclude(domain="").order_by("domain").values_list("domain", flat=True).distinct()
    papers = with_genome_state(library, person)
    if domain:
        papers = papers.filter(domain=domain)
    if state in STATES:
        papers = papers.filter(genome_state=state)
    if query:
        papers = papers.filter(Q(title__icontains=query) | Q(slug__icontains=query) | Q(aliases__icontains=query))
    page = Paginator(papers.order_by("published", "slug"), PAPERS_PER_PAGE).get_page(number)
    return PapersPage(page, library.count(), list(domains))


def with_genome_state(papers: QuerySet[Any], person: User) -> QuerySet[Any]:
    """Annotate papers with `genome_state`, `is_mine`, `versions_count` and `objects_count` (of the last handed in)."""
    genomes = Genome.objects.filter(source_version__paper=OuterRef("pk"))
    holds = Assignment.objects.active().filter(unit__genome__source_version__paper=OuterRef("pk"))
    newest = (
        Genome.objects.handed_in()
        .filter(source_version__paper=OuterRef(OuterRef("pk")))
        .order_by("-source_version__number")
        .values("pk")[:1]
    )
    counted = (
        IdeaObject.objects.accepted()
        .filter(genome=Subquery(newest))
        .order_by()
        .values("genome")
        .annotate(number=Count("pk"))
        .values("number")
    )
    versions = SourceVersion.objects.filter(paper=OuterRef("pk")).order_by("-number").values("number")[:1]
    annotated: QuerySet[Any] = papers.annotate(
        genome_state=Case(
            When(Exists(genomes.filter(handed_in_at__isnull=False)), then=Value("handed_in")),
            When(Exists(holds), then=Value("in_work")),
            When(~Exists(genomes), then=Value("no_text")),
            default=Value("open"),
            output_field=CharField(),
        ),
        is_mine=Exists(holds.filter(person=person)),
        objects_count=Coalesce(Subquery(counted, output_field=IntegerField()), 0),
        versions_count=Coalesce(Subquery(versions, output_field=IntegerField()), 0),
    )
    return annotated


def limitations_to_repair(person: User, genome: Genome, query: str = "") -> list[IdeaObject]:
    """Limitations of other papers that the person may see and that fit the words; papers of the same domain first."""
    found = (
        IdeaObject.objects.visible_to(person)
        .accepted()
        .filter(type=ObjectType.LIMITATION, genome__source_version__paper__project=genome.unit.project)
        .linkable_from(genome)
        .exclude(genome__source_version__paper=genome.source_version.paper)
        .select_related("genome__source_version__paper")
        .defer("genome__source_version__text")
    )
    for word in query.split()[:WORDS_SOUGHT]:
        found = found.filter(
            Q(content__icontains=word)
            | Q(handle__iexact=word)
            | Q(genome__source_version__paper__title__icontains=word)
            | Q(genome__source_version__paper__slug__icontains=word)
        )
    kin = Q(genome__source_version__paper__domain=genome.source_version.paper.domain)
    ordered = found.annotate(is_kin=Case(When(kin, then=0), default=1, output_field=IntegerField()))
    return list(ordered.order_by("is_kin", "-genome__source_version__paper__published", "pk")[:LIMITATIONS_OFFERED])


def limitations_by_key(person: User, project: Project, keys: Sequence[str]) -> list[IdeaObject]:
    """The limitations that a form had chosen, so that it can show them again."""
    slugs = [key.partition(":")[0] for key in keys]
    found = (
        IdeaObject.objects.visible_to(person)
        .filter(
            type=ObjectType.LIMITATION,
            genome__source_version__paper__project=project,
            genome__source_version__paper__slug__in=slugs,
        )
        .select_related("genome__source_version__paper")
        .defer("genome__source_version__text")
    )
    return [each for each in found if each.key in keys]
