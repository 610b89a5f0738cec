"""Extraction passes as pages show them: how they are getting on, and what people made of their candidates."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils.translation import ngettext

from annotation.models import Project, User
from annotation.wording import label
from annotation.workers import Queue, queue_state
from evaluator.vocabulary import ObjectType
from genomes.models import Candidate, ExtractionPass, Genome
from genomes.selectors.providers import Offer, offers_for
from genomes.wording import fault_words, stop_words

PANEL_PASSES = 60
PASSES_PER_PAGE = 50
CANDIDATES_PER_PAGE = 50
REPLIES_PER_PAGE = 20
Decision = Candidate.Decision


def with_decisions(passes: QuerySet[Any]) -> QuerySet[Any]:
    """Annotate passes with how many of their candidates are `open_count`, `accepted_count`, and so on."""
    counts = {f"{each.value}_count": Count("candidates", filter=Q(candidates__decision=each)) for each in Decision}
    annotated: QuerySet[Any] = passes.annotate(**counts)
    return annotated


@dataclass(frozen=True, slots=True)
class Panel:
    """The passes over one genome, newest first. `queue` says whether somebody is there to run what waits."""

    passes: list[Any]
    offers: list[Offer]
    queue: Queue

    @property
    def open_passes(self) -> list[Any]:
        return [each for each in self.passes if each.is_open]

    @property
    def shown(self) -> list[Any]:
        """The open ones, then the last one of each type, and every other that has candidates to decide."""
        last = {each.type: each for each in reversed(self.passes)}.values()
        ended = [each for each in self.passes if not each.is_open and (each.open_count or each in last)]
        return [*self.open_passes, *ended]

    @property
    def is_stuck(self) -> bool:
        """Passes wait and nobody is there to run them."""
        return bool(self.open_passes) and self.queue is not Queue.WORKING

    @property
    def parts_done(self) -> int:
        return sum(each.parts_done for each in self.open_passes)

    @property
    def parts_total(self) -> int:
        """At least one for each pass: before it begins, nobody knows how many parts it has."""
        return sum(each.parts_total or 1 for each in self.open_passes)

    @property
    def newest(self) -> int:
        """Id of the last candidate, so that the page can ask for those after it; 0 without any."""
        return max((each.newest for each in self.passes if each.newest), default=0)

    @property
    def undecided(self) -> int:
        return sum(each.open_count for each in self.passes)

    @property
    def types(self) -> list[tuple[str, str, Any]]:
        """(value, letter, name) of what can be looked for."""
        return [(each.value, each.letter, label(each)) for each in ObjectType]


def panel_of(genome: Genome, project: Project) -> Panel:
    """One query, and a look at the queue while passes are open."""
    newest_first = with_decisions(genome.passes.all()).order_by("-created_at", "-pk")
    passes = list(newest_first.annotate(newest=Max("candidates__idea_object"))[:PANEL_PASSES])
    for each in passes:
        each.ended_because, each.dropped = stop_words(each), dropped_words(each)
    is_busy = any(each.is_open for each in passes)
    return Panel(passes, offers_for(project, genome.paper), queue_state() if is_busy else Queue.WORKING)


@dataclass(slots=True)
class Rate:
    """What became of all candidates of one type, provider, model and version of prompt or cues."""

    type_name: Any
    provider_name: Any
    model: str
    version: str
    figures: dict[str, int]
    decisions: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def accepted(self) -> int:
        return self.decisions[Decision.ACCEPTED]

    @property
    def edited(self) -> int:
        return self.decisions[Decision.EDITED]

    @property
    def rejected(self) -> int:
        return self.decisions[Decision.REJECTED]

    @property
    def undecided(self) -> int:
        return self.decisions[Decision.OPEN]

    @property
    def decided(self) -> int:
        return self.accepted + self.edited + self.rejected

    @property
    def percent(self) -> int | None:
        """Accepted, with changes or without, of those decided; None while nothing is decided."""
        return round(100 * (self.accepted + self.edited) / self.decided) if self.decided else None

    @property
    def tokens(self) -> int:
        return self.figures["tokens_in"] + self.figures["tokens_out"]


SUMS = ("proposed", "unverifiable", "ambiguous", "repeated", "parts_failed", "requests", "tokens_in", "tokens_out")
_KEY = ("type", "provider", "model", "prompt_version")


def visible_passes(person: User, project: Project) -> QuerySet[Any]:
    """Passes of the project over genomes that the person may see."""
    found: QuerySet[Any] = ExtractionPass.objects.visible_to(person).filter(
        genome__source_version__paper__project=project
    )
    return found


def rates_of(person: User, project: Project) -> list[Rate]:
    """By type, provider, model and version, in the vocabulary's order. Two queries."""
    passes = visible_passes(person, project)
    sums = {name: Sum(name) for name in SUMS}
    rates: dict[tuple[str, ...], Rate] = {}
    for row in passes.order_by().values(*_KEY).annotate(passes=Count("pk"), **sums):
        key = tuple(row[name] for name in _KEY)
        figures = {name: row[name] for name in ("passes", *SUMS)}
        provider = ExtractionPass.Provider(row["provider"]).label
        rates[key] = Rate(label(ObjectType(row["type"])), provider, row["model"], row["prompt_version"], figures)
    paths = [f"extraction__{name}" for name in _KEY]
    decided = Candidate.objects.filter(extraction__in=passes.order_by()).order_by()
    for *of, decision, number in decided.values_list(*paths, "decision").annotate(number=Count("pk")):
        rates[tuple(of)].decisions[decision] += number
    order = [each.value for each in ObjectType]
    return [rates[key] for key in sorted(rates, key=lambda key: (order.index(key[0]), key[1:]))]


