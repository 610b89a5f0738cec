"""Characters with their places, put together to pieces of lines."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

# In units of the font size. A blank between words is a third, a stretched one rarely more than two thirds.
WIDE_GAP = 0.9
WIDE_GAP_OF_CODE = 12.0  # the blanks of a program are its layout: they do not break a line
SHIFT = 0.6  # a raised or lowered sign stays in its line, the next line does not
_FIRST_RIGHT_TO_LEFT = "\u0590"
_LAM, _ALEFS = "\u0644", ("\u0622", "\u0623", "\u0625", "\u0627")
SMALL, RAISED = 0.87, 0.15  # a small raised sign at the start of a line is a mark, as of a footnote


class Box(NamedTuple):
    """left ≤ right; top ≤ bottom in the reader's frame (y downward)."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Style(NamedTuple):
    """size in points; family: the font's name without weight, slant and size."""

    size: float
    bold: bool
    italic: bool
    mono: bool
    family: str


class Glyph(NamedTuple):
    """One character in the page's own frame; "\\n" ends a line of the file.

    turn      its direction in degrees.
    included  it came with a graphic that the page includes.
    """

    text: str
    box: Box
    x: float
    y: float
    style: Style
    turn: int
    included: bool = False

    @classmethod
    def line_end(cls) -> "Glyph":
        return _LINE_END


_LINE_END = Glyph("\n", Box(0, 0, 0, 0), 0, 0, Style(0, False, False, False, ""), 0)


@dataclass(slots=True)
class Piece:
    """Characters that follow one another on one line without a wide gap.

    base    y of the line on which the letters stand.
    order   its place in the order of the file.
    turned  written in another direction than most of the page.
    marked    begins with a small raised sign, as a footnote does.
    included  it came with a graphic that the page includes.
    bold       (its first letter is, all of it is).
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    style: Style
    order: int
    turned: bool = False
    marked: bool = False
    included: bool = False
    bold: tuple[bool, bool] = (False, False)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def place(box: Box, turn: int) -> Box:
    """A box of the page (y upward: its "top" is the lower edge), where text of that direction is upright."""
    left, bottom, right, top = box
    match turn:
        case 90:
            found = Box(bottom, left, top, right)
        case 180:
            found = Box(-right, bottom, -left, top)
        case 270:
            found = Box(-top, -right, -bottom, -left)
        case _:
            found = Box(left, -top, right, -bottom)
    return Box(
        min(found.left, found.right),
        min(found.top, found.bottom),
        max(found.left, found.right),
        max(found.top, found.bottom),
    )


def around(pieces: list[Piece]) -> Box:
    """The box that holds all of them."""
    return _union([Box(piece.left, piece.top, piece.right, piece.bottom) for piece in pieces])


def _union(boxes: list[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def is_right_to_left(text: str) -> bool:
    return text[-1:] >= _FIRST_RIGHT_TO_LEFT and unicodedata.bidirectional(text[-1]) in ("R", "AL", "AN")


def in_logical_order(glyphs: list[Glyph]) -> list[Glyph]:
    """Turn round the letters of one glyph that stands for several, where they are written from right to left.

    pdfium turns whole runs of such text round, since they are drawn from the left; the letters that a font gives for
    one glyph were in logical order before that. Lam with alef, one sign of Unicode itself, it keeps in order.
    """
    if not any(is_right_to_left(glyph.text) for glyph in glyphs):
        return glyphs
    ordered: list[Glyph] = []
    for _, group in groupby(glyphs, key=lambda glyph: (glyph.box, glyph.x, glyph.y)):
        letters = list(group)
        said = "".join(glyph.text for glyph in letters)
        blanks = len(said) - len(said.lstrip(" "))
        if any(map(is_right_to_left, said)) and not (said[0] == _LAM and said[1:] in _ALEFS):
            letters[blanks:] = reversed(letters[blanks:])
        ordered += letters
    return ordered


def pieces_of(glyphs: list[Glyph], turn: int) -> list[Piece]:
    """Pieces in the order of the file. Text of another direction keeps its words; its box is in the main frame."""
    pieces: list[Piece] = []
    for direction, run in groupby(glyphs, key=lambda glyph: None if glyph is _LINE_END else glyph.turn):
        if direction is None:
            continue
        for part in _parts(list(run), direction):
            pieces.append(_piece(part, direction, turn, len(pieces)))
    if all(piece.turned for piece in pieces):  # slanted words alone, as on a poster
        for piece in pieces:
            piece.turned = False
    return pieces


class _Placed(NamedTuple):
    """A glyph in its own upright frame, and the blanks before it."""

    glyph: Glyph
    left: float
    right: float
    base: float
    blanks: int


def _parts(run: list[Glyph], turn: int) -> Iterable[list[_Placed]]:
    part: list[_Placed] = []
    blank = False
    upright = round(turn / 90) * 90 % 360
    for glyph in run:
        if glyph.text == " ":
            blank = True
            continue
        placed = _Placed(glyph, *_upright(glyph, upright), int(blank))
        if part and _breaks(part[-1], placed, slanted=turn % 90 != 0):
            yield part
            part = []
        if not part:
            placed = placed._replace(blanks=0)
        elif blank and glyph.style.mono:
            width = max(placed.right - placed.left, 0.1)
            placed = placed._replace(blanks=max(1, round((placed.left - part[-1].right) / width)))
        part.append(placed)
        blank = False
    if part:
        yield part


def _upright(glyph: Glyph, turn: int) -> tuple[float, float, float]:
    """left, right and base in the glyph's own upright frame; as `place`, for the one hot loop."""
    left, bottom, right, top = glyph.box
    match turn:
        case 90:
            return bottom, top, glyph.x
        case 180:
            return -right, -left, glyph.y
        case 270:
            return -top, -bottom, -glyph.x
        case _:
            return left, right, -glyph.y


def _breaks(last: _Placed, placed: _Placed, *, slanted: bool) -> bool:
    size = max(last.glyph.style.size, placed.glyph.style.size)
    if slanted:
        return abs(placed.base - last.base) + abs(placed.left - last.left) > 3 * size
    if abs(placed.base - last.base) > SHIFT * size:
        return True
    if is_right_to_left(last.glyph.text) or is_right_to_left(placed.glyph.text):
        return False
    widest = WIDE_GAP_OF_CODE if last.glyph.style.mono and placed.glyph.style.mono else WIDE_GAP
    return placed.left - last.right > widest * size or placed.left < last.left - size


def _piece(part: list[_Placed], direction: int, turn: int, order: int) -> Piece:
    style = Counter(placed.glyph.style for placed in part).most_common(1)[0][0]
    box = place(_union([placed.glyph.box for placed in part]), turn)
    main = next(placed for placed in part if placed.glyph.style == style)
    return Piece(
        text="".join(" " * placed.blanks + placed.glyph.text for placed in part),
        left=box.left,
        top=box.top,
        right=box.right,
        bottom=box.bottom,
        base=place(Box(main.glyph.x, main.glyph.y, main.glyph.x, main.glyph.y), turn).top,
        style=style,
        order=order,
        turned=direction != turn,
        marked=part[0].glyph.style.size < SMALL * style.size and main.base - part[0].base > RAISED * style.size,
        included=all(placed.glyph.included for placed in part),
        bold=(part[0].glyph.style.bold, all(placed.glyph.style.bold for placed in part)),
    )
