"""What was released of a paper, a pair, an object, one's own labels: by releases, splits and tables, and one by one.

`ReleasedRecord` answers it by its indexes; no file of a release is read. Records of a sealed split are known to admins
only: for others they are in no list and in no count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, Func, IntegerField, OuterRef, Q, QuerySet, Value
from django.db.models.lookups import Exact

from annotation.models import Assignment, Project, User
from annotation.selectors import link
from diffs.models import Diff, PaperPair
from diffs.selectors.standing import standings
from evaluator.manifest import TABLES
from evaluator.vocabulary import Split
from releases.models import Release, ReleasedRecord
from releases.permissions import can_freeze
from releases.selectors.status import Status, statuses

PAPER, PAIR, OBJECT, MINE = "paper", "pair", "object", "mine"
KINDS = (PAPER, PAIR, OBJECT, MINE)
LONGEST_KEY = 410
OF_DIFFS = ("diffs", "alignments", "traces", "exam")


@dataclass(frozen=True)
class Portion:
    """What one split of a release holds: how many records by table, in the order of TABLES."""

    split: str
    tables: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.tables.values())


@dataclass(frozen=True)
class InRelease:
    """A release with what it holds of the subject."""

    version: str
    status: Status
    portions: list[Portion]


@dataclass(frozen=True)
class RecordRow:
    """One record with its page; `papers` and `pair` as they stand in the row."""

    version: str
    split: str
    table: str
    key: str
    papers: Sequence[str]
    pair: str
    address: str


def told_records(reader: User, project: Project) -> QuerySet[ReleasedRecord]:
    """Records of frozen releases of the project, as far as the reader may know of them."""
    releases = list(Release.objects.frozen().visible_to(reader).filter(project=project).values_list("pk", flat=True))
    rows: QuerySet[ReleasedRecord] = ReleasedRecord.objects.filter(release__in=releases)
    return rows if can_freeze(reader, project) else rows.exclude(split=Split.SEALED)


def records_of(reader: User, project: Project, kind: str, key: str) -> QuerySet[ReleasedRecord]:
    """Every released record that rests on the subject; none for a key that names nothing."""
    rows = told_records(reader, project)
    if len(key) > LONGEST_KEY or "\0" in key:
        return rows.none()
    found = {PAPER: _of_paper, PAIR: _of_pair, OBJECT: _of_object}
    return found[kind](rows, key) if kind in found else rows.filter(pair__in=own_gold(reader, project))


def _of_paper(rows: QuerySet[ReleasedRecord], key: str) -> QuerySet[ReleasedRecord]:
    return rows.filter(papers__contains=[key])


def _of_pair(rows: QuerySet[ReleasedRecord], key: str) -> QuerySet[ReleasedRecord]:
    """Those of the pair itself, and those drawn from lineages in which its papers follow each other."""
    ends = rows.filter(pair=key, table="diffs").values_list("papers", flat=True).first()
    own = Q(pair=key)
    if ends is None:
        return rows.filter(own)
    source, target = ends
    step = Q(Exact(_place_of(target), _place_of(source) + 1))
    return rows.filter(own | (Q(pair="", papers__contains=[source, target]) & step))


def _place_of(paper: str) -> Any:
    return Func(F("papers"), Value(paper), function="array_position", output_field=IntegerField())


def _of_object(rows: QuerySet[ReleasedRecord], key: str) -> QuerySet[ReleasedRecord]:
    """The object itself and, where it was released, what rests on its genome: each diff says what became of it."""
    own = rows.filter(table="objects", key=key)
    releases = list(own.values_list("release", flat=True))
    paper = key.rpartition(":")[0]
    rests = Q(release__in=releases, table__in=OF_DIFFS, papers__contains=[paper])
    return rows.filter(Q(table="objects", key=key) | rests)


def own_gold(person: User, project: Project) -> list[str]:
    """Keys of the pairs that one has a counted label of and whose gold one may know."""
    mine = Diff.objects.counted().filter(author=person, pair__project=project).values_list("pair", flat=True)
    told = may_be_told(person, mine)
    ends = (f"{side}__source_version__paper__slug" for side in ("source", "target"))
    rows = PaperPair.objects.filter(pk__in=told).order_by("pk").values_list(*ends)
    return [f"{source}__{target}" for source, target in rows]


def may_be_told(person: User, pairs: Iterable[int]) -> set[int]:
    """Pairs of which the person may know the gold: those who oversee, by the rule of `standings`; and who labelled it,
    once all its labels are in. Who was measured on a pair without being told has no label there.
    """
    asked = set(pairs)
    mine = Assignment.objects.filter(
        person=person, purpose=Assignment.Purpose.LABEL, state=Assignment.State.FINISHED, unit=OuterRef("unit")
    )
    complete = PaperPair.objects.filter(pk__in=asked, unit__labels_done__gte=F("unit__overlap"))
    labelled = complete.visible_to(person).filter(Exists(mine)).values_list("pk", flat=True)
    return {pk for pk, standing in standings(person, asked).items() if standing.is_told} | set(labelled)


def summary(project: Project, rows: QuerySet[ReleasedRecord]) -> list[InRelease]:
    """Latest release first. Four queries, whatever is counted."""
    counts = rows.order_by().values_list("release", "split", "table").annotate(number=Count("pk"))
    by_split: dict[int, dict[str, dict[str, int]]] = {}
    for release, split, table, number in counts:
        by_split.setdefault(release, {}).setdefault(split, {})[table] = number
    releases = list(Release.objects.filter(pk__in=by_split).order_by("-frozen_at", "-pk"))
    states = statuses(project, releases)
    return [
        InRelease(
            release.version,
            states[release.pk],
            [
                Portion(split, _in_order(tables))
                for split, tables in sorted(by_split[release.pk].items(), key=_by_split)
            ],
        )
        for release in releases
    ]


def _by_split(item: tuple[str, Any]) -> tuple[int, str]:
    order = [split.value for split in Split]
    return (order.index(item[0]) if item[0] in order else len(order), item[0])


def _in_order(tables: Mapping[str, int]) -> dict[str, int]:
    return {table: tables[table] for table in TABLES if table in tables}


def narrowed(
    rows: QuerySet[ReleasedRecord], *, version: str = "", table: str = "", split: str = ""
) -> QuerySet[ReleasedRecord]:
    """Only those of a release, a table, a split; "" for all. In a fixed order, so that pages do not overlap."""
    wanted = {"release__version": version, "table": table, "split": split}
    found = rows.filter(**{name: value for name, value in wanted.items() if value})
    return found.select_related("release").order_by("-release__frozen_at", "-release", "table", "key")


def record_rows(project: Project, rows: Iterable[ReleasedRecord]) -> list[RecordRow]:
    """Each with the page that shows it as it was released."""
    return [
        RecordRow(
            version=row.release.version,
            split=row.split,
            table=row.table,
            key=row.key,
            papers=row.papers,
            pair=row.pair,
            address=link("releases:record", project.slug, row.release.version, row.table, row.key),
        )
        for row in rows
    ]
