"""Traces with what speaks against them: chains of papers and pairs as the rules see them, faults with where to mend."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.permissions import can_adjudicate
from annotation.selectors import link
from diffs.coherence import OF_GOLD, Chain, Gold, Incoherence, Kind, Step, Stop, incoherences
from diffs.models import PaperPair, Trace, TraceStep
from diffs.permissions import can_create_trace
from diffs.selectors.lists import Stop as ListedStop
from diffs.selectors.lists import stops_of
from diffs.selectors.sides import short_name
from diffs.selectors.standing import UNTOLD, Standing, standings
from diffs.trace_drafts import Draft, removed, swapped
from diffs.trace_words import fault_words
from genomes.models import Paper


@dataclass(frozen=True, slots=True)
class FaultLine:
    """A fault in words, with the way to mend it: `url` leads there, and in the builder `press` does it at once."""

    fault: Incoherence
    words: str
    url: str = ""
    action: str = ""
    press: str = ""

    @property
    def code(self) -> str:
        return self.fault.kind.value

    @property
    def tone(self) -> str:
        if self.fault.is_information:
            return "info"
        return "bad" if self.fault.is_refused else "warn"


@dataclass(frozen=True, slots=True)
class Line:
    """A chain as people see it: its papers, the pairs between them (None: there is none), what is known."""

    papers: Sequence[Paper]
    pairs: Sequence[int | None]
    chain: Chain
    told: Mapping[int, Standing]

    @property
    def names(self) -> list[str]:
        return [short_name(paper) for paper in self.papers]


def step_of(source: str, target: str, texts: tuple[int, int], standing: Standing, *, has_reverse: bool = False) -> Step:
    """A pair as the rules of coherence see it."""
    gold = standing.decision
    seen = None
    if gold is not None:
        shared = {end for end, _target in gold["alignments"] if gold["fates"].get(end) != "lost"}
        seen = Gold(is_lineage=bool(gold["lineage"]), shared=len(shared))
    return Step(source, target, str(texts[0]), str(texts[1]), has_reverse, standing.is_told, seen)


def stop_of(paper: Paper) -> Stop:
    return Stop(paper.slug, paper.published.isoformat() if paper.published else "")


def lines_of(user: User, traces: Collection[Trace]) -> dict[int, Line]:
    """The chain of each listed trace, by its id. Four queries, whatever their number."""
    stops = {trace.pk: stops_of(trace) for trace in traces}
    pairs = [stop.pair.pk for each in stops.values() for stop in each if stop.pair is not None]
    told = standings(user, pairs)
    return {pk: _line(each, told) for pk, each in stops.items()}


def _line(stops: Sequence[ListedStop], told: Mapping[int, Standing]) -> Line:
    pairs = [stop.pair for stop in stops if stop.pair is not None]
    chain = Chain(
        stops=tuple(stop_of(stop.paper) for stop in stops),
        steps=tuple(_step(pair, told.get(pair.pk, UNTOLD)) for pair in pairs),
    )
    return Line([stop.paper for stop in stops], [pair.pk for pair in pairs], chain, told)


def _step(pair: PaperPair, standing: Standing) -> Step:
    source, target = pair.source.source_version, pair.target.source_version
    return step_of(source.paper.slug, target.paper.slug, (source.number, target.number), standing)


class Mender:
    """Where a reader mends what is wrong with a trace; asks for the reader's rights once."""

    def __init__(self, user: User, project: Project, trace: Trace | None = None) -> None:
        self.project, self.trace = project, trace
        self.changes = can_create_trace(user, project)
        self.resolves = can_adjudicate(user, project)

    def lines(self, line: Line, draft: Draft | None = None) -> list[FaultLine]:
        """Every fault of a chain. `draft` is what the builder holds; without it that of the trace itself."""
        draft = draft or Draft(self.trace.name if self.trace else "", tuple(paper.slug for paper in line.papers))
        dates = [date_format(paper.published) if paper.published else "–" for paper in line.papers]
        return [
            FaultLine(fault, fault_words(fault, line.names, dates), *self._mend(fault, line, draft))
            for fault in incoherences(line.chain)
        ]

    def _mend(self, fault: Incoherence, line: Line, draft: Draft) -> tuple[str, str, str]:
        """(address, words, press)."""
        at, slug, kind = fault.at or 0, self.project.slug, fault.kind
        if kind in OF_GOLD:
            return self._pair(line, at)
        if kind is Kind.UNDATED and not self.changes:
            return link("genomes:paper", slug, line.papers[at].slug), _("Open the paper"), ""
        if not self.changes:
            return "", "", ""
        if kind in (Kind.UNDATED, Kind.BACKWARDS):
            return link("genomes:facts", slug, line.papers[at].slug), _("Correct the date"), ""
        if kind in (Kind.NO_PAIR, Kind.OTHER_TEXT):
            step = self._older(line, at) if kind is Kind.OTHER_TEXT else at
            return self._builder(draft), _("Make the pair"), f"pair:{step}"
        if kind is Kind.REVERSED:
            return self._builder(swapped(draft, at, at + 1)), _("Swap the two"), f"swap:{at}"
        if kind is Kind.REPEATED:
            place = fault.again[0]
            return self._builder(removed(draft, place)), _("Leave out the repeat"), f"remove:{place}"
        return self._builder(draft), _("Change the trace"), ""

    def _pair(self, line: Line, at: int) -> tuple[str, str, str]:
        pair = line.pairs[at]
        if pair is None:
            return "", "", ""
        if self.resolves and line.told.get(pair, UNTOLD).is_disputed:
            return link("adjudication:case", self.project.slug, pair), _("Resolve the dispute"), ""
        return link("diffs:pair", self.project.slug, pair), _("Open the pair"), ""

    def _older(self, line: Line, at: int) -> int:
        """Of the steps before and after a stop, the one that was made of its older text."""
        before, after = line.chain.steps[at - 1], line.chain.steps[at]
        return at - 1 if int(before.target_text) < int(after.source_text) else at

    def _builder(self, draft: Draft) -> str:
        if self.trace is None:
            return f"{link('diffs:trace-new', self.project.slug)}?{draft.query}"
        return f"{link('diffs:trace-edit', self.project.slug, self.trace.pk)}?{draft.query}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A trace in the list: its papers, and how many faults and open steps it has."""

    trace: Trace
    stops: Sequence[ListedStop]
    faults: int
    open_steps: int


def with_faults(user: User, traces: Iterable[Trace]) -> list[Listed]:
    """Traces with the number of their faults, as far as the reader may know them. Four queries."""
    shown = list(traces)
    lines = lines_of(user, shown)
    listed = []
    for trace in shown:
        found = incoherences(lines[trace.pk].chain)
        waiting = sum(fault.is_information for fault in found)
        listed.append(Listed(trace, stops_of(trace), len(found) - waiting, waiting))
    return listed


def searched(traces: "QuerySet[Trace]", q: str) -> "QuerySet[Trace]":
    """Traces whose name, or the name of one of whose papers, holds the words."""
    words = q.strip()
    if not words:
        return traces
    named = Q()
    for end in ("source", "target"):
        paper = f"pair__{end}__source_version__paper"
        named |= Q(**{f"{paper}__slug__icontains": words}) | Q(**{f"{paper}__title__icontains": words})
    return traces.filter(Q(name__icontains=words) | Q(pk__in=TraceStep.objects.filter(named).values("trace")))
