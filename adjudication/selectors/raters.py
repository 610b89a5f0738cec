"""Agreement by person, for admins who do not label: every two people, and each against the others over time."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from adjudication import drift
from adjudication.counting import DRIVERS, cohen
from adjudication.models import PairTally, PersonTally, RaterTally
from adjudication.rules import wilson
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, User

FEW = 20  # units below which a figure of two people says little
MOST_PAIRS = 5_000  # that are read one by one while a page waits, where filters narrow
AT_ONCE = 1_000
Met = Counter[tuple[str, str]]
PersonWeeks = dict[str, dict[date, drift.Share]]


@dataclass(frozen=True, slots=True)
class RaterPair:
    """How two people agree on one field. κ is None for drivers, and where both know one value only."""

    first: str
    second: str
    field: str
    n: int
    agreeing: int
    low: float
    high: float
    kappa: float | None

    @property
    def raw(self) -> float:
        return self.agreeing / self.n

    @property
    def is_few(self) -> bool:
        return self.n < FEW


@dataclass(frozen=True, slots=True)
class PersonDrop:
    person: str
    drop: drift.Drop


def names_of(ids: set[int]) -> dict[int, str]:
    return dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))


def rater_pairs(
    project: Project, reader: User, wanted: Wanted, fields: tuple[str, ...], *, most: int | None = MOST_PAIRS
) -> list[RaterPair] | None:
    """Every two people who labelled the same pairs, the least agreeing first; None where too many pairs are meant.

    Without filters from the counts; with them pair by pair, up to `most`.
    """
    met = _met_in_pairs(project, reader, wanted, most) if wanted.narrows else _met(project, reader, fields)
    if met is None:
        return None
    names = names_of({person for first, second, _field in met for person in (first, second)})
    found = [
        _pair(names[first], names[second], name, values)
        for (first, second, name), values in met.items()
        if name in fields
    ]
    return sorted(found, key=lambda each: (fields.index(each.field), each.raw, each.first, each.second))


def _met(project: Project, reader: User, fields: tuple[str, ...]) -> dict[tuple[int, int, str], Met]:
    rows = RaterTally.objects.visible_to(reader).filter(project=project, field__in=fields)
    found: dict[tuple[int, int, str], Met] = {}
    for first, second, name, one, other, n in rows.values_list(
        "first", "second", "field", "first_value", "second_value", "count"
    ):
        found.setdefault((first, second, name), Counter())[one, other] += n
    return found


def _met_in_pairs(
    project: Project, reader: User, wanted: Wanted, most: int | None
) -> dict[tuple[int, int, str], Met] | None:
    rows = _meetings(project, reader, wanted, most)
    if rows is None:
        return None
    found: dict[tuple[int, int, str], Met] = {}
    for _week, meetings in rows:
        for first, second, name, one, other in meetings:
            found.setdefault((first, second, name), Counter())[one, other] += 1
    return found


def _meetings(
    project: Project, reader: User, wanted: Wanted, most: int | None
) -> Iterator[tuple[date, list[Any]]] | None:
    """Week and meetings of every pair that is meant; None where these are more than `most`."""
    rows = PairTally.objects.visible_to(reader).filter(wanted.of_tallies(), project=project)
    if most is not None and len(rows.values_list("pk")[: most + 1]) > most:
        return None
    found: Iterator[tuple[date, list[Any]]] = rows.values_list("week", "meetings").iterator(chunk_size=AT_ONCE)
    return found


def _pair(first: str, second: str, name: str, met: Met) -> RaterPair:
    n, agreeing = met.total(), sum(count for (one, other), count in met.items() if one == other)
    kappa = None if name in DRIVERS else cohen(met)
    return RaterPair(first, second, name, n, agreeing, *wilson(agreeing / n, n), kappa)


def person_weeks(
    project: Project, reader: User, wanted: Wanted, *, most: int | None = MOST_PAIRS
) -> PersonWeeks | None:
    """Each person's agreement with the others on the field by week: labels that met another's.

    Without filters from the counts; with them pair by pair, None where these are more than `most`.
    """
    if wanted.narrows:
        return _weeks_in_pairs(project, reader, wanted, most)
    rows = PersonTally.objects.visible_to(reader).filter(project=project, field=wanted.field).order_by("week")
    found: PersonWeeks = {}
    for person, week, same, n in rows.values_list("person__username", "week", "same", "count"):
        found.setdefault(person, {})[week] = drift.Share(same, n)
    return dict(sorted(found.items()))


def _weeks_in_pairs(project: Project, reader: User, wanted: Wanted, most: int | None) -> PersonWeeks | None:
    rows = _meetings(project, reader, wanted, most)
    if rows is None:
        return None
    found: dict[int, dict[date, drift.Share]] = {}
    for week, meetings in rows:
        for first, second, name, one, other in meetings:
            for person in (first, second) if name == wanted.field else ():
                weeks = found.setdefault(person, {})
                weeks[week] = weeks.get(week, drift.Share(0, 0)).plus(drift.Share(one == other, 1))
    names = names_of(set(found))
    return {names[person]: dict(sorted(found[person].items())) for person in sorted(found, key=names.__getitem__)}


def person_drops(weeks: PersonWeeks) -> list[PersonDrop]:
    """People who agree less with the others than they did, beyond chance."""
    last = max((max(each) for each in weeks.values() if each), default=None)
    if last is None:
        return []
    dropped = [(person, drift.drop(*drift.split(each, last))) for person, each in weeks.items()]
    return [PersonDrop(person, fallen) for person, fallen in dropped if fallen]
