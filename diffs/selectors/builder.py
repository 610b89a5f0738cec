"""The builder of a trace: the draft that its address holds, what could come next, what speaks against it so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotation.models import Project, User
from diffs.coherence import Chain, Step
from diffs.models import Trace
from diffs.selectors.graph import Graph, graph_of
from diffs.selectors.lineages import Map
from diffs.selectors.standing import UNTOLD, Standing, standings
from diffs.selectors.traces import FaultLine, Line, Mender, step_of, stop_of
from diffs.trace_drafts import Draft
from genomes.models import Paper

MOST_OFFERED = 9  # each has a key


@dataclass(frozen=True, slots=True)
class Offer:
    """A paper for the gap: whether its pairs to the papers on both sides are there, as far as the gap has sides."""

    paper: Paper
    name: str
    from_left: bool | None
    to_right: bool | None

    @property
    def is_ready(self) -> bool:
        return self.from_left is not False and self.to_right is not False


@dataclass(frozen=True, slots=True)
class Place:
    """A paper of the draft in its place; `pair` leads on from it, `faults` are those said of it."""

    paper: Paper
    name: str
    at: int
    pair: int | None
    has_next: bool
    is_current: bool
    is_again: bool
    faults: Sequence[FaultLine]

    @property
    def key(self) -> str:
        """Names its buttons, so that the focus follows the paper."""
        return f"{self.paper.slug}-{self.at}" if self.is_again else self.paper.slug

    @property
    def behind(self) -> int:
        """The gap behind it."""
        return self.at + 1


@dataclass(frozen=True, slots=True)
class Builder:
    """Everything on the builder's page. `faults` are those of the whole trace, `places` say the rest."""

    draft: Draft
    trace: Trace | None
    places: Sequence[Place]
    faults: Sequence[FaultLine]
    offers: Sequence[Offer]
    more_offers: int
    left: str
    right: str
    graph: Graph
    has_papers: bool

    @property
    def next_gap(self) -> int:
        return self.draft.at + 1

    @property
    def previous_gap(self) -> int:
        return self.draft.at - 1

    @property
    def all_faults(self) -> int:
        """How many faults there are; what only waits for gold is none."""
        lines = [*self.faults, *(line for place in self.places for line in place.faults)]
        return sum(not line.fault.is_information for line in lines)


def builder_of(whole: Map, user: User, project: Project, draft: Draft, trace: Trace | None) -> Builder:
    """The builder with a draft, whose papers are all on the map. Nine queries, whatever the size of the project."""
    line = line_of(whole, user, draft.papers)
    found = Mender(user, project, trace).lines(line, draft) if draft.papers else []
    whole_line = [each for each in found if each.fault.at is None]
    offers = _offers(whole, draft)
    return Builder(
        draft=draft,
        trace=trace,
        places=_places(line, draft, found),
        faults=whole_line,
        offers=offers[:MOST_OFFERED],
        more_offers=max(0, len(offers) - MOST_OFFERED),
        left=whole.name(draft.papers[draft.at - 1]) if draft.at else "",
        right=whole.name(draft.papers[draft.at]) if draft.at < len(draft.papers) else "",
        graph=graph_of(whole, user, trace=draft.papers, most=24, rings=1),
        has_papers=bool(whole.papers),
    )


def line_of(whole: Map, user: User, slugs: Sequence[str]) -> Line:
    """Papers in order with the newest pairs between them. Four queries."""
    joints = [whole.joints.get(edge) for edge in pairwise(slugs)]
    told = standings(user, [joint.pair for joint in joints if joint is not None])
    steps = tuple(_step(whole, edge, told) for edge in pairwise(slugs))
    papers = [whole.papers[slug] for slug in slugs]
    chain = Chain(tuple(stop_of(paper) for paper in papers), steps)
    return Line(papers, [joint.pair if joint else None for joint in joints], chain, told)


def _step(whole: Map, edge: tuple[str, str], told: dict[int, Standing]) -> Step:
    joint = whole.joints.get(edge)
    if joint is None:
        return Step(has_reverse=edge[::-1] in whole.joints)
    texts = (joint.source_text, joint.target_text)
    return step_of(*edge, texts, told.get(joint.pair, UNTOLD))


def _places(line: Line, draft: Draft, found: Sequence[FaultLine]) -> list[Place]:
    last = len(line.papers) - 1
    return [
        Place(
            paper=paper,
            name=line.names[at],
            at=at,
            pair=line.pairs[at] if at < last else None,
            has_next=at < last,
            is_current=at == draft.at - 1,
            is_again=paper.slug in draft.papers[:at],
            faults=[each for each in found if each.fault.at == at],
        )
        for at, paper in enumerate(line.papers)
    ]


def _offers(whole: Map, draft: Draft) -> list[Offer]:
    """Papers for the gap: those with the pairs that it needs first. Without neighbours, those that begin lineages.

    What was searched for may also be a paper without a pair.
    """
    left = draft.papers[draft.at - 1] if draft.at else ""
    right = draft.papers[draft.at] if draft.at < len(draft.papers) else ""
    after, before = whole.after(left) if left else set(), whole.before(right) if right else set()
    if draft.q.strip():
        found = whole.found(q=draft.q)
    elif left or right:
        found = [slug for slug in whole.papers if slug in after | before]
    else:
        begin = {source for source, _target in whole.joints}
        found = [slug for slug in whole.papers if slug in begin]
    offers = [
        Offer(
            whole.papers[slug],
            whole.name(slug),
            (slug in after) if left else None,
            (slug in before) if right else None,
        )
        for slug in found
        if slug not in draft.papers
    ]
    return sorted(offers, key=lambda each: (not each.is_ready, each.from_left is False and each.to_right is False))
