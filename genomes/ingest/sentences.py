"""Sentence boundaries inside one paragraph, as exact offsets into it.

syntok finds the boundaries of Latin-script prose; what it does not know is added here: the abbreviations
of papers ("Fig. 2", "et al."), formulas that must not be cut, and the full stops of Chinese and Japanese.
"""

import re
from itertools import pairwise

from syntok import segmenter

# A longer run without a break is no prose (a sequence, a data dump): one piece, so that time stays linear.
LONGEST_PROSE = 200_000
LONGEST_WORD = 2_000

_CJK_END = re.compile(r"[。！？｡]+[”’」』）】》〉\"']*")
_INLINE_MATH = re.compile(r"\$\$.+?\$\$|(?<!\\)\$(?=\S)[^$]{0,2000}?(?<=\S)\$(?!\d)", re.DOTALL)
_ABBREVIATIONS = re.compile(
    r"""(?<![\w.])(?:
        (?i:e\.\s?g|i\.\s?e|vs|cf|Dr|Prof|Mr|Mrs|Ms|St|approx|ca|resp|viz|w\.r\.t|a\.k\.a)\.
      | (?i:Figs?|Eqs?|Eqn|Refs?|Secs?|Sect|Tabs?|Thm|Lem|Def|Prop|Alg|Chap|Vol|pp|Suppl|App|Ex)\.
        (?=\s*[(\[]?(?:[A-Z]?\d|[A-Z]\b|[ivxIVX]+\b|\$))
      | (?i:Nos?)\.(?=\s*[(\[]?[A-Z]?\d)
      | (?:et\s+al|etc|spp?|var|subsp)\.(?=\s*[^\sA-Z])
    )""",
    re.VERBOSE,
)


def sentence_spans(text: str, shadow: str | None = None) -> list[tuple[int, int]]:
    """Return (start, end) of each sentence of `text`, in order, blank edges left out.

    `shadow` is a string of the same length that is read instead of `text`: a reader blanks citation marks
    in it and puts letters in place of formulas, so that neither hides or makes a boundary.
    """
    read = _hide_stops(text if shadow is None else shadow)
    starts = [0]
    for start in _starts(read):
        if start > starts[-1] and read[starts[-1] : start].strip():
            starts.append(start)
    return [span for span in (_trim(text, a, b) for a, b in pairwise([*starts, len(text)])) if span]


def _hide_stops(text: str) -> str:
    """Put letters in place of formulas and of the full stops of abbreviations that go on; same length."""
    text = _INLINE_MATH.sub(lambda found: "$" + "x" * (len(found[0]) - 2) + "$", text)
    return _ABBREVIATIONS.sub(lambda found: found[0].replace(".", "x"), text)


def _starts(text: str) -> list[int]:
    """Possible beginnings of sentences, in order."""
    starts: list[int] = []
    position = 0
    for found in _CJK_END.finditer(text):
        starts += _latin_starts(text, position, found.end())
        position = found.end()
    return starts + _latin_starts(text, position, len(text))


def _latin_starts(text: str, start: int, end: int) -> list[int]:
    piece = text[start:end]
    if len(piece) > LONGEST_PROSE or max(map(len, piece.split()), default=0) > LONGEST_WORD:
        return [start]
    sentences = (sentence for block in segmenter.analyze(piece) for sentence in block)
    return [start] + [start + sentence[0].offset for sentence in sentences if sentence]


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end = start + len(piece.strip())
    return (start, end) if end > start else None
