"""All names under which a paper is known: titles and their parts, systems, authors, venues, identifiers."""

import re
from collections.abc import Iterator

from evaluator.schema import PaperRecord

# Where a title falls into parts: a colon, a dash between blanks, a long dash anywhere.
CUTS = re.compile(r"\s*[:：]\s+|[：]|\s+[-–]\s+|\s*[—―]\s*|:(?=\S)")
CLAUSES = re.compile(r"[,;.?!]\s+")
FEWEST_WORDS = 4  # of a clause of a title: shorter ones are phrases of the field
IN_BRACKETS = re.compile(r"[(\[（]([^()\[\]（）]+)[)\]）]")
SHORTEST_SURNAME = 4
YEAR_IN_VENUE = re.compile(r"\s*\b(?:19|20)\d{2}\b\s*|\s*['’]\d{2}\b")
# What stands after a colon in titles of every field; it gives nobody away, and texts are full of it.
GENRES = frozenset(
    f"{article}{genre}"
    for article in ("", "a ", "an ", "the ")
    for genre in (
        "survey", "review", "overview", "tutorial", "introduction", "case study", "study", "comparison", "analysis",
        "part i", "part ii", "part 1", "part 2", "theory", "methods", "applications", "new approach", "benchmark",
    )
)  # fmt: skip


def system_names(paper: PaperRecord) -> Iterator[str]:
    """Title, its parts, what stands in brackets in it, and the other names of the paper and its systems."""
    yield paper.title
    yield from _parts(paper.title)
    for name in paper.aliases:
        yield name
        yield from IN_BRACKETS.findall(name)


def _parts(title: str) -> Iterator[str]:
    parts = [part.strip() for part in (*CUTS.split(title), *CUTS.split(IN_BRACKETS.sub(" ", title)))]
    yield parts[0]
    yield from (part for part in parts[1:] if part.casefold() not in GENRES)
    yield from (part for part in IN_BRACKETS.findall(title) if part.casefold() not in GENRES)
    clauses = [each for part in parts for each in CLAUSES.split(part)]
    yield from (each for each in clauses if len(each.split()) >= FEWEST_WORDS)


def identifiers(paper: PaperRecord) -> Iterator[str]:
    yield from (paper.doi, paper.arxiv_id)


def venues(paper: PaperRecord) -> Iterator[str]:
    """The venue, the same without its year, and its short form in brackets."""
    yield paper.venue
    yield YEAR_IN_VENUE.sub(" ", IN_BRACKETS.sub(" ", paper.venue)).strip()
    yield from (YEAR_IN_VENUE.sub(" ", name).strip() for name in IN_BRACKETS.findall(paper.venue))


def full_names(author: str) -> Iterator[str]:
    """An author's name, in both orders when it was given with a comma."""
    yield author
    family, comma, given = (part.strip() for part in author.partition(","))
    if comma:
        yield f"{given} {family}"


def with_initials(author: str) -> Iterator[str]:
    """The initials before the surname and after it: of "Fei-Fei Li" these are "F F Li", "F Li" and the reverse."""
    family, comma, given = (part.strip() for part in author.partition(","))
    if not comma:
        given, _blank, family = author.strip().rpartition(" ")
    initials = [part[0] for part in re.split(r"[\s.\-‐‑]+", given) if part]
    for some in {" ".join(initials), *initials[:1]} if family and initials else ():
        yield f"{some} {family}"
        yield f"{family} {some}"


def surnames(paper: PaperRecord) -> Iterator[str]:
    """What stands before the comma, else the last word of each author; a name in a script without blanks is whole.

    Not the shortest ("He", "Li", "Sun"): they are words. Citations of them are marks, and whole names are found.
    """
    for author in paper.authors:
        family, comma, _given = author.partition(",")
        words = [family.strip()] if comma else author.split()[-1:]
        yield from (word for word in words if len(word) >= SHORTEST_SURNAME)
