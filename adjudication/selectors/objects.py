"""The idea objects of a pair as a case names them."""

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
    rows = IdeaObject.objects.accepted().filter(genome__in=[pair.source_id, pair.target_id])
    ordered = sorted(rows, key=lambda row: (row.genome_id != pair.source_id, handle_order(row)))
    things = (_thing(row, pair) for row in ordered)
    return {thing.key: thing for thing in things}


def _thing(row: IdeaObject, pair: PaperPair) -> Thing:
    is_source = row.genome_id == pair.source_id
    slug = (pair.source if is_source else pair.target).paper.slug
    return Thing(f"{slug}:{row.handle}", row.handle, row.type, row.content, is_source)
