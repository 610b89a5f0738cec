"""T4 Lineage Verification of claims: which of them do not hold. A seeded share of instances has none that is wrong."""

from collections.abc import Iterator
from datetime import date
from itertools import combinations, pairwise

from evaluator.schema import ObjectRecord
from releases.exam import anchors
from releases.exam.answer_schemas import Json, choice, set_of
from releases.exam.distractors import drawn, mix, other_papers, told_apart
from releases.exam.frame import Frame, Item, in_order
from releases.exam.lacks import Unfit
from releases.exam.passages import own_passages, supports
from releases.exam.registry import draws
from releases.exam.t2 import ancestry, ends_of

SHOWN = 4  # objects beside passages
EDGES_LEAST = 2
CLAIMS = (2, 4)  # at least and at most, of what was inherited
REPAIRS = (3, 5)
FOREIGN = CLAIMS[1] // 2  # claims that are false at most


@draws("citation_conflict", anchors.traces)
def citation_conflict(frame: Frame) -> Item:
    """The steps of a trace, some turned round. Dates are told in years and days: no number looks like a year."""
    papers = frame.trace.papers
    dates = {paper: frame.book.papers[paper].published for paper in papers}
    if not all(dates.values()):
        raise Unfit("no_date")
    if any(dates[old] >= dates[new] for old, new in pairwise(papers)):
        raise Unfit("not_unique")
    edges = list(pairwise(papers))
    if len(edges) < EDGES_LEAST:
        raise Unfit("short_trace")
    frame.rng.shuffle(edges)
    turned = set() if frame.is_empty else {*frame.rng.sample(edges, frame.rng.randint(1, len(edges) - 1))}
    labels = frame.label_papers(papers)
    shown = {f"E{n}": edge for n, edge in enumerate(edges, start=1)}
    stands_for = {label: id for id, label in frame.labels.items()}
    return Item(
        context={
            "papers": [{"paper": p, "published": _after(dates[stands_for[p]], dates[papers[0]])} for p in labels],
            "edges": [_claimed(frame, label, edge, edge in turned) for label, edge in shown.items()],
        },
        fields={"edges": set_of(choice(shown))},
        gold={"edges": [label for label, edge in shown.items() if edge in turned]},
        options=len(edges),
        papers=papers,
    )


