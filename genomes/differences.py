"""Two wordings compared word by word, for pages that show before and after."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
# Longer wordings are compared as a whole: the comparison takes time with the square of their words.
MOST_WORDS = 2_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text: `kind` is "same", "gone" (of the old wording) or "new" (of the new one)."""

    kind: str
    text: str


def word_changes(old: str, new: str) -> list[Piece]:
    """The pieces that lead from `old` to `new`: without "new" they are the old wording, without "gone" the new one."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if len(before) > MOST_WORDS or len(after) > MOST_WORDS:
        return [Piece("same", old)] if old == new else list(_changed(old, new))
    pieces: list[Piece] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(before[a:b])))
        else:
            pieces += _changed("".join(before[a:b]), "".join(after[c:d]))
    return pieces


def _changed(old: str, new: str) -> Iterator[Piece]:
    yield from (Piece(kind, text) for kind, text in (("gone", old), ("new", new)) if text)
