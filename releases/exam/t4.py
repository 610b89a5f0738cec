"""T4 Lineage Verification: find what does not belong."""

from collections.abc import Callable, Iterator, Mapping

from evaluator.schema import ExamInstance
from releases.exam.book import Book
from releases.exam.frame import Frame, choice, set_of

CANDIDATES = 4
EMPTY_SHARE = 0.25
OBJECTS = 4


def intruder(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which paper does not belong to the lineage? The foreign one shares no lineage with any of its papers."""
    for trace in book.traces.values():
        frame = Frame(book, "intruder", trace.id, seed)
        family = set().union(*(book.related(paper) for paper in trace.papers))
        foreign = sorted(set(book.genomes) - family)
        if not foreign:
            continue
        near = [p for p in foreign if book.papers[p].domain == trace.domain] or foreign
        stranger = frame.rng.choice(near)
        shown = [*trace.papers, stranger]
        context = {"genomes": frame.genomes(shown)}
        labels = [frame.labels[paper] for paper in shown]
        yield frame.instance(
            question="All papers but one form a lineage. Which one does not belong to it?",
            context=context,
            fields={"intruder": choice(labels)},
            gold={"intruder": frame.labels[stranger]},
            options=len(labels),
            trace=trace,
            papers=shown,
        )


def parent_mismatch(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Is the claimed parent the real one, and if not, which candidate is? Half of the claims are replaced."""
    for diff in book.diffs.values():
        if diff.answer.dynamics is None or not diff.answer.dynamics.is_lineage:
            continue
        frame = Frame(book, "parent_mismatch", diff.id, seed)
        others = sorted(set(book.genomes) - book.related(diff.target) - {diff.source})
        if len(others) < CANDIDATES - 1:
            continue
        wrong = frame.rng.sample(others, CANDIDATES - 1)
        valid = frame.rng.random() < 0.5
        context = {"genomes": frame.genomes([diff.target, diff.source, *wrong])}
        claimed = diff.source if valid else wrong[0]
        candidates = sorted(frame.labels[paper] for paper in [diff.source, *wrong])
        yield frame.instance(
            question="Is the claimed parent the child's predecessor by lineage, and which candidate is its parent?",
            context={
                **context,
                "child": frame.labels[diff.target],
                "claimed_parent": frame.labels[claimed],
                "candidates": candidates,
            },
            fields={"valid": {"type": "boolean"}, "parent": choice(candidates)},
            gold={"valid": valid, "parent": frame.labels[diff.source]},
            options=CANDIDATES,
            diff=diff,
            papers=[diff.source, diff.target, *wrong],
        )


def evidence_conflict(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which objects stand beside a passage that is not theirs? In a seeded share of instances, none does."""
    for paper, objects in book.genomes.items():
        frame = Frame(book, "evidence_conflict", paper, seed)
        quotes = {o.id: frame.clean(o.evidence[0].quote) for o in objects if o.evidence}
        usable = [o for o in objects if list(quotes.values()).count(quotes.get(o.id, "")) == 1]
        if len(usable) < OBJECTS:
            continue
        shown = frame.rng.sample(usable, OBJECTS)
        frame.label_objects(o.id for o in shown)
        beside = {o.id: quotes[o.id] for o in shown}
        swapped = [] if frame.rng.random() < EMPTY_SHARE else [shown[0].id, shown[1].id]
        if swapped:
            first, second = swapped
            beside[first], beside[second] = beside[second], beside[first]
        pairs = [{"object": frame.shown(o), "passage": beside[o.id]} for o in shown]
        labels = sorted(frame.labels[o.id] for o in shown)
        yield frame.instance(
            question="Each object is shown beside a passage. List the objects that their passage does not support.",
            context={"pairs": sorted(pairs, key=lambda pair: str(pair["object"]))},
            fields={"unsupported": set_of(choice(labels))},
            gold={"unsupported": sorted(frame.labels[o] for o in swapped)},
            options=OBJECTS,
            papers=[paper],
        )


TASKS: Mapping[str, Callable[[Book, int], Iterator[ExamInstance]]] = {
    "intruder": intruder,
    "parent_mismatch": parent_mismatch,
    "evidence_conflict": evidence_conflict,
}
