"""T1 Genome Abstraction: read one genome."""

from evaluator.vocabulary import ContributionRole, ObjectType
from releases.exam import anchors
from releases.exam.answer_schemas import choice
from releases.exam.distractors import mix, told_apart
from releases.exam.frame import Frame, Item, by_label, even_choice
from releases.exam.lacks import Unfit
from releases.exam.passages import nearest, own_passages, supports
from releases.exam.registry import draws

NEIGHBOURS = 2
FEWEST_OBJECTS, MOST_OBJECTS = 3, 12  # adr/0034
FEWEST_PAPERS = 3  # with fewer, none is between
PASSAGES_MORE = 1  # passages are short: one more than papers or lineages to choose between, five by default


@draws("field_type", anchors.objects)
def field_type(frame: Frame) -> Item:
    """The two objects whose evidence stands nearest in the text are shown with it, all three without their types.

    Gold objects are those that author and second reader typed alike, or that were decided: others never reach a book.
    """
    record = frame.book.objects[frame.anchor.object]
    others = [o for o in frame.genome if o.id != record.id]
    if len(others) < NEIGHBOURS:
        raise Unfit("few_objects")
    if any(o.content == record.content and o.type is not record.type for o in others):
        raise Unfit("not_unique")
    shown = [record, *nearest(record, others)[:NEIGHBOURS]]
    frame.label_objects(o.id for o in shown)
    return Item(
        context={
            "objects": by_label(frame.shown(o, with_type=False) for o in shown),
            "marked": frame.labels[record.id],
        },
        fields={"type": choice(ObjectType)},
        gold={"type": record.type.value},
        options=len(ObjectType),
        papers=[record.paper],
    )


@draws("driver", anchors.genomes)
def driver(frame: Frame) -> Item:
    """Only genomes with a single driver have one answer. Of a large one the driver and some others are shown."""
    drivers = [o for o in frame.genome if o.contribution_role is ContributionRole.DRIVER]
    if len(drivers) != 1:
        raise Unfit("no_single_driver")
    if len(frame.genome) < FEWEST_OBJECTS:
        raise Unfit("few_objects")
    others = [o for o in frame.genome if o is not drivers[0]]
    shown = [*drivers, *frame.rng.sample(others, min(len(others), MOST_OBJECTS - 1))]
    options = frame.label_objects(o.id for o in shown)
    objects = by_label(frame.shown(o) for o in shown)
    told_apart((each["type"], each["text"]) for each in objects)
    return Item(
        context={"genome": objects},
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
    """The first is the ancestor, the last the frontier; asked about are these and one between, of each trace."""
    papers, paper = frame.trace.papers, frame.anchor.paper
    if len(papers) < FEWEST_PAPERS:
        raise Unfit("short_trace")
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
    """The other passages are evidence of other objects of the paper: near ones stand next to it in the text."""
    quotes = own_passages(frame)
    count = frame.plan.options + PASSAGES_MORE
    if len(quotes) < count:
        raise Unfit("few_passages")
    target = frame.book.objects[frame.rng.choice(sorted(quotes))]
    others = [o for o in frame.genome if o.id in quotes and o is not target and not supports(o, target)]
    ranked = [o.id for o in nearest(target, others)]
    wrong = mix(frame, lambda: iter(ranked), lambda: reversed(ranked), count - 1, "few_passages")
    frame.label_objects([target.id])
    shown = [target.id, *wrong]
    frame.rng.shuffle(shown)
    labels = {object: f"S{number}" for number, object in enumerate(shown, start=1)}
    return Item(
        context={
            "object": frame.shown(target),
            "passages": [{"id": label, "text": quotes[object]} for object, label in labels.items()],
        },
        fields={"passage": choice(labels.values())},
        gold={"passage": labels[target.id]},
        options=count,
        papers=[frame.paper.id],
    )
