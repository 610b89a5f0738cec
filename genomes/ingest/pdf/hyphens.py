"""Lines put together to a paragraph; the one place where a character of the file is ever left out of a word."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_BROKEN = re.compile(r"(?:^|(?<=[\s(\[“\"'‘/–—-]))([^\W\d_]+)([-\u00ad\u2010])$")
_RIGHT = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_ADDRESS = re.compile(r"(?:https?://|www\.|doi\.org/|10\.\d{4,9}/)\S*$")
_PUNCTUATION = ".,;:!?()[]{}\"'“”‘’"
_HYPHENS = ("-", "\u2010", "\u2011", "\u00ad")
# Han, kana and full-width signs: lines of such text meet without a blank.
_DENSE = re.compile(r"[\u2e80-\u312f\u31f0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff]")
# They begin words of two parts as often as not, so they prove nothing.
_COMBINING = frozenset((
    "anti", "auto", "bi", "bio", "cis", "co", "counter", "cross", "de", "eco", "electro", "ex", "extra", "fore",
    "four", "geo", "half", "hetero", "high", "hyper", "ill", "in", "infra", "inter", "intra", "large", "lead",
    "long", "low", "macro", "meta", "micro", "mid", "mini", "mono", "multi", "nano", "near", "neo", "neuro", "no",
    "non", "off", "on", "one", "open", "out", "over", "para", "peer", "photo", "poly", "post", "pre", "pro",
    "proto", "pseudo", "quasi", "re", "real", "self", "semi", "short", "side", "single", "small", "spatio", "state",
    "sub", "super", "three", "time", "top", "trans", "tri", "two", "ultra", "un", "under", "up", "well", "wide",
    "zero",
))  # fmt: skip
# Below so many different words, a word's absence from the document says nothing about it.
_ENOUGH_WORDS = 400


@dataclass(slots=True)
class Words:
    """The words of the whole document, lower case, as they stand inside lines.

    undecided  hyphens at line ends that stay because nothing showed whether they belong to the word.
    """

    counts: Counter[str]
    undecided: int = 0

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Words":
        counts: Counter[str] = Counter()
        for text in texts:
            tokens = text.split()
            # Halves at either edge of a line may be parts of broken words: they are no evidence.
            last = len(tokens) - text.rstrip().endswith(_HYPHENS)
            for token in tokens[1:last]:
                word = token.strip(_PUNCTUATION).lower().replace("\u2010", "-")
                if _WORD.fullmatch(word):  # neither an address nor a formula
                    counts.update({word, *word.split("-")})
        return cls(counts)

    def joins(self, left: str, right: str) -> bool | None:
        """Is "left-right" one word (True), one with a hyphen (False), or not to be told (None)?"""
        left, right = left.lower(), right.lower()
        whole, hyphened = self.counts[left + right], self.counts[f"{left}-{right}"]
        if whole or hyphened:
            return whole >= hyphened
        if len(self.counts) < _ENOUGH_WORDS or left in _COMBINING:
            return None
        if not self.counts[left] and not self.counts[right]:
            return True
        return None


def join_lines(lines: Sequence[str], words: Words) -> tuple[str, list[int]]:
    """The paragraph, and where each line begins in it.

    Lines meet with one blank; without one between Han or kana, in an address, within a range of numbers, and where a
    hyphen ends the line. The hyphen itself goes only where the rest of the document shows that the word has none.
    """
    text = ""
    starts = []
    for line in lines:
        line = line.strip(" ")
        if text:
            text = _before(text, line, words)
        starts.append(len(text))
        text += line
    return text, starts


def _before(text: str, line: str, words: Words) -> str:
    """The text so far, ready to be followed by this line."""
    if not line or text.endswith(" "):
        return text
    broken, right = _BROKEN.search(text[-80:]), _RIGHT.match(line)
    if broken and right:
        if broken[2] == "\u00ad":
            return text[:-1]
        joined = words.joins(broken[1], right[0])
        words.undecided += joined is None and right[0][0].islower()
        return text[:-1] if joined else text
    if text.endswith(_HYPHENS) and not text[-2:-1].isspace() and not line[0].isspace():
        return text
    if _goes_on_as_address(text, line):
        return text
    if text.endswith("–") and text[-2:-1].isdecimal() and line[0].isdecimal():
        return text
    return text if _DENSE.match(text[-1]) and _DENSE.match(line) else text + " "


def _goes_on_as_address(text: str, line: str) -> bool:
    """An address broken after a stroke, or after a stop with more of it behind."""
    if not _ADDRESS.search(text[-200:]):
        return False
    return text[-1] in "/_=?&#%" or (text[-1] == "." and (line[0].islower() or line[0].isdecimal()))
