"""What the agreement page shows of a project under its filters: one reading of the counts, put together here."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, QuerySet, Sum

from adjudication import drift
from adjudication.changing import OUTCOME
from adjudication.counting import DIFFERS, FIELD_NAMES, OTHER, PAIR_FIELDS, read, written
from adjudication.models import ChangeTally, PairTally, Resolution
from adjudication.selectors.measured import AT_ONCE, Group, Measured, fields_measured, measured, summed
from adjudication.selectors.sources import PARTS, Patterns, Source, Tallied, source_of
from adjudication.selectors.typings import Said, typed_counts, typing_groups, typing_total
from adjudication.selectors.wanted import Wanted
from annotation.models import Guideline, Project, User
from diffs.models import PaperPair
from evaluator.vocabulary import Dynamics
from genomes.models import IdeaObject

A_MINUTE = 60
DYNAMICS = [each.value for each in Dynamics]


@dataclass(frozen=True, slots=True)
class Part:
    """A domain, a stage or a guideline version with the figures of its pairs; `value` as filters name it."""

    value: str
    label: str
    figures: Measured


@dataclass(frozen=True, slots=True)
class Week:
    monday: date
    figures: Measured
    versions: tuple[int, ...] = ()  # of the guideline that came into force in it, or since the week before it here


@dataclass(frozen=True, slots=True)
class FieldDrop:
    field: str
    drop: drift.Drop


@dataclass(frozen=True)
class Dashboard:
    """`disputed` pairs have labels that differ, `decided` of them a resolution that stands."""

    wanted: Wanted
    source: Source
    fields: list[Measured]
    weeks: list[Week]
    parts: Mapping[str, list[Part]]
    dynamics: Patterns
    cells: Mapping[tuple[str, str], int]
    drops: list[FieldDrop]
    disputed: int
    decided: int
    typings: Counter[Said]
    typed: list[Measured]

    @property
    def is_pending(self) -> bool:
        every = [*self.fields, *self.typed, *(week.figures for week in self.weeks)]
        return any(each.is_pending for each in [*every, *(p.figures for rows in self.parts.values() for p in rows)])

    @property
    def has_labels(self) -> bool:
        return any(self.cells.values())


def dashboard(project: Project, reader: User | None, wanted: Wanted, *, compute: bool) -> Dashboard:
    """Everything over the pairs that the reader may see and the filters keep."""
    source = source_of(project, reader, wanted)
    weeks = source.weeks()
    sums = {name: summed(each.values()) for name, each in weeks.items()}
    typings = typed_counts(project, wanted)
    counted = compute or typings.total() <= AT_ONCE
    objects = typing_groups(typings, total=typing_total(project, wanted) if counted else None)
    return Dashboard(
        wanted=wanted,
        source=source,
        fields=fields_measured(source, sums, totals(project, wanted, compute=compute), compute=compute),
        weeks=_weeks(project, wanted.field, weeks[wanted.field], compute=compute),
        parts=_parts(project, wanted.field, source, compute=compute),
        dynamics=sums["dynamics"],
        cells=cells_of(sums["dynamics"]),
        drops=_drops(weeks),
        disputed=sums[DIFFERS][written(((OTHER,),))],
        decided=_decided(project, reader, wanted, source),
        typings=typings,
        typed=measured(objects, compute=compute),
    )


def totals(project: Project, wanted: Wanted, *, compute: bool) -> dict[str, int | None]:
    """How many units each field has, labelled or not. Objects are counted when there is time for it, and kept."""
    key = f"agreement:totals:{project.pk}:{Wanted(domain=wanted.domain, stage=wanted.stage).key}"
    known: dict[str, int | None] | None = cache.get(key)
    if known is None:
        pairs = PaperPair.objects.filter(wanted.of_units("unit__"), project=project)
        number = pairs.count()
        known = dict.fromkeys(PAIR_FIELDS, number)
        if compute or number <= AT_ONCE:
            known |= _objects(project, pairs)
            cache.set(key, known, A_MINUTE)
    return {name: known.get(name) for name in FIELD_NAMES}


def _objects(project: Project, pairs: QuerySet[PaperPair]) -> dict[str, int]:
    accepted = IdeaObject.objects.accepted().filter(genome__unit__project=project).order_by()
    sizes = dict(accepted.values("genome").annotate(n=Count("pk")).values_list("genome", "n"))
    found = {}
    for name, side in (("fate", "source"), ("origin", "target")):
        times = pairs.order_by().values(side).annotate(n=Count("pk")).values_list(side, "n")
        found[name] = sum(sizes.get(genome, 0) * n for genome, n in times)
    return found


def _weeks(project: Project, name: str, weeks: Mapping[date, Patterns], *, compute: bool) -> list[Week]:
    """Every week in which a pair had all its labels, in order; a version stands at the first that it reached."""
    days = sorted(weeks)
    versions: dict[date, list[int]] = {}
    for version, when in Guideline.objects.filter(project=project).values_list("version", "created_at"):
        reached = bisect_left(days, monday(when.date()))
        versions.setdefault(days[reached] if reached < len(days) else date.max, []).append(version)
    figures = measured([Group(day.isoformat(), name, weeks[day]) for day in days], compute=compute)
    return [Week(day, each, tuple(sorted(versions.get(day, ())))) for day, each in zip(days, figures, strict=True)]


def monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _parts(project: Project, name: str, source: Source, *, compute: bool) -> dict[str, list[Part]]:
    stages = dict(project.stages.values_list("pk", "name"))
    found = source.parts(name)
    groups = [
        (part, value, Group(f"{part}:{value}", name, counts))
        for part in PARTS
        for value, counts in sorted(found[part].items(), key=lambda item: (item[0] is None, str(item[0]).zfill(9)))
    ]
    figures = measured([group for _part, _value, group in groups], compute=compute)
    rows: dict[str, list[Part]] = {part: [] for part in PARTS}
    for (part, value, _group), each in zip(groups, figures, strict=True):
        rows[part].append(Part("" if value is None else str(value), str(stages.get(value, "")), each))
    return rows


def cells_of(patterns: Patterns) -> dict[tuple[str, str], int]:
    """How often two dynamics met on a pair, unordered; every cell is there."""
    cells = {(one, other): 0 for at, one in enumerate(DYNAMICS) for other in DYNAMICS[at:]}
    for pattern, count in patterns.items():
        for said in read(pattern):
            for pair, meetings in _meetings(said).items():
                cells[pair] += meetings * count
    return cells


def _meetings(said: Sequence[str]) -> Counter[tuple[str, str]]:
    at = sorted(said, key=DYNAMICS.index)
    return Counter((one, other) for place, one in enumerate(at) for other in at[place + 1 :])


def patterns_with(found: Patterns, one: str, other: str) -> Patterns:
    """Of these patterns of dynamics those in which the two met, with the number of their pairs."""
    return Counter({each: n for each, n in found.items() if any(_meetings(said)[one, other] for said in read(each))})


def cell_of(one: str, other: str) -> tuple[str, str]:
    """The cell of two dynamics, whichever stands first; as given when one of them is none."""
    known = one in DYNAMICS and other in DYNAMICS
    return (other, one) if known and DYNAMICS.index(other) < DYNAMICS.index(one) else (one, other)


def _drops(weeks: Mapping[str, Mapping[date, Patterns]]) -> list[FieldDrop]:
    """Fields whose agreement fell beyond chance. The objects of one pair count as one: they fall together."""
    pairs = {day: counts.total() for day, counts in weeks["lineage"].items()}
    if not pairs:
        return []
    last = max(pairs)
    found = []
    for name in FIELD_NAMES:
        shares = {day: _share(counts, pairs.get(day, 0)) for day, counts in weeks[name].items()}
        fallen = drift.drop(*drift.split(shares, last))
        found += [FieldDrop(name, fallen)] if fallen else []
    return found


def _share(counts: Patterns, pairs: int) -> drift.Share:
    """Raw agreement of a week over at most as many units as there are pairs."""
    every = agreeing = units = 0
    for pattern, count in counts.items():
        for said in read(pattern):
            if len(said) > 1:
                units += count
                every += count * len(said) * (len(said) - 1)
                agreeing += count * sum(n * (n - 1) for n in Counter(said).values())
    n = min(units, pairs)
    return drift.Share(n * agreeing / every if every else 0.0, n)


def _decided(project: Project, reader: User | None, wanted: Wanted, source: Source) -> int:
    """Standing resolutions that the reader may see, of pairs whose labels differ and that are meant."""
    if isinstance(source, Tallied):
        counts = ChangeTally.objects.all() if reader is None else ChangeTally.objects.visible_to(reader)
        counts = counts.filter(wanted.of_tallies(), project=project, kind=OUTCOME, second=OTHER)
        total: int = counts.aggregate(total=Sum("count"))["total"] or 0
        return total
    rows = Resolution.objects.all() if reader is None else Resolution.objects.visible_to(reader)
    kept = PairTally.objects.filter(
        wanted.of_tallies(), project=project, pair=OuterRef("pair"), patterns__contains={DIFFERS: written(((OTHER,),))}
    )
    number: int = rows.standing().filter(Exists(kept), pair__project=project).count()
    return number
