"""A trace that is being built, as it lies in the address of the builder. No Django here.

Every press is a word, such as "add:yolo" or "up:2"; what makes no sense changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

MOST_HELD = 12  # more than a trace may have, so that one can make room afterwards
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Draft:
    """Papers in order; `at` is the gap that the next paper goes into (0: before all), `q` what is searched for.

    `was` names the pairs of the trace that the draft grew from, so that another's change meanwhile is noticed.
    """

    name: str = ""
    papers: tuple[str, ...] = ()
    at: int = 0
    q: str = ""
    was: str = ""

    @property
    def query(self) -> str:
        """The draft behind the question mark of an address."""
        parts = [("paper", paper) for paper in self.papers]
        parts += [("at", str(self.at))] if self.at != len(self.papers) else []
        parts += [(key, value) for key, value in (("name", self.name), ("q", self.q), ("was", self.was)) if value]
        return urlencode(parts)


def draft_of(name: str, papers: Sequence[str], at: str = "", q: str = "", was: str = "") -> Draft:
    """The draft that an address or a form holds."""
    held = tuple(papers[:MOST_HELD])
    gap = int(at) if at.isdecimal() and len(at) < 4 else len(held)
    return Draft(name[:LONGEST_NAME], held, min(gap, len(held)), q[:LONGEST_NAME], was[:LONGEST_NAME])


def press(draft: Draft, word: str) -> Draft:
    """The draft after one press: add, remove, up, down, swap, at or find."""
    verb, _sign, what = word.partition(":")
    if verb == "add":
        return added(draft, what)
    if not (what.isdecimal() and len(what) < 4):
        return draft
    place = int(what)
    if verb == "at" and place <= len(draft.papers):
        return replace(draft, at=place, q="")
    if place >= len(draft.papers):
        return draft
    if verb == "remove":
        return removed(draft, place)
    if verb in ("down", "swap"):
        return swapped(draft, place, follow=place + 1)
    return swapped(draft, place - 1, follow=place - 1) if verb == "up" else draft


def added(draft: Draft, paper: str) -> Draft:
    """With a paper in the gap; the next goes in after it."""
    if not paper or len(draft.papers) >= MOST_HELD:
        return draft
    papers = (*draft.papers[: draft.at], paper, *draft.papers[draft.at :])
    return replace(draft, papers=papers, at=draft.at + 1, q="")


def removed(draft: Draft, place: int) -> Draft:
    papers = draft.papers[:place] + draft.papers[place + 1 :]
    return replace(draft, papers=papers, at=min(draft.at - (place < draft.at), len(papers)))


def swapped(draft: Draft, place: int, follow: int) -> Draft:
    """With two neighbours changed; the gap is then behind the one that was moved to `follow`."""
    if not 0 <= place < len(draft.papers) - 1:
        return draft
    papers = list(draft.papers)
    papers[place : place + 2] = reversed(papers[place : place + 2])
    return replace(draft, papers=tuple(papers), at=follow + 1)
