"""Find evidence again in a new text of its paper: word for word where that is sure, else a proposal for a person.

Nothing is normalised: the quote is sought as it stands. What is only alike is never taken without being asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

from genomes.anchoring import CONTEXT, TextAnchor, make_anchor, text_sha256

# A quote this long that stands once in the new text is the same place, whatever is around it.
TELLING = 24
# Less alike than this (0 to 1), a place is not worth showing to a person.
LEAST_LIKENESS = 0.72
# Quotes are cut to this length where alike places are sought: the search takes time in proportion to it.
LONGEST_SOUGHT = 600


class Outcome(StrEnum):
    EXACT = "exact"
    PROPOSED = "proposed"
    ORPHAN = "orphan"


@dataclass(frozen=True, slots=True)
class Found:
    """Where the evidence is in the new text. `anchor` is None for an orphan; `score` is its likeness, 0 to 1."""

    outcome: Outcome
    anchor: TextAnchor | None
    score: float


def find_again(anchor: TextAnchor, text: str, *, sha256: str = "") -> Found:
    """Look for `anchor`, made in an older text, in `text`.

    exact     the quote stands there once and is telling or keeps some of its context, or it stands there several
              times and one place alone keeps all of its context;
    proposed  it stands there but which place is meant is not sure, or only something alike does;
    orphan    nothing alike is found.
    """
    sha256 = sha256 or text_sha256(text)
    places = list(_places(text, anchor.quote))
    if places:
        ranked = sorted(places, key=lambda start: _kept_context(anchor, text, start), reverse=True)
        outcome = Outcome.EXACT if _is_sure(anchor, text, ranked) else Outcome.PROPOSED
        start = ranked[0]
        return Found(outcome, make_anchor(text, start, start + len(anchor.quote), sha256=sha256), 1.0)
    return _alike(anchor, text, sha256)


def _places(text: str, quote: str) -> Iterator[int]:
    at = text.find(quote)
    while at >= 0:
        yield at
        at = text.find(quote, at + 1)


def _is_sure(anchor: TextAnchor, text: str, ranked: list[int]) -> bool:
    kept = _kept_context(anchor, text, ranked[0])
    if len(ranked) == 1:
        return len(anchor.quote) >= TELLING or kept > 0
    whole = len(anchor.prefix) + len(anchor.suffix)
    return kept == whole > 0 and _kept_context(anchor, text, ranked[1]) < whole


def _kept_context(anchor: TextAnchor, text: str, start: int) -> int:
    """How many characters of the old context stand around the place without a gap, on both sides."""
    end = start + len(anchor.quote)
    before, after = text[max(start - CONTEXT, 0) : start], text[end : end + CONTEXT]
    return _common(anchor.prefix[::-1], before[::-1]) + _common(anchor.suffix, after)


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _alike(anchor: TextAnchor, text: str, sha256: str) -> Found:
    """The most alike stretch, stretched to whole words.

    Likeness is rapidfuzz's partial ratio: twice the matching characters over the length of both.
    """
    sought = anchor.quote[:LONGEST_SOUGHT]
    best = fuzz.partial_ratio_alignment(sought, text, score_cutoff=LEAST_LIKENESS * 100)
    if best is None or len(text) < len(sought):
        return Found(Outcome.ORPHAN, None, 0.0)
    start, end = best.dest_start, min(best.dest_end + len(anchor.quote) - len(sought), len(text))
    start, end = _whole_words(text, start, end)
    score = fuzz.ratio(anchor.quote, text[start:end]) / 100
    if score < LEAST_LIKENESS or not text[start:end].strip():
        return Found(Outcome.ORPHAN, None, 0.0)
    return Found(Outcome.PROPOSED, make_anchor(text, start, end, sha256=sha256), score)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while 0 < start < end and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while start < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end
