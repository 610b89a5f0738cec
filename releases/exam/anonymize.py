"""Take the identity of papers out of a text: each name becomes a neutral stand-in, the same within one instance."""

import re
from collections.abc import Iterable, Iterator
from random import Random

from evaluator.schema import PaperRecord

YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
IDENTIFIER = re.compile(
    r"\b10\.\d{4,9}/[^\s]+|\barXiv:\s*\d{4}\.\d{4,5}(?:v\d+)?|\b\d{4}\.\d{4,5}(?:v\d+)?\b", re.IGNORECASE
)
LETTERS = "ABCDEFGHJKLMNQRSTUVWXYZ"


SHORTEST_SURNAME = 4  # shorter ones ("He", "Li", "Sun") are words, and whole names are looked for anyway


def names_of(paper: PaperRecord) -> list[str]:
    """Every name that gives a paper away: title, its part before a colon, other names, ids, authors, venue."""
    names = [paper.title, title_head(paper), *paper.aliases, paper.doi, paper.arxiv_id, paper.venue, *paper.authors]
    return sorted({name for name in (*names, *surnames(paper)) if len(name) > 1}, key=lambda name: (-len(name), name))


def title_head(paper: PaperRecord) -> str:
    return paper.title.partition(":")[0].strip()


def surnames(paper: PaperRecord) -> set[str]:
    last_words = {author.split()[-1] for author in paper.authors if author.split()}
    return {name for name in last_words if len(name) >= SHORTEST_SURNAME}


def name_pattern(paper: PaperRecord, name: str) -> re.Pattern[str]:
    """Finds a name as a whole word, also in the plural, in any case; a surname only as it is written."""
    flags = re.NOFLAG if name in surnames(paper) else re.IGNORECASE
    return re.compile(rf"(?<!\w){re.escape(name)}(?:s|'s|’s)?(?!\w)", flags)


def leaks(text: str, papers: Iterable[PaperRecord]) -> Iterator[str]:
    """Every name of the papers that a text still shows, and every year and identifier."""
    for paper in papers:
        yield from (name for name in names_of(paper) if name_pattern(paper, name).search(text))
    yield from (match.group() for match in YEAR.finditer(text))
    yield from (match.group() for match in IDENTIFIER.finditer(text))


class Anonymizer:
    """Replaces names for one instance. A system gets one stand-in; it is the same wherever it is named."""

    def __init__(self, papers: Iterable[PaperRecord], rng: Random) -> None:
        letters = [f"{a}{b}" for a in ("", *LETTERS) for b in LETTERS]
        rng.shuffle(letters)
        rules = [
            (name, name_pattern(paper, name), _stand_in(paper, name, letters[number % len(letters)]))
            for number, paper in enumerate(papers)
            for name in names_of(paper)
        ]
        rules.sort(key=lambda rule: (-len(rule[0]), rule[0]))
        self._rules = [(pattern, stand_in) for _name, pattern, stand_in in rules]

    def __call__(self, text: str) -> str:
        text = IDENTIFIER.sub("an identifier", text)
        for pattern, stand_in in self._rules:
            text = pattern.sub(stand_in, text)
        return YEAR.sub("a given year", text)


def _stand_in(paper: PaperRecord, name: str, letter: str) -> str:
    if name in {paper.title, title_head(paper), *paper.aliases}:
        return f"system {letter}"
    if name == paper.venue:
        return "the venue"
    return "an identifier" if name in (paper.doi, paper.arxiv_id) else "the authors"
