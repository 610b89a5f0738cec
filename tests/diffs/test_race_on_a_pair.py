"""One person's tabs and an admin at once on one pair: whoever comes second waits, and nobody is thrown out."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from annotation.models import Assignment, Unit
from annotation.services import claim_unit
from diffs.models import DiffDraft
from diffs.services import save_draft
from tests.cast import make_cast
from tests.factories import a_pair

pytestmark = pytest.mark.django_db(transaction=True)


def waits(pid: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [pid])
        return bool(cursor.fetchone()[0])


def beside(action: Callable[[], Any]) -> tuple[Thread, list[BaseException], Callable[[], None]]:
    """Start `action` on a connection of its own; the last value waits until a lock holds it up."""
    faults: list[BaseException] = []
    pids: list[int] = []
    connected = Event()

    def run() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                pids.append(cursor.fetchone()[0])
            connected.set()
            action()
        except BaseException as error:  # told to the test
            faults.append(error)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    assert connected.wait(30)

    def until_it_waits() -> None:
        while thread.is_alive() and not waits(pids[0]):
            pass

    return thread, faults, until_it_waits


def test_a_draft_that_is_saved_while_the_pair_is_taken_back_or_submitted_waits_its_turn() -> None:
    """Both take the unit before the hold: one order, so neither waits for what the other has."""
    cast = make_cast()
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    with transaction.atomic():
        Unit.objects.select_for_update(no_key=True).get(pk=pair.unit_id)  # as a submission or an admin begins
        thread, faults, until_it_waits = beside(
            lambda: save_draft(by=cast.annotator1, pair=pair, payload={"rationale": "so far"}, revision=0)
        )
        until_it_waits()
        Assignment.objects.filter(unit=pair.unit).update(active_seconds=1)  # what it changes next
    thread.join(30)
    assert faults == []
    assert DiffDraft.objects.get(pair=pair).payload == {"rationale": "so far"}
