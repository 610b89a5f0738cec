"""The built-in extractor: turns of phrase, headings and places in the paper. A heuristic; it does not read.

It needs no network, and the same text gives the same proposals. Its words and weights are data: v1.toml says how a
sentence is scored.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evaluator.vocabulary import ObjectType
from genomes.extraction.document import Document, Part
from genomes.extraction.provider import Ledger, Place, Proposal, Proposals

VERSION = "v1"
CUES_COUNTED = 2
SHOWN_WORDS = 60  # of the words that fired
_WORD = re.compile(r"\w+")
_LETTERS_OF_A_WORD = 2  # in scripts without spaces
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Cue:
    words: re.Pattern[str]
    weight: float


@dataclass(frozen=True, slots=True)
class TypeCues:
    """What speaks for one type: `most` of a paper are proposed, none below the score `least`."""

    most: int
    least: float
    early: float
    sections: Mapping[str, float]
    cues: tuple[Cue, ...]


@dataclass(frozen=True, slots=True)
class CueBook:
    """A whole version of the cues."""

    version: str
    sections: Mapping[str, re.Pattern[str]]
    short: int
    long: int
    length_penalty: float
    hedges: re.Pattern[str]
    hedge_penalty: float
    types: Mapping[ObjectType, TypeCues]


@cache
def cue_book(version: str = VERSION) -> CueBook:
    """Read a version of the cues."""
    data = tomllib.loads((Path(__file__).parent / f"{version}.toml").read_text(encoding="utf-8"))
    return CueBook(
        version=data["version"],
        sections={kind: _pattern(words) for kind, words in data["sections"].items()},
        short=data["length"]["short"],
        long=data["length"]["long"],
        length_penalty=data["length"]["penalty"],
        hedges=_pattern(data["hedges"]["words"]),
        hedge_penalty=data["hedges"]["penalty"],
        types={ObjectType(name): _type_cues(entry) for name, entry in data["types"].items()},
    )


def _type_cues(entry: Mapping[str, object]) -> TypeCues:
    fields = dict(entry)
    cues = tuple(Cue(_pattern(each["words"]), each["weight"]) for each in fields.pop("cues"))  # type: ignore[attr-defined]
    return TypeCues(**fields, cues=cues)  # type: ignore[arg-type]  # the shape of our own file


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence with its score for a type, the words that fired, and the heading that it stands under."""

    start: int
    end: int
    score: float
    fired: tuple[str, ...]
    heading: str


class CueProvider:
    """Proposes whole sentences by their cues. One part: what is the best of a paper is known at its end."""

    model = ""

    def __init__(self, version: str = VERSION) -> None:
        self.book = cue_book(version)
        self.version = version

    def parts(self, document: Document) -> list[Part]:
        return [Part(0, 0, len(document.text), 0, document)] if document.text.strip() else []

    def propose(self, part: Part, object_type: ObjectType, ledger: Ledger) -> Proposals:
        rules = self.book.types[object_type]
        enough = [each for each in self.scored(part.document, object_type) if each.score >= rules.least]
        best = sorted(enough, key=lambda each: (-each.score, each.start))[: rules.most]
        found = (_proposal(part.document, each) for each in sorted(best, key=lambda each: each.start))
        return Proposals(tuple(found))

    def scored(self, document: Document, object_type: ObjectType) -> Iterator[Scored]:
        """Every sentence of the body that has a cue for the type, in words or in its heading."""
        rules = self.book.types[object_type]
        body = document.body()
        for start, end in document.sentences:
            if not any(first <= start < last for first, last in body):
                continue
            kind, heading = self._section(document, start)
            weight = rules.sections.get(kind, 0.0)
            words = document.text[start:end]
            hits = _hits(words, rules.cues)
            if not hits and weight <= 0:
                continue
            place = rules.early * (1 - start / len(document.text))
            score = weight + sum(cue for cue, _fired in hits) + place - self._faults(words)
            yield Scored(start, end, score, tuple(fired for _cue, fired in hits), heading if weight > 0 else "")

    def _section(self, document: Document, offset: int) -> tuple[str, str]:
        """The kind of section and its heading: that of the innermost heading that says what kind it is."""
        for heading in document.headings_at(offset):
            for kind, pattern in self.book.sections.items():
                if pattern.search(heading):
                    return kind, heading
        return "", ""

    def _faults(self, words: str) -> float:
        count = len(_WORD.findall(words)) + len(_UNSPACED.findall(words)) // _LETTERS_OF_A_WORD
        faults = self.book.length_penalty * (not self.book.short <= count <= self.book.long)
        return faults + self.book.hedge_penalty * bool(self.book.hedges.search(words))


def _hits(words: str, cues: tuple[Cue, ...]) -> list[tuple[float, str]]:
    """The strongest cues of a sentence as (weight, the words that fired)."""
    found = [(cue.weight, match[0].strip()) for cue in cues if (match := cue.words.search(words))]
    return sorted(found, key=lambda hit: -hit[0])[:CUES_COUNTED]


def _proposal(document: Document, scored: Scored) -> Proposal:
    """The sentence in its own words; `why` quotes what fired, and the heading where it counted."""
    said = [f"“{fired[:SHOWN_WORDS]}”" for fired in scored.fired]
    if scored.heading:
        said.append(f"§ {scored.heading[:SHOWN_WORDS]}")
    content = " ".join(document.text[scored.start : scored.end].split())
    return Proposal(content, (Place(scored.start, scored.end),), " · ".join(said))
