"""Find what was quoted: letter by letter or not at all. Nothing is repaired, nothing is guessed."""

from collections.abc import Iterator
from enum import StrEnum

from genomes.extraction.document import Part
from genomes.extraction.provider import Place


class Lost(StrEnum):
    """Why a quote has no place."""

    UNVERIFIABLE = "unverifiable"
    AMBIGUOUS = "ambiguous"


def locate(quote: str, before: str, part: Part) -> Place | Lost:
    """The one place of a quote in what the part shows.

    Where it stands several times, the words `before` it decide if they stand before one of them only. Blanks around
    the quote do not count: they are no part of what is quoted.
    """
    words = quote.strip()
    text = part.text
    found = list(_everywhere(words, text)) if words else []
    if len(found) > 1 and before.strip():
        found = [at for at in found if text[:at].rstrip().endswith(before.strip())] or found
    if not found:
        return Lost.UNVERIFIABLE
    if len(found) > 1:
        return Lost.AMBIGUOUS
    start = part.shown + found[0]
    return Place(start, start + len(words))


def _everywhere(words: str, text: str) -> Iterator[int]:
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + 1)
