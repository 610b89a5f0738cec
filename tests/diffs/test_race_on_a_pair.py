"""Several at once on the same units: whoever comes second waits, and nobody is thrown out by the database."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from annotation.models import Assignment, Unit
from annotation.services import change_stage, claim_unit, create_stage
from diffs.models import DiffDraft
from diffs.services import save_draft
from tests.cast import make_cast
from tests.factories import a_pair, make_unit

pytestmark = pytest.mark.django_db(transaction=True)
BLOCKED = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0
"""


def between(first: Callable[[], Any], action: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """Do `first`, begin `action` on a connection of its own until a lock holds it up, do `second` and commit."""

    def act() -> Any:
        try:
            return action()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first()
            future = pool.submit(act)
            until_blocked(future)
            second()
        return future.result()


def until_blocked(future: Future[Any]) -> None:
    with connection.cursor() as cursor:
        while not future.done():
            cursor.execute(BLOCKED)
            if cursor.fetchone()[0]:
                return


def lock(pk: int) -> Unit:
    unit: Unit = Unit.objects.select_for_update(no_key=True).get(pk=pk)
    return unit


def test_a_draft_that_is_saved_while_the_pair_is_taken_back_or_submitted_waits_its_turn() -> None:
    """Both take the unit before the hold: one order, so neither waits for what the other has."""
    cast = make_cast()
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)

    def save() -> DiffDraft:
        return save_draft(by=cast.annotator1, pair=pair, payload={"rationale": "so far"}, revision=0)

    def touch() -> None:
        Assignment.objects.filter(unit=pair.unit).update(active_seconds=1)

    saved = between(lambda: lock(pair.unit_id), save, touch)  # as a submission or an admin goes on
    assert saved.payload == {"rationale": "so far"}


def test_a_stage_that_wants_other_labels_waits_for_who_takes_its_units_in_their_order() -> None:
    """The first unit was changed last, so it lies behind the second, and an update would come to it last."""
    cast = make_cast()
    stage = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=2)
    first, second = (make_unit(cast.project, stage=stage, kind="pair") for _each in range(2))
    Unit.objects.filter(pk=first.pk).update(priority=1)
    changed = between(
        lambda: lock(first.pk),  # as an import goes on, by their ids
        lambda: change_stage(by=cast.admin, stage=stage, overlap=3),
        lambda: lock(second.pk),
    )
    assert changed.overlap == 3
    assert set(Unit.objects.values_list("overlap", flat=True)) == {3}