def passes_page(person: User, project: Project, number: int | str = 1) -> Page[Any]:
    """Newest first, each with what became of its candidates. Two queries."""
    passes = _listed(with_decisions(visible_passes(person, project)))
    page = Paginator(passes, PASSES_PER_PAGE).get_page(number)
    for each in page.object_list:
        each.ended_because = stop_words(each)
    return page


def _listed(passes: QuerySet[Any]) -> QuerySet[Any]:
    return (
        passes.select_related("genome__source_version__paper", "started_by")
        .defer("genome__source_version__text")
        .order_by("-created_at", "-pk")
    )


def pass_of(passes: QuerySet[Any]) -> QuerySet[Any]:
    """Passes as the page of one shows it."""
    return _listed(with_decisions(passes))


def candidates_page(extraction: ExtractionPass, number: int | str = 1) -> Page[Any]:
    """What a pass has proposed, in the order of its handles. Three queries."""
    rows = (
        extraction.candidates.select_related("idea_object", "decided_by")
        .prefetch_related("idea_object__evidence")
        .order_by("idea_object_id")
    )
    return Paginator(rows, CANDIDATES_PER_PAGE).get_page(number)


def replies_page(extraction: ExtractionPass, number: int | str = 1) -> Page[Any]:
    """What an endpoint answered, part by part. Two queries."""
    page: Page[Any] = Paginator(extraction.replies.order_by("part", "attempt", "pk"), REPLIES_PER_PAGE).get_page(number)
    for each in page.object_list:
        each.said = fault_words(each.fault)
    return page


TABLE_HEAD = (
    "pass", "paper", "version", "type", "provider", "model", "prompt_version", "state", "reason", "started_by",
    "created_at", "finished_at", "parts_total", "parts_done", "parts_failed", "proposed", "accepted", "edited",
    "rejected", "open", "unverifiable", "ambiguous", "repeated", "requests", "tokens_in", "tokens_out", "token_budget",
)  # fmt: skip


def passes_table(person: User, project: Project) -> Iterator[tuple[Any, ...]]:
    """Every pass as a row of TABLE_HEAD, the head first; read row by row."""
    yield TABLE_HEAD
    for each in _listed(with_decisions(visible_passes(person, project))).iterator(chunk_size=500):
        version = each.genome.source_version
        yield (
            each.pk, version.paper.slug, version.number, each.type, each.provider, each.model, each.prompt_version,
            each.state, each.reason, each.started_by.username, each.created_at.isoformat(),
            each.finished_at.isoformat() if each.finished_at else None, each.parts_total, each.parts_done,
            each.parts_failed, each.proposed, each.accepted_count, each.edited_count, each.rejected_count,
            each.open_count, each.unverifiable, each.ambiguous, each.repeated, each.requests, each.tokens_in,
            each.tokens_out, each.token_budget,
        )  # fmt: skip


def dropped_words(extraction: ExtractionPass) -> str:
    """What a pass has left out, and why; empty when nothing."""
    said = [
        ngettext("%(count)s quote is not in the text", "%(count)s quotes are not in the text", extraction.unverifiable)
        % {"count": extraction.unverifiable},
        ngettext("%(count)s quote is there twice", "%(count)s quotes are there several times", extraction.ambiguous)
        % {"count": extraction.ambiguous},
        ngettext("%(count)s place was known", "%(count)s places were known", extraction.repeated)
        % {"count": extraction.repeated},
        ngettext("%(count)s part could not be read", "%(count)s parts could not be read", extraction.parts_failed)
        % {"count": extraction.parts_failed},
    ]
    counts = (extraction.unverifiable, extraction.ambiguous, extraction.repeated, extraction.parts_failed)
    return "; ".join(words for words, count in zip(said, counts, strict=True) if count)
