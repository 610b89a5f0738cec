"""T3 Evolutionary Reasoning about where things come from: parents of hybrids, lineages of imports, repairs."""

from collections.abc import Iterator

from evaluator.compare import lineage_key
from evaluator.schema import DiffRecord, ObjectRecord
from evaluator.vocabulary import Continuity, ContributionRole, Dynamics, ObjectType
from releases.exam import anchors
from releases.exam.anchors import Anchor
from releases.exam.answer_schemas import choice, set_of, some_of
from releases.exam.book import Book
from releases.exam.distractors import other_lineages, other_papers
from releases.exam.frame import Frame, Item
from releases.exam.lacks import Unfit
from releases.exam.registry import draws

CANDIDATES_MOST = 5
KEPT = (Continuity.INHERITED, Continuity.MUTATED)


def hybrids(book: Book) -> Iterator[Anchor]:
    """Each gold diff that is a hybridization."""
    yield from (anchor for anchor in anchors.diffs(book) if anchor.dynamics == Dynamics.HYBRIDIZATION)


def imports(book: Book) -> Iterator[Anchor]:
    """Each object of a successor that came from another lineage."""
    for anchor in anchors.diffs(book):
        for target in sorted(book.diffs[anchor.diff].answer.provenance):
            yield Anchor(
                id=f"{anchor.id}|{target}",
                domain=anchor.domain,
                dynamics=anchor.dynamics,
                diff=anchor.diff,
                object=target,
            )


@draws("hybrid_provenance", hybrids)
def hybrid_provenance(frame: Frame) -> Item:
    """Each parent hands on one driver: the predecessor the one it keeps, the others what was imported from them."""
    parents, target = _parents(frame.book, frame.diff), frame.diff.target
    wanted = min(CANDIDATES_MOST, max(frame.plan.options, len(parents) + 1))
    others = other_papers(frame, without={target, *parents}, count=wanted - len(parents))
    candidates = sorted([*parents, *others])
    genomes = frame.genomes([target, *candidates])
    labels = [frame.labels[paper] for paper in candidates]
    handed = {frame.labels[parent]: frame.labels[object] for parent, object in parents.items()}
    return Item(
        context={"genomes": genomes, "hybrid": frame.labels[target], "candidates": sorted(labels)},
        fields={
            "parents": set_of(choice(labels)),
            "drivers": some_of(labels, [frame.labels[o.id] for o in frame.book.genomes[target]]),
        },
        gold={"parents": sorted(handed), "drivers": handed},
        options=len(candidates),
        papers=[target, *candidates],
    )


def _parents(book: Book, diff: DiffRecord) -> dict[str, str]:
    """Parent → the driver object of the hybrid that came from it. Raises Unfit unless there are two, each with one."""
    answer, handed = diff.answer, list[tuple[str, str]]()
    if answer.driver_continuity in KEPT:
        kept = [e.target for e in answer.alignments if e.source == answer.predecessor_driver]
        handed += [(diff.source, object) for object in kept if _drives(book, object)]
    for object, provenance in answer.provenance.items():
        if _drives(book, object):
            if provenance.paper not in book.genomes:
                raise Unfit("provenance_elsewhere")
            handed.append((provenance.paper, object))
    found = dict(handed)
    if len(found) != len(handed) or len(found) < len(("predecessor", "another lineage")):
        raise Unfit("not_unique")
    return found


def _drives(book: Book, object: str) -> bool:
    return book.objects[object].contribution_role is ContributionRole.DRIVER


@draws("external_source", imports)
def external_source(frame: Frame) -> Item:
    """A lineage is shown by the drivers of its papers, without its name."""
    book, diff = frame.book, frame.diff
    own = lineage_key(diff.answer.provenance[frame.anchor.object].lineage)
    if own not in book.drivers_of_lineage:
        raise Unfit("provenance_elsewhere")
    successor = lineage_key(book.papers[diff.target].lineage)
    others = other_lineages(frame, without={own, successor}, count=frame.plan.options - 1)
    candidates = sorted([own, *others])
    frame.rng.shuffle(candidates)
    labels = {lineage: f"L{number}" for number, lineage in enumerate(candidates, start=1)}
    frame.labels.update({f"lineage {lineage}": label for lineage, label in labels.items()})
    shown: dict[str, list[ObjectRecord]] = {lineage: book.drivers_of_lineage[lineage] for lineage in candidates}
    frame.label_objects([frame.anchor.object, *(o.id for drivers in shown.values() for o in drivers)])
    return Item(
        context={
            "object": frame.shown(book.objects[frame.anchor.object]),
            "lineages": [
                {"lineage": label, "drivers": [frame.shown(o) for o in shown[lineage]]}
                for lineage, label in labels.items()
            ],
        },
        fields={"lineage": choice(labels.values())},
        gold={"lineage": labels[own]},
        options=len(candidates),
        papers=[diff.target, *(o.paper for drivers in shown.values() for o in drivers)],
    )


@draws("repaired_limitation", anchors.lineage_diffs)
def repaired_limitation(frame: Frame) -> Item:
    """The transition driver is a delta that repairs one limitation of the predecessor."""
    book, diff = frame.book, frame.diff
    driver = book.objects[diff.answer.transition_driver or ""]
    limitations = _of_type(book, diff.source, ObjectType.LIMITATION)
    deltas = _of_type(book, diff.target, ObjectType.DELTA)
    repaired = [id for id in driver.repairs if id in limitations]
    if driver.id not in deltas or len(repaired) != 1:
        raise Unfit("driver_repairs_nothing")
    if len(limitations) == len(deltas) == 1:
        raise Unfit("few_objects")
    context = frame.two_genomes()
    return Item(
        context=context,
        fields={
            "limitation": choice(frame.labels[id] for id in limitations),
            "delta": choice(frame.labels[id] for id in deltas),
        },
        gold={"limitation": frame.labels[repaired[0]], "delta": frame.labels[driver.id]},
        options=len(limitations),
        papers=(diff.source, diff.target),
    )


def _of_type(book: Book, paper: str, type: ObjectType) -> list[str]:
    return [o.id for o in book.genomes[paper] if o.type is type]
