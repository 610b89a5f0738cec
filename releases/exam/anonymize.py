"""Take the identity of papers out of a text: each name becomes a neutral stand-in, the same within one instance."""

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from random import Random

from releases.exam.marks import STAND_INS
from releases.exam.names import Names, Span

__all__ = ["Anonymizer", "Names"]

LETTERS = "ABCDEFGHJKLMNQRSTUVWXYZ"
NOUNS = ("system", "method", "item", "thing", "case")  # the first that is no name itself
MOST_ROUNDS = 4  # a stand-in beside a word may read as another name by chance


class Anonymizer:
    """Replaces names for one instance. A system gets one stand-in, no other system has it, wherever it is named.

    Which letter it is says nothing: letters are drawn, not given in order. `rng` is drawn from once.
    """

    def __init__(self, names: Names, rng: Random) -> None:
        self._names = names
        self._given: dict[int, str] = {}
        self._rng = Random(rng.getrandbits(64))  # noqa: S311 - reproducible, not secret

    def __call__(self, text: str) -> str:
        spans = self._names.spans(text)
        for _round in range(MOST_ROUNDS):
            if not spans:
                break
            text = self._without(text, spans)
            spans = self._names.spans(text)  # the audit will ask for the same
        return text

    def _without(self, text: str, spans: tuple[Span, ...]) -> str:
        parts, done = [], 0
        for span in spans:
            parts += [text[done : span.start], self._stand_in(span)]
            done = span.end
        return "".join([*parts, text[done:]])

    def _stand_in(self, span: Span) -> str:
        if span.kind != "system":
            return STAND_INS[span.kind]
        if span.paper not in self._given:
            self._given[span.paper] = next(self._free)
        return self._given[span.paper]

    @cached_property
    def _free(self) -> Iterator[str]:
        return self._drawn()

    def _drawn(self) -> Iterator[str]:
        """Stand-ins without end, each once: of one letter first, then of two; none that is a name itself."""
        noun = next((f"{noun} " for noun in NOUNS if not self._names.spans(noun)), "")
        size = 1
        while True:
            letters = ["".join(each) for each in product(LETTERS, repeat=size)]
            self._rng.shuffle(letters)
            for each in letters:
                made = f"{noun}{each}"
                if not self._names.spans(made):
                    yield made
            size += 1
