"""Where the numbers of a dashboard come from: the counts, or, for who also labels, the labels that they may see.

Both give the same numbers over the same pairs. Counts cannot tell pairs apart, so they are for overseers who do not
label (`TallyQuerySet.visible_to`); who labels sees the pairs that they are done with, which their own work bounds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Protocol

from django.db.models import F, Sum
from django.db.models.fields.json import KT

from adjudication import counting
from adjudication.counting import DIFFERS, FIELD_NAMES, NARROW, WIDE, Counted, narrow
from adjudication.models import AgreementTally, PairTally, TallyVersion
from adjudication.selectors.uncounted import said_of
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, Role, User
from annotation.permissions import roles_in
from diffs.models import Diff, PaperPair
from evaluator.canonical import canonical_bytes, sha256_hex

Patterns = Counter[str]
PARTS = ("domain", "stage", "guideline")


class Source(Protocol):
    """Counts of patterns under one set of filters. Fields are those of `FIELD_NAMES` and DIFFERS."""

    @property
    def version(self) -> str:
        """Changes whenever any number does."""

    def weeks(self) -> Mapping[str, Mapping[date, Patterns]]:
        """Field to week to its narrow patterns."""

    def parts(self, name: str) -> Mapping[str, Mapping[Any, Patterns]]:
        """Of one field, each of PARTS to each of its values to its narrow patterns."""

    def wide(self) -> Mapping[str, Patterns]:
        """Each of WIDE to its whole patterns: as many as there are pairs."""

    def pairs(self, dynamics: Iterable[str]) -> Any:
        """The pairs with one of these patterns of dynamics, by id: a list, or a query that need not be read whole."""


def source_of(project: Project, reader: User | None, wanted: Wanted) -> "Source":
    """What the reader may see; without one, everything."""
    if reader is not None and Role.ANNOTATOR in roles_in(reader, project):
        return FromLabels(project, reader, wanted)
    return Tallied(project, reader, wanted)


@dataclass
class Tallied:
    """From the counts. Each method is one query."""

    project: Project
    reader: User | None
    wanted: Wanted

    def _rows(self, model: Any) -> Any:
        rows = model.objects.all() if self.reader is None else model.objects.visible_to(self.reader)
        return rows.filter(self.wanted.of_tallies(), project=self.project)

    @cached_property
    def version(self) -> str:
        row = TallyVersion.objects.filter(project=self.project).first()
        return f"{self.project.pk}:{row.version if row else 0}:{self.wanted.key}"

    def weeks(self) -> Mapping[str, Mapping[date, Patterns]]:
        rows = self._rows(AgreementTally).filter(field__in=NARROW).values("field", "week", "pattern")
        found: dict[str, dict[date, Patterns]] = {name: {} for name in NARROW.values()}
        for name, week, pattern, number in rows.values_list("field", "week", "pattern", Sum("count")):
            found[NARROW[name]].setdefault(week, Counter())[pattern] = number
        return found

    def parts(self, name: str) -> Mapping[str, Mapping[Any, Patterns]]:
        rows = self._rows(AgreementTally).filter(field=narrow(name)).values(*PARTS, "pattern")
        found: dict[str, dict[Any, Patterns]] = {part: {} for part in PARTS}
        for *values, pattern, number in rows.values_list(*PARTS, "pattern", Sum("count")):
            for part, value in zip(PARTS, values, strict=True):
                found[part].setdefault(value, Counter())[pattern] += number
        return found

    def wide(self) -> Mapping[str, Patterns]:
        rows = self._rows(AgreementTally).filter(field__in=WIDE).values("field", "pattern")
        found: dict[str, Patterns] = {name: Counter() for name in WIDE}
        for name, pattern, number in rows.values_list("field", "pattern", Sum("count")):
            found[name][pattern] = number
        return found

    def pairs(self, dynamics: Iterable[str]) -> Any:
        rows = self._rows(PairTally).alias(said=KT("patterns__dynamics")).filter(said__in=list(dynamics))
        return rows.order_by("pair").values_list("pair", flat=True)


@dataclass
class FromLabels:
    """From the labels that a person may see, in three queries at most. What is kept of them is kept for them alone."""

    project: Project
    reader: User
    wanted: Wanted
    found: list[tuple[int, int | None, str, Counted]] = field(init=False)

    def __post_init__(self) -> None:
        done = F("pair__unit__overlap")
        seen = Diff.objects.counted().visible_to(self.reader)
        labels = said_of(seen.filter(pair__project=self.project, pair__unit__labels_done__gte=done))
        places = PaperPair.objects.filter(pk__in=labels).order_by("pk").values_list("pk", "unit__stage", "unit__domain")
        every = [(*place, counting.counted(labels[place[0]])) for place in places]
        self.found = [row for row in every if self.wanted.keeps(row[1], row[2], row[3].week, row[3].guideline)]

    @cached_property
    def version(self) -> str:
        said = [[pair, stage, domain, each.week.isoformat(), each.patterns] for pair, stage, domain, each in self.found]
        return f"{self.project.pk}:{self.reader.pk}:{self.wanted.key}:{sha256_hex(canonical_bytes(said))}"

    def weeks(self) -> Mapping[str, Mapping[date, Patterns]]:
        found: dict[str, dict[date, Patterns]] = {name: {} for name in (*FIELD_NAMES, DIFFERS)}
        for _pair, _stage, _domain, each in self.found:
            for name, pattern, number in counting.rows(each.patterns):
                if name in NARROW:
                    found[NARROW[name]].setdefault(each.week, Counter())[pattern] += number
        return found

    def parts(self, name: str) -> Mapping[str, Mapping[Any, Patterns]]:
        found: dict[str, dict[Any, Patterns]] = {part: {} for part in PARTS}
        for _pair, stage, domain, each in self.found:
            for row, pattern, number in counting.rows(each.patterns):
                if row == narrow(name):
                    for part, value in zip(PARTS, (domain, stage, each.guideline), strict=True):
                        found[part].setdefault(value, Counter())[pattern] += number
        return found

    def wide(self) -> Mapping[str, Patterns]:
        rows = [(name, pattern) for *_place, each in self.found for name, pattern in each.patterns.items()]
        return {wide: Counter(pattern for name, pattern in rows if name == wide) for wide in WIDE}

    def pairs(self, dynamics: Iterable[str]) -> Any:
        wanted = set(dynamics)
        return [pair for pair, _stage, _domain, each in self.found if each.patterns.get("dynamics") in wanted]
