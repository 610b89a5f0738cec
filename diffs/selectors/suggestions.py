"""What is suggested for a pair, how far it has come, and what suggesters read."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from annotation.models import Project
from annotation.workers import Queue, queue_state
from diffs.models import PaperPair, Suggestion
from diffs.selectors.sides import reading_order
from diffs.suggesting import Suggester, Thing, Unavailable, suggester_of
from genomes.models import Genome, IdeaObject

REMEMBERED = 3600  # seconds for which a failed attempt is told; the next attempt forgets it


class State(StrEnum):
    OFF = "off"
    READY = "ready"
    WORKING = "working"
    NO_WORKER = "no_worker"
    NO_BROKER = "no_broker"
    UNAVAILABLE = "unavailable"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Row:
    """One suggestion; source and target are ids of objects, as in answers."""

    source: str
    target: str
    rank: int
    score: float
    words: list[str]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What is suggested for a pair. Nothing but in the state READY; `said` is why not, in words for people."""

    state: State
    said: str
    provider: str
    computed_at: datetime | None
    suggestions: list[Row]


def current_suggester() -> Suggester:
    """The suggester that the settings name. Raises Unavailable."""
    return suggester_of(settings.SUGGESTIONS_PROVIDER, settings.SUGGESTIONS_MODEL)


def suggests() -> bool:
    """Whether the suggester that the settings name can be had."""
    try:
        current_suggester()
    except Unavailable:
        return False
    return True


def suggestions_of(pair: PaperPair) -> Suggestions:
    """Everything suggested for a pair that came with its papers, in reading order, best first. One query."""
    if not pair.project.wants_suggestions:
        return Suggestions(State.OFF, said_of(State.OFF), "", None, [])
    if pair.suggested_at is None:
        state = _why_not_yet(pair)
        return Suggestions(state, said_of(state), "", None, [])
    source, target = pair.source.paper.slug, pair.target.paper.slug
    names = ("source_object__handle", "target_object__handle", "rank", "score", "words", "provider")
    found = list(Suggestion.objects.filter(pair=pair).order_by().values_list(*names))
    rows = [
        Row(f"{source}:{first}", f"{target}:{second}", rank, score, words)
        for first, second, rank, score, words, _provider in sorted(
            found, key=lambda each: (reading_order(each[0]), each[2])
        )
    ]
    provider = found[0][-1] if found else ""
    return Suggestions(State.READY, "", provider, pair.suggested_at, rows)


def _why_not_yet(pair: PaperPair) -> State:
    if not suggests():
        return State.UNAVAILABLE
    if cache.get(failure_key(pair.pk)):
        return State.FAILED
    return {Queue.WORKING: State.WORKING, Queue.NO_WORKER: State.NO_WORKER, Queue.NO_BROKER: State.NO_BROKER}[
        queue_state()
    ]


def failure_key(pair_id: int) -> str:
    """Where it is remembered that the worker failed on a pair."""
    return f"suggestions-failed:{pair_id}"


def said_of(state: State) -> str:
    """Why there are no suggestions, for people."""
    return {
        State.OFF: _("This project does without suggestions."),
        State.WORKING: _("Suggestions are being computed. They appear here by themselves; go on meanwhile."),
        State.NO_WORKER: _(
            "No worker is running, so suggestions wait. Whoever runs this site starts one; you can align without them."
        ),
        State.NO_BROKER: _(
            "The queue does not answer, so suggestions wait. Whoever runs this site looks after it; you can align"
            " without them."
        ),
        State.UNAVAILABLE: _(
            "What suggests is not installed on this site. Whoever runs it finds out what to do with manage.py check;"
            " you can align without suggestions."
        ),
        State.FAILED: _(
            "Suggestions could not be computed. Whoever runs this site finds the reason in the log of the worker; you"
            " can align without them."
        ),
    }[state]


def things_of(genome: Genome) -> dict[int, Thing]:
    """The objects of a genome as suggesters read them, by primary key. Two queries."""
    rows = IdeaObject.objects.accepted().filter(genome=genome).prefetch_related("evidence")
    slug = genome.paper.slug
    return {
        row.pk: Thing(
            f"{slug}:{row.handle}",
            row.type,
            f"{row.content} {row.constraint}".strip(),
            " ".join(each.quote for each in row.evidence.all()),
        )
        for row in rows
    }


def pairs_to_suggest(project: Project | None = None) -> "QuerySet[PaperPair]":
    """Pairs that wait for suggestions, of one project or of all that want them."""
    waiting = PaperPair.objects.filter(project__wants_suggestions=True, suggested_at=None)
    found: QuerySet[PaperPair] = waiting if project is None else waiting.filter(project=project)
    return found


def pairs_of_another_provider(project: Project, name: str) -> "QuerySet[PaperPair]":
    """Pairs whose suggestions another provider made."""
    others = Suggestion.objects.filter(~Q(provider=name), pair__project=project)
    found: QuerySet[PaperPair] = PaperPair.objects.filter(project=project, pk__in=others.values("pair"))
    return found


def suggestion_of(pair: PaperPair, source: str, target: str) -> Any:
    """The stored suggestion by the ids of its ends, or None."""
    (old, _colon, first), (new, _also, second) = source.rpartition(":"), target.rpartition(":")
    if (old, new) != (pair.source.paper.slug, pair.target.paper.slug):
        return None
    ends = {"source_object__handle": first, "target_object__handle": second}
    return Suggestion.objects.filter(pair=pair, **ends).first()
