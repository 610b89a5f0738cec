"""Take the identity of papers out of a text: each name becomes a neutral stand-in, the same within one instance."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from random import Random

from evaluator.schema import PaperRecord

YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
IDENTIFIER = re.compile(
    r"\b10\.\d{4,9}/[^\s]+|\barXiv:\s*\d{4}\.\d{4,5}(?:v\d+)?|\b\d{4}\.\d{4,5}(?:v\d+)?\b", re.IGNORECASE
)
LETTERS = "ABCDEFGHJKLMNQRSTUVWXYZ"
SHORTEST_SURNAME = 4  # shorter ones ("He", "Li", "Sun") are words, and whole names are looked for anyway
NOTHING = re.compile(r"(?!)")


class Names:
    """Every name that gives one of these papers away, and how to find it as a whole word, also in the plural.

    Titles, their parts before a colon, other names, venues, authors and identifiers are found in any case; a surname
    alone only as it is written. A name that two papers share belongs to the first.
    """

    def __init__(self, papers: Iterable[PaperRecord]) -> None:
        self.papers = tuple(papers)

    @cached_property
    def systems(self) -> Mapping[str, int]:
        """Casefolded title, title head or other name of a system → index of its paper."""
        found: dict[str, int] = {}
        for index, paper in enumerate(self.papers):
            for name in (paper.title, paper.title.partition(":")[0].strip(), *paper.aliases):
                found.setdefault(name.casefold(), index)
        return found

    @cached_property
    def others(self) -> Mapping[str, str]:
        """Casefolded venue, identifier or author → the stand-in of its kind."""
        found: dict[str, str] = {}
        for paper in self.papers:
            found.update({author.casefold(): "the authors" for author in paper.authors})
            found[paper.venue.casefold()] = "the venue"
            found.update({name.casefold(): "an identifier" for name in (paper.doi, paper.arxiv_id)})
        return found

    @cached_property
    def anywhere(self) -> re.Pattern[str]:
        """Finds a name of `systems` or `others` in any case, the longest first; the name is group 1."""
        return _pattern({*self.systems, *self.others}, re.IGNORECASE)

    @cached_property
    def surnames(self) -> re.Pattern[str]:
        last = {author.split()[-1] for paper in self.papers for author in paper.authors if author.split()}
        return _pattern({name for name in last if len(name) >= SHORTEST_SURNAME}, re.NOFLAG)

    def leaks(self, text: str) -> Iterator[str]:
        """Every name, year and identifier that a text still shows."""
        for pattern in (self.anywhere, self.surnames, YEAR, IDENTIFIER):
            yield from (match.group() for match in pattern.finditer(text))


def _pattern(names: set[str], flags: re.RegexFlag) -> re.Pattern[str]:
    wanted = sorted((name for name in names if len(name) > 1), key=lambda name: (-len(name), name))
    if not wanted:
        return NOTHING
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, wanted))})(?:s|'s|’s)?(?!\w)", flags)


class Anonymizer:
    """Replaces names for one instance. A system gets one stand-in; it is the same wherever it is named."""

    def __init__(self, names: Names, rng: Random) -> None:
        self._names = names
        self._letters = [f"{first}{second}" for first in ("", *LETTERS) for second in LETTERS]
        rng.shuffle(self._letters)

    def __call__(self, text: str) -> str:
        text = self._names.anywhere.sub(self._stand_in, IDENTIFIER.sub("an identifier", text))
        return YEAR.sub("[year]", self._names.surnames.sub("the authors", text))

    def _stand_in(self, match: re.Match[str]) -> str:
        name = match.group(1).casefold()
        paper = self._names.systems.get(name)
        if paper is None:
            return self._names.others.get(name, "a name")  # case rules of re and casefold differ for a few letters
        return f"system {self._letters[paper % len(self._letters)]}"
