"""T4 Lineage Verification of whole papers and steps: what does not belong, what is missing, what is labelled wrong."""

from evaluator.vocabulary import Dynamics
from releases.exam import anchors
from releases.exam.answer_schemas import Json, choice
from releases.exam.distractors import other_papers
from releases.exam.frame import Frame, Item, in_order
from releases.exam.lacks import Unfit
from releases.exam.registry import draws
from releases.exam.t2 import ancestry

STEPS_LEAST = 2
OF_LINEAGE = [each for each in Dynamics if each.is_lineage]


@draws("intruder", anchors.traces)
def intruder(frame: Frame) -> Item:
    """The foreign paper has no trace, lineage diff or lineage in common with any paper of the trace."""
    _long_enough(frame)
    papers = frame.trace.papers
    try:
        (stranger,) = other_papers(frame, without=papers, count=1)
    except Unfit:
        raise Unfit("no_foreign_paper") from None
    shown = [*papers, stranger]
    genomes = frame.genomes(shown)
    labels = [frame.labels[paper] for paper in shown]
    return Item(
        context={"genomes": genomes},
        fields={"intruder": choice(labels)},
        gold={"intruder": frame.labels[stranger]},
        options=len(labels),
        papers=shown,
    )


@draws("wrong_step", anchors.traces)
def wrong_step(frame: Frame) -> Item:
    """The altered step gets another dynamics of lineages: one that breaks a lineage would give itself away."""
    _long_enough(frame)
    trace = frame.trace
    true = [frame.book.diffs[diff].answer.dynamics for diff in trace.diffs]
    step = frame.rng.randrange(len(true))
    right = true[step]
    if right is None or not right.is_lineage:
        raise Unfit("no_lineage_step")
    claimed = [each for each in true if each is not None]
    claimed[step] = frame.rng.choice([each for each in OF_LINEAGE if each is not right])
    genomes = frame.genomes(trace.papers)
    return Item(
        context={
            "genomes": genomes,
            "lineage": [frame.labels[paper] for paper in trace.papers],
            "steps": [_step(frame, number, dynamics) for number, dynamics in enumerate(claimed)],
        },
        fields={
            "step": {"type": "integer", "minimum": 1, "maximum": len(true)},
            "dynamics": choice(each.value for each in Dynamics),
        },
        gold={"step": step + 1, "dynamics": right.value},
        options=len(true),
        papers=trace.papers,
    )


def _step(frame: Frame, place: int, dynamics: Dynamics) -> Json:
    """A step as it is claimed: its dynamics, and which object became which."""
    edges = frame.book.diffs[frame.trace.diffs[place]].answer.alignments
    pairs = [[frame.labels[edge.source], frame.labels[edge.target]] for edge in edges]
    return {
        "step": place + 1,
        "predecessor": frame.labels[frame.trace.papers[place]],
        "successor": frame.labels[frame.trace.papers[place + 1]],
        "alignment": sorted(pairs, key=lambda pair: [int(label[1:]) for label in pair]),
        "dynamics": dynamics.value,
    }


@draws("missing_link", anchors.traces)
def missing_link(frame: Frame) -> Item:
    """A paper between others is taken out; the rest is shown in no order, so that its place has to be found."""
    _long_enough(frame)
    papers = frame.trace.papers
    gap = frame.rng.randrange(1, len(papers) - 1)
    wrong = other_papers(frame, without=papers, count=frame.plan.options - 1)
    candidates, rest = [papers[gap], *wrong], [*papers[:gap], *papers[gap + 1 :]]
    genomes = frame.genomes([*rest, *candidates])
    of_lineage = in_order(frame.labels[paper] for paper in rest)
    to_choose = in_order(frame.labels[paper] for paper in candidates)
    return Item(
        context={"genomes": genomes, "lineage_in_no_order": of_lineage, "candidates": to_choose},
        fields={"paper": choice(to_choose), "after": choice(of_lineage)},
        gold={"paper": frame.labels[papers[gap]], "after": frame.labels[papers[gap - 1]]},
        options=len(to_choose),
        papers=[*papers, *wrong],
    )


@draws("parent_mismatch", anchors.lineage_diffs)
def parent_mismatch(frame: Frame) -> Item:
    """Half of the claims are replaced."""
    diff = frame.diff
    wrong = other_papers(frame, without=ancestry(frame), count=frame.plan.options - 1)
    valid = frame.rng.random() < 0.5
    shown = [diff.target, diff.source, *wrong]
    genomes = frame.genomes(shown)
    candidates = in_order(frame.labels[paper] for paper in shown[1:])
    return Item(
        context={
            "genomes": genomes,
            "child": frame.labels[diff.target],
            "claimed_parent": frame.labels[diff.source if valid else wrong[0]],
            "candidates": candidates,
        },
        fields={"valid": {"type": "boolean"}, "parent": choice(candidates)},
        gold={"valid": valid, "parent": frame.labels[diff.source]},
        options=len(candidates),
        papers=shown,
    )


def _long_enough(frame: Frame) -> None:
    if len(frame.trace.diffs) < STEPS_LEAST:
        raise Unfit("short_trace")
