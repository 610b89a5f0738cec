"""T2 Inheritance Tracing along a trace: the versions of one object in order, and where an object's path leads."""

from collections.abc import Iterator

from releases.exam import anchors
from releases.exam.answer_schemas import order_of, path_of
from releases.exam.chains import chain
from releases.exam.distractors import told_apart
from releases.exam.frame import Frame, Item, by_label, even_choice
from releases.exam.lacks import Unfit
from releases.exam.registry import draws

FEWEST_VERSIONS = 3  # two have only two orders
STEPS_LEAST = 2
LOST = "lost"


@draws("order_objects", anchors.traces)
def order_objects(frame: Frame) -> Item:
    """One idea of the trace that lives on in at least three papers, wherever in the trace it begins."""
    long = [versions for versions in _ideas(frame) if len(versions) >= FEWEST_VERSIONS]
    if not long:
        raise Unfit("no_long_idea")
    versions = frame.rng.choice(long)
    frame.label_objects(versions)
    shown = by_label(frame.shown(frame.book.objects[o]) for o in versions)
    told_apart((each["text"], each.get("constraint")) for each in shown)
    order = [frame.labels[o] for o in versions]
    return Item(
        context={"versions": shown},
        fields={"order": order_of(order)},
        gold={"order": order},
        options=len(order),
        papers=[frame.book.objects[o].paper for o in versions],
    )


def _ideas(frame: Frame) -> Iterator[list[str]]:
    """Each object that continues none of the paper before, with what it becomes; not where anything becomes two."""
    book, trace = frame.book, frame.trace
    steps: list[dict[str, list[str]]] = []
    for diff in trace.diffs:
        targets: dict[str, list[str]] = {}
        for edge in book.diffs[diff].answer.alignments:
            targets.setdefault(edge.source, []).append(edge.target)
        steps.append(targets)
    for place in range(len(steps)):
        old = {target for found in steps[place - 1].values() for target in found} if place else set()
        for start in sorted(steps[place].keys() - old):
            versions = _followed(start, steps[place:])
            if versions:
                yield versions


def _followed(start: str, steps: list[dict[str, list[str]]]) -> list[str]:
    """The versions of an object to its end; none when it becomes several on the way."""
    versions = [start]
    for targets in steps:
        following = targets.get(versions[-1], [])
        if len(following) > 1:
            return []
        if not following:
            break
        versions += following
    return versions


@draws("trace_object_path", anchors.traces)
def trace_object_path(frame: Frame) -> Item:
    """An object of the first paper, drawn so that each length of path is as likely, lost at its end or not."""
    trace, book = frame.trace, frame.book
    if len(trace.diffs) < STEPS_LEAST:
        raise Unfit("short_trace")
    paths = _paths(frame)
    if not paths:
        raise Unfit("path_not_single")
    marked = even_choice(frame.rng, {start: f"{len(path)} {path[-1] == LOST}" for start, path in paths.items()})
    genomes = frame.genomes(trace.papers)
    stages = [[frame.labels[o.id] for o in book.genomes[paper]] for paper in trace.papers[1:]]
    return Item(
        context={
            "genomes": genomes,
            "lineage": [frame.labels[paper] for paper in trace.papers],
            "marked": frame.labels[marked],
        },
        fields={"path": path_of(stages, LOST)},
        gold={"path": [frame.labels.get(each, each) for each in paths[marked]]},
        options=len(stages[0]) + 1,
        papers=trace.papers,
    )


def _paths(frame: Frame) -> dict[str, list[str]]:
    """Object of the first paper → one object of each later paper, or LOST where it ends; only single paths."""
    found = {}
    for record in frame.book.genomes[frame.trace.papers[0]]:
        try:
            found[record.id] = [hop.target or LOST for hop in chain(frame.book, frame.trace, record.id)]
        except Unfit:
            continue
    return found
