"""Two versions of a text compared by line, and changed lines by word. Pure: no Django."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
MOST_WORDS = 1_500  # of a line; the comparison takes time with the square of its words
CONTEXT = 2  # unchanged lines shown around a change
ALIKE = 0.4  # below this share of common words, a line is not the other one changed


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line: "same", "gone" (of the old version) or "new"."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of either version: "same", "gone", "new", "changed" (pieces of both), or "folded" with how many lines."""

    kind: str
    pieces: tuple[Piece, ...] = ()
    folded: int = 0


def compare_texts(old: str, new: str) -> list[Line]:
    """The lines that lead from `old` to `new`; long unchanged stretches are folded. Equal texts give no line."""
    if old == new:
        return []
    before, after = old.splitlines(), new.splitlines()
    lines: list[Line] = []
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for number, (tag, a, b, c, d) in enumerate(codes):
        if tag == "equal":
            lines += _unchanged(before[a:b], is_first=number == 0, is_last=number == len(codes) - 1)
        else:
            lines += _changed(before[a:b], after[c:d])
    return lines


def _unchanged(lines: Sequence[str], *, is_first: bool, is_last: bool) -> Iterator[Line]:
    head = 0 if is_first else CONTEXT
    tail = 0 if is_last else CONTEXT
    if len(lines) <= head + tail + 1:
        yield from (_line("same", each) for each in lines)
        return
    yield from (_line("same", each) for each in lines[:head])
    yield Line("folded", folded=len(lines) - head - tail)
    yield from (_line("same", each) for each in lines[len(lines) - tail :])


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    """Lines that are much the same stand as one line; the rest as gone, then new."""
    for number in range(max(len(old), len(new))):
        gone, made = old[number : number + 1], new[number : number + 1]
        pieces = _by_word(gone[0], made[0]) if gone and made else None
        if pieces is not None:
            yield Line("changed", tuple(pieces))
            continue
        yield from (_line("gone", each) for each in gone)
        yield from (_line("new", each) for each in made)


def _by_word(old: str, new: str) -> list[Piece] | None:
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if len(before) > MOST_WORDS or len(after) > MOST_WORDS:
        return None
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < ALIKE:
        return None
    pieces: list[Piece] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(before[a:b])))
            continue
        texts = (("gone", "".join(before[a:b])), ("new", "".join(after[c:d])))
        pieces += [Piece(kind, text) for kind, text in texts if text]
    return pieces


def _line(kind: str, text: str) -> Line:
    return Line(kind, (Piece("same" if kind == "same" else kind, text),))
