"""T2 Inheritance Tracing: what went from paper to paper."""

from evaluator.vocabulary import Fate, Origin
from releases.exam import anchors
from releases.exam.answer_schemas import Json, choice, order_of, pair_of, set_of
from releases.exam.frame import Frame, Item
from releases.exam.lacks import Unfit
from releases.exam.registry import draws


@draws("order_papers", anchors.traces)
def order_papers(frame: Frame) -> Item:
    """The genomes of a trace in no order."""
    papers = frame.trace.papers
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


def ends_of(frame: Frame) -> tuple[str, str]:
    return frame.diff.source, frame.diff.target


def ends(frame: Frame) -> tuple[Json, Json]:
    """One object of the predecessor, and one of the successor, as schemas."""
    source, target = ([frame.labels[o.id] for o in frame.book.genomes[paper]] for paper in ends_of(frame))
    return choice(source), choice(target)
