"""The paths of a trace's objects, drawn: a column for each paper, a line for each object that lives on."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.models import User
from annotation.selectors import link
from annotation.wording import Label, label
from diffs.models import PaperPair
from diffs.paths import EXTERNAL, LOST, NOVEL, OPEN, Node, Paths, StepGold, fate_over, paths_of, rows_of, sign_places
from diffs.selectors.rows import SIGNS
from diffs.selectors.sides import reading_order, short_name
from diffs.selectors.standing import UNTOLD, Standing
from diffs.trace_words import begin_words, end_words
from diffs.wording import WORDS_OF_FATES
from evaluator.vocabulary import ObjectType
from genomes.models import IdeaObject

BOX_WIDTH, BOX_HEIGHT = 152, 28
PITCH_X, PITCH_Y = 256, 38
TOP, LEFT = 40, 14
TEXT_LETTERS, HEAD_LETTERS = 15, 22
TYPE_ORDER = {kind.value: number for number, kind in enumerate(ObjectType)}


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a path begins or ends: a sign with its word, and the pair that says so ("" for the open ones)."""

    sign: str
    words: Label
    fate: str
    url: str
    x: int


@dataclass(frozen=True, slots=True)
class Box:
    """An object of a genome in its column."""

    key: str
    handle: str
    type: str
    content: str
    paper: str
    column: int
    x: int
    y: int
    begin: Mark | None
    end: Mark | None
    way: str  # how it came and how it goes, in words

    @property
    def short(self) -> str:
        return self.content if len(self.content) <= TEXT_LETTERS else f"{self.content[: TEXT_LETTERS - 1].rstrip()}…"

    @property
    def middle(self) -> int:
        return self.y + BOX_HEIGHT // 2

    @property
    def text_y(self) -> int:
        return self.middle + 4

    @property
    def handle_x(self) -> int:
        return self.x + 24

    @property
    def text_x(self) -> int:
        return self.x + 42


@dataclass(frozen=True, slots=True)
class Line:
    """An object that became another: it leads to the pair, at that edge."""

    source: str
    target: str
    fate: str
    url: str
    path: str
    x: float
    y: float

    @property
    def sign(self) -> str:
        return SIGNS[self.fate]

    @property
    def words(self) -> Label:
        return WORDS_OF_FATES[self.fate]

    @property
    def sign_y(self) -> float:
        return self.y + 4.5


@dataclass(frozen=True, slots=True)
class Strand:
    """The life of one idea. `cells` lists its objects by column; `outcome` says what became of its first object."""

    type: str
    boxes: Sequence[Box]
    lines: Sequence[Line]
    cells: Sequence[Sequence[Box]]
    fate: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Head:
    name: str
    title: str
    x: int

    @property
    def short(self) -> str:
        return self.name if len(self.name) <= HEAD_LETTERS else f"{self.name[: HEAD_LETTERS - 1]}…"


