"""T3 Evolutionary Reasoning: why a transition is what it is."""

from collections.abc import Mapping
from dataclasses import asdict

from evaluator.compare import lineage_key
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, ObjectType, Origin
from releases.exam import anchors
from releases.exam.answer_schemas import Json, choice, mapping_of
from releases.exam.frame import Frame, Item, even_choice
from releases.exam.lacks import Unfit
from releases.exam.registry import draws
from releases.exam.t2 import ends_of

DYNAMICS = [d.value for d in Dynamics]


@draws("dynamics", anchors.diffs)
def dynamics(frame: Frame) -> Item:
    """Which of the six it is."""
    return on_diff(
        frame,
        frame.two_genomes(),
        {"dynamics": choice(DYNAMICS)},
        {"dynamics": frame.diff.answer.dynamics},
    )


@draws("transition_driver", anchors.diffs)
def transition_driver(frame: Frame) -> Item:
    """An object of either paper; the dynamics is given."""
    context, answer = frame.two_genomes(), frame.diff.answer
    options = [frame.labels[o.id] for paper in ends_of(frame) for o in frame.book.genomes[paper]]
    return on_diff(
        frame,
        {**context, "dynamics": answer.dynamics},
        {"driver": choice(options)},
        {"driver": frame.labels[answer.transition_driver or ""]},
    )


@draws("object_fate", anchors.diffs)
def object_fate(frame: Frame) -> Item:
    """One object, drawn so that each fate that occurs is as likely."""
    fates = frame.diff.answer.fates
    marked = even_choice(frame.rng, fates)
    context = frame.two_genomes()
    return on_diff(
        frame,
        {**context, "marked": frame.labels[marked]},
        {"fate": choice(fate.value for fate in Fate)},
        {"fate": fates[marked]},
    )


@draws("fate_map", anchors.diffs)
def fate_map(frame: Frame) -> Item:
    """The fate of each object of the predecessor."""
    context = frame.two_genomes()
    fates = {frame.labels[o]: fate.value for o, fate in frame.diff.answer.fates.items()}
    return on_diff(frame, context, {"fates": mapping_of(fates, [fate.value for fate in Fate])}, {"fates": fates})


@draws("ecology_relation", anchors.diffs)
def ecology_relation(frame: Frame) -> Item:
    """Shown are the two settings and their niches, no other object."""
    diff = frame.diff
    frame.label_papers(ends_of(frame))
    contexts = {diff.source: diff.answer.source_ecology, diff.target: diff.answer.target_ecology}
    settings = [
        {
            "paper": frame.labels[paper],
            "ecology": {name: frame.clean(text) for name, text in asdict(ecology).items()},
            "niches": [frame.clean(o.content) for o in frame.book.genomes[paper] if o.type is ObjectType.NICHE],
        }
        for paper, ecology in contexts.items()
    ]
    return on_diff(
        frame,
        {
            "settings": sorted(settings, key=lambda setting: str(setting["paper"])),
            "predecessor": frame.labels[diff.source],
        },
        {"relation": choice(ecology.value for ecology in Ecology)},
        {"relation": diff.answer.ecology},
    )


@draws("boundary_rule", anchors.diffs)
def boundary_rule(frame: Frame) -> Item:
    """Only diffs whose label is the derived one have an answer that the rules alone decide."""
    diff = frame.diff
    if diff.derived_dynamics is not diff.answer.dynamics:
        raise Unfit("label_not_derived")
    return on_diff(
        frame,
        {"summary": _summary(frame)},
        {"rule": {"type": "integer", "minimum": 1, "maximum": 4}, "dynamics": choice(DYNAMICS)},
        {"rule": diff.rule, "dynamics": diff.derived_dynamics},
    )


@draws("dynamics_with_driver", anchors.diffs)
def dynamics_with_driver(frame: Frame) -> Item:
    """The dynamics and, of either paper, the object that drives it."""
    context, answer = frame.two_genomes(), frame.diff.answer
    options = [frame.labels[o.id] for paper in ends_of(frame) for o in frame.book.genomes[paper]]
    return on_diff(
        frame,
        context,
        {"dynamics": choice(DYNAMICS), "driver": choice(options)},
        {"dynamics": answer.dynamics, "driver": frame.labels[answer.transition_driver or ""]},
    )


@draws("driver_fate", anchors.diffs)
def driver_fate(frame: Frame) -> Item:
    """The predecessor's driver is marked."""
    answer = frame.diff.answer
    if answer.predecessor_driver is None:
        raise Unfit("no_driver")
    context = frame.two_genomes()
    return on_diff(
        frame,
        {**context, "marked": frame.labels[answer.predecessor_driver]},
        {"continuity": choice(each.value for each in Continuity)},
        {"continuity": answer.driver_continuity},
    )


@draws("origin_map", anchors.diffs)
def origin_map(frame: Frame) -> Item:
    """The origin of each object of the successor."""
    context = frame.two_genomes()
    origins = {frame.labels[o]: origin.value for o, origin in frame.diff.answer.origins.items()}
    return on_diff(
        frame, context, {"origins": mapping_of(origins, [each.value for each in Origin])}, {"origins": origins}
    )


@draws("lineage_or_not", anchors.diffs)
def lineage_or_not(frame: Frame) -> Item:
    """The papers are shown as earlier and later, so that the words do not give the answer."""
    diff = frame.diff
    genomes = frame.genomes(ends_of(frame))
    return on_diff(
        frame,
        {"genomes": genomes, "earlier": frame.labels[diff.source], "later": frame.labels[diff.target]},
        {"lineage": {"type": "boolean"}, "relation": choice(each.value for each in Ecology)},
        {"lineage": bool(diff.answer.dynamics and diff.answer.dynamics.is_lineage), "relation": diff.answer.ecology},
        options=2,
    )


@draws("secondary_dynamics", anchors.diffs)
def secondary_dynamics(frame: Frame) -> Item:
    """The edges that have a secondary dynamics in gold, numbered E1, E2, … in random order."""
    edges = [edge for edge in frame.diff.answer.alignments if edge.secondary is not None]
    if not edges:
        raise Unfit("no_secondary")
    context = frame.two_genomes()
    frame.rng.shuffle(edges)
    named = {f"E{number}": edge for number, edge in enumerate(edges, start=1)}
    listed = [
        {"id": name, "source": frame.labels[edge.source], "target": frame.labels[edge.target]}
        for name, edge in named.items()
    ]
    return on_diff(
        frame,
        {**context, "edges": listed},
        {"labels": mapping_of(named, DYNAMICS)},
        {"labels": {name: edge.secondary for name, edge in named.items()}},
        options=len(DYNAMICS),
    )


def _summary(frame: Frame) -> Json:
    """The facts that the rules look at, without names: equal lineages have equal stand-ins."""
    book, diff = frame.book, frame.diff
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


def on_diff(frame: Frame, context: Json, fields: Mapping[str, Json], gold: Json, *, options: int | None = None) -> Item:
    """An item on the frame's diff. `options` is by itself how many choices the first field has, or keys to map."""
    first = next(iter(fields.values()))
    return Item(
        context=context,
        fields=fields,
        gold=gold,
        options=options or len(first.get("enum") or first.get("properties") or range(first.get("maximum", 0))),
        papers=ends_of(frame),
    )
