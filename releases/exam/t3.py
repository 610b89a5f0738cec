"""T3 Evolutionary Reasoning: why a transition is what it is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from evaluator.compare import lineage_key
from evaluator.schema import DiffRecord, ExamInstance
from evaluator.vocabulary import Dynamics, Ecology, Fate, ObjectType
from releases.exam.book import Book
from releases.exam.frame import Frame, choice, even_choice, mapping_of
from releases.exam.t2 import two_genomes

DYNAMICS = [d.value for d in Dynamics]


def dynamics(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which of the six dynamics is it?"""
    for diff, frame, context in _diffs(book, seed, "dynamics"):
        yield _on(
            frame,
            diff,
            context,
            "Which evolutionary dynamics describes the transition?",
            {"dynamics": choice(DYNAMICS)},
            {"dynamics": diff.answer.dynamics},
        )


def transition_driver(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which object, of either paper, drives the transition? The dynamics is given."""
    for diff, frame, context in _diffs(book, seed, "transition_driver"):
        options = [frame.labels[o.id] for paper in (diff.source, diff.target) for o in book.genomes[paper]]
        yield _on(
            frame,
            diff,
            {**context, "dynamics": diff.answer.dynamics},
            "Which object of either paper is the primary driver of the transition?",
            {"driver": choice(options)},
            {"driver": frame.labels[diff.answer.transition_driver or ""]},
        )


def object_fate(book: Book, seed: int) -> Iterator[ExamInstance]:
    """What became of the marked object of the predecessor?"""
    for diff, frame, context in _diffs(book, seed, "object_fate"):
        marked = even_choice(frame.rng, diff.answer.fates)
        yield _on(
            frame,
            diff,
            {**context, "marked": frame.labels[marked]},
            "What became of the marked object of the predecessor?",
            {"fate": choice(fate.value for fate in Fate)},
            {"fate": diff.answer.fates[marked]},
        )


def fate_map(book: Book, seed: int) -> Iterator[ExamInstance]:
    """What became of each object of the predecessor?"""
    for diff, frame, context in _diffs(book, seed, "fate_map"):
        fates = {frame.labels[o]: fate.value for o, fate in diff.answer.fates.items()}
        yield _on(
            frame,
            diff,
            context,
            "Give the fate of every object of the predecessor.",
            {"fates": mapping_of(fates, [fate.value for fate in Fate])},
            {"fates": fates},
        )


def ecology_relation(book: Book, seed: int) -> Iterator[ExamInstance]:
    """How do the settings of the two papers relate? Shown are their ecologies and niches."""
    for diff in book.diffs.values():
        frame = Frame(book, "ecology_relation", diff.id, seed)
        frame.label_papers([diff.source, diff.target])
        contexts = {diff.source: diff.answer.source_ecology, diff.target: diff.answer.target_ecology}
        settings = [
            {
                "paper": frame.labels[paper],
                "ecology": {name: frame.clean(text) for name, text in asdict(ecology).items()},
                "niches": [frame.clean(o.content) for o in book.genomes[paper] if o.type is ObjectType.NICHE],
            }
            for paper, ecology in contexts.items()
        ]
        context = {
            "settings": sorted(settings, key=lambda setting: str(setting["paper"])),
            "predecessor": frame.labels[diff.source],
        }
        yield _on(
            frame,
            diff,
            context,
            "How does the successor's setting relate to the predecessor's?",
            {"relation": choice(ecology.value for ecology in Ecology)},
            {"relation": diff.answer.ecology},
        )


def boundary_rule(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which boundary rule fires on the recorded facts, and which label does it give?

    Only diffs whose label is the derived one have an answer that the rules alone decide.
    """
    for diff in book.diffs.values():
        if diff.derived_dynamics is not diff.answer.dynamics:
            continue
        frame = Frame(book, "boundary_rule", diff.id, seed)
        yield _on(
            frame,
            diff,
            {"summary": _summary(book, diff)},
            "Which boundary rule (1 to 4) decides the dynamics, and which dynamics is it?",
            {"rule": {"type": "integer", "minimum": 1, "maximum": 4}, "dynamics": choice(DYNAMICS)},
            {"rule": diff.rule, "dynamics": diff.derived_dynamics},
        )


def multi_hop_dynamics(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which dynamics is each step of a lineage?"""
    for trace in book.traces.values():
        frame = Frame(book, "multi_hop_dynamics", trace.id, seed)
        genomes = frame.genomes(trace.papers)
        steps = [book.diffs[diff].answer.dynamics for diff in trace.diffs]
        schema = {"type": "array", "items": choice(DYNAMICS), "minItems": len(steps), "maxItems": len(steps)}
        yield frame.instance(
            question="Give the dynamics of each step of the lineage, in its order.",
            context={"genomes": genomes, "lineage": [frame.labels[paper] for paper in trace.papers]},
            fields={"dynamics": schema},
            gold={"dynamics": [step.value for step in steps if step is not None]},
            options=len(DYNAMICS),
            trace=trace,
            papers=trace.papers,
        )


def _summary(book: Book, diff: DiffRecord) -> dict[str, Any]:
    """The facts that the rules look at, without names: equal lineages have equal stand-ins."""
    answer = diff.answer
    stand_ins = {lineage_key(book.papers[diff.source].lineage): "the predecessor's lineage"}
    roles = []
    for target, provenance in sorted(answer.provenance.items()):
        lineage = stand_ins.setdefault(lineage_key(provenance.lineage), f"lineage {len(stand_ins)}")
        roles.append({"role": book.objects[target].contribution_role.value, "lineage": lineage})
    return {
        "driver_continuity": answer.driver_continuity,
        "ecology": answer.ecology,
        "historical_transition_evidence": bool(answer.transition_evidence),
        "external_objects": roles,
    }


def _diffs(book: Book, seed: int, task: str) -> Iterator[tuple[DiffRecord, Frame, dict[str, Any]]]:
    for diff in book.diffs.values():
        frame = Frame(book, task, diff.id, seed)
        yield diff, frame, two_genomes(frame, diff)


def _on(
    frame: Frame,
    diff: DiffRecord,
    context: dict[str, Any],
    question: str,
    fields: dict[str, Any],
    gold: dict[str, Any],
) -> ExamInstance:
    """An instance on one diff."""
    first = next(iter(fields.values()))
    return frame.instance(
        question=question,
        context=context,
        fields=fields,
        gold=gold,
        options=len(first.get("enum", gold.get("fates", ()))) or 4,
        diff=diff,
        papers=(diff.source, diff.target),
    )


TASKS: Mapping[str, Callable[[Book, int], Iterator[ExamInstance]]] = {
    "dynamics": dynamics,
    "transition_driver": transition_driver,
    "object_fate": object_fate,
    "fate_map": fate_map,
    "ecology_relation": ecology_relation,
    "boundary_rule": boundary_rule,
    "multi_hop_dynamics": multi_hop_dynamics,
}
