"""The idea objects of a pair as a case names them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from diffs.models import PaperPair
from genomes.models import IdeaObject
from genomes.selectors import handle_order


@dataclass(frozen=True, slots=True)
class Thing:
    """One object: its id in answers, and what people read."""

    key: str
    handle: str
    type: str
    content: str
    is_source: bool


def things_of(pair: PaperPair) -> dict[str, Thing]:
    """All objects of both genomes by id, the predecessor's first, in order of their handles. One query."""
    return things_of_pairs([pair])[pair.pk]


def things_of_pairs(pairs: Sequence[PaperPair]) -> dict[int, dict[str, Thing]]:
    """The same for several pairs, by pair. One query."""
    rows: dict[int, list[IdeaObject]] = defaultdict(list)
    genomes = {genome for pair in pairs for genome in (pair.source_id, pair.target_id)}
    for row in IdeaObject.objects.accepted().filter(genome__in=genomes):
        rows[row.genome_id].append(row)
    return {
        pair.pk: {
            **_things(rows[pair.source_id], pair.source.paper.slug, is_source=True),
            **_things(rows[pair.target_id], pair.target.paper.slug, is_source=False),
        }
        for pair in pairs
    }


def _things(rows: Iterable[IdeaObject], slug: str, *, is_source: bool) -> dict[str, Thing]:
    things = (
        Thing(f"{slug}:{row.handle}", row.handle, row.type, row.content, is_source)
        for row in sorted(rows, key=handle_order)
    )
    return {thing.key: thing for thing in things}
