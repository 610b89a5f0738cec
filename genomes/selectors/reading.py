"""A paper's text as a page shows it: blocks in reading order, each made of exact stretches of the canonical text.

A run is such a stretch; nothing but its own characters stands in it on the page, so that a selection in the browser
can be counted back to offsets. `gap` is the text between a run and the one before it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any

from evaluator.vocabulary import PassageKind
from genomes.models import SourceVersion

CELL_SEPARATOR = " | "
DEFAULT_GAP = "\n\n"
SHORT_NAME = 8
_EQUATION = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
_NUMERIC = re.compile(r"[\s±+\-−–<>=~≈(%\[]*\d[\d\s.,%×^eE±+\-−–()\[\]/]*$")


@dataclass(slots=True)
class Run:
    """`text[start:end]`, with the (start, end) of the sentences in it."""

    start: int
    end: int
    sentences: tuple[tuple[int, int], ...] = ()
    gap: str = DEFAULT_GAP
    is_number: bool = False


@dataclass(slots=True)
class Block:
    """One passage on the page. `name` is what the page calls it: "¶3", "Figure 1", or a heading's words."""

    kind: str
    start: int
    end: int
    name: str = ""
    number: str = ""
    level: int = 0
    runs: list[Run] = field(default_factory=list)
    rows: list[list[Run]] = field(default_factory=list)
    foot: list[Run] = field(default_factory=list)
    tex: str = ""
    is_code: bool = False

    def all_runs(self) -> Iterator[Run]:
        """Every run of the block, in the order of the text."""
        return chain(self.runs, chain.from_iterable(self.rows), self.foot)

    @property
    def anchor(self) -> str:
        """Id of the element, the same in every rendering of this source version."""
        return f"p-{self.start}" if self.kind != "heading" else f"s-{self.start}"

    @property
    def tag(self) -> str:
        """The element of a heading: the page has h1, the paper's title is h2."""
        return f"h{min(self.level + 2, 6)}"

    @property
    def short(self) -> str:
        """What fits into the margin: "(3)". A figure or table has its name printed, and a drawing in the margin."""
        return (self.name or self.number) if self.kind == PassageKind.EQUATION and len(self.name) <= SHORT_NAME else ""

    @property
    def is_float(self) -> bool:
        return self.kind in FLOATS


@dataclass(slots=True)
class Reading:
    """The blocks of one source version, with the sentences of the whole text in order.

    It is shared by all requests, as the version never changes. `drawn` keeps each block's HTML as it was written last,
    with the marks it had then, by (place of the block, language, whether it can be edited).
    """

    text: str
    blocks: list[Block]
    sentences: list[tuple[int, int]]
    drawn: dict[tuple[str, str, str, bool], tuple[Any, str]] = field(default_factory=dict)

    def block_at(self, offset: int) -> Block:
        """The block that holds a place; the one before it when it lies between two."""
        return self.blocks[max(bisect_right(self.blocks, offset, key=lambda block: block.start) - 1, 0)]

    def blocks_within(self, start: int, end: int) -> Iterator[Block]:
        """The blocks that a stretch touches."""
        first = max(bisect_right(self.blocks, start, key=lambda block: block.start) - 1, 0)
        after = bisect_left(self.blocks, end, key=lambda block: block.start)
        return (block for block in self.blocks[first:after] if start < block.end)


Row = tuple[str, int, int, str, int]  # kind, start, end, label, level
FLOATS = {PassageKind.FIGURE.value, PassageKind.TABLE.value, PassageKind.EQUATION.value}


KEPT_READINGS = 16  # of texts that people work on now; each takes a few megabytes


def reading_of(version: SourceVersion) -> Reading:
    """The passages of a version as blocks; two queries, or none when the version was read a while ago."""
    return _reading(version.pk, version.text_sha256)


@lru_cache(maxsize=KEPT_READINGS)
def _reading(pk: int, _text_sha256: str) -> Reading:
    """The hash is part of the key so that nothing is mistaken where ids are given anew, as in a restored database."""
    version = SourceVersion.objects.only("text").get(pk=pk)
    rows: list[Row] = list(version.passages.order_by("position").values_list("kind", "start", "end", "label", "level"))
    sentences = [(start, end) for kind, start, end, *_rest in rows if kind == PassageKind.SENTENCE]
    blocks = list(_Reader(version.text, rows).blocks())
    _set_gaps(version.text, blocks)
    return Reading(version.text, blocks, sentences)


