"""Reading order: the pieces of a page become areas (a column, or what spans columns) of lines, first to last.

A gutter is where many lines stand side by side. What crosses it (a title, a wide figure and its caption) cuts the
page into bands; within a band the left column is read before the right one, or the right one first where the page is
written from right to left. Both sides are searched for a gutter once more, so three and four columns are read too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from .glyphs import RAISED, SMALL, Box, Piece, Style, is_right_to_left

# Shares of the width of a page's text.
_HALF_LINE = (0.2, 0.62)  # a line of one of two columns
_CROSSING = 0.02  # it reaches so far over the gutter; an overlong line of a column does not
_LEAST_SIDE_BY_SIDE = 4
_DEPTH = 2
_MOST_DRAWINGS = 200
_BESIDE = 40  # lines compared at one height: keeps hostile pages from taking quadratic time


@dataclass(slots=True)
class Line:
    """One printed line inside an area."""

    page: int
    pieces: list[Piece]
    text: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    style: Style
    bold: bool
    gaps: int  # wide gaps between its pieces
    starts_bold: bool = False

    @property
    def size(self) -> float:
        return self.style.size

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def marked(self) -> bool:
        """Begins with a small raised sign, as a footnote does."""
        first = self.pieces[0]
        raised = self.base - first.base > RAISED * self.size
        return first.marked or (raised and first.style.size < SMALL * self.size)


@dataclass(slots=True)
class Area:
    """Lines of one column, or of what spans columns, from top to bottom."""

    page: int
    left: float
    right: float
    lines: list[Line] = field(default_factory=list)
    margin: float = 0.0  # where most lines begin

    def __post_init__(self) -> None:
        self.margin = margin_of(self.lines)

    @property
    def width(self) -> float:
        return self.right - self.left


def margin_of(lines: Iterable[Line]) -> float:
    """Where most lines begin."""
    starts = Counter(round(line.left) for line in lines)
    most = max(starts.values())
    return float(min(start for start, count in starts.items() if count >= 0.6 * most))


def areas_of(pages: Sequence[Sequence[Piece]], drawings: Sequence[Sequence[Box]]) -> list[Area]:
    """Areas of all pages in reading order. A page that shows no gutter of its own may have that of the others."""
    own = [find_gutter(pieces) for pieces in pages]
    common = _common(gutter for gutter in own if gutter is not None)
    areas: list[Area] = []
    for number, (pieces, boxes, gutter) in enumerate(zip(pages, drawings, own, strict=True)):
        if gutter is None and common is not None and _fits(pieces, common):
            gutter = common
        areas += _Arrangement(number, pieces, boxes).areas(list(pieces), gutter, _DEPTH)
    return areas


def _common(gutters: Iterable[float]) -> float | None:
    """The gutter that at least two pages share to within six points."""
    counted = Counter(round(gutter / 6) for gutter in gutters)
    place, count = counted.most_common(1)[0] if counted else (0, 0)
    return place * 6.0 if count >= 2 else None


def _fits(pieces: Sequence[Piece], gutter: float) -> bool:
    crossing = sum(piece.left < gutter - 6 and piece.right > gutter + 6 for piece in pieces)
    return crossing <= 0.3 * len(pieces)


def _extent(pieces: Sequence[Piece]) -> tuple[float, float]:
    return min(piece.left for piece in pieces), max(piece.right for piece in pieces)


def find_gutter(pieces: Sequence[Piece]) -> float | None:
    """x of the gutter between two columns, or None.

    Cells of one table row follow one another in the file; lines of two columns side by side mostly do not. Where
    they do, little else may cross the gutter.
    """
    if len(pieces) < 2 * _LEAST_SIDE_BY_SIDE:
        return None
    left, right = _extent(pieces)
    width = right - left
    halves = [piece for piece in pieces if _HALF_LINE[0] * width <= piece.width <= _HALF_LINE[1] * width]
    pairs = _side_by_side(halves)
    apart = [(a.right, b.left) for a, b in pairs if b.order != a.order + 1]
    for gaps, tolerated in ((apart, 4.0), ([(a.right, b.left) for a, b in pairs], 0.34)):
        count, x = _most_stabbed(gaps)
        crossing = sum(piece.left < x - _CROSSING * width and piece.right > x + _CROSSING * width for piece in pieces)
        if count >= _LEAST_SIDE_BY_SIDE and crossing <= tolerated * count:
            return x
    return None


def _side_by_side(halves: Sequence[Piece]) -> list[tuple[Piece, Piece]]:
    """Pairs (left, right) of lines at about the same height, without anything of them between."""
    at_height: dict[int, list[Piece]] = defaultdict(list)
    for piece in halves:
        bucket = at_height[int(piece.middle // 12)]
        if len(bucket) < _BESIDE:
            bucket.append(piece)
    pairs = []
    for height, here in list(at_height.items()):
        near = here + at_height.get(height + 1, [])
        for piece in here:
            beside = [
                other for other in near if other.left > piece.right and abs(other.base - piece.base) < piece.style.size
            ]
            if beside:
                pairs.append((piece, min(beside, key=lambda other: other.left)))
    return pairs


def _most_stabbed(gaps: Sequence[tuple[float, float]]) -> tuple[int, float]:
    """How many of the gaps share a place, and the middle of that place."""
    events = sorted([(start, 0) for start, _ in gaps] + [(end, 1) for _, end in gaps])
    best, x, inside = 0, 0.0, 0
    for (place, is_end), (following, _) in pairwise(events):
        inside += -1 if is_end else 1
        if inside > best:
            best, x = inside, (place + following) / 2
    return best, x


@dataclass(slots=True)
class _Arrangement:
    """Cuts the pieces of one page into areas."""

    page: int
    pieces: Sequence[Piece]
    drawings: Sequence[Box]

    def areas(self, pieces: list[Piece], gutter: float | None, depth: int) -> list[Area]:
        return self._cut(pieces, gutter, depth, _extent(pieces)) if pieces else []

    def _cut(self, pieces: list[Piece], gutter: float | None, depth: int, extent: tuple[float, float]) -> list[Area]:
        """`extent` is that of the column on the whole page: a short line alone in its band does not fill it."""
        if gutter is None:
            return [Area(self.page, *extent, lines_of(pieces, self.page))]
        spanning = self._spanning(pieces, gutter)
        narrow = [piece for piece in pieces if piece.order not in spanning]
        extents = [_extent(side) for side in _sides(narrow, gutter) if side]
        leftwards = _reads_leftwards(pieces)
        found: list[Area] = []
        for spans, group in _bands(pieces, spanning):
            if spans or len(extents) < 2:
                found.append(Area(self.page, *extent, lines_of(group, self.page)))
                continue
            columns = list(zip(_sides(group, gutter), extents, strict=True))
            for side, its_extent in reversed(columns) if leftwards else columns:
                if side:
                    found += self._cut(side, find_gutter(side) if depth else None, depth - 1, its_extent)
        return found

    def _spanning(self, pieces: list[Piece], gutter: float) -> set[int]:
        """Orders of the pieces that belong to both columns."""
        left, right = _extent(pieces)
        width = right - left
        reach = _CROSSING * width
        prose = 0.3 * width  # so wide a piece in a row is a line of its column, no cell
        spanning: set[int] = set()
        for row in rows_of(pieces):
            crossing = {p.order for p in row if p.left < gutter - reach and p.right > gutter + reach}
            mates = {p.order for p in row if p.width < prose or {p.order - 1, p.order + 1} & crossing}
            if crossing:
                spanning |= crossing | mates
            elif _is_wide_table_row(row, gutter, prose):
                spanning |= {p.order for p in row}
        wide = [box for box in self.drawings if box.left < gutter - 0.1 * width and box.right > gutter + 0.1 * width]
        for box in wide[:_MOST_DRAWINGS]:
            inside = [p for p in pieces if box.left <= _center(p) <= box.right and box.top <= p.middle <= box.bottom]
            if sum(p.width > prose for p in inside) < 8:  # else a frame around the text
                spanning |= {p.order for p in inside}
        return spanning


def _sides(pieces: Sequence[Piece], gutter: float) -> tuple[list[Piece], list[Piece]]:
    lefts = [piece for piece in pieces if _center(piece) < gutter]
    return lefts, [piece for piece in pieces if _center(piece) >= gutter]


def _center(piece: Piece) -> float:
    return (piece.left + piece.right) / 2


def _reads_leftwards(pieces: Sequence[Piece]) -> bool:
    return sum(is_right_to_left(piece.text) for piece in pieces) > len(pieces) / 2


def _is_wide_table_row(row: Sequence[Piece], gutter: float, prose: float) -> bool:
    """Short cells on both sides that follow one another in the file."""
    ordered = sorted(row, key=lambda piece: piece.left)
    lefts = [piece for piece in ordered if _center(piece) < gutter]
    rights = [piece for piece in ordered if _center(piece) >= gutter]
    if len(row) < 3 or not lefts or not rights or any(piece.width >= prose for piece in row):
        return False
    return rights[0].order == lefts[-1].order + 1


def _bands(pieces: list[Piece], spanning: set[int]) -> list[tuple[bool, list[Piece]]]:
    """(does it span, its pieces) from top to bottom.

    A few lines on one side between two spanning ones, as the short lines of a wide program, span as well.
    """
    ordered = sorted(pieces, key=lambda piece: (piece.middle, piece.left))
    spanning = spanning | _last_short_lines(ordered, spanning)
    groups = [(spans, list(group)) for spans, group in groupby(ordered, key=lambda piece: piece.order in spanning)]
    for before, (index, (spans, group)), after in zip(groups, enumerate(groups[1:], 1), groups[2:], strict=False):
        if spans or len(group) > 3:
            continue
        near = 1.6 * max(piece.style.size for piece in group)
        above = min(p.middle for p in group) - max(p.middle for p in before[1])
        below = min(p.middle for p in after[1]) - max(p.middle for p in group)
        if above < near and below < near:
            groups[index] = (True, group)
    merged = groupby(groups, key=lambda group: group[0])
    return [(spans, [piece for _, group in same for piece in group]) for spans, same in merged]


def _last_short_lines(ordered: list[Piece], spanning: set[int]) -> set[int]:
    """The short last line of a wide paragraph reaches over no gutter: close below it, alone, and far from the next."""
    found = set()
    rows = rows_of(ordered)
    for above, row, below in zip(rows, rows[1:], [*rows[2:], []], strict=False):
        if len(row) > 1 or row[0].order in spanning or not all(piece.order in spanning for piece in above):
            continue
        gap = row[0].base - above[0].base
        following = below[0].base - row[0].base if below else 2 * gap
        if gap < 1.5 * row[0].style.size and following > 1.3 * gap and row[0].left < above[0].left + row[0].style.size:
            found.add(row[0].order)
    return found


def rows_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces on one line of letters, top to bottom; a raised or lowered smaller piece belongs to its line."""
    rows: list[list[Piece]] = []
    largest: Piece | None = None
    for piece in sorted(pieces, key=lambda piece: (piece.base, piece.left)):
        if largest is not None and _same_row(largest, piece):
            rows[-1].append(piece)
            if piece.style.size > largest.style.size:
                largest = piece
        else:
            rows.append([piece])
            largest = piece
    return rows


