"""A diagnosis of annotators as its page shows it, and the labels and gold that it is made from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.core.cache import cache
from django.db.models import F, Q, QuerySet

from adjudication.counting import values_in
from adjudication.diagnosing import FIELDS, METHODS, MOST, TYPING_FIELDS
from adjudication.models import Diagnosis, ObjectRuling, Resolution
from annotation.models import Project, User
from annotation.workers import Queue, queue_state
from diffs.models import Diff, PaperPair
from evaluator.agreement.table import Label
from genomes.models import SecondReading, Typing
from genomes.rules import NO_OBJECT

KEPT_SECONDS = 3600
AT_ONCE = 5000
COMPLETE = Q(pair__unit__labels_done__gte=F("pair__unit__overlap"))
# Where a decision holds what a field is about, when it goes by another name there.
HELD_IN = {"fate": "fates", "origin": "origins"}


def progress_key(project_id: int) -> str:
    return f"diagnosis-progress:{project_id}"


def error_key(project_id: int) -> str:
    return f"diagnosis-error:{project_id}"


def labels_of(project: Project, field: str) -> list[Label]:
    """(unit, rater, value) of every label that counts, of pairs that have all theirs; at most one beyond MOST."""
    rows = _typed(project, field) if field in TYPING_FIELDS else _said(project, field)
    return list(islice(rows, MOST + 1))


def submissions_of(project: Project, field: str) -> int:
    """How many submissions or typed objects a field rests on."""
    return _typings(project).count() if field in TYPING_FIELDS else _counted(project).count()


def gold_of(project: Project, field: str) -> dict[str, str]:
    """Unit → value, where an adjudicator decided and the decision stands."""
    if field in TYPING_FIELDS:
        return _ruled(project, field)
    held = HELD_IN.get(field, field)
    rows = Resolution.objects.standing().filter(COMPLETE, pair__project=project, outcome=Resolution.Outcome.RESOLVED)
    return {
        f"{pair}{unit}": value
        for pair, told in rows.values_list("pair", f"decision__{held}").iterator(chunk_size=AT_ONCE)
        for unit, value in values_in(field, {held: told})
        if value is not None
    }


def _counted(project: Project) -> "QuerySet[Diff]":
    rows: QuerySet[Diff] = Diff.objects.counted().filter(COMPLETE, pair__project=project)
    return rows


def _said(project: Project, field: str) -> Iterator[Label]:
    held = HELD_IN.get(field, field)
    rows = _counted(project).order_by().values_list("pair", "author", f"decision__{held}")
    for pair, author, told in rows.iterator(chunk_size=AT_ONCE):
        for unit, value in values_in(field, {held: told}):
            yield f"{pair}{unit}", str(author), value


def _typings(project: Project) -> "QuerySet[Typing]":
    return Typing.objects.filter(reading__unit__project=project)


def _typed(project: Project, field: str) -> Iterator[Label]:
    """What is no object has no contribution role."""
    names = ("first_type", "type") if field == "object_type" else ("first_role", "contribution_role")
    nothing = NO_OBJECT if field == "object_type" else None
    rows = _typings(project).values_list("reading", "number", "reading__genome__author", "reading__reader", *names)
    for reading, number, author, reader, first, second in rows.iterator(chunk_size=AT_ONCE):
        yield f"{reading}:{number}", str(author), first
        yield f"{reading}:{number}", str(reader), second or nothing


def _ruled(project: Project, field: str) -> dict[str, str]:
    rows = ObjectRuling.objects.standing().filter(typing__reading__unit__project=project)
    nothing = NO_OBJECT if field == "object_type" else ""
    name = "type" if field == "object_type" else "contribution_role"
    decided = rows.exclude(outcome=ObjectRuling.Outcome.EXCLUDED)
    found = decided.values_list("typing__reading", "typing__number", name)
    return {f"{reading}:{number}": value or nothing for reading, number, value in found if value or nothing}


@dataclass(frozen=True, slots=True)
class Fresh:
    """Of when a diagnosis is. `labels` it was made from, `now` there are; `decisions` were made since."""

    made_at: datetime
    labels: int
    now: int
    decisions: int

    @property
    def new(self) -> int:
        return max(0, self.now - self.labels)

    @property
    def is_stale(self) -> bool:
        return self.now != self.labels or bool(self.decisions)


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The results by field and method; empty while none was made."""

    results: dict[tuple[str, str], dict[str, Any]]
    fresh: Fresh | None

    def of(self, field: str) -> list[dict[str, Any]]:
        """What each method says of a field, in the order of METHODS."""
        return [self.results.get((field, method.value), {}) for method in METHODS]


def diagnosis(project: Project, user: User) -> Diagnosed:
    """What this person may see of the last diagnosis. Five queries at most."""
    rows = list(Diagnosis.objects.visible_to(user).filter(project=project, field__in=FIELDS))
    if not rows:
        return Diagnosed({}, None)
    made_at = min(row.made_at for row in rows)
    fields = {row.field: row.labels for row in rows}
    first = next(field for field in fields if field not in TYPING_FIELDS)
    since = {"created_at__gt": made_at}
    decisions = Resolution.objects.filter(pair__project=project, **since).count()
    decisions += ObjectRuling.objects.filter(typing__reading__unit__project=project, **since).count()
    typed = fields.get(TYPING_FIELDS[0], 0)
    now = _counted(project).count() + 2 * _typings(project).count()
    fresh = Fresh(made_at, fields[first] + 2 * typed, now, decisions)
    return Diagnosed({(row.field, row.method): row.result for row in rows}, fresh)


def progress_of(project: Project) -> dict[str, Any] | None:
    """How far the worker has come with one that was asked for; None when nothing is under way."""
    told: dict[str, Any] | None = cache.get(progress_key(project.pk))
    return told


def error_of(project: Project) -> str:
    """What stopped the last one."""
    return str(cache.get(error_key(project.pk), ""))


def worker_is_there() -> bool:
    return queue_state() is Queue.WORKING


def names_of(raters: Sequence[str]) -> dict[str, str]:
    """User names of raters, by id as text; for admins alone."""
    found = User.objects.filter(pk__in=[int(each) for each in raters]).values_list("pk", "username")
    return {str(pk): name for pk, name in found}


def titles_of(field: str, units: Sequence[str]) -> dict[str, str]:
    """What people call the pair or paper of each unit, by the id before its colon. One query."""
    ids = {int(unit.partition(":")[0]) for unit in units}
    if field in TYPING_FIELDS:
        rows = SecondReading.objects.filter(pk__in=ids).values_list("pk", "genome__source_version__paper__title")
    else:
        rows = PaperPair.objects.filter(pk__in=ids).values_list("pk", "unit__title")
    return {str(pk): title for pk, title in rows}
