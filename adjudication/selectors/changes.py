"""What adjudication changed: which answers became gold where labels differed, by field, boundary and person.

Read from the counts, or, for who also labels, from the decisions about the pairs that they are done with: the same
entries, counted here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, Sum

from adjudication.boundaries import Question, question
from adjudication.changing import FIELD, LABEL, MET, ORDER, OUTCOME, OWN, PERSON, REASON, Decided, changed
from adjudication.models import ChangeTally, PairTally, Resolution
from adjudication.selectors.sources import Source, Tallied
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, User
from diffs.models import Diff
from evaluator.compare import FIELDS
from evaluator.vocabulary import Dynamics

__all__ = ["LABEL", "OWN", "Changes", "changes"]

PLACES = [each.name for each in FIELDS]
Entry = tuple[str, str, str, str]


@dataclass
class Changes:
    """`fields`: field → where its gold came from → how often, over differing labels. `met`: two dynamics → the same,
    with the one that became gold. `people`: person → field → kept or changed. `questions`: the same by boundary."""

    outcomes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    fields: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    met: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    questions: dict[Question, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    people: dict[int, dict[str, Counter[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )

    @property
    def decisions(self) -> int:
        return self.outcomes.total()


def changes(project: Project, reader: User | None, wanted: Wanted, source: Source, *, people: bool = False) -> Changes:
    """Over the resolutions that stand, that the reader may see and whose pairs are meant. By person where asked."""
    if isinstance(source, Tallied):
        return _put_together(_counted(project, reader, wanted, people=people))
    found = _read(project, reader, wanted)
    return _put_together(Counter({entry: n for entry, n in found.items() if people or entry[0] != PERSON}))


def decided_of(rows: Iterable[tuple[int, str, str, Any]]) -> dict[int, Decided]:
    """Decisions by pair, from (pair, outcome, reason code, decision)."""
    return {pair: Decided(outcome, reason, decision) for pair, outcome, reason, decision in rows}


def _counted(project: Project, reader: User | None, wanted: Wanted, *, people: bool) -> Counter[Entry]:
    rows = ChangeTally.objects.all() if reader is None else ChangeTally.objects.visible_to(reader)
    columns = ("kind", "first", "second", "became")
    kinds = [OUTCOME, REASON, FIELD, MET, *([PERSON] if people else [])]
    summed = rows.filter(wanted.of_tallies(), project=project, kind__in=kinds).values(*columns).order_by()
    return Counter({tuple(entry): number for *entry, number in summed.values_list(*columns, Sum("count"))})


def _read(project: Project, reader: User | None, wanted: Wanted) -> Counter[Entry]:
    rows, diffs = Resolution.objects.all(), Diff.objects.counted()
    if reader is not None:
        rows, diffs = rows.visible_to(reader), diffs.visible_to(reader)
    meant = Exists(PairTally.objects.filter(wanted.of_tallies(), project=project, pair=OuterRef("pair")))
    standing = rows.standing().filter(meant, pair__project=project)
    decided = decided_of(standing.values_list("pair", "outcome", "reason_code", "decision"))
    labels = diffs.filter(pair__in=decided).order_by("pair").values_list("pair", "author", "decision", "decision_key")
    found: Counter[Entry] = Counter()
    for pair, said in groupby(labels, key=lambda row: row[0]):
        given = [row[1:] for row in said]
        entries = changed(
            [(author, decision) for author, decision, _key in given],
            decided[pair],
            one_answer=len({key for *_label, key in given}) == 1,
        )
        found.update((kind, first, second, became) for kind, first, second, became in entries)
    return found


def _put_together(entries: Counter[Entry]) -> Changes:
    """In one order, whatever the rows came in."""
    found = Changes()
    for (kind, first, second, became), number in sorted(entries.items(), key=lambda item: _place(item[0])):
        if kind == OUTCOME:
            found.outcomes[first] += number
        elif kind == REASON:
            found.reasons[first] += number
        elif kind == FIELD:
            found.fields[first][became] += number
        elif kind == PERSON:
            found.people[int(first)][second][became] += number
        elif kind == MET:
            found.met[first, second][became] += number
            at = question(Dynamics(first), Dynamics(second))
            found.questions[at][LABEL if became in (first, second) else became] += number
    return found


def _place(entry: Entry) -> tuple[Any, ...]:
    kind, first, second, became = entry
    if kind == MET:
        return (kind, ORDER.index(first), ORDER.index(second), became)
    if kind == PERSON:
        return (kind, int(first), PLACES.index(second), became)
    return (kind, PLACES.index(first) if kind == FIELD else 0, first, second, became)
