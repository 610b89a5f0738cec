"""Notes beside things of an app, which an app above it offers: what of a paper was released, for example.

An app above registers in `AppConfig.ready` who speaks at a place; the app whose page it is asks for all its things at
once, so that a list costs no more queries than one. What a reader may not know, nobody says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Project, User

PAPER, OBJECT, PAIR, LABEL, RESOLUTION = "paper", "object", "pair", "label", "resolution"


@dataclass(frozen=True, slots=True)
class Aside:
    """One line: `head` in short, `words` in full, and the page that says more ("" for none)."""

    head: str
    words: str
    address: str = ""
    tone: str = ""


# The things are of one project; the keys of the answer are their primary keys.
Speaker = Callable[[Project, User, Sequence[Any]], Mapping[Any, Sequence[Aside]]]

_speakers: dict[str, Speaker] = {}


def register(place: str, speaker: Speaker) -> None:
    """Offer notes at a place; a second offer replaces the first."""
    _speakers[place] = speaker


def asides(place: str, project: Project, reader: User, things: Sequence[Any]) -> Mapping[Any, Sequence[Aside]]:
    """Primary key → notes; nothing where no app above speaks."""
    speaker = _speakers.get(place)
    return speaker(project, reader, things) if speaker is not None and things else {}