def _after(later: str, first: str) -> Json:
    """The time between two dates: whole years, and the days of the last one begun."""
    end, start = date.fromisoformat(later), date.fromisoformat(first)
    days = (end - start).days
    return {"years_after_first": days // 365, "days": days % 365}


def _claimed(frame: Frame, label: str, edge: tuple[str, str], turned: bool) -> Json:
    old, new = (frame.labels[paper] for paper in (edge[::-1] if turned else edge))
    return {"id": label, "predecessor": old, "successor": new}


@draws("false_inheritance", anchors.lineage_diffs)
def false_inheritance(frame: Frame) -> Item:
    """Claims are worded as in the successor, so that no word search in the predecessor decides.

    Near false ones are the successor's own new objects, far ones objects of papers without descent. How many claims
    there are says nothing of how many are false.
    """
    source, target = ends_of(frame)
    book, answer = frame.book, frame.diff.answer
    kept = sorted({edge.target for edge in answer.alignments})
    new = sorted(o.id for o in book.genomes[target] if o.id not in kept)
    least, most = CLAIMS
    if len(kept) < least:
        raise Unfit("few_aligned")
    count = min(len(kept), most)
    injected = mix(frame, lambda: drawn(frame.rng, new), lambda: _foreign(frame), max(1, count // 2), "no_false_claim")
    false = [] if frame.is_empty else injected[: frame.rng.randint(1, len(injected))]
    claims = [*frame.rng.sample(kept, count - len(false)), *false]
    frame.rng.shuffle(claims)
    context = frame.two_genomes()
    named = {f"C{n}": book.objects[object] for n, object in enumerate(claims, start=1)}
    texts = {label: frame.clean(record.content) for label, record in named.items()}
    told_apart(texts.values())
    if {texts[label] for label, record in named.items() if record.id in false} & _texts(frame, source):
        raise Unfit("not_unique")
    return Item(
        context={**context, "claims": [{"id": label, "text": text} for label, text in texts.items()]},
        fields={"false": set_of(choice(named))},
        gold={"false": [label for label, record in named.items() if record.id in false]},
        options=len(named),
        papers=[source, target, *(record.paper for record in named.values())],
    )


def _texts(frame: Frame, paper: str) -> set[str]:
    return {frame.clean(record.content) for record in frame.book.genomes[paper]}


def _foreign(frame: Frame) -> Iterator[str]:
    """Objects of papers without descent to the pair, one of each, as long as there are such papers."""
    for _paper in range(FOREIGN):
        try:
            (paper,) = other_papers(frame, without=ancestry(frame), count=1)
        except Unfit:
            return
        yield frame.rng.choice(frame.book.genomes[paper]).id


@draws("repair_mismatch", anchors.traces)
def repair_mismatch(frame: Frame) -> Item:
    """Deltas and limitations of a trace, each in one claim; of two claims the limitations are exchanged."""
    objects = frame.book.objects
    true = _repairs(frame)
    least, most = REPAIRS
    if len(true) < least:
        raise Unfit("few_repairs")
    claims = frame.rng.sample(true, min(len(true), most))
    swaps = [
        (one, two)
        for one, two in combinations(range(len(claims)), 2)
        if claims[two][1] not in objects[claims[one][0]].repairs
        and claims[one][1] not in objects[claims[two][0]].repairs
    ]
    if not swaps:
        raise Unfit("not_unique")
    one, two = frame.rng.choice(swaps)
    wrong = set() if frame.is_empty else {one, two}
    limitations = [limitation for _delta, limitation in claims]
    if wrong:
        limitations[one], limitations[two] = limitations[two], limitations[one]
    told_apart(frame.clean(objects[each].content) for claim in claims for each in claim)
    frame.label_objects(each for claim in claims for each in claim)
    labels = [f"C{n}" for n in range(1, len(claims) + 1)]
    return Item(
        context={
            "claims": [
                {"id": label, "delta": frame.shown(objects[delta]), "limitation": frame.shown(objects[limitation])}
                for label, (delta, _own), limitation in zip(labels, claims, limitations, strict=True)
            ]
        },
        fields={"wrong": set_of(choice(labels))},
        gold={"wrong": [label for place, label in enumerate(labels) if place in wrong]},
        options=len(labels),
        papers=frame.trace.papers,
    )


def _repairs(frame: Frame) -> list[tuple[str, str]]:
    """Deltas of the trace and limitations of it that they repair, in random order; each delta and limitation once."""
    genomes = [frame.book.genomes[paper] for paper in frame.trace.papers]
    within = {o.id for genome in genomes for o in genome}
    links = sorted((o.id, each) for genome in genomes for o in genome for each in o.repairs if each in within)
    frame.rng.shuffle(links)
    found: list[tuple[str, str]] = []
    seen: set[str] = set()
    for delta, limitation in links:
        if not seen & {delta, limitation}:
            found.append((delta, limitation))
            seen |= {delta, limitation}
    return found


@draws("evidence_conflict", anchors.genomes)
def evidence_conflict(frame: Frame) -> Item:
    """Two passages are exchanged, neither of which lies in the other object's evidence too."""
    passages, objects = own_passages(frame), frame.book.objects
    if len(passages) < SHOWN:
        raise Unfit("few_passages")
    shown = frame.rng.sample(sorted(passages), SHOWN)
    swaps = [pair for pair in combinations(shown, 2) if not _both_right(*(objects[id] for id in pair))]
    if not swaps:
        raise Unfit("not_unique")
    one, two = frame.rng.choice(swaps)
    swapped = [] if frame.is_empty else [one, two]
    beside = {id: passages[id] for id in shown}
    if swapped:
        beside[one], beside[two] = beside[two], beside[one]
    labels = frame.label_objects(shown)
    pairs = {frame.labels[id]: {"object": frame.shown(objects[id]), "passage": beside[id]} for id in shown}
    return Item(
        context={"pairs": [pairs[label] for label in labels]},
        fields={"unsupported": set_of(choice(labels))},
        gold={"unsupported": in_order(frame.labels[id] for id in swapped)},
        options=SHOWN,
        papers=[frame.paper.id],
    )


def _both_right(one: ObjectRecord, two: ObjectRecord) -> bool:
    return supports(one, two) or supports(two, one)
