"""Which objects of a successor those of its predecessor may be aligned with, and why. No Django here.

One interface, `Suggester.rank`, and two ways to say how alike two objects are: by their words, or by vectors of their
sentences. Both give the same list for the same objects, in whatever order these come. Nothing is ever taken for true:
a suggestion is a shortlist for a person.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from diffs.similarity import SHARED_WORDS, shared_words, vectors_of, without_commands

MOST = 5  # suggestions of one source
LONGEST_WORD = 60
LONGEST_NAME = 40
WORDS, EMBEDDINGS = "words", "embeddings"
LIBRARY = "sentence_transformers"
# Words of three letters and more that join sentences and name nothing.
_JOINING = """
about after also and any are been before being between both but can could did does each for from had has have how into
its may more most much must not one only onto other our out over per same some such than that the their them then there
these they this those through too under until upon use used uses using was were what when where which while who whose
why will with within without would yet you your
"""
JOINING = frozenset(_JOINING.split())
Matrix = npt.NDArray[np.float64]
Encode = Callable[[Sequence[str]], npt.ArrayLike]


@dataclass(frozen=True, slots=True)
class Thing:
    """An idea object as suggesters read it. `content` is what people see of it first, `evidence` the rest."""

    key: str
    type: str
    content: str
    evidence: str = ""

    @property
    def text(self) -> str:
        return f"{self.content} {self.evidence}"


@dataclass(frozen=True, slots=True)
class Suggested:
    """A target that a source may be aligned with: rank 1 is most alike, `score` is 0 to 1, `words` stand in both."""

    source: str
    target: str
    rank: int
    score: float
    words: tuple[str, ...]


class Unavailable(Exception):
    """The way of suggesting that was chosen cannot be had; the words say why and what to do."""


class Suggester(ABC):
    """Ranks the targets of each source. `name` is stored with each suggestion, since figures are told apart by it."""

    name: str

    @abstractmethod
    def likeness(self, sources: Sequence[str], targets: Sequence[str]) -> Matrix:
        """How alike the texts are: a row for each source, a column for each target, about 0 to 1."""

    def rank(self, sources: Sequence[Thing], targets: Sequence[Thing]) -> list[Suggested]:
        """At most five targets of its own type for each source, by source, the most alike first.

        Scores are rounded to four places before they are compared, so equal ones are equal everywhere; of those the
        target that comes first in its genome stands first.
        """
        sources, targets = sorted(sources, key=_place), sorted(targets, key=_place)
        if not sources or not targets:
            return []
        likeness = self.likeness([each.text for each in sources], [each.text for each in targets])
        scores = np.clip(np.nan_to_num(likeness), 0.0, 1.0).round(4)
        words = _SharedWords([*sources, *targets])
        found = []
        for row, source in enumerate(sources):
            fitting = [(-scores[row, at], at) for at, target in enumerate(targets) if target.type == source.type]
            for rank, (score, at) in enumerate(sorted(fitting)[:MOST], 1):
                shared = words.of(row, len(sources) + at)
                found.append(Suggested(source.key, targets[at].key, rank, abs(float(score)), shared))
        return found


class ByWords(Suggester):
    """The mean of two measures of words: their letters, sorted by word (rapidfuzz), and TF-IDF over both genomes.

    The first forgives other endings, the second knows which words are rare. tests/benchmarks/bench_suggestions.py
    compares the mean with each of them.
    """

    name = "words/1"

    def likeness(self, sources: Sequence[str], targets: Sequence[str]) -> Matrix:
        return (letters(sources, targets) + rare_words(sources, targets)) / 2


class ByVectors(Suggester):
    """The cosine of the vectors that an encoder makes of the texts."""

    def __init__(self, name: str, encode: Encode) -> None:
        self.name = name[:LONGEST_NAME]
        self._encode = encode

    def likeness(self, sources: Sequence[str], targets: Sequence[str]) -> Matrix:
        vectors = np.asarray(self._encode([*sources, *targets]), dtype=np.float64)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        units = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
        cosines: Matrix = units[: len(sources)] @ units[len(sources) :].T
        return cosines


def letters(sources: Sequence[str], targets: Sequence[str]) -> Matrix:
    """rapidfuzz's token_sort_ratio, 0 to 1, over small letters without TeX commands; 0 where nothing is left."""
    first, second = ([without_commands(text) for text in texts] for texts in (sources, targets))
    ratios = process.cdist(first, second, scorer=fuzz.token_sort_ratio, dtype=np.float64)
    said = np.outer([bool(text.strip()) for text in first], [bool(text.strip()) for text in second])
    shares: Matrix = np.asarray(ratios, dtype=np.float64) / 100 * said
    return shares


def rare_words(sources: Sequence[str], targets: Sequence[str]) -> Matrix:
    """The cosine of TF-IDF vectors, 0 to 1, where the texts of both sides are all that there is."""
    vectors = vectors_of([*sources, *targets])[0]
    return np.asarray((vectors[: len(sources)] @ vectors[len(sources) :].T).toarray(), dtype=np.float64)


class _SharedWords:
    """The words that two things share, weightiest first: those of their contents, then those of their evidence."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self._spaces = [vectors_of([each.content for each in things]), vectors_of([each.text for each in things])]

    def of(self, first: int, second: int) -> tuple[str, ...]:
        found = [
            word
            for vectors, vocabulary in self._spaces
            for word in shared_words(vectors, vocabulary, first, second, most=None)
            if word not in JOINING and len(word) <= LONGEST_WORD
        ]
        return tuple(dict.fromkeys(found))[:SHARED_WORDS]


def _place(thing: Thing) -> tuple[int, str]:
    """M2 before M10: the ids of one type in one genome differ in their number alone."""
    return len(thing.key), thing.key


def suggester_of(provider: str, model: str) -> Suggester:
    """The suggester by its name in the settings. Raises Unavailable when there is none, or when it is not installed.

    The model of an encoder is loaded when it is first asked, and kept by the process.
    """
    if provider == WORDS:
        return ByWords()
    if provider != EMBEDDINGS:
        raise Unavailable(f"SUGGESTIONS_PROVIDER is “{provider}”, which is neither “{WORDS}” nor “{EMBEDDINGS}”.")
    if find_spec(LIBRARY) is None:
        raise Unavailable(
            f"SUGGESTIONS_PROVIDER is “{EMBEDDINGS}”, but sentence-transformers is not installed. Install what the"
            f" extra “{EMBEDDINGS}” of pyproject.toml lists, or set SUGGESTIONS_PROVIDER to “{WORDS}”."
        )
    return ByVectors(f"{EMBEDDINGS}:{model.rpartition('/')[2]}", lambda texts: _encoder(model)(texts))


@lru_cache(maxsize=1)
def _encoder(model: str) -> Encode:
    from sentence_transformers import SentenceTransformer

    try:
        loaded = SentenceTransformer(model, device="cpu")
    except (OSError, ValueError) as error:
        raise Unavailable(f"The model “{model}” of SUGGESTIONS_MODEL cannot be loaded: {error}") from error

    def encode(texts: Sequence[str]) -> npt.ArrayLike:
        vectors: npt.ArrayLike = loaded.encode(list(texts), show_progress_bar=False)
        return vectors

    return encode