class _Reader:
    """Walks the passages in reading order; text that lies in none of them becomes a paragraph of its own."""

    def __init__(self, text: str, rows: Sequence[Row]) -> None:
        self.text = text
        self.rows = rows
        self.at = 0  # next row
        self.done = 0  # the text up to here stands in a block
        self.counts: dict[str, int] = {}

    def blocks(self) -> Iterator[Block]:
        while self.at < len(self.rows):
            kind, start, end, label, level = self.rows[self.at]
            self.at += 1
            yield from self._loose(start)
            if kind == PassageKind.SECTION:
                yield from self._heading(start, end, label, level)
            elif kind in FLOATS:
                yield self._float(kind, start, end, label)
            else:
                yield self._paragraph(start, end, self._inner(end))
        yield from self._loose(len(self.text))

    def _inner(self, end: int) -> list[Row]:
        """The rows inside the passage that has just been taken."""
        first = self.at
        while self.at < len(self.rows) and self.rows[self.at][1] < end:
            self.at += 1
        return list(self.rows[first : self.at])

    def _loose(self, start: int) -> Iterator[Block]:
        words = self.text[self.done : start]
        if words.strip():
            first = self.done + len(words) - len(words.lstrip())
            yield self._paragraph(first, first + len(words.strip()), [])

    def _heading(self, start: int, end: int, label: str, level: int) -> Iterator[Block]:
        """The printed heading runs up to the first passage inside; without one, the label stands in for it."""
        following = self.rows[self.at][1] if self.at < len(self.rows) else end
        words = self.text[start : min(following, end)].rstrip()
        if words:
            self.done = start + len(words)
            runs = [Run(start, self.done)]
        else:
            runs = []
        if words or label:
            yield Block("heading", start, start + len(words), name=label or words, level=level, runs=runs)

    def _paragraph(self, start: int, end: int, inner: Sequence[Row]) -> Block:
        self.done = end
        sentences = tuple((first, last) for _kind, first, last, *_rest in inner)
        number = self._count(PassageKind.PARAGRAPH)
        is_code = not sentences and "\n" in self.text[start:end]
        run = Run(start, end, sentences)
        return Block("paragraph", start, end, f"¶{number}", number, runs=[run], is_code=is_code)

    def _float(self, kind: str, start: int, end: int, label: str) -> Block:
        number = self._count(kind)
        block = Block(kind, start, end, name=label, number=number)
        found = _EQUATION.match(self.text, start, end) if kind == PassageKind.EQUATION else None
        if found:
            self._inner(end)
            self.done = end
            block.tex, block.runs = found[1], [Run(start, end)]
            return block
        pieces = list(self._pieces(start, end, self._inner(end)))
        self.done = end
        is_row = [not run.sentences and CELL_SEPARATOR in self.text[run.start : run.end] for run in pieces]
        if kind == PassageKind.TABLE and any(is_row):
            first, last = is_row.index(True), len(is_row) - is_row[::-1].index(True)
            block.runs, block.foot = pieces[:first], pieces[last:]
            block.rows = [list(self._cells(run)) for run in pieces[first:last]]
        else:
            block.runs = pieces
        return block

    def _pieces(self, start: int, end: int, inner: Sequence[Row]) -> Iterator[Run]:
        """The paragraphs of a figure or table with their sentences, and every other line of it."""
        at = start
        for position, (kind, first, last, *_rest) in enumerate(inner):
            if kind != PassageKind.PARAGRAPH or first < at:
                continue
            yield from self._lines(at, first)
            within = tuple((a, b) for k, a, b, *_r in inner[position:] if k == PassageKind.SENTENCE and b <= last)
            yield Run(first, last, within)
            at = last
        yield from self._lines(at, end)

    def _lines(self, start: int, end: int) -> Iterator[Run]:
        at = start
        for line in self.text[start:end].split("\n"):
            if line.strip():
                yield Run(at, at + len(line))
            at += len(line) + 1

    def _cells(self, row: Run) -> Iterator[Run]:
        at = row.start
        for cell in self.text[row.start : row.end].split(CELL_SEPARATOR):
            yield Run(at, at + len(cell), is_number=bool(_NUMERIC.match(cell)))
            at += len(cell) + len(CELL_SEPARATOR)

    def _count(self, kind: str) -> str:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return str(self.counts[kind])


def _set_gaps(text: str, blocks: Sequence[Block]) -> None:
    done = 0
    for block in blocks:
        for run in block.all_runs():
            run.gap = text[done : run.start]
            done = run.end
