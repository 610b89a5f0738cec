"""The names of all papers as an index, and where a text shows one: linear in the text, whatever the papers are."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from evaluator.schema import PaperRecord
from releases.exam.aliases import full_names, identifiers, surnames, system_names, venues, with_initials
from releases.exam.marks import marks_in
from releases.exam.words import Word, run_together, words_of

HEADS = (4, 8)  # characters by which short and longer names are looked up
SHORTEST = 2  # letters and digits of a name; a single one would be found everywhere
LONGEST_GAP = 8  # signs between two words of a name
KEPT_TEXTS = 20_000
JOINT = re.compile(r"[\s\-‐‑‒–_./·’']{0,3}")  # between the parts of a name that is written apart
VERSION = re.compile(r"(?<=\D)v?\d{1,4}[a-z]?$")  # "yolo9" and "bertv2" show the name, too
SLACK = 10  # how much longer than a name its plural or a version of it may be
FIRST = {"address": 0, "identifier": 0, "system": 1}  # of two spans that overlap these count before the longer one


@dataclass(frozen=True, slots=True)
class Name:
    """`kind` is system, identifier, authors or venue; of a system `paper` is its index. `words` as they are written.

    `is_cased`: alone it is a word of the language, and a name only where it begins with a capital. `is_exact`: it is
    one only as these very words, each with a capital, as the initials of a person are.
    """

    kind: str
    words: tuple[str, ...]
    paper: int = -1
    is_cased: bool = False
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """`text[start:end]` gives a paper away. `kind` is a key of marks.STAND_INS, or system and `paper` its index."""

    start: int
    end: int
    kind: str
    paper: int = -1


class Names:
    """Every name that gives one of these papers away. A name that two papers share belongs to the first.

    Titles, their parts, systems, identifiers and full names are found in any case, with hyphens, blanks or nothing
    between their parts, in the plural and with a version number; surnames and venues of one word only with a capital.
    """

    def __init__(self, papers: Iterable[PaperRecord]) -> None:
        self.papers = tuple(papers)
        self.spans = lru_cache(maxsize=KEPT_TEXTS)(self.find)

    @cached_property
    def index(self) -> Mapping[str, Name]:
        """A name run together, in any case → the name. Systems come before identifiers, authors and venues."""
        found: dict[str, Name] = {}
        for text, kind, paper, is_cased in self._all():
            words = words_of(text)
            key = run_together(words)
            if len(key) >= SHORTEST and (kind == "identifier" or any(map(str.isalpha, key))):
                found.setdefault(key, Name(kind, tuple(word.plain for word in words), paper, is_cased))
        for record in self.papers:
            for words in map(words_of, (name for author in record.authors for name in with_initials(author))):
                exact = Name("authors", tuple(word.plain for word in words), is_cased=True, is_exact=True)
                found.setdefault(run_together(words), exact)
        return found

    def _all(self) -> Iterator[tuple[str, str, int, bool]]:
        for number, paper in enumerate(self.papers):
            yield from ((name, "system", number, False) for name in system_names(paper))
        for paper in self.papers:
            yield from ((name, "identifier", -1, False) for name in identifiers(paper))
            for author in paper.authors:
                yield from ((name, "authors", -1, _is_one_word(name)) for name in full_names(author))
        for paper in self.papers:
            yield from ((name, "authors", -1, True) for name in surnames(paper))
            yield from ((name, "venue", -1, _is_one_word(name)) for name in venues(paper))

    @cached_property
    def longest(self) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """The first characters of short names, and of the others → the length of the longest that begins so."""
        found: tuple[dict[str, int], dict[str, int]] = {}, {}
        for key in self.index:
            is_long = len(key) >= HEADS[1]
            head = key[: HEADS[is_long]]
            found[is_long][head] = max(found[is_long].get(head, 0), len(key))
        return found

    def _reach(self, key: str) -> int:
        """How long what begins like this may at most become. The last word of a name may carry an ending."""
        short, long = self.longest
        if len(key) < HEADS[0]:
            return HEADS[0] + SLACK
        if len(key) < HEADS[1]:
            return HEADS[1] + SLACK
        return max(short.get(key[: HEADS[0]], 0), long.get(key[: HEADS[1]], 0)) + SLACK

    def leaks(self, text: str) -> Iterator[str]:
        """Everything in a text that gives a paper away."""
        return (text[span.start : span.end] for span in self.spans(text))

    def find(self, text: str) -> tuple[Span, ...]:
        """Every name and mark in order; none overlaps another: see FIRST."""
        found = [*self._named(text, words_of(text)), *(Span(*mark) for mark in marks_in(text))]
        ranked = sorted(found, key=lambda span: (FIRST.get(span.kind, 2), span.start - span.end, span.start))
        taken: list[Span] = []
        is_taken = bytearray(len(text))
        for span in ranked:
            if not any(is_taken[span.start : span.end]):
                is_taken[span.start : span.end] = b"\1" * (span.end - span.start)
                taken.append(span)
        return tuple(sorted(taken, key=lambda span: span.start))

    def _named(self, text: str, words: Sequence[Word]) -> Iterator[Span]:
        for at in range(len(words)):
            last, name = self._longest_at(text, words, at)
            if name is not None:
                yield Span(words[at].start, words[last].end, name.kind, name.paper)

    def _longest_at(self, text: str, words: Sequence[Word], at: int) -> tuple[int, Name | None]:
        """The longest name that begins with a word, and the word with which it ends."""
        key, best, found = "", at, None
        for last in range(at, len(words)):
            if last > at and words[last].start - words[last - 1].end > LONGEST_GAP:
                break
            key += words[last].plain
            if len(key) > self._reach(key):
                break
            name = self._named_by(key, text, words[at : last + 1])
            if name is not None:
                best, found = last, name
        return best, found

    def _named_by(self, key: str, text: str, words: Sequence[Word]) -> Name | None:
        for stem in _stems(key, words[-1].plain):
            name = self.index.get(stem)
            if name is not None and _fits(name, text, words):
                return name
        return None


def _stems(key: str, last: str) -> Iterator[str]:
    """A name as it stands, out of the plural, and without the number of a version."""
    yield key
    if key.endswith("s"):
        yield key[:-1]
    if key.endswith("es"):
        yield key[:-2]
    if last[-1].isdigit() or last[-2:-1].isdigit():
        bare = VERSION.sub("", last)
        if len(bare) > SHORTEST and bare != last:
            yield key[: len(key) - len(last) + len(bare)]


def _fits(name: Name, text: str, words: Sequence[Word]) -> bool:
    """Whether the words may be the name: in its case where that counts, and joined as one name is."""
    if name.is_exact:
        return tuple(word.plain for word in words) == name.words and all(word.cased[:1].isupper() for word in words)
    if name.is_cased and words[0].cased[:1].islower():
        return False
    if tuple(word.plain for word in words[:-1]) == name.words[: len(words) - 1] and len(words) == len(name.words):
        return True
    gaps = (text[first.end : second.start] for first, second in pairwise(words))
    return all(JOINT.fullmatch(gap) for gap in gaps)


def _is_one_word(name: str) -> bool:
    """One word that is not all capitals, as "Nature" is."""
    return len(name.split()) == 1 and any(sign.islower() for sign in name)
