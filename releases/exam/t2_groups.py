"""T2 Inheritance Tracing: which objects belong together, and which delta answers which limitation."""

from collections.abc import Collection, Sequence

from evaluator.schema import ObjectRecord
from evaluator.vocabulary import ObjectType
from releases.exam import anchors
from releases.exam.answer_schemas import grouping_of, mapping_or_null
from releases.exam.distractors import other_papers, other_traces, told_apart
from releases.exam.frame import Frame, Item, by_label, in_order
from releases.exam.lacks import Unfit
from releases.exam.registry import draws
from releases.exam.t2 import ends_of

PAPERS = (2, 3)
OF_PAPER = (2, 4)  # at least and at most so many objects of a paper, so that sizes say nothing
OF_LINEAGE = (3, 5)


@draws("group_by_paper", anchors.genomes)
def group_by_paper(frame: Frame) -> Item:
    """A paper and one or two more, none with descent to another, so that no idea of one goes on in another."""
    papers = [frame.paper.id]
    for _other in range(frame.rng.choice(PAPERS) - 1):
        papers += other_papers(frame, without=papers, count=1)
    return _grouping(frame, [frame.book.genomes[paper] for paper in papers], OF_PAPER)


@draws("group_by_lineage", anchors.traces)
def group_by_lineage(frame: Frame) -> Item:
    """A trace and another that has nothing in common with it."""
    (other,) = other_traces(frame, without=frame.trace.id, count=1)
    both = [frame.trace, frame.book.traces[other]]
    return _grouping(frame, [[o for p in trace.papers for o in frame.book.genomes[p]] for trace in both], OF_LINEAGE)


def _grouping(frame: Frame, pools: Sequence[Sequence[ObjectRecord]], sizes: tuple[int, int]) -> Item:
    """Some objects of each pool, mixed. Two that read the same would make two groupings right."""
    least, most = sizes
    if any(len(pool) < least for pool in pools):
        raise Unfit("few_objects")
    groups = [frame.rng.sample(pool, min(len(pool), frame.rng.randint(least, most))) for pool in pools]
    mixed = [record for group in groups for record in group]
    labels = frame.label_objects(o.id for o in mixed)
    shown = by_label(frame.shown(o) for o in mixed)
    told_apart((each["type"], each["text"]) for each in shown)
    found = [in_order(frame.labels[o.id] for o in group) for group in groups]
    gold = sorted(found, key=lambda group: int(group[0][1:]))
    return Item(
        context={"objects": shown, "groups": len(groups)},
        fields={"groups": grouping_of(labels, len(groups))},
        gold={"groups": gold},
        options=len(labels),
        papers=[o.paper for o in mixed],
    )


@draws("match_limitation_delta", anchors.lineage_diffs)
def match_limitation_delta(frame: Frame) -> Item:
    """At least one limitation is answered, each by one delta at most; the others are null."""
    source, target = (frame.book.genomes[paper] for paper in ends_of(frame))
    limitations = [o for o in source if o.type is ObjectType.LIMITATION]
    deltas = [o for o in target if o.type is ObjectType.DELTA]
    answers = {limitation.id: _answering(limitation.id, deltas) for limitation in limitations}
    if not any(answers.values()):
        raise Unfit("no_repair")
    if any(len(found) > 1 for found in answers.values()):
        raise Unfit("not_unique")
    if len(limitations) == len(deltas) == 1:
        raise Unfit("few_objects")
    frame.label_objects(o.id for o in (*limitations, *deltas))
    pairs = {frame.labels[id]: frame.labels[found[0]] if found else None for id, found in answers.items()}
    return Item(
        context={
            "limitations": by_label(frame.shown(o) for o in limitations),
            "deltas": by_label(frame.shown(o) for o in deltas),
        },
        fields={"pairs": mapping_or_null(pairs, [frame.labels[o.id] for o in deltas])},
        gold={"pairs": pairs},
        options=len(deltas) + 1,
        papers=ends_of(frame),
    )


def _answering(limitation: str, deltas: Collection[ObjectRecord]) -> list[str]:
    return [delta.id for delta in deltas if limitation in delta.repairs]
