"""Lines of an area become blocks by gap, indent, size and weight; each block gets its kind."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from statistics import median

from .layout import Area, Line

# In units of the font size, or as shares.
_GAP = 1.3  # times the usual distance of lines: a wider one parts blocks
_INDENT = 0.7
_OTHER_SIZE = 0.08
_SHORT_LINE = 0.75  # of the column
_LONGEST_PART = 60  # characters of a part of an equation on a line of its own
_NOTE_SIZE = 0.93  # of the body's size at most

BULLET = re.compile(r"[•◦▪■□●○‣⁃∙·➢➤✓]\s*\S|[–—*-]\s+\S")
CAPTION = re.compile(
    r"(?P<label>(?P<what>Fig(?:ure|s?\.)?|FIG(?:URE|\.)?|Scheme|SCHEME|Chart|Plate|Listing|Algorithm|ALGORITHM|"
    r"Table|TABLE|Tab\.|그림|표|図|表|图)\s*"
    r"(?:[A-Z]{1,2}[.-]?\d+|S?\d+(?:[.-]\d+)*[a-z]?|[IVX]+)(?![\w-]))\s*(?P<delimiter>[.:|–—])?"
)
_TABLES = ("tab", "표", "表")
ENDED = re.compile(r"[.!?:;。！？…][\"'”’)\]\d*∗†]*$")
_NUMBER = re.compile(r"\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})?[a-z]?\)$")
_NOTE_MARK = re.compile(r"[*∗†‡§¶#]{1,3}\s?\S")


class Kind(StrEnum):
    PROSE = "prose"
    HEADING = "heading"
    FIGURE = "figure"  # the caption of one, with what was drawn above it in `body`
    TABLE = "table"
    ROWS = "rows"
    CODE = "code"
    SMALL = "small"  # labels in drawings, small print
    EQUATION = "equation"
    NOTE = "note"


@dataclass(slots=True)
class Block:
    """Lines that belong together. `number` is the label of a caption or equation."""

    lines: list[Line]
    area: Area
    kind: Kind = Kind.PROSE
    number: str = ""
    body: list["Block"] = field(default_factory=list)
    above: bool = True  # the body stands above its caption

    @property
    def page(self) -> int:
        return self.area.page

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def size(self) -> float:
        return self.lines[0].size

    @property
    def bold(self) -> bool:
        return all(line.bold for line in self.lines)

    @property
    def italic(self) -> bool:
        return all(line.style.italic for line in self.lines)

    @property
    def top(self) -> float:
        return self.lines[0].top

    @property
    def bottom(self) -> float:
        return self.lines[-1].bottom


@dataclass(frozen=True, slots=True)
class Measures:
    """What is usual in the whole document: size and family of its prose, distance of lines in font sizes."""

    size: float
    family: str
    leading: float
    indents: bool = False

    def gap(self, line: Line) -> float:
        return self.leading * line.size


def measures_of(areas: Sequence[Area]) -> Measures:
    weights: Counter[tuple[float, str]] = Counter()
    for area in areas:
        for line in area.lines:
            weights[line.size, line.style.family] += len(line.text)
    size, family = weights.most_common(1)[0][0]
    prose = [[line for line in area.lines if line.size == size] for area in areas]
    gaps = [(b.base - a.base) / size for lines in prose for a, b in pairwise(lines)]
    usual = [gap for gap in gaps if 0.8 < gap < 2.6]
    firsts = sum(
        _INDENT * size < b.left - a.left < 5 * size and ENDED.search(a.text) is not None
        for lines in prose
        for a, b in pairwise(lines)
    )
    return Measures(size, family, median(usual) if usual else 1.2, firsts * 25 > sum(map(len, prose)))


def blocks_of(area: Area, usual: Measures) -> list[Block]:
    rows = _row_flags(area.lines)
    margin = area.margin
    blocks: list[Block] = []
    for index, line in enumerate(area.lines):
        block = blocks[-1] if blocks else None
        if block is None or rows[index] != rows[index - 1] or _starts(block, line, usual, margin):
            blocks.append(Block([line], area, Kind.ROWS if rows[index] else Kind.PROSE))
        else:
            block.lines.append(line)
    for block in blocks:
        _classify(block, usual)
    return _with_whole_equations(blocks)


def _row_flags(lines: Sequence[Line]) -> list[bool]:
    """Rows of a table: lines with wide gaps that have such a neighbour. A stretched line of prose stands alone."""
    gappy = [line.gaps > 0 for line in lines]
    near = zip([False, *gappy], gappy, [*gappy[1:], False], strict=False)
    return [
        (is_gappy and (before or after) and not _NUMBER.search(line.text))
        for line, (before, is_gappy, after) in zip(lines, near, strict=True)
    ]


def _starts(block: Block, line: Line, usual: Measures, margin: float) -> bool:
    """Does this line begin a new block?"""
    last = block.lines[-1]
    larger = max(line.size, last.size)
    gap = line.base - last.base
    if abs(line.size - last.size) > _OTHER_SIZE * larger or gap > _GAP * usual.leading * larger or gap < 0:
        return True
    if block.kind == Kind.ROWS or (_is_program(line, usual) and _is_program(last, usual)):
        return False
    if line.marked or BULLET.match(line.text) or _is_numbered_equation(line) or _is_numbered_equation(last):
        return True
    if CAPTION.match(block.lines[0].text):
        return False
    if (
        is_caption(line)
        or (block.bold and not line.starts_bold)
        or (line.bold and not last.bold and _is_end(last, block))
    ):
        return True
    return _is_indented_start(block, line, margin) or (
        _is_end(last, block) and ENDED.search(last.text) is not None and line.left <= block.lines[0].left + line.size
    )


def _is_end(line: Line, block: Block) -> bool:
    """The last line of a paragraph: it leaves much of the column empty."""
    return line.right < block.area.left + _SHORT_LINE * block.area.width


def _is_indented_start(block: Block, line: Line, margin: float) -> bool:
    last = block.lines[-1]
    if line.left - last.left <= _INDENT * line.size:
        return False
    if BULLET.match(block.lines[0].text) or last.left < margin - _INDENT * line.size:
        return False  # a hanging indent
    return ENDED.search(last.text) is not None or _is_end(last, block)


def is_caption(line: Line) -> bool:
    """ "Figure 3." or "Table 2:", or with its label in bold; not "Figure 3 shows" in the middle of prose."""
    found = CAPTION.match(line.text)
    return found is not None and (
        bool(found["delimiter"]) or line.starts_bold or len(line.text) == found.end() or found["what"].isupper()
    )


def _is_numbered_equation(line: Line) -> bool:
    """A number in parentheses alone at the right edge, after a gap."""
    return len(line.pieces) > 1 and line.gaps > 0 and _NUMBER.fullmatch(line.pieces[-1].text.strip()) is not None


def _classify(block: Block, usual: Measures) -> None:
    first = block.lines[0]
    if is_caption(first):
        found = CAPTION.match(first.text)
        assert found is not None
        is_table = found["what"].lower().startswith(_TABLES)
        block.kind = Kind.TABLE if is_table else Kind.FIGURE
        block.number = " ".join(found["label"].split())
    elif _is_numbered_equation(block.lines[-1]) and len(block.lines) <= 6:
        block.kind = Kind.EQUATION
        block.number = block.lines[-1].pieces[-1].text.strip()
    elif block.kind == Kind.ROWS:
        pass
    elif all(_is_program(line, usual) for line in block.lines):
        block.kind = Kind.CODE
    elif block.size < _NOTE_SIZE * usual.size:
        block.kind = Kind.SMALL


def _with_whole_equations(blocks: list[Block]) -> list[Block]:
    """Numerators, limits and the like above and below the line that has the number belong to the equation."""
    kept: list[Block] = []
    for block in blocks:
        last = kept[-1] if kept else None
        if last and last.kind == Kind.EQUATION and _is_part_of(block, last):
            last.lines += block.lines
            continue
        while block.kind == Kind.EQUATION and kept and _is_part_of(kept[-1], block):
            block.lines[:0] = kept.pop().lines
        kept.append(block)
    return kept


def _is_part_of(block: Block, equation: Block) -> bool:
    if block.kind not in (Kind.PROSE, Kind.ROWS, Kind.SMALL) or len(block.text) > _LONGEST_PART:
        return False
    near = 0.35 * equation.size
    touches = block.bottom > equation.top - near and block.top < equation.bottom + near
    return touches and min(line.left for line in block.lines) > equation.area.left + equation.size


def _is_program(line: Line, usual: Measures) -> bool:
    """Letters of one width; a document typed in them throughout has no programs to tell apart."""
    return line.style.mono and line.style.family != usual.family


def take_notes(blocks: list[Block], usual: Measures, page_bottom: float) -> list[Block]:
    """Take footnotes out of the foot of an area: small print that begins with a mark, or any under page one."""
    if not blocks or blocks[-1].bottom < page_bottom - 4 * usual.size:
        return []
    start = len(blocks)
    for index in range(len(blocks) - 1, 0, -1):
        block = blocks[index]
        if block.kind != Kind.SMALL:
            break
        far = block.lines[0].base - blocks[index - 1].lines[-1].base > 1.8 * usual.leading * block.size
        if block.lines[0].marked or _NOTE_MARK.match(block.text) or (block.page == 0 and far):
            start = index
    notes = blocks[start:]
    del blocks[start:]
    for note in notes:
        note.kind = Kind.NOTE
    gone = {id(line) for note in notes for line in note.lines}
    for area in {id(note.area): note.area for note in notes}.values():
        area.lines[:] = [line for line in area.lines if id(line) not in gone]
    return notes
