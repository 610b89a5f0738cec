"""Lists of pairs, genomes to pair, and traces."""

from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from annotation.models import Assignment, Project, User
from diffs.models import PaperPair, Trace, TraceStep
from diffs.selectors.sides import short_name
from genomes.models import Genome, Paper


def listed_pairs(project: Project, user: User, *, everything: bool) -> "QuerySet[PaperPair]":
    """Pairs in the order of their making, with the reader's own part (`own_purpose`, `own_state`) on each.

    All of the project, or only those that the reader works on or has finished. `labels_shown` says whether the
    number of labels may be shown to them.
    """
    mine = Assignment.objects.filter(unit=OuterRef("unit"), person=user)
    pairs = PaperPair.objects.filter(project=project)
    if not everything:
        pairs = pairs.worked_on_by(user)
    listed: QuerySet[PaperPair] = (
        pairs.visible_to(user)
        .with_papers()
        .told_apart(user)
        .annotate(own_purpose=Subquery(mine.values("purpose")[:1]), own_state=Subquery(mine.values("state")[:1]))
        .order_by("pk")
    )
    return listed


def pairable_genomes(project: Project) -> "QuerySet[Genome]":
    """Genomes that are handed in, read where a second reader was asked for, and dated: a pair can be made of them."""
    genomes: QuerySet[Genome] = (
        Genome.objects.read()
        .filter(source_version__paper__project=project, source_version__paper__published__isnull=False)
        .select_related("source_version__paper")
        .defer("source_version__text")
        .order_by("source_version__paper__published", "source_version__paper__slug", "source_version__number")
    )
    return genomes


@dataclass(frozen=True, slots=True)
class Stop:
    """A paper of a trace, and the pair that leads on from it (None at the end)."""

    paper: Paper
    name: str
    pair: PaperPair | None = None
    next: str = ""


def stops_of(trace: Trace) -> list[Stop]:
    """The papers of a listed trace in order. No query."""
    pairs = [step.pair for step in trace.steps.all()]
    stops = [
        Stop(pair.source.paper, short_name(pair.source.paper), pair, short_name(pair.target.paper)) for pair in pairs
    ]
    return stops + [Stop(pair.target.paper, short_name(pair.target.paper)) for pair in pairs[-1:]]


def listed_traces(project: Project, user: User) -> "QuerySet[Trace]":
    """Traces with their steps and papers at hand. Three queries, whatever their number."""
    steps = TraceStep.objects.select_related(
        "pair__source__source_version__paper", "pair__target__source_version__paper"
    ).defer("pair__source__source_version__text", "pair__target__source_version__text")
    traces: QuerySet[Trace] = (
        Trace.objects.visible_to(user)
        .filter(project=project)
        .prefetch_related(Prefetch("steps", steps.order_by("position")))
        .order_by("name")
    )
    return traces
