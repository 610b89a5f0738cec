"""Whether papers can be looked up here, and how the last look-up of a paper is getting on."""

from dataclasses import dataclass

from django.conf import settings

from annotation.workers import Queue, queue_state
from genomes.models import LookUp, Paper
from genomes.selectors.references import ORIGINS
from genomes.wording import words_of


def lookups_are_on() -> bool:
    """Catalogues ask to know whom to write to, so without an address nothing is asked."""
    return bool(settings.LOOKUPS["is_on"] and settings.LOOKUPS["contact"])


@dataclass(frozen=True, slots=True)
class LookUpState:
    """`is_on` says whether the site allows look-ups, `last` is the last one of the paper."""

    is_on: bool
    last: LookUp | None
    queue: Queue

    @property
    def waits(self) -> bool:
        return self.last is not None and self.last.state == LookUp.State.WAITING

    @property
    def is_stuck(self) -> bool:
        return self.waits and self.queue is not Queue.WORKING

    @property
    def faults(self) -> list[str]:
        """What went wrong, in the language of whoever looks."""
        return [words_of(each["template"], each["params"]) for each in self.last.faults] if self.last else []

    @property
    def known_to(self) -> list[str]:
        """The catalogues that know the paper, by name."""
        return [ORIGINS.get(name, name) for name in self.last.outcome.get("known_to", [])] if self.last else []


def look_up_state(paper: Paper) -> LookUpState:
    """One query, and a look at the queue when a look-up waits."""
    last: LookUp | None = paper.lookups.select_related("started_by").first()
    waits = last is not None and last.state == LookUp.State.WAITING
    return LookUpState(lookups_are_on(), last, queue_state() if waits else Queue.WORKING)
