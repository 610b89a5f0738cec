"""A text as words for finding names: where each stands, and its one form for case, width, accents and hidden signs."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

# Scripts that write no blank between words: each sign counts as a word, so that a name is found inside a run of them.
NO_BLANKS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3"  # Hangul, whose particles follow a name without a blank
)
HIDDEN = "\u00ad\u200b-\u200d\u2060\ufeff"  # soft hyphen, joiners
MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"  # combining
WORD = re.compile(rf"[{NO_BLANKS}][{MARKS}{HIDDEN}]*|(?:(?![{NO_BLANKS}])[^\W_][{MARKS}{HIDDEN}]*)+")
ASCII_WORD = re.compile(r"[A-Za-z0-9]+")  # the same in a text of ASCII alone, ten times as fast
DROPPED = re.compile(rf"[{HIDDEN}{MARKS}]")


class Word(NamedTuple):
    """A word of a text: `text[start:end]`, as written (`cased`) and in any case (`plain`)."""

    start: int
    end: int
    cased: str
    plain: str


def words_of(text: str) -> list[Word]:
    """The words of a text in order."""
    if text.isascii():
        low = text.lower()
        return [
            Word(start, end, text[start:end], low[start:end])
            for start, end in (match.span() for match in ASCII_WORD.finditer(text))
        ]
    return [_word(match) for match in WORD.finditer(text)]


def _word(match: re.Match[str]) -> Word:
    written = match.group()
    cased = written if written.isascii() else _bare(written)
    return Word(match.start(), match.end(), cased, cased.casefold())


def _bare(written: str) -> str:
    """Without accents, hidden signs and differences of width. Precomposed Hangul stays as it is."""
    decomposed = DROPPED.sub("", unicodedata.normalize("NFKD", written))
    return unicodedata.normalize("NFKC", decomposed)


def run_together(words: Sequence[Word], *, cased: bool = False) -> str:
    """The words without anything between them: "Efficient-Det", "efficient det" and "EfficientDet" are one name."""
    return "".join(word.cased if cased else word.plain for word in words)
