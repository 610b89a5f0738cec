"""T1 Genome Abstraction: read one genome."""

from evaluator.vocabulary import ContributionRole
from releases.exam import anchors
from releases.exam.answer_schemas import choice
from releases.exam.frame import Frame, Item, even_choice
from releases.exam.lacks import Unfit
from releases.exam.registry import draws

PASSAGES = 5
FEWEST_OBJECTS = 3


@draws("driver", anchors.genomes)
def driver(frame: Frame) -> Item:
    """Only genomes with a single driver have one answer."""
    drivers = [o for o in frame.genome if o.contribution_role is ContributionRole.DRIVER]
    if len(drivers) != 1:
        raise Unfit("no_single_driver")
    if len(frame.genome) < FEWEST_OBJECTS:
        raise Unfit("few_objects")
    context = {"genome": frame.genomes([frame.paper.id])[0]["objects"]}
    options = [frame.labels[o.id] for o in frame.genome]
    return Item(
        context=context,
        fields={"driver": choice(options)},
        gold={"driver": frame.labels[drivers[0].id]},
        options=len(options),
        papers=[frame.paper.id],
    )


@draws("contribution_role", anchors.genomes)
def contribution_role(frame: Frame) -> Item:
    """One object of each genome, drawn with the seed."""
    marked = frame.book.objects[even_choice(frame.rng, {o.id: o.contribution_role for o in frame.genome})]
    context = {"genome": frame.genomes([frame.paper.id])[0]["objects"], "marked": frame.labels[marked.id]}
    return Item(
        context=context,
        fields={"role": choice(role.value for role in ContributionRole)},
        gold={"role": marked.contribution_role.value},
        options=len(ContributionRole),
        papers=[frame.paper.id],
    )


@draws("lineage_position", anchors.stops)
def lineage_position(frame: Frame) -> Item:
    """The first is the ancestor, the last the frontier."""
    papers, paper = frame.trace.papers, frame.anchor.paper
    place = "ancestor" if paper == papers[0] else "frontier" if paper == papers[-1] else "intermediate"
    return Item(
        context={"genomes": frame.genomes(papers), "marked": frame.labels[paper]},
        fields={"position": choice(["ancestor", "intermediate", "frontier"])},
        gold={"position": place},
        options=3,
        papers=papers,
    )


@draws("evidence_match", anchors.genomes)
def evidence_match(frame: Frame) -> Item:
    """The others are evidence of other objects of the same paper."""
    quotes = {o.id: frame.clean(o.evidence[0].quote) for o in frame.genome if o.evidence}
    unique = [o for o in frame.genome if list(quotes.values()).count(quotes.get(o.id, "")) == 1]
    if len(unique) < PASSAGES:
        raise Unfit("few_passages")
    shown = frame.rng.sample(unique, PASSAGES)
    target = shown[0]
    frame.label_objects([target.id])
    frame.rng.shuffle(shown)
    passages = {f"S{n}": quotes[o.id] for n, o in enumerate(shown, start=1)}
    return Item(
        context={
            "object": frame.shown(target),
            "passages": [{"id": label, "text": text} for label, text in passages.items()],
        },
        fields={"passage": choice(passages)},
        gold={"passage": next(f"S{n}" for n, o in enumerate(shown, start=1) if o is target)},
        options=PASSAGES,
        papers=[frame.paper.id],
    )
