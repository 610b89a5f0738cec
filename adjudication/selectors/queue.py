"""The queue: disputes of pairs and of genomes as an address asks for them, with how many there are of each kind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone

from adjudication.models import Resolution
from adjudication.querysets import ResolutionQuerySet
from adjudication.queue_rules import (
    ALIGNMENTS,
    GROUPS,
    LABELS,
    PAIR,
    QUEUES,
    DisputeRow,
    QueueFilter,
    boundaries_in,
    is_in,
    ordered,
    shapes_of,
    to_offer,
)
from adjudication.selectors.disputes import disputes
from adjudication.selectors.genome_rows import genome_rows
from adjudication.selectors.pair_rows import pair_rows
from adjudication.selectors.third_persons import parts_in
from annotation.models import Project, User
from diffs.querysets import PairQuerySet
from genomes.models import Genome, Paper

PER_PAGE = 50
EVERYTHING = QueueFilter()


@dataclass(frozen=True, slots=True)
class Facets:
    """What the disputes of a queue can be narrowed to; each value with how many disputes have it."""

    parts: Mapping[str, int]
    boundaries: Mapping[str, int]
    domains: list[str]
    stages: list[int]
    guidelines: list[int]


@dataclass(frozen=True, slots=True)
class Queue:
    """One page of disputes. `rows` are all that the person may know of, whatever is asked for; `counts` by queue."""

    chosen: QueueFilter
    items: list[DisputeRow]
    page: Page[DisputeRow]
    counts: Mapping[str, int]
    facets: Facets
    rows: list[DisputeRow]


def visible_disputes(project: Project, user: User) -> PairQuerySet:
    """The pairs in dispute that a person may know of: who also labels sees only those that they are done with."""
    pairs: PairQuerySet = disputes(project).told_apart(user).filter(labels_shown=True)
    return pairs


def queue(project: Project, user: User, chosen: QueueFilter = EVERYTHING, *, page: int | str = 1) -> Queue:
    """One page of the queue."""
    rows = dispute_rows(project, user)
    shown = Paginator(ordered(chosen_rows(project, rows, chosen), chosen.sort), PER_PAGE).get_page(page)
    shapes = shapes_of(rows)
    counts = {name: sum(number for row, number in shapes if is_in(row, name)) for name in ("", *QUEUES)}
    return Queue(chosen, list(shown), shown, counts, _facets(shapes, chosen.queue), rows)


def dispute_rows(project: Project, user: User) -> list[DisputeRow]:
    """All disputes that the person may know of, marked where they had a part. Eight queries."""
    parts = {unit for unit, _person in parts_in(project, [user.pk])}
    return [*pair_rows(project, user, parts), *genome_rows(project, user, parts)]


def chosen_rows(project: Project, rows: Iterable[DisputeRow], chosen: QueueFilter) -> list[DisputeRow]:
    """The disputes that an address asks for; one query for each word."""
    if not (chosen.queue or chosen.narrows):
        return list(rows)
    found = [_genomes_of(project, word) for word in chosen.words]
    now = timezone.now()
    return [row for row in rows if chosen.fits(row, now, found)]


def offered(person: User, project: Project, chosen: QueueFilter = EVERYTHING) -> list[DisputeRow]:
    """What `next` hands the person, best first: also pairs whose labels they may not see before they take them.

    Asked for some disputes alone it looks only among those that they know of: `nothing fits` must tell them nothing.
    """
    parts = {unit for unit, _person in parts_in(project, [person.pk])}
    some = chosen.narrows or bool(chosen.queue)
    rows = [*pair_rows(project, person, parts, only_visible=some), *genome_rows(project, person, parts)]
    return to_offer(chosen_rows(project, rows, chosen), chosen.sort)


def _genomes_of(project: Project, word: str) -> set[int]:
    """Genomes of papers that a word is in: title, short name, or another name of the system."""
    named = Q(title__icontains=word) | Q(slug__icontains=word) | Q(aliases__contains=[word])
    papers = Paper.objects.filter(named, project=project)
    return set(Genome.objects.filter(source_version__paper__in=papers).values_list("pk", flat=True))


def _facets(shapes: Iterable[tuple[DisputeRow, int]], queue: str) -> Facets:
    of_queue = [(row, number) for row, number in shapes if is_in(row, queue)]
    pairs = [(row, number) for row, number in of_queue if row.kind == PAIR and queue in ("", LABELS, ALIGNMENTS)]
    groups = {
        name: sum(number for row, number in pairs if not set(fields).isdisjoint(row.fields))
        for name, fields in GROUPS.items()
    }
    return Facets(
        parts={name: count for name, count in groups.items() if count},
        boundaries=boundaries_in(pairs),
        domains=sorted({row.domain for row, _number in of_queue if row.domain}),
        stages=sorted({row.stage for row, _number in of_queue if row.stage is not None}),
        guidelines=sorted({version for row, _number in of_queue for version in row.guidelines}),
    )


def decided(project: Project, user: User) -> QuerySet[Resolution]:
    """Standing resolutions that the person may see, latest first."""
    rows: QuerySet[Resolution] = (
        decisions(project, user)
        .select_related("pair__source__source_version__paper", "pair__target__source_version__paper", "pair__unit")
        .defer("pair__source__source_version__text", "pair__target__source_version__text", "answer", "decision")
        .order_by("-created_at", "-pk")
    )
    return rows


def decisions(project: Project, user: User) -> ResolutionQuerySet:
    """Standing resolutions that the person may see, in no order."""
    rows: ResolutionQuerySet = Resolution.objects.standing().visible_to(user).filter(pair__project=project)
    return rows
