"""How alike texts are, by the words that they share: cosine of TF-IDF vectors. Pure functions; no Django.

Weights as in Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008), 6.4: (1 + ln tf) · idf,
with the smoothed idf = ln((1 + n) / (1 + df)) + 1, scaled to length 1.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from scipy import sparse

Column = npt.NDArray[Any]
BLOCK = 256  # rows compared at once: bounds the memory
SHARED_WORDS = 5
# In a list of some length, a word that stands in more than half of the texts tells nothing about any two of them.
FEW_TEXTS = 10
_WORD = re.compile(r"[^\W\d_]{3,}")
_TEX = re.compile(r"\\[A-Za-z]+")  # a command, which names no thing
# Kana, Han and Hangul: words without blanks between them, or with endings that change from sentence to sentence.
_BY_PAIRS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")


@dataclass(frozen=True, slots=True)
class Alike:
    """Two texts by their places in the list, `first` before `second`; `score` is 0 to 1; the words weigh most."""

    first: int
    second: int
    score: float
    words: tuple[str, ...]


def alike(texts: Sequence[str], *, top: int = 5, floor: float = 0.1) -> Iterator[Alike]:
    """Each pair of texts of which one is among the `top` most alike of the other, not below `floor`; each pair once."""
    vectors, vocabulary = vectors_of(texts)
    seen: set[tuple[int, int]] = set()
    for begin in range(0, len(texts), BLOCK):
        likeness = (vectors[begin : begin + BLOCK] @ vectors.T).tocsr()
        for offset in range(likeness.shape[0]):
            for other, score in _best(*_row(likeness, offset), begin + offset, top, floor):
                pair = (min(begin + offset, other), max(begin + offset, other))
                if pair not in seen:
                    seen.add(pair)
                    yield Alike(*pair, min(round(score, 4), 1.0), shared_words(vectors, vocabulary, *pair))


def _best(others: Column, scores: Column, own: int, top: int, floor: float) -> list[tuple[int, float]]:
    fits = (scores >= floor) & (others != own)
    others, scores = others[fits], scores[fits]
    order = np.lexsort((others, -scores))[:top]
    return list(zip(others[order].tolist(), scores[order].tolist(), strict=True))


def without_commands(text: str) -> str:
    """The text in small letters, without TeX commands."""
    return _TEX.sub(" ", text).casefold()


def words_of(text: str) -> Iterator[str]:
    """Words of three letters and more; pairs of characters of scripts whose words are not told apart by blanks."""
    text = without_commands(text)
    for run in _BY_PAIRS.findall(text):
        yield from (run[i : i + 2] for i in range(len(run) - 1))
    yield from _WORD.findall(_BY_PAIRS.sub(" ", text))


def vectors_of(texts: Sequence[str]) -> tuple["sparse.csr_matrix", list[str]]:
    """A row for each text, a column for each word in the order of the alphabet; no text is held as words for long."""
    from scipy import sparse  # half a second of every start otherwise, for what workers do

    places: dict[str, int] = {}
    ends, columns, numbers = [0], array("i"), array("i")
    for text in texts:
        for word, number in Counter(words_of(text)).items():
            columns.append(places.setdefault(word, len(places)))
            numbers.append(number)
        ends.append(len(columns))
    words = sorted(places)
    counts = sparse.csr_matrix(
        (np.array(numbers, dtype=float), np.array(columns, dtype=np.int32), ends), shape=(len(texts), len(places))
    )[:, [places[word] for word in words]]
    documents = np.bincount(counts.indices, minlength=len(words))
    most = len(texts) / 2 if len(texts) >= FEW_TEXTS else len(texts)
    shared = np.flatnonzero((documents > 1) & (documents <= most))  # a word of one text alone joins no two texts
    matrix, documents = counts[:, shared], documents[shared]
    matrix.data = (1 + np.log(matrix.data)) * (np.log((1 + len(texts)) / (1 + documents)) + 1)[matrix.indices]
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    vectors = sparse.csr_matrix(sparse.diags(scale) @ matrix)
    vectors.sort_indices()
    return vectors, [words[column] for column in shared]


def shared_words(
    vectors: "sparse.csr_matrix",
    vocabulary: Sequence[str],
    first: int,
    second: int,
    *,
    most: int | None = SHARED_WORDS,
) -> tuple[str, ...]:
    """The words of both texts, weightiest first; all of them when `most` is None."""
    (one, weights), (other, further) = _row(vectors, first), _row(vectors, second)
    columns, here, there = np.intersect1d(one, other, assume_unique=True, return_indices=True)
    order = np.argsort(-weights[here] * further[there], kind="stable")[:most]
    return tuple(vocabulary[column] for column in columns[order])


def _row(matrix: "sparse.csr_matrix", number: int) -> tuple[Column, Column]:
    """The columns of a row that are not 0, and their values."""
    part = slice(matrix.indptr[number], matrix.indptr[number + 1])
    return matrix.indices[part], matrix.data[part]
