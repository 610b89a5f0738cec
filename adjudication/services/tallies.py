"""Keep counted agreement in step with the labels: each pair is counted once, as it stands, and can be taken out again.

One writer at a time for a project, under the lock of its `TallyVersion`. A pair's unit, the sums and the mark that it
is counted change in one transaction, so a process that is killed leaves it as it was, and open.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection, transaction
from django.db.models import F

from adjudication import counting
from adjudication.changing import Decided, changed
from adjudication.counting import Said
from adjudication.models import (
    AgreementTally,
    ChangeTally,
    PairTally,
    PersonTally,
    RaterTally,
    Resolution,
    TallyVersion,
)
from adjudication.selectors.changes import decided_of
from adjudication.selectors.uncounted import changed_units, labels_to_count, units_to_count
from annotation.models import Project, Unit
from diffs.models import PaperPair
from evaluator.canonical import sha256_hex

AT_ONCE = 500  # pairs in one transaction of the worker
Sums = dict[type[Any], Counter[tuple[Any, ...]]]


def count_open(*, project: Project, most: int) -> int:
    """Count what is open when it is no more than `most` pairs and nobody else counts now; says how many stay open."""
    waiting = len(units_to_count(project).values_list("pk")[: most + 1])
    if 0 < waiting <= most:
        count_pairs(project=project, most=most, wait=False)
        return units_to_count(project).count()
    return units_to_count(project).count() if waiting else 0


@transaction.atomic
def count_pairs(*, project: Project, most: int = AT_ONCE, wait: bool = True) -> int:
    """Count up to `most` pairs that changed; says how many were looked at. Safe to call at any time, by many at once.

    Without `wait` nothing happens while another counts. Pairs that somebody is just submitting on are left for later.
    """
    version = _lock(project, wait)
    if version is None:
        return 0
    units = list(changed_units(project).select_for_update(skip_locked=True).order_by("pk").values_list("pk")[:most])
    ids = [pk for (pk,) in units]
    changed = _recounted(project, ids)
    Unit.objects.filter(pk__in=ids).update(is_tallied=True)
    if changed:
        TallyVersion.objects.filter(pk=version.pk).update(version=F("version") + 1)
    return len(ids)


def recount(*, project: Project) -> int:
    """Forget all counts of a project and count every pair anew; says how many have all their labels."""
    with transaction.atomic():
        _lock(project, wait=True)
        for model in (AgreementTally, ChangeTally, RaterTally, PersonTally, PairTally):
            model.objects.filter(project=project).delete()
        Unit.objects.filter(project=project, kind=Unit.Kind.PAIR).update(is_tallied=False)
        TallyVersion.objects.filter(project=project).update(version=F("version") + 1)
    while count_pairs(project=project):
        pass
    number: int = PairTally.objects.filter(project=project).count()
    return number


def _lock(project: Project, wait: bool) -> TallyVersion | None:
    TallyVersion.objects.get_or_create(project=project)
    rows = TallyVersion.objects.select_for_update(skip_locked=not wait)
    return rows.filter(project=project).first()


def _recounted(project: Project, units: list[int]) -> bool:
    """Take these units' pairs out of the sums, and put in again those with all their labels; says if any was there."""
    old = list(PairTally.objects.filter(pair__unit__in=units))
    pairs = PaperPair.objects.filter(unit__in=units).values_list("pk", "unit__stage", "unit__domain")
    labels = labels_to_count([pk for pk, _stage, _domain in pairs])
    decided = _decided(labels)
    new = [
        _tally(project, pk, stage, domain, labels[pk], decided.get(pk)) for pk, stage, domain in pairs if pk in labels
    ]
    sums: Sums = {AgreementTally: Counter(), ChangeTally: Counter(), RaterTally: Counter(), PersonTally: Counter()}
    for tally, sign in [*((each, -1) for each in old), *((each, 1) for each in new)]:
        for model, key, count in _added_by(tally):
            sums[model][key] += sign * count
    PairTally.objects.filter(pk__in=[tally.pk for tally in old]).delete()
    PairTally.objects.bulk_create(new)
    for model, counts in sums.items():
        _add(model, project, counts)
    return {each.pair_id: _said_of(each) for each in old} != {each.pair_id: _said_of(each) for each in new}


def _decided(pairs: Iterable[int]) -> dict[int, Decided]:
    standing = Resolution.objects.standing().filter(pair__in=list(pairs))
    return decided_of(standing.values_list("pair", "outcome", "reason_code", "decision"))


