"""Wrong candidates: which papers and lineages stand beside the right one, near or far, as the plan wants them.

Near papers share a niche with the anchor: rivals that a gold diff compares without descent, else any of its domain.
Far ones are of another domain. Neither is ever of the family of what the gold rests on, so that the gold stays unique.
Nothing here looks at the whole book: pools are indexed, and a large pool is drawn from, not searched.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from random import Random

from evaluator.compare import lineage_key
from releases.exam.frame import Frame
from releases.exam.lacks import Unfit

SMALL_POOL = 64  # is gone through to its end
MOST_DRAWS = 256  # of a larger one: when none of these will do, it counts as used up


def other_papers(frame: Frame, without: Collection[str], count: int) -> list[str]:
    """`count` papers with objects that are none of `without`, nor of their families, in random order.

    Raises Unfit("few_candidates") when there are not as many.
    """
    book = frame.book
    family = set().union(*(book.related(paper) for paper in without))
    lineages = {lineage_key(book.papers[paper].lineage) for paper in without} - {""}
    here = {book.papers[paper].domain for paper in without}

    def stranger(paper: str) -> bool:
        return paper not in family and lineage_key(book.papers[paper].lineage) not in lineages

    def near() -> Iterator[str]:
        rivals = sorted({rival for paper in without for rival in book.rivals.get(paper, ())})
        yield from (paper for paper in drawn(frame.rng, rivals) if stranger(paper))
        for domain in sorted(here):
            yield from (p for p in drawn(frame.rng, book.genomes_of_domain.get(domain, ())) if stranger(p))

    def far() -> Iterator[str]:
        everywhere = drawn(frame.rng, book.all_genomes)
        yield from (p for p in everywhere if stranger(p) and book.papers[p].domain not in here)

    return mix(frame, near, far, count)


def other_lineages(frame: Frame, without: Collection[str], count: int) -> list[str]:
    """`count` keys of `Book.drivers_of_lineage` that are none of `without`; near ones have a paper in the same domain.

    Raises Unfit("few_candidates") when there are not as many.
    """
    book = frame.book
    here = book.lineages_of_domain.get(frame.anchor.domain, ())

    def near() -> Iterator[str]:
        yield from (key for key in drawn(frame.rng, here) if key not in without)

    def far() -> Iterator[str]:
        everywhere = drawn(frame.rng, book.all_lineages)
        yield from (key for key in everywhere if key not in without and frame.anchor.domain not in book.domains[key])

    return mix(frame, near, far, count)


def other_traces(frame: Frame, without: str, count: int) -> list[str]:
    """`count` traces that have no paper, family or lineage in common with the trace `without`; near: same domain.

    Raises Unfit("few_candidates") when there are not as many. Those of more than one may be related to each other.
    """
    book = frame.book
    own = book.traces[without]
    family = set().union(*(book.related(paper) for paper in own.papers))
    lineages = {lineage_key(book.papers[paper].lineage) for paper in own.papers} - {""}

    def stranger(trace: str) -> bool:
        papers = book.traces[trace].papers
        return not any(p in family or lineage_key(book.papers[p].lineage) in lineages for p in papers)

    def near() -> Iterator[str]:
        yield from (t for t in drawn(frame.rng, book.traces_of_domain.get(own.domain, ())) if stranger(t))

    def far() -> Iterator[str]:
        everywhere = drawn(frame.rng, book.all_traces)
        yield from (t for t in everywhere if book.traces[t].domain != own.domain and stranger(t))

    return mix(frame, near, far, count)


def mix(
    frame: Frame, near: Callable[[], Iterator[str]], far: Callable[[], Iterator[str]], count: int, lack: str = ""
) -> list[str]:
    """`count` different ids, each from `near` with the plan's chance; where one side is used up, from the other.

    Raises Unfit(`lack`, "few_candidates" by itself) when both are used up.
    """
    sides = {True: near(), False: far()}
    found: dict[str, None] = {}
    while len(found) < count:
        wanted = frame.rng.random() < frame.plan.near
        pick = _fresh(sides[wanted], found) or _fresh(sides[not wanted], found)
        if pick is None:
            raise Unfit(lack or "few_candidates")
        found[pick] = None
    return list(found)


def _fresh(ids: Iterator[str], found: Collection[str]) -> str | None:
    return next((id for id in ids if id not in found), None)


def drawn(rng: Random, pool: Sequence[str]) -> Iterator[str]:
    """The pool in random order, as far as it is asked for. Of a large one at most MOST_DRAWS, some perhaps twice."""
    if len(pool) <= SMALL_POOL:
        yield from rng.sample(pool, len(pool))
        return
    for _draw in range(MOST_DRAWS):
        yield pool[rng.randrange(len(pool))]


def told_apart(texts: Iterable[object]) -> None:
    """Raises Unfit("not_unique") when two of what a participant tells apart by their words read the same."""
    seen = [repr(text) for text in texts]
    if len(set(seen)) < len(seen):
        raise Unfit("not_unique")
