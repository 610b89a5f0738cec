"""Figures and tables: what stands above or below a caption and is no prose belongs to it."""

from collections.abc import Sequence
from itertools import groupby

from .blocks import ENDED, Block, Kind, Measures
from .glyphs import Box

_PARTS = (Kind.ROWS, Kind.CODE, Kind.SMALL)
_NEAR = 5.0  # lines of blank between a caption and what belongs to it
_LONGEST_LABEL = 400
_MOST_CAPTIONS = 100  # on one page; keeps hostile pages from taking quadratic time
_CAPTIONS = (Kind.FIGURE, Kind.TABLE)


def gather_floats(blocks: list[Block], pictures: Sequence[Sequence[Box]], usual: Measures) -> int:
    """Move what belongs to each caption into its `body`; return how many words inside pictures were left out.

    Words drawn inside a picture (an image, an included graphic) are part of the picture, often in fonts that do not
    say which letters they are. What is set in the page's own text (a program, the rows of a table) is kept.
    """
    dropped = 0
    gathered: list[Block] = []
    for page, group in groupby(blocks, key=lambda block: block.page):
        found = list(group)
        dropped += _gather_page(found, pictures[page], usual)
        gathered += found
    blocks[:] = gathered
    return dropped


def _gather_page(blocks: list[Block], pictures: Sequence[Box], usual: Measures) -> int:
    dropped = 0
    captions = [block for block in blocks if block.kind in _CAPTIONS][:_MOST_CAPTIONS]
    for caption in captions:
        at = next(index for index, block in enumerate(blocks) if block is caption)
        taken = _taken(blocks, at, pictures, usual)
        gone = {id(block) for block in taken}
        blocks[:] = [block for block in blocks if id(block) not in gone]
        for block in taken:
            if _is_inside(block, pictures):
                dropped += len(block.text.split())
            else:
                caption.body.append(block)
    return dropped


def _taken(blocks: Sequence[Block], at: int, pictures: Sequence[Box], usual: Measures) -> list[Block]:
    """What belongs to the caption: for a table rather what is below it, for a figure what is above."""
    caption = blocks[at]
    below = _below(blocks, at, usual)
    if caption.kind == Kind.TABLE and below:
        caption.above = False
        return below
    above = _above(blocks, at, pictures, usual)
    if caption.kind == Kind.FIGURE and below and not above and not _has_picture_above(caption, pictures):
        caption.above = False
        return below
    return above


def _above(blocks: Sequence[Block], at: int, pictures: Sequence[Box], usual: Measures) -> list[Block]:
    caption, taken = blocks[at], list[Block]()
    edge = caption.top
    for block in reversed(blocks[:at]):
        inside = _is_inside(block, pictures)
        if not (inside or _belongs(block, caption, usual)):
            break
        # Several labels stand side by side, so the next one may lie beside the last.
        if not inside and edge - block.bottom > _NEAR * usual.leading * usual.size:
            break
        taken.insert(0, block)
        edge = min(edge, block.top)
    return taken


def _below(blocks: Sequence[Block], at: int, usual: Measures) -> list[Block]:
    caption, taken = blocks[at], list[Block]()
    edge = caption.bottom
    for block in blocks[at + 1 :]:
        if not _belongs(block, caption, usual):
            break
        if block.top - edge > _NEAR * usual.leading * usual.size or block.top < caption.top:
            break
        taken.append(block)
        edge = max(edge, block.bottom)
    following = blocks[at + 1 + len(taken)] if at + 1 + len(taken) < len(blocks) else None
    if following and following.kind == Kind.FIGURE:
        return []  # it stands above the next caption, to which it belongs
    return taken


def _belongs(block: Block, caption: Block, usual: Measures) -> bool:
    """Is it a part of a float, and in the same column?"""
    if block.area.right <= caption.area.left or caption.area.right <= block.area.left:
        return False
    if block.kind in _PARTS:
        return True
    if block.kind != Kind.PROSE:
        return False
    first = block.lines[0]
    if ENDED.search(block.text) or first.right - first.left >= 0.5 * caption.area.width:
        return False
    is_label = len(block.lines) == 1 and first.style.family != usual.family
    return is_label or first.left > caption.area.left + 1.5 * first.size  # the rest of a cell, without neighbours


def _is_inside(block: Block, pictures: Sequence[Box]) -> bool:
    """Its words came with an included graphic, or lie on an image."""
    if all(piece.included for line in block.lines for piece in line.pieces):
        return True
    if sum(len(line.text) for line in block.lines) > _LONGEST_LABEL:
        return False
    x = (block.lines[0].left + block.lines[0].right) / 2
    y = (block.top + block.bottom) / 2
    return any(box.left <= x <= box.right and box.top <= y <= box.bottom for box in pictures)


def _has_picture_above(caption: Block, pictures: Sequence[Box]) -> bool:
    return any(
        box.left < caption.area.right
        and box.right > caption.area.left
        and 0 <= caption.top - box.bottom < 4 * caption.size
        for box in pictures
    )
