"""T1 Genome Abstraction: read one genome."""

from collections.abc import Callable, Iterator, Mapping

from evaluator.schema import ExamInstance, ObjectRecord
from evaluator.vocabulary import ContributionRole
from releases.exam.book import Book
from releases.exam.frame import Frame, choice, even_choice

PASSAGES = 5


def driver(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which object carries the lineage? Only genomes with a single driver have one answer."""
    for paper, objects in book.genomes.items():
        drivers = [o for o in objects if o.contribution_role is ContributionRole.DRIVER]
        if len(drivers) != 1 or len(objects) < 3:
            continue
        frame = Frame(book, "driver", paper, seed)
        context = {"genome": frame.genomes([paper])[0]["objects"]}
        options = sorted(frame.labels[o.id] for o in objects)
        yield frame.instance(
            question="Which object is the driver: the one that carries the paper's lineage?",
            context=context,
            fields={"driver": choice(options)},
            gold={"driver": frame.labels[drivers[0].id]},
            options=len(options),
            papers=[paper],
        )


def contribution_role(book: Book, seed: int) -> Iterator[ExamInstance]:
    """What does the marked object do for the lineage? One object of each genome, drawn with the seed."""
    for paper, objects in book.genomes.items():
        frame = Frame(book, "contribution_role", paper, seed)
        marked = book.objects[even_choice(frame.rng, {o.id: o.contribution_role for o in objects})]
        context = {"genome": frame.genomes([paper])[0]["objects"], "marked": frame.labels[marked.id]}
        yield frame.instance(
            question="What is the contribution role of the marked object?",
            context=context,
            fields={"role": choice(role.value for role in ContributionRole)},
            gold={"role": marked.contribution_role.value},
            options=len(ContributionRole),
            papers=[paper],
        )


def lineage_position(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Where in its lineage does the marked paper stand? The first is the ancestor, the last the frontier."""
    for trace in book.traces.values():
        for index, paper in enumerate(trace.papers):
            frame = Frame(book, "lineage_position", f"{trace.id}|{paper}", seed)
            place = "ancestor" if index == 0 else "frontier" if index == len(trace.papers) - 1 else "intermediate"
            context = {"genomes": frame.genomes(trace.papers), "marked": frame.labels[paper]}
            yield frame.instance(
                question="The papers form one lineage, shown in no order. Where does the marked paper stand in it?",
                context=context,
                fields={"position": choice(["ancestor", "intermediate", "frontier"])},
                gold={"position": place},
                options=3,
                trace=trace,
                papers=trace.papers,
            )


def evidence_match(book: Book, seed: int) -> Iterator[ExamInstance]:
    """Which passage does the object rest on? The others are evidence of other objects of the same paper."""
    for paper, objects in book.genomes.items():
        frame = Frame(book, "evidence_match", paper, seed)
        quotes = {o.id: frame.clean(o.evidence[0].quote) for o in objects if o.evidence}
        unique = [o for o in objects if o.id in quotes and _once(quotes, o)]
        if len(unique) < PASSAGES:
            continue
        shown = frame.rng.sample(unique, PASSAGES)
        target = shown[0]
        frame.label_objects([target.id])
        frame.rng.shuffle(shown)
        passages = {f"S{n}": quotes[o.id] for n, o in enumerate(shown, start=1)}
        yield frame.instance(
            question="Which passage of the paper is the object's evidence?",
            context={
                "object": frame.shown(target),
                "passages": [{"id": label, "text": text} for label, text in passages.items()],
            },
            fields={"passage": choice(passages)},
            gold={"passage": next(f"S{n}" for n, o in enumerate(shown, start=1) if o is target)},
            options=PASSAGES,
            papers=[paper],
        )


def _once(quotes: dict[str, str], record: ObjectRecord) -> bool:
    """Whether the record's passage belongs to it alone: no other object quotes the same words."""
    return list(quotes.values()).count(quotes[record.id]) == 1


TASKS: Mapping[str, Callable[[Book, int], Iterator[ExamInstance]]] = {
    "driver": driver,
    "contribution_role": contribution_role,
    "lineage_position": lineage_position,
    "evidence_match": evidence_match,
}