def _same_row(one: Piece, other: Piece) -> bool:
    larger, smaller = (one, other) if one.style.size >= other.style.size else (other, one)
    apart = abs(one.base - other.base)
    if smaller.style.size < 0.85 * larger.style.size and min(one.right, other.right) <= max(one.left, other.left) + 1:
        return apart <= 0.6 * larger.style.size
    return apart <= 0.3 * larger.style.size


def lines_of(pieces: Sequence[Piece], page: int) -> list[Line]:
    leftwards = _reads_leftwards(pieces)
    lines = []
    for row in rows_of(pieces):
        row.sort(key=lambda piece: -piece.right if leftwards else piece.left)
        lines.append(_line(row, page))
    return lines


def _line(row: list[Piece], page: int) -> Line:
    weights: Counter[Style] = Counter()
    for piece in row:
        weights[piece.style] += len(piece.text)
    style = weights.most_common(1)[0][0]
    text, gaps = row[0].text, 0
    for last, piece in pairwise(row):
        gap = max(piece.left - last.right, last.left - piece.right)
        text += (" " if gap > 0.12 * style.size else "") + piece.text
        gaps += gap > style.size
    main = next(piece for piece in row if piece.style == style)
    return Line(
        page=page,
        pieces=row,
        text=text,
        left=min(piece.left for piece in row),
        top=min(piece.top for piece in row),
        right=max(piece.right for piece in row),
        bottom=max(piece.bottom for piece in row),
        base=main.base,
        style=style,
        bold=all(piece.bold[1] for piece in row),
        gaps=gaps,
        starts_bold=row[0].bold[0],
    )
