"""Freeze gold into a release: one repeatable-read transaction, so that it is whole or not there at all."""

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils.translation import gettext as _
from psycopg.errors import SerializationFailure

from annotation.refusal import Refused, refused
from releases.models import Release
from releases.selectors import latest_frozen
from releases.services.assembling import AuditsFailed, assemble
from releases.services.progress import report_progress
from releases.services.requesting import GoldMoved, refuse_changed_code
from releases.services.storing import store
from releases.spool import Spool

logger = logging.getLogger(__name__)

ATTEMPTS = 3
STAGES = ("reading", "audits", "exam", "version", "files", "writing", "frozen")
LOCK = 1_229_284_946  # any number that nothing else in this database locks


def freeze_release(*, release_id: int) -> Release:
    """Freeze a waiting release, or record why it cannot be. Run twice, also at once, it freezes once.

    The files are written and the state is flipped in one transaction over one snapshot of the gold: a process that is
    killed half-way leaves the release waiting and no file. So does a database that goes away, with OperationalError:
    the caller tries again later.
    """
    try:
        with _one_at_a_time(release_id):
            _freeze_whole(release_id)
    except Refused as error:
        _record_failure(release_id, error)
    except (OperationalError, InterfaceError):  # the database went away
        raise
    except Exception as error:  # a fault of the program: nobody shall wait for a release that cannot come
        _record_failure(release_id, _unexpected(error))
        raise
    return Release.objects.get(pk=release_id)


@contextmanager
def _one_at_a_time(release_id: int) -> Iterator[None]:
    """Freezes of one project follow each other, so that each compares itself with the one before.

    A lock of the session, not of the transaction: taken inside, it would wait with a snapshot that is already old.
    """
    project = Release.objects.values_list("project_id", flat=True).get(pk=release_id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [LOCK, project])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [LOCK, project])


def _freeze_whole(release_id: int) -> None:
    for attempt in range(1, ATTEMPTS + 1):
        try:
            _freeze(release_id)
            return
        except OperationalError as error:  # someone else wrote the release since our snapshot: look again
            if attempt == ATTEMPTS or not isinstance(error.__cause__, SerializationFailure):
                raise


@transaction.atomic
def _freeze(release_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    release = Release.objects.select_for_update(of=("self",)).select_related("project").get(pk=release_id)
    if release.state != Release.State.WAITING:
        return
    refuse_changed_code(release.allow_changed_code)
    with closing(Spool()) as spool:
        parts = assemble(spool, release, latest_frozen(release.project), lambda stage: _tell(release, stage))
        _tell(release, "writing")
        store(release, spool, parts.audits, parts.led)
    transaction.on_commit(lambda: _tell(release, "frozen"))


def _tell(release: Release, stage: str) -> None:
    report_progress(release, stage, STAGES.index(stage), len(STAGES) - 1)


def _unexpected(error: Exception) -> Refused:
    words = {"error": f"{type(error).__name__}: {error}"[:300]}
    message = _("The freeze stopped on an error of the program (%(error)s). Show the worker's log to the operator.")
    return refused("unexpected", message % words)


@transaction.atomic
def _record_failure(release_id: int, error: Refused) -> None:
    release = Release.objects.select_for_update().get(pk=release_id)
    if release.state != Release.State.WAITING:
        return
    release.state = Release.State.DRAFT if isinstance(error, GoldMoved) else Release.State.FAILED
    release.error = "\n".join(str(fault.message) for fault in error.faults)
    release.audits = [audit.as_json() for audit in error.audits] if isinstance(error, AuditsFailed) else []
    release.preview, release.audited_at = {}, None
    release.save(update_fields=["state", "error", "audits", "preview", "audited_at"])
    transaction.on_commit(lambda: report_progress(release, "failed", 1, 1))
