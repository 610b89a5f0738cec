"""What stands around the text on page after page: running heads and feet, page numbers, line numbers, a stamp."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .glyphs import Piece
from .layout import rows_of
from .pages import Page

_OUTER_ROWS = 3
_DIGITS = re.compile(r"\d+")
_STAMP = re.compile(r"arXiv:\s*(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?\b.*", re.IGNORECASE)
_FEWEST_LINE_NUMBERS = 8

# Where it stands (edge, height rounded) and what it says, digits aside.
_Key = tuple[str, int, str]


def take_stamp(page: Page) -> str:
    """Take arXiv's stamp out of the margin of the first page and return it, "" without one (or without a text)."""
    for piece in page.pieces:
        if piece.turned and _STAMP.match(piece.text):
            page.pieces.remove(piece)
            return piece.text
    return ""


def take_running(pages: Sequence[Page]) -> int:
    """Take out the outermost rows that come again at the same place of other pages; return how many lines."""
    rows = {number: list(_outer_rows(page)) for number, page in enumerate(pages)}
    places: dict[_Key, set[tuple[int, int]]] = defaultdict(set)
    for number, outer in rows.items():
        for edge, row in outer:
            for piece in row:
                for key in _keys(edge, piece):
                    places[key].add((number, _value(piece)))
    fewest = 2 if len(pages) <= 4 else 3
    taken = 0
    for number, outer in rows.items():
        repeated = list(_repeated(outer, places, fewest))
        if sum(map(len, repeated)) == sum(not piece.turned for piece in pages[number].pieces):
            continue  # all that the page says is no frame around it
        for row in repeated:
            gone = {piece.order for piece in row}
            pages[number].pieces[:] = [piece for piece in pages[number].pieces if piece.order not in gone]
            taken += 1
    return taken


def _outer_rows(page: Page) -> Iterator[tuple[str, list[Piece]]]:
    """Rows from the top inward, then from the bottom inward."""
    rows = rows_of([piece for piece in page.pieces if not piece.turned])
    yield from (("top", row) for row in rows[:_OUTER_ROWS])
    yield from (("bottom", row) for row in reversed(rows[-_OUTER_ROWS:]))


def _keys(edge: str, piece: Piece) -> list[_Key]:
    """Two keys, so that heights a little apart still share one."""
    said = _DIGITS.sub("#", " ".join(piece.text.split())).casefold()
    return [(edge, int(piece.base // 4), said), (edge, int((piece.base + 2) // 4) + 1_000_000, said)]


def _value(piece: Piece) -> int:
    """The number that a piece is, -1 for words."""
    text = piece.text.strip()
    return int(text) if text.isdecimal() and len(text) < 8 else -1


def _repeated(
    outer: Sequence[tuple[str, list[Piece]]], places: dict[_Key, set[tuple[int, int]]], fewest: int
) -> Iterator[list[Piece]]:
    closed: set[str] = set()
    seen: set[int] = set()
    for edge, row in outer:
        if edge in closed or row[0].order in seen:
            continue
        if all(any(_comes_again(places[key], fewest) for key in _keys(edge, piece)) for piece in row):
            seen.add(row[0].order)
            yield row
        else:
            closed.add(edge)


def _comes_again(found: set[tuple[int, int]], fewest: int) -> bool:
    """Words that come again; a bare number must count with the pages, or it may be a cell of tables."""
    if len({page for page, _ in found}) < fewest:
        return False
    offsets = [value - page for page, value in found]
    return all(value < 0 for _, value in found) or max(map(offsets.count, offsets)) >= fewest


def take_line_numbers(page: Page) -> int:
    """Take out numbers that count the lines in the margin; return how many."""
    words = [piece.left for piece in page.pieces if len(piece.text) > 20]
    if not words:
        return 0
    margin = min(words)
    numbers = sorted(
        (piece for piece in page.pieces if _value(piece) >= 0 and piece.right <= margin), key=lambda piece: piece.base
    )
    steps = [_value(below) - _value(above) for above, below in pairwise(numbers)]
    if len(numbers) < _FEWEST_LINE_NUMBERS or max(map(steps.count, steps)) < 0.9 * len(steps) or steps[0] not in (1, 5):
        return 0
    gone = {piece.order for piece in numbers}
    page.pieces[:] = [piece for piece in page.pieces if piece.order not in gone]
    return len(numbers)