def _said_of(tally: PairTally) -> tuple[Any, ...]:
    """What its labels add, and where: what figures of agreement are made of. A decision changes none of them."""
    return (tally.stage_id, tally.domain, tally.week, tally.guideline, tally.patterns, tally.meetings)


def _tally(
    project: Project, pair: int, stage: int | None, domain: str, labels: list[Said], decided: Decided | None
) -> PairTally:
    found = counting.counted(labels)
    said = [(label.rater, label.decision) for label in labels]
    return PairTally(
        project=project,
        pair_id=pair,
        stage_id=stage,
        domain=domain,
        week=found.week,
        guideline=found.guideline,
        patterns=found.patterns,
        meetings=found.meetings,
        changed=[] if decided is None else changed(said, decided, one_answer=len({label.key for label in labels}) == 1),
    )


def _added_by(tally: PairTally) -> Iterator[tuple[type[Any], tuple[Any, ...], int]]:
    """What a pair adds to each table of sums: a row's key in the order of COLUMNS, and a number."""
    place = (tally.stage_id, tally.domain, tally.week, tally.guideline)
    for field, pattern, count in counting.rows(tally.patterns):
        yield AgreementTally, (*place, field, pattern, sha256_hex(pattern.encode())), count
    for entry in tally.changed:
        yield ChangeTally, (*place, *entry), 1
    for first, second, field, one, other in tally.meetings:
        yield RaterTally, (first, second, field, one, other), 1
        for person in (first, second):
            yield PersonTally, (person, field, tally.week, one == other), 1


COLUMNS: dict[type[Any], list[tuple[str, str]]] = {
    AgreementTally: [
        ("stage_id", "bigint"), ("domain", "text"), ("week", "date"), ("guideline", "integer"), ("field", "text"),
        ("pattern", "text"), ("pattern_key", "text"), ("count", "integer"),
    ],
    ChangeTally: [
        ("stage_id", "bigint"), ("domain", "text"), ("week", "date"), ("guideline", "integer"), ("kind", "text"),
        ("first", "text"), ("second", "text"), ("became", "text"), ("count", "integer"),
    ],
    RaterTally: [
        ("first_id", "bigint"), ("second_id", "bigint"), ("field", "text"), ("first_value", "text"),
        ("second_value", "text"), ("count", "integer"),
    ],
    PersonTally: [
        ("person_id", "bigint"), ("field", "text"), ("week", "date"), ("same", "integer"), ("count", "integer"),
    ],
}  # fmt: skip
CONSTRAINTS = {
    AgreementTally: "agreement_tally_once",
    ChangeTally: "change_tally_once",
    RaterTally: "rater_tally_once",
    PersonTally: "person_tally_once",
}


def _add(model: type[Any], project: Project, counts: Counter[tuple[Any, ...]]) -> None:
    """Add these numbers, which may be negative, to the rows with these keys, and drop what comes to nothing."""
    rows = _people(counts) if model is PersonTally else [(*key, number) for key, number in counts.items() if number]
    if not rows:
        return
    table, columns = model._meta.db_table, COLUMNS[model]
    names = ", ".join(name for name, _kind in columns)
    arrays = ", ".join(f"%s::{kind}[]" for _name, kind in columns)
    added = ", ".join(f"{name} = {table}.{name} + EXCLUDED.{name}" for name in ("same", "count") if name in names)
    statement = (
        f"INSERT INTO {table} (project_id, {names}) SELECT %s, * FROM unnest({arrays})"  # noqa: S608 - our own names
        f" ON CONFLICT ON CONSTRAINT {CONSTRAINTS[model]} DO UPDATE SET {added}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [project.pk, *map(list, zip(*rows, strict=True))])
    if any(number < 0 for number in counts.values()):
        model.objects.filter(project=project, count=0).delete()


def _people(counts: Counter[tuple[Any, ...]]) -> Iterable[tuple[Any, ...]]:
    """Rows of PersonTally: how often the same was said, and how often anything, where either changes."""
    same, every = Counter[tuple[Any, ...]](), Counter[tuple[Any, ...]]()
    for (*key, is_same), number in counts.items():
        every[tuple(key)] += number
        same[tuple(key)] += number if is_same else 0
    return [(*key, same[key], number) for key, number in every.items() if number or same[key]]
