"""The idea objects of a pair as cards, with their evidence and where in the paper it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from annotation.wording import Label, label
from diffs.models import PaperPair
from diffs.selectors.sides import reading_order, short_name
from evaluator.canonical import JsonValue
from evaluator.convert import to_json
from evaluator.schema import Pointer
from evaluator.vocabulary import ContributionRole, ObjectType, PassageKind
from genomes.anchoring import CONTEXT
from genomes.models import Evidence, Genome, IdeaObject, Passage

SOURCE, TARGET = "source", "target"


@dataclass(frozen=True, slots=True)
class Quote:
    """A piece of evidence: the pointer, and its place as people name it ("¶3", "Table 1")."""

    pointer: Pointer
    place: str

    @property
    def before(self) -> str:
        """The words before the quote, from a whole word of the same line on."""
        line = self.pointer.prefix.rpartition("\n")[2]
        cut = len(self.pointer.prefix) == CONTEXT and line == self.pointer.prefix
        return f"… {line.partition(' ')[2]}" if cut else line

    @property
    def after(self) -> str:
        """The words after the quote, up to a whole word of the same line."""
        line = self.pointer.suffix.partition("\n")[0]
        cut = len(self.pointer.suffix) == CONTEXT and line == self.pointer.suffix
        return f"{line.rpartition(' ')[0]} …" if cut else line


@dataclass(frozen=True, slots=True)
class Card:
    """One idea object. `repairs` and `repaired_by` hold ids of objects of this pair."""

    key: str
    side: str
    paper: str
    paper_name: str
    handle: str
    type: str
    role: str
    content: str
    constraint: str
    quotes: tuple[Quote, ...]
    repairs: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.paper_name} {self.handle}"

    @property
    def type_label(self) -> Label:
        return label(ObjectType(self.type))

    @property
    def role_label(self) -> Label:
        return label(ContributionRole(self.role))

    @property
    def more_quotes(self) -> int:
        """How many pieces of evidence there are beside the first."""
        return len(self.quotes) - 1

    def as_json(self) -> dict[str, JsonValue]:
        """What the page's scripts know of the object."""
        return {
            "key": self.key,
            "side": self.side,
            "type": self.type,
            "handle": self.handle,
            "name": self.name,
            "role": self.role,
            "repairs": list(self.repairs),
            "evidence": [{**to_json(each.pointer), "place": each.place} for each in self.quotes],
        }


class Places:
    """Names for stretches of one text, from its passages: the smallest that holds the stretch gives the name."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._named: list[tuple[int, int, str]] = []
        paragraphs = 0
        for passage in passages:
            if passage.kind == PassageKind.PARAGRAPH:
                paragraphs += 1
                name = f"¶{paragraphs}"
            else:
                name = passage.label[:40] or passage.get_kind_display()
            self._named.append((passage.start, passage.end, name))

    def of(self, start: int, end: int) -> str:
        """Name of the place of a stretch."""
        around = [each for each in self._named if each[0] <= start and end <= each[1]]
        if not around:
            return _("text")
        return min(around, key=lambda each: each[1] - each[0])[2]


def cards_of(pair: PaperPair, places: dict[str, Places]) -> dict[str, Card]:
    """All objects of both genomes by id, in reading order. Three queries."""
    genomes = {pair.source_id: (pair.source, SOURCE), pair.target_id: (pair.target, TARGET)}
    repairs = IdeaObject.objects.filter(genome__in=genomes).only("genome_id", "handle")
    objects = (
        IdeaObject.objects.accepted()
        .filter(genome__in=genomes)
        .prefetch_related(Prefetch("evidence", Evidence.objects.order_by("start")), Prefetch("repairs", repairs))
    )
    rows = sorted(objects, key=lambda row: (row.genome_id != pair.source_id, reading_order(row.handle)))
    slugs = {genome_id: genome.paper.slug for genome_id, (genome, _side) in genomes.items()}
    cards = [_card(row, *genomes[row.genome_id], places, slugs) for row in rows]
    return {card.key: card for card in cards}


def places_of(pair: PaperPair) -> dict[str, Places]:
    """The places of both papers by paper id. One query."""
    versions = {genome.source_version_id: genome.paper.slug for genome in (pair.source, pair.target)}
    passages: dict[str, list[Passage]] = {slug: [] for slug in versions.values()}
    found = Passage.objects.filter(source_version__in=versions).exclude(kind=PassageKind.SENTENCE)
    for passage in found.only("source_version_id", "kind", "start", "end", "label").order_by("position"):
        passages[versions[passage.source_version_id]].append(passage)
    return {slug: Places(each) for slug, each in passages.items()}


def _card(row: IdeaObject, genome: Genome, side: str, places: dict[str, Places], slugs: dict[int, str]) -> Card:
    paper = genome.paper
    return Card(
        key=f"{paper.slug}:{row.handle}",
        side=side,
        paper=paper.slug,
        paper_name=short_name(paper),
        handle=row.handle,
        type=row.type,
        role=row.contribution_role,
        content=row.content,
        constraint=row.constraint,
        quotes=tuple(_quote(each, paper.slug, places[paper.slug]) for each in row.evidence.all()),
        repairs=tuple(f"{slugs[each.genome_id]}:{each.handle}" for each in row.repairs.all()),
    )


def _quote(row: Evidence, slug: str, places: Places) -> Quote:
    pointer = Pointer(
        paper=slug,
        start=row.start,
        end=row.end,
        quote=row.quote,
        prefix=row.prefix,
        suffix=row.suffix,
        text_sha256=row.text_sha256,
    )
    return Quote(pointer, places.of(row.start, row.end))
