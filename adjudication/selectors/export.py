"""What leaves a project as a whole: tables of rows, read as they are sent. docs/labels.md describes them.

A row leaves only once its unit has all its labels, and nothing leaves by which people were measured: a file is passed
on, also to those who label.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from adjudication.export_rows import ROWS, columns_of
from adjudication.exporting import Export, Records, Writer
from adjudication.selectors import export_pairs, export_talk, export_typings
from annotation.models import Comment, Project, User
from annotation.spreadsheets import csv_lines
from diffs.label_files import csv_rows, jsonl_lines
from diffs.models import PaperPair

T = TypeVar("T")
Called = Callable[[int], str]
Table = Callable[[Project, User, Called], Records]
TABLES: Mapping[str, Table] = {
    "labels": export_pairs.labels,
    "resolutions": export_pairs.resolutions,
    "gold": export_pairs.gold_rows,
    "typings": export_typings.typings,
    "rulings": export_typings.rulings,
    "comments": export_talk.comments,
    "guidelines": export_talk.guidelines,
    "assignments": export_talk.assignments,
}
assert list(TABLES) == list(ROWS)


def called_in(project: Project, *, named: bool) -> Called:
    """What files call a person: the user name, or a pseudonym that only this server makes, another in each project."""
    if named:
        names = dict(User.objects.values_list("pk", "username"))
        return names.__getitem__
    return lambda pk: f"person-{salted_hmac('adjudication.export', f'{project.pk}:{pk}').hexdigest()[:12]}"


def records_of(table: str, project: Project, user: User, called: Called) -> Records:
    """The rows of one table."""
    return TABLES[table](project, user, called)


def counts_of(project: Project, user: User) -> dict[str, int]:
    """How many rows each table has; one query each."""
    sets = [export_pairs.COUNTED, export_typings.COUNTED, export_talk.COUNTED]
    return {name: rows(project, user).count() for each in sets for name, rows in each.items()}


def export_of(project: Project, user: User, *, named: bool, ending: str) -> Export:
    """Everything that this person may take along, to be written by `adjudication.exporting`."""
    called = called_in(project, named=named)
    return Export(
        project=project.slug,
        people="names" if named else "pseudonyms",
        ending=ending,
        tables={name: partial(records_of, name, project, user, called) for name in TABLES},
        left_out=partial(left_out, project, user),
    )


def left_out(project: Project, user: User) -> dict[str, int]:
    """How much is not in the tables."""
    open_pairs = PaperPair.objects.filter(project=project, unit__labels_done__lt=F("unit__overlap"))
    seen = Comment.objects.visible_to(user).filter(unit__project=project)
    return {
        "pairs_without_all_labels": open_pairs.count(),
        "withdrawn_comments": seen.filter(withdrawn_at__isnull=False).count(),
    }


def lines_as(ending: str) -> Writer:
    """How records become lines."""
    return _csv if ending == "csv" else _jsonl


def _jsonl(records: Iterable[Mapping[str, Any]], _table: str) -> Iterator[bytes]:
    return jsonl_lines(records)


def _csv(records: Iterable[Mapping[str, Any]], table: str) -> Iterator[bytes]:
    return (line.encode() for line in csv_lines(csv_rows(records, columns_of(table))))


def in_one_snapshot(parts: Callable[[], Iterator[T]]) -> Iterator[T]:
    """The parts, all read from the database as it is at the first of them."""
    with snapshot():
        yield from parts()


@contextmanager
def snapshot() -> Iterator[None]:
    """One repeatable-read transaction; inside another one, that one says what is seen."""
    inner = connection.in_atomic_block
    with transaction.atomic():
        if not inner:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
