"""How alike texts are, by the words that they share: cosine of TF-IDF vectors. Pure functions; no Django.

Weights as in Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008), 6.4: (1 + ln tf) · idf,
with the smoothed idf = ln((1 + n) / (1 + df)) + 1, scaled to length 1.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from scipy import sparse

BLOCK = 512  # rows compared at once: bounds the memory
SHARED_WORDS = 5
_WORD = re.compile(r"[^\W\d_]{3,}")
_WITHOUT_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Alike:
    """Two texts by their places in the list, `first` before `second`; `score` is 0 to 1; the words weigh most."""

    first: int
    second: int
    score: float
    words: tuple[str, ...]


def alike(texts: Sequence[str], *, top: int = 5, floor: float = 0.1) -> Iterator[Alike]:
    """Each pair of texts of which one is among the `top` most alike of the other, not below `floor`; each pair once."""
    vectors, vocabulary = _vectors(texts)
    seen: set[tuple[int, int]] = set()
    for begin in range(0, len(texts), BLOCK):
        likeness = (vectors[begin : begin + BLOCK] @ vectors.T).tocsr()
        for offset in range(likeness.shape[0]):
            row = likeness.getrow(offset)
            for other, score in _best(row, begin + offset, top, floor):
                pair = (min(begin + offset, other), max(begin + offset, other))
                if pair not in seen:
                    seen.add(pair)
                    yield Alike(*pair, min(round(score, 4), 1.0), _shared(vectors, vocabulary, *pair))


def _best(row: "sparse.csr_matrix", own: int, top: int, floor: float) -> list[tuple[int, float]]:
    found = [(int(i), float(s)) for i, s in zip(row.indices, row.data, strict=True) if i != own and s >= floor]
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:top]


def _words(text: str) -> Iterator[str]:
    """Words of three letters and more; pairs of characters where a script has no blanks between words."""
    text = text.casefold()
    for run in _WITHOUT_BLANKS.findall(text):
        yield from (run[i : i + 2] for i in range(len(run) - 1))
    yield from _WORD.findall(_WITHOUT_BLANKS.sub(" ", text))


def _vectors(texts: Sequence[str]) -> tuple["sparse.csr_matrix", list[str]]:
    counts = [Counter(_words(text)) for text in texts]
    documents: Counter[str] = Counter(word for count in counts for word in count)
    # A word of one text alone joins no two texts.
    vocabulary = sorted(word for word, number in documents.items() if number > 1)
    place = {word: column for column, word in enumerate(vocabulary)}
    rows, columns, weights = [], [], []
    for row, count in enumerate(counts):
        for word, number in count.items():
            if word in place:
                rows.append(row)
                columns.append(place[word])
                weights.append((1 + log(number)) * (log((1 + len(texts)) / (1 + documents[word])) + 1))
    matrix = sparse.csr_matrix((weights, (rows, columns)), shape=(len(texts), len(vocabulary)))
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return sparse.csr_matrix(sparse.diags(scale) @ matrix), vocabulary


def _shared(vectors: "sparse.csr_matrix", vocabulary: Sequence[str], first: int, second: int) -> tuple[str, ...]:
    product = vectors.getrow(first).multiply(vectors.getrow(second)).tocsr()
    order = np.argsort(-product.data, kind="stable")[:SHARED_WORDS]
    return tuple(vocabulary[product.indices[i]] for i in order)
