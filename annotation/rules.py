"""When a unit may be handed out. Pure: no Django."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, floor

MOST_LABELS = 9  # that a unit can want
HIGHEST_PRIORITY = 100  # and as far below zero
OPEN_UNITS_LIMIT = 5  # one person's unfinished units at a time, so that nobody hoards work
WEEK = timedelta(days=7)  # over which a weekly limit counts


def has_place(overlap: int, labels_done: int, held_by_others: int) -> bool:
    """Whether one more person may label a unit that wants `overlap` labels."""
    return labels_done + held_by_others < overlap


def overlap_after(wanted: int, overlap: int, labels_done: int) -> int:
    """How many labels a unit wants once `wanted` are asked for: a complete one stays as it is, no label is lost."""
    return overlap if labels_done >= overlap else max(wanted, labels_done)


def is_away(away_from: date | None, away_until: date | None, today: date) -> bool:
    """Both days belong to the absence; one without an end lasts until it is taken back."""
    return away_from is not None and away_from <= today and (away_until is None or today <= away_until)


@dataclass(frozen=True)
class Piece:
    """A unit to be handed out: how many more people it wants, and who may not be one of them."""

    unit: int
    domain: str
    places: int
    without: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Worker:
    """A person to hand units to: what they know, what they hold open, how many more they may get (None: any number)."""

    person: int
    expertise: frozenset[str] = frozenset()
    open: int = 0
    room: int | None = None


def plan(pieces: Iterable[Piece], workers: Iterable[Worker]) -> list[tuple[int, int]]:
    """(unit, person) for each place that can be filled, unit by unit in the order given.

    Who knows the domain comes first, then who has the fewest units open with those of this plan, then the smaller id;
    so people who know equally much are given equally much, whatever they held before. Nobody is given a unit twice,
    one they have no part in, or more than they have room for.
    """
    people = sorted(workers, key=lambda each: each.person)
    given = dict.fromkeys((each.person for each in people), 0)
    handed: list[tuple[int, int]] = []
    for piece in pieces:
        able = [
            each
            for each in people
            if each.person not in piece.without and (each.room is None or given[each.person] < each.room)
        ]
        able.sort(key=lambda each: (piece.domain not in each.expertise, each.open + given[each.person], each.person))
        for worker in able[: max(piece.places, 0)]:
            given[worker.person] += 1
            handed.append((piece.unit, worker.person))
    return handed


PACE_DAYS = 14


def days_left(labels_missing: int, recent_labels: int) -> int | None:
    """Days until all labels are in at the pace of the last `PACE_DAYS` days; None when nothing was finished then."""
    if not labels_missing:
        return 0
    return ceil(labels_missing * PACE_DAYS / recent_labels) if recent_labels else None


MOST_SPANS = 200  # of one beat
OLDEST_SPAN = 3600.0  # seconds ago; what a page could not say for longer is not believed


def counted_time(until: float, now: float, spans: Iterable[tuple[float, float]]) -> tuple[int, float]:
    """Whole seconds of activity that were not counted yet, and until when time is counted now.

    `spans` are (from, to) in seconds before `now`. What lies before `until` was counted, or was another tab's: each
    moment counts once at most, so a sum never exceeds the clock on the wall. The same spans sent again add nothing.
    """
    seconds, counted = 0.0, until
    for start, end in sorted((max(now - ago, now - OLDEST_SPAN), now - until_ago) for ago, until_ago in spans):
        begin, stop = max(start, counted), min(end, now)
        if stop > begin:
            seconds += stop - begin
            counted = stop
    return floor(seconds), counted


def check_distance(every: int, draw: int) -> int:
    """After how many pairs taken the next known one comes: about `every`, from half to one and a half of it.

    `draw` is any whole number that the person cannot guess; all distances are equally likely.
    """
    least, most = (every + 1) // 2, every + every // 2
    return least + draw % (most - least + 1)


def is_check_due(every: int, taken: int, draw: int) -> bool:
    """Whether the next pair is a known one, `taken` pairs after the last that was. `every` 0: never."""
    return every > 0 and taken >= check_distance(every, draw)


def accuracy(rights: Sequence[bool]) -> float | None:
    """Share of answers on known pairs whose dynamics are the known ones; None without an answer."""
    return sum(rights) / len(rights) if rights else None


def has_qualified(rights: Sequence[bool], units: int, percent: int) -> bool:
    """Whether one of the whole rounds of `units` answers, earliest first, has at least `percent` of them right.

    In whole numbers, so that 70 percent of ten are seven and not a rounding more.
    """
    rounds = [rights[start : start + units] for start in range(0, len(rights), units)] if units else []
    return any(len(each) == units and sum(each) * 100 >= percent * units for each in rounds)


def falls_below(rights: Sequence[bool], window: int, percent: int) -> bool:
    """Whether the latest `window` answers, earliest first, have less than `percent` right, whatever is still to come.

    Fewer answers than the window suffice once it cannot reach the percentage any more, were all that follow right.
    """
    latest = rights[-window:]
    return (sum(latest) + window - len(latest)) * 100 < percent * window


def open_for_change(finished: Sequence[float], draw: int) -> float:
    """For how many seconds an answer may be changed by somebody who is measured on a pair.

    As long as it was to one, drawn, of those who labelled it: from their answer to the last one (`finished`, any
    order). So no length tells a measured answer from another. Nobody having labelled it, not at all.
    """
    if not finished:
        return 0.0
    return max(finished) - sorted(finished)[draw % len(finished)]
