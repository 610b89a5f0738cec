"""T2 Inheritance Tracing: what went from paper to paper."""

from evaluator.vocabulary import Fate, Origin
from releases.exam import anchors
from releases.exam.answer_schemas import Json, choice, order_of, pair_of, set_of
from releases.exam.distractors import other_papers
from releases.exam.frame import Frame, Item, by_label, in_order
from releases.exam.lacks import Unfit
from releases.exam.registry import draws

FEWEST_PAPERS = 3  # two have only two orders


@draws("order_papers", anchors.traces)
def order_papers(frame: Frame) -> Item:
    """The genomes of a trace in no order."""
    papers = frame.trace.papers
    if len(papers) < FEWEST_PAPERS:
        raise Unfit("short_trace")
    genomes = frame.genomes(papers)
    options = [frame.labels[paper] for paper in papers]
    return Item(
        context={"genomes": genomes},
        fields={"order": order_of(options)},
        gold={"order": options},
        options=len(options),
        papers=papers,
    )


@draws("align_objects", anchors.lineage_diffs)
def align_objects(frame: Frame) -> Item:
    """Every aligned [predecessor, successor] pair."""
    context = frame.two_genomes()
    edges = [[frame.labels[edge.source], frame.labels[edge.target]] for edge in frame.diff.answer.alignments]
    return Item(
        context=context,
        fields={"alignment": set_of(pair_of(*ends(frame)))},
        gold={"alignment": sorted(edges)},
        options=len(frame.diff.answer.fates) * len(frame.diff.answer.origins),
        papers=ends_of(frame),
    )


@draws("find_inherited", anchors.lineage_diffs)
def find_inherited(frame: Frame) -> Item:
    """Content and function kept."""
    return _with_fate(frame, "inherited", Fate.INHERITED)


@draws("find_counterpart", anchors.lineage_diffs)
def find_counterpart(frame: Frame) -> Item:
    """A lost object in the seeded share; both kinds must be there, or the share would not be as seeded."""
    answer, target = frame.diff.answer, frame.book.genomes[frame.diff.target]
    kept: dict[str, list[str]] = {}
    for edge in answer.alignments:
        kept.setdefault(edge.source, []).append(edge.target)
    lost = [o for o, fate in answer.fates.items() if fate is Fate.LOST and o not in kept]
    if not kept or not lost:
        raise Unfit("no_such_fate")
    marked = frame.rng.choice(sorted(lost if frame.is_empty else kept))
    frame.label_objects([marked, *(o.id for o in target)])
    candidates = [frame.labels[o.id] for o in target]
    return Item(
        context={
            "object": frame.shown(frame.book.objects[marked]),
            "successor": by_label(frame.shown(o) for o in target),
        },
        fields={"counterpart": set_of(choice(candidates))},
        gold={"counterpart": in_order(frame.labels[o] for o in kept.get(marked, ()))},
        options=len(candidates),
        papers=ends_of(frame),
    )


@draws("find_parent", anchors.lineage_diffs)
def find_parent(frame: Frame) -> Item:
    """The predecessor among papers without descent to it or to the paper; never among what it imported from."""
    diff = frame.diff
    wrong = other_papers(frame, without=ancestry(frame), count=frame.plan.options - 1)
    papers = [diff.target, diff.source, *wrong]
    genomes = frame.genomes(papers)
    candidates = in_order(frame.labels[paper] for paper in papers[1:])
    return Item(
        context={"genomes": genomes, "child": frame.labels[diff.target], "candidates": candidates},
        fields={"parent": choice(candidates)},
        gold={"parent": frame.labels[diff.source]},
        options=len(candidates),
        papers=papers,
    )


@draws("find_lost", anchors.lineage_diffs)
def find_lost(frame: Frame) -> Item:
    """Gone, with no counterpart."""
    return _with_fate(frame, "lost", Fate.LOST)


@draws("find_novel", anchors.lineage_diffs)
def find_novel(frame: Frame) -> Item:
    """New in the lineage, and imported from another."""
    context = frame.two_genomes()
    target = ends(frame)[1]
    origins = {frame.labels[o]: origin for o, origin in frame.diff.answer.origins.items()}
    return Item(
        context=context,
        fields={"novel": set_of(target), "external": set_of(target)},
        gold={
            "novel": sorted(o for o, origin in origins.items() if origin is Origin.NOVEL),
            "external": sorted(o for o, origin in origins.items() if origin is Origin.EXTERNAL),
        },
        options=len(origins),
        papers=ends_of(frame),
    )


def _with_fate(frame: Frame, name: str, fate: Fate) -> Item:
    found = frame.diff.answer.fates
    if fate not in found.values():
        raise Unfit("no_such_fate")
    context = frame.two_genomes()
    return Item(
        context=context,
        fields={name: set_of(ends(frame)[0])},
        gold={name: sorted(frame.labels[o] for o, each in found.items() if each is fate)},
        options=len(found),
        papers=ends_of(frame),
    )


def ancestry(frame: Frame) -> set[str]:
    """Both papers of the diff and those that its objects were imported from: none of these is a wrong parent."""
    imported = {each.paper for each in frame.diff.answer.provenance.values()}
    return {frame.diff.source, frame.diff.target, *(imported & frame.book.papers.keys())}


def ends_of(frame: Frame) -> tuple[str, str]:
    return frame.diff.source, frame.diff.target


def ends(frame: Frame) -> tuple[Json, Json]:
    """One object of the predecessor, and one of the successor, as schemas."""
    source, target = ([frame.labels[o.id] for o in frame.book.genomes[paper]] for paper in ends_of(frame))
    return choice(source), choice(target)
