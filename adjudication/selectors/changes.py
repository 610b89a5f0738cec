"""What adjudication changed: which answers became gold where labels differed, by field, boundary and person."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef

from adjudication.boundaries import Question, question
from adjudication.models import PairTally, Resolution
from adjudication.selectors.sources import Source
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, User
from diffs.models import Diff
from evaluator.compare import FIELDS, same
from evaluator.vocabulary import Dynamics

AT_ONCE = 1_000
A_DAY = 86_400
LABEL, OWN = "label", "own"  # where a gold value comes from; else the outcome says that there is none


def _counters() -> defaultdict[str, Counter[str]]:
    return defaultdict(Counter)


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


def changes(project: Project, reader: User | None, wanted: Wanted, source: Source) -> Changes:
    """Over the resolutions that stand, that the reader may see and whose pairs are meant. Kept under what it is of."""
    rows = Resolution.objects.all() if reader is None else Resolution.objects.visible_to(reader)
    made = rows.filter(pair__project=project).aggregate(last=Max("pk"), number=Count("pk"))
    key = f"agreement:changes:2:{source.version}:{made['last']}:{made['number']}"
    known: dict[str, Any] | None = cache.get(key)
    if known is None:
        known = _plain(_counted(project, rows, reader, wanted))
        cache.set(key, known, A_DAY)
    return Changes(**known)


def _plain(found: Changes) -> dict[str, Any]:
    """Without the functions of its dictionaries, which cannot be kept."""
    people = {person: dict(fields) for person, fields in found.people.items()}
    plain = {name: dict(getattr(found, name)) for name in ("fields", "met", "questions")}
    return {"outcomes": found.outcomes, "reasons": found.reasons, "people": people, **plain}


def _counted(project: Project, rows: Any, reader: User | None, wanted: Wanted) -> Changes:
    meant = Exists(PairTally.objects.filter(wanted.of_tallies(), project=project, pair=OuterRef("pair")))
    standing = rows.standing().filter(meant, pair__project=project).order_by("pk")
    found = Changes()
    facts = standing.values_list("pair", "outcome", "reason_code", "decision")
    for batch in _batches(facts.iterator(chunk_size=AT_ONCE)):
        labels = _labels([pair for pair, *_rest in batch], reader)
        for pair, outcome, reason, decision in batch:
            found.outcomes[outcome] += 1
            found.reasons[reason] += 1
            _count(found, labels.get(pair, []), outcome, decision)
    return found


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for row in rows:
        batch.append(row)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _labels(pairs: list[int], reader: User | None) -> dict[int, list[tuple[int, Mapping[str, Any]]]]:
    diffs = Diff.objects.counted() if reader is None else Diff.objects.counted().visible_to(reader)
    found: dict[int, list[tuple[int, Mapping[str, Any]]]] = {}
    for pair, author, decision in diffs.filter(pair__in=pairs).values_list("pair", "author", "decision"):
        found.setdefault(pair, []).append((author, decision))
    return found


def _count(
    found: Changes, labels: list[tuple[int, Mapping[str, Any]]], outcome: str, gold: Mapping[str, Any] | None
) -> None:
    resolved = outcome == Resolution.Outcome.RESOLVED and gold is not None
    for each in FIELDS:
        values = [decision[each.name] for _author, decision in labels]
        if all(same(each.match, values[0], value, members=each.members) for value in values[1:]):
            continue
        kept = [resolved and same(each.match, (gold or {})[each.name], value, members=each.members) for value in values]
        found.fields[each.name][(LABEL if any(kept) else OWN) if resolved else outcome] += 1
        if resolved:
            for (author, _decision), is_kept in zip(labels, kept, strict=True):
                found.people[author][each.name]["kept" if is_kept else "changed"] += 1
        if each.name == "dynamics":
            _count_boundaries(found, values, outcome, gold["dynamics"] if resolved and gold else None)


def _count_boundaries(found: Changes, values: list[str], outcome: str, gold: str | None) -> None:
    order = [each.value for each in Dynamics]
    for one, other in combinations(sorted(set(values), key=order.index), 2):
        became = gold if gold in (one, other) else OWN if gold else outcome
        found.met[one, other][became] += 1
        found.questions[question(Dynamics(one), Dynamics(other))][LABEL if gold in (one, other) else became] += 1
