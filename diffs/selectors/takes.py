"""How often what people aligned had been suggested, and at which rank: figures for admins.

Only labels that count, of pairs that have all of theirs, and that the reader may see: whoever still labels a pair
finds nothing of it here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, OuterRef, Subquery

from annotation.models import Project, User
from annotation.wording import Label, label
from diffs.models import Alignment, Diff, PaperPair, Suggestion, SuggestionTake
from diffs.selectors.suggestions import current_suggester, pairs_of_another_provider, pairs_to_suggest
from diffs.suggesting import Unavailable
from evaluator.vocabulary import ObjectType

RANKS = (1, 3, 5)
CSV_HEAD = (
    "provider", "type", "aligned_edges", *(f"suggested_within_{rank}" for rank in RANKS),
    *(f"taken_within_{rank}" for rank in RANKS), "undefined",
)  # fmt: skip
NO_EDGES = "no aligned edge"


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of aligned edges: all, those whose target was suggested within each rank, those taken within it."""

    edges: int = 0
    suggested: tuple[int, ...] = (0,) * len(RANKS)
    taken: tuple[int, ...] = (0,) * len(RANKS)

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(
            self.edges + other.edges,
            tuple(map(sum, zip(self.suggested, other.suggested, strict=True))),
            tuple(map(sum, zip(self.taken, other.taken, strict=True))),
        )

    @property
    def cells(self) -> list["Cell"]:
        """Counts and shares in the order of the columns; none where there is no edge, since nothing was measured."""
        counts = (*self.suggested, *self.taken) if self.edges else ()
        return [Cell(count, f"{100 * count / self.edges:.1f} %") for count in counts]


@dataclass(frozen=True, slots=True)
class Cell:
    count: int
    percent: str


@dataclass(frozen=True, slots=True)
class Provider:
    """What one provider's suggestions were worth. `types` holds every type, those without an edge as well."""

    name: str
    total: Figures
    types: list[tuple[ObjectType, Label, Figures]]


@dataclass(frozen=True, slots=True)
class Report:
    """`unsuggested` aligned edges stand on pairs for which nothing is suggested, and count nowhere else."""

    providers: list[Provider]
    unsuggested: int
    waiting: int
    stale: int
    pairs: int
    ranks: tuple[int, ...] = field(default=RANKS)


def report_of(project: Project, reader: User) -> Report:
    """The report as this reader may see it. Four queries, however many labels there are."""
    counted: dict[str, dict[str, Figures]] = {}
    for row in _counted(project, reader):
        # What was taken from an earlier provider's list is not this one's merit.
        taken = row["taken"] if row["taken_from"] == row["provider"] else None
        figures = Figures(row["edges"], _within(row["rank"], row["edges"]), _within(taken, row["edges"]))
        types = counted.setdefault(row["provider"] or "", {})
        types[row["type"]] = types.get(row["type"], Figures()) + figures
    without = sum((each.edges for each in counted.pop("", {}).values()), 0)
    pairs = PaperPair.objects.filter(project=project)
    return Report(
        providers=[_provider(name, types) for name, types in sorted(counted.items())],
        unsuggested=without,
        waiting=pairs_to_suggest(project).count(),
        stale=_stale(project),
        pairs=pairs.count(),
    )


def _provider(name: str, types: Mapping[str, Figures]) -> Provider:
    rows = [(kind, label(kind), types.get(kind.value, Figures())) for kind in ObjectType]
    return Provider(name, sum((each for _kind, _word, each in rows), Figures()), rows)


def _stale(project: Project) -> int:
    try:
        return pairs_of_another_provider(project, current_suggester().name).count()
    except Unavailable:
        return 0  # nothing could be computed anew


def _within(rank: int | None, edges: int) -> tuple[int, ...]:
    """Of edges with this rank, how many lie within each of RANKS."""
    return tuple(edges if rank is not None and rank <= most else 0 for most in RANKS)


def _counted(project: Project, reader: User) -> Any:
    """How many aligned edges there are of each provider, type, rank and rank at which they were taken."""
    diffs = (
        Diff.objects.counted()
        .visible_to(reader)
        .filter(pair__project=project, pair__unit__labels_done__gte=F("pair__unit__overlap"))
        .order_by()
    )
    ends = {"source_object": OuterRef("source_object"), "target_object": OuterRef("target_object")}
    here = Suggestion.objects.filter(pair=OuterRef("diff__pair")).order_by()
    takes = SuggestionTake.objects.filter(pair=OuterRef("diff__pair"), person=OuterRef("diff__author"), **ends)
    edges = Alignment.objects.filter(diff__in=diffs, source_object__isnull=False, target_object__isnull=False)
    return (
        edges.order_by()
        .annotate(
            provider=Subquery(here.values("provider")[:1]),
            rank=Subquery(here.filter(**ends).values("rank")[:1]),
            taken=Subquery(takes.values("rank")[:1]),
            taken_from=Subquery(takes.values("provider")[:1]),
            type=F("source_object__type"),
        )
        .values("provider", "type", "rank", "taken", "taken_from")
        .annotate(edges=Count("pk"))
    )


def table_of(report: Report) -> Iterator[Sequence[Any]]:
    """The report as rows under CSV_HEAD; shares are left to the reader, who has both counts."""
    for provider in report.providers:
        for kind, figures in [("all", provider.total), *((kind.value, each) for kind, _word, each in provider.types)]:
            why = "" if figures.edges else NO_EDGES
            yield [provider.name, kind, figures.edges, *figures.suggested, *figures.taken, why]
