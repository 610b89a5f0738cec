"""T3 Evolutionary Reasoning over several steps: what becomes of an object, or of the dynamics, along a trace."""

from collections.abc import Mapping

from evaluator.vocabulary import Dynamics, Fate
from releases.exam import anchors
from releases.exam.answer_schemas import Json, choice
from releases.exam.chains import chain, overall
from releases.exam.frame import Frame, Item, even_choice
from releases.exam.lacks import Unfit
from releases.exam.registry import draws

DYNAMICS = [d.value for d in Dynamics]
STEPS_LEAST = 2


@draws("multi_hop_dynamics", anchors.traces)
def multi_hop_dynamics(frame: Frame) -> Item:
    """The dynamics of each step, in order."""
    steps = [frame.book.diffs[diff].answer.dynamics for diff in frame.trace.diffs]
    schema = {"type": "array", "items": choice(DYNAMICS), "minItems": len(steps), "maxItems": len(steps)}
    gold = {"dynamics": [step.value for step in steps if step is not None]}
    return _on_trace(frame, {}, {"dynamics": schema}, gold, options=len(DYNAMICS))


@draws("multi_hop_fate", anchors.traces)
def multi_hop_fate(frame: Frame) -> Item:
    """One object of the first paper, drawn so that each fate over the whole path is as likely. Step 0: no change."""
    paths = _paths(frame)
    if not paths:
        raise Unfit("path_not_single")
    marked = even_choice(frame.rng, {id: fate for id, (fate, _step) in paths.items()})
    fate, step = paths[marked]
    return _on_trace(
        frame,
        {"marked": marked},
        {"fate": choice(each.value for each in Fate), "step": _step(frame, least=0)},
        {"fate": fate.value, "step": step},
        options=len(Fate),
    )


@draws("first_change_step", anchors.traces)
def first_change_step(frame: Frame) -> Item:
    """The first paper's driver, and the first step at which it is not inherited."""
    driver = frame.book.diffs[frame.trace.diffs[0]].answer.predecessor_driver
    if driver is None:
        raise Unfit("no_driver")
    change = next((hop for hop in chain(frame.book, frame.trace, driver) if hop.fate is not Fate.INHERITED), None)
    if change is None:
        raise Unfit("never_changes")
    return _on_trace(
        frame,
        {"marked": driver},
        {"step": _step(frame, least=1), "fate": choice([Fate.MUTATED.value, Fate.LOST.value])},
        {"step": change.step, "fate": change.fate.value},
        options=len(frame.trace.diffs),
    )


def _paths(frame: Frame) -> dict[str, tuple[Fate, int]]:
    """Fate and last change of each object of the first paper that has a single path."""
    found = {}
    for record in frame.book.genomes[frame.trace.papers[0]]:
        try:
            found[record.id] = overall(chain(frame.book, frame.trace, record.id))
        except Unfit:
            continue
    return found


def _step(frame: Frame, *, least: int) -> Json:
    return {"type": "integer", "minimum": least, "maximum": len(frame.trace.diffs)}


def _on_trace(frame: Frame, marks: Mapping[str, str], fields: Mapping[str, Json], gold: Json, *, options: int) -> Item:
    """An item on the trace, its papers shown in order; `marks` are objects by the name of their mark."""
    trace = frame.trace
    if len(trace.diffs) < STEPS_LEAST:
        raise Unfit("short_trace")
    genomes = frame.genomes(trace.papers)
    return Item(
        context={
            "genomes": genomes,
            "lineage": [frame.labels[paper] for paper in trace.papers],
            **{name: frame.labels[id] for name, id in marks.items()},
        },
        fields=fields,
        gold=gold,
        options=options,
        papers=trace.papers,
    )
