"""T4 Lineage Verification: find what does not belong."""

from releases.exam import anchors
from releases.exam.answer_schemas import choice, set_of
from releases.exam.frame import Frame, Item
from releases.exam.lacks import Unfit
from releases.exam.registry import draws

OBJECTS = 4


@draws("intruder", anchors.traces)
def intruder(frame: Frame) -> Item:
    """The foreign paper shares no lineage with any paper of the trace."""
    book, trace = frame.book, frame.trace
    family = set().union(*(book.related(paper) for paper in trace.papers))
    foreign = sorted(set(book.genomes) - family)
    if not foreign:
        raise Unfit("no_foreign_paper")
    near = [p for p in foreign if book.papers[p].domain == trace.domain] or foreign
    stranger = frame.rng.choice(near)
    shown = [*trace.papers, stranger]
    context = {"genomes": frame.genomes(shown)}
    labels = [frame.labels[paper] for paper in shown]
    return Item(
        context=context,
        fields={"intruder": choice(labels)},
        gold={"intruder": frame.labels[stranger]},
        options=len(labels),
        papers=shown,
    )


@draws("parent_mismatch", anchors.lineage_diffs)
def parent_mismatch(frame: Frame) -> Item:
    """Half of the claims are replaced."""
    book, diff = frame.book, frame.diff
    others = sorted(set(book.genomes) - book.related(diff.target) - {diff.source})
    if len(others) < frame.plan.options - 1:
        raise Unfit("few_candidates")
    wrong = frame.rng.sample(others, frame.plan.options - 1)
    valid = frame.rng.random() < 0.5
    shown = [diff.target, diff.source, *wrong]
    context = {"genomes": frame.genomes(shown)}
    claimed = diff.source if valid else wrong[0]
    candidates = [frame.labels[paper] for paper in [diff.source, *wrong]]
    return Item(
        context={
            **context,
            "child": frame.labels[diff.target],
            "claimed_parent": frame.labels[claimed],
            "candidates": sorted(candidates),
        },
        fields={"valid": {"type": "boolean"}, "parent": choice(candidates)},
        gold={"valid": valid, "parent": frame.labels[diff.source]},
        options=len(candidates),
        papers=shown,
    )


@draws("evidence_conflict", anchors.genomes)
def evidence_conflict(frame: Frame) -> Item:
    """In a seeded share of instances none is exchanged."""
    quotes = {o.id: frame.clean(o.evidence[0].quote) for o in frame.genome if o.evidence}
    usable = [o for o in frame.genome if list(quotes.values()).count(quotes.get(o.id, "")) == 1]
    if len(usable) < OBJECTS:
        raise Unfit("few_passages")
    shown = frame.rng.sample(usable, OBJECTS)
    frame.label_objects(o.id for o in shown)
    beside = {o.id: quotes[o.id] for o in shown}
    swapped = [] if frame.is_empty else [shown[0].id, shown[1].id]
    if swapped:
        first, second = swapped
        beside[first], beside[second] = beside[second], beside[first]
    pairs = [{"object": frame.shown(o), "passage": beside[o.id]} for o in shown]
    labels = [frame.labels[o.id] for o in shown]
    return Item(
        context={"pairs": sorted(pairs, key=lambda pair: str(pair["object"]["id"]))},
        fields={"unsupported": set_of(choice(labels))},
        gold={"unsupported": sorted(frame.labels[o] for o in swapped)},
        options=OBJECTS,
        papers=[frame.paper.id],
    )