@dataclass(frozen=True, slots=True)
class Drawing:
    heads: Sequence[Head]
    strands: Sequence[Strand]
    types: Sequence[tuple[str, Label]]
    shown_type: str
    width: int
    height: int
    untold: Sequence[str]  # the steps about which nothing is drawn

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to follow: no step is known."""
        return len(self.untold) >= len(self.heads) - 1


def drawing_of(slug: str, pairs: Sequence[PaperPair], told: Mapping[int, Standing], user: User, kind: str) -> Drawing:
    """The paths through a trace's pairs, in their order, as far as the reader may know them. One query.

    `kind` leaves one type of objects. Where two pairs rest on different texts of the paper between them, no path goes
    on: their objects are not the same.
    """
    genomes = [pair.source_id for pair in pairs] + [pair.target_id for pair in pairs[-1:]]
    objects = _objects(user, genomes)
    steps = [
        _gold(told.get(pair.pk, UNTOLD)) if pair.target_id == genomes[at + 1] else None for at, pair in enumerate(pairs)
    ]
    kinds = {key: row.type for rows in objects.values() for key, row in rows.items()}
    shown = kind if kind in TYPE_ORDER else ""
    columns = [[key for key in objects[genome] if shown in ("", kinds[key])] for genome in genomes]
    paths = paths_of(columns, steps)
    return _Pen(slug, pairs, [objects[genome] for genome in genomes], paths).drawing(steps, shown, kinds)


def _objects(user: User, genomes: Sequence[int]) -> dict[int, dict[str, IdeaObject]]:
    found: dict[int, dict[str, IdeaObject]] = {genome: {} for genome in genomes}
    rows = IdeaObject.objects.visible_to(user).accepted().filter(genome__in=genomes)
    rows = rows.select_related("genome__source_version__paper").defer("genome__source_version__text")
    for row in sorted(rows, key=lambda each: reading_order(each.handle)):
        found[row.genome_id][row.key] = row
    return found


def _gold(standing: Standing) -> StepGold | None:
    if standing.decision is None:
        return None
    gold: Mapping[str, Any] = standing.decision
    return StepGold(gold["fates"], gold["origins"], [(edge[0], edge[1]) for edge in gold["alignments"]])


class _Pen:
    """Puts paths on paper."""

    def __init__(
        self, slug: str, pairs: Sequence[PaperPair], objects: Sequence[Mapping[str, IdeaObject]], paths: Paths
    ) -> None:
        self.objects, self.paths = objects, paths
        self.urls = [link("diffs:pair", slug, pair.pk) for pair in pairs]
        self.papers = [pair.source.paper for pair in pairs] + [pair.target.paper for pair in pairs[-1:]]
        kinds = {key: row.type for rows in objects for key, row in rows.items()}
        self.rows = rows_of(paths, lambda key: TYPE_ORDER[kinds[key]])

    def drawing(self, steps: Sequence[StepGold | None], shown: str, kinds: Mapping[str, str]) -> Drawing:
        boxes = {node: self._box(node) for node in self.paths.begins}
        lines: dict[Node, list[Line]] = defaultdict(list)
        for each, at in zip(self.paths.links, sign_places(self.paths.links), strict=True):
            lines[each.source].append(self._line(boxes[each.source], boxes[each.target], each.fate, at))
        strands = [self._strand(nodes, boxes, lines) for nodes in self.paths.strands]
        names = [short_name(paper) for paper in self.papers]
        present = set(kinds.values())
        return Drawing(
            heads=[
                Head(name, paper.title, LEFT + at * PITCH_X)
                for at, (name, paper) in enumerate(zip(names, self.papers, strict=True))
            ],
            strands=sorted(strands, key=lambda each: (TYPE_ORDER[each.type], each.boxes[0].y, each.boxes[0].x)),
            types=[(kind.value, label(kind)) for kind in ObjectType if kind.value in present],
            shown_type=shown,
            width=2 * LEFT + len(names) * PITCH_X - (PITCH_X - BOX_WIDTH),
            height=TOP + PITCH_Y * (1 + max(self.rows.values(), default=0)) + 4,
            untold=[f"{names[at]} → {names[at + 1]}" for at, step in enumerate(steps) if step is None],
        )

    def _strand(self, nodes: Sequence[Node], boxes: Mapping[Node, Box], lines: Mapping[Node, Sequence[Line]]) -> Strand:
        cells: list[list[Box]] = [[] for _paper in self.papers]
        for node in nodes:
            cells[node[0]].append(boxes[node])
        first = boxes[nodes[0]]
        found = fate_over(self.paths, nodes[0])
        return Strand(
            type=first.type,
            boxes=[boxes[node] for node in nodes],
            lines=[line for node in nodes for line in lines.get(node, ())],
            cells=cells,
            fate=found.fate,
            outcome=self._outcome(found.fate, found.step),
        )

    def _outcome(self, fate: str, step: int) -> str:
        word = _("not known") if fate == OPEN else str(WORDS_OF_FATES[fate])
        return _("%(fate)s, step %(step)d") % {"fate": word, "step": step} if step else word

    def _box(self, node: Node) -> Box:
        column, key = node
        row = self.objects[column][key]
        begin, end = self.paths.begins[node], self.paths.ends[node]
        x = LEFT + column * PITCH_X
        came = f"{self.urls[column - 1]}#o-{key}" if column else ""
        goes = f"{self.urls[column]}#o-{key}" if column < len(self.urls) else ""
        return Box(
            key=key,
            handle=row.handle,
            type=row.type,
            content=row.content,
            paper=short_name(self.papers[column]),
            column=column,
            x=x,
            y=TOP + PITCH_Y * self.rows[node],
            begin=_mark(begin, begin_words(begin), came, x) if begin in (NOVEL, EXTERNAL, OPEN) else None,
            end=_mark(end, end_words(end), goes, x + BOX_WIDTH) if end in (LOST, OPEN) else None,
            way=f"{begin_words(begin)}, {end_words(end)}",
        )

    def _line(self, source: Box, target: Box, fate: str, at: float) -> Line:
        """A curve from box to box; its sign stands `at` that part of the way."""
        x1, y1, x2, y2 = source.x + BOX_WIDTH, source.middle, target.x, target.middle
        bend = (x1 + x2) / 2
        return Line(
            source=f"{source.paper} {source.handle}",
            target=f"{target.paper} {target.handle}",
            fate=fate,
            url=f"{self.urls[source.column]}#o-{source.key}",
            path=f"M{x1} {y1}C{bend:g} {y1} {bend:g} {y2} {x2} {y2}",
            x=x1 + (x2 - x1) * (1.5 * at * (1 - at) + at**3),
            y=y1 + (y2 - y1) * (3 - 2 * at) * at**2,
        )


def _mark(kind: str, words: str, url: str, x: int) -> Mark:
    return Mark(SIGNS[kind], words, kind, "" if kind == OPEN else url, x)
