"""Freeze gold into a release: one repeatable-read transaction, so that it is whole or not there at all."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from psycopg.errors import SerializationFailure

from adjudication.selectors import agreement_summary
from annotation.refusal import Fault, Refused, refused
from evaluator.canonical import sha256_hex
from evaluator.io import verify_files
from evaluator.write import MANIFEST
from releases.audits import TITLES, Audit, run_audits
from releases.exam.generate import Draw
from releases.files import canary_of, release_files
from releases.models import FileChunk, Release, ReleaseFile
from releases.records import scope_of
from releases.selectors import gold_rows, gold_rows_of, latest_frozen
from releases.selectors.history import history_of
from releases.services.planning import plan_of
from releases.services.progress import report_progress
from releases.services.requesting import GoldMoved, refuse_changed_code, refuse_moved_gold
from releases.versions import (
    Bump,
    ChangedRow,
    bump_between,
    bump_demanded,
    changed_rows,
    gold_hash,
    least_version,
    parse_version,
)

logger = logging.getLogger(__name__)

ATTEMPTS = 3
CHUNK = 4 * 1024 * 1024  # bytes
STEPS = 5
LOCK = 1_229_284_946  # any number that nothing else in this database locks


class AuditsFailed(Refused):
    """The gold does not pass its audits; `audits` holds what each found."""

    def __init__(self, audits: list[Audit]) -> None:
        self.audits = audits
        super().__init__(
            [
                Fault(audit.name, f"{TITLES[audit.name]}: {f.what}", f.where)
                for audit in audits
                if audit.fails
                for f in audit.findings
            ]
        )


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
    report_progress(release, "reading", 0, STEPS)
    scope = scope_of(release.project)
    if not scope.book.diffs:
        message = _("There is no gold yet: no pair has labels that agree, or a resolution.")
        raise refused("no_gold", message, "project")
    report_progress(release, "exam", 1, STEPS)
    instances = list(
        Draw(scope.book, plan_of(release.plan, release.seed), canary=canary_of(release.project, release.version))
    )
    report_progress(release, "audits", 2, STEPS)
    audits = run_audits(release.project, scope, instances, leave_out_disputes=release.leave_out_disputes)
    if any(audit.fails for audit in audits):
        raise AuditsFailed(audits)
    previous = latest_frozen(release.project)
    rows = gold_rows(scope.book)
    refuse_moved_gold(release, gold_hash(sorted(rows.items())))
    _check_version(release, previous, rows)
    report_progress(release, "files", 3, STEPS)
    history = b"".join(history_of(release, previous, _changed(previous, rows)))
    files = release_files(release, scope, instances, audits, agreement_summary(release.project), previous, history)
    _refuse_unsound(files)
    report_progress(release, "writing", 4, STEPS)
    _write(release, files, audits)
    transaction.on_commit(lambda: report_progress(release, "frozen", STEPS, STEPS))


def _changed(previous: Release | None, rows: Mapping[str, bytes]) -> Iterator[ChangedRow]:
    before = gold_rows_of(previous) if previous else {}
    return changed_rows(sorted(before.items()), sorted(rows.items()))


def _check_version(release: Release, previous: Release | None, rows: Mapping[str, bytes]) -> None:
    """The version rule is a floor: a higher bump than demanded may be chosen, a lower one never."""
    if previous is None:
        return
    before, wish = parse_version(previous.version), parse_version(release.version)
    demanded = bump_demanded(gold_rows_of(previous), rows)
    if before is None or wish is None:
        raise refused("bad_version", _("Write the version as three numbers, for example 1.0.0."), "version")
    chosen = bump_between(before, wish)
    if chosen is None or chosen < demanded:
        words = {"before": before, "least": least_version(before, demanded), "why": _reason(demanded)}
        message = _("Since %(before)s %(why)s, so this release must be at least %(least)s.") % words
        raise refused("version_too_low", message, "version")


def _reason(bump: Bump) -> str:
    return {
        Bump.MAJOR: _("gold was changed or withdrawn"),
        Bump.MINOR: _("gold was added"),
        Bump.PATCH: _("the gold is the same"),
    }[bump]


def _refuse_unsound(files: Mapping[str, bytes]) -> None:
    """What leaves the house passes the check that everybody else can run on it."""
    faults = [Fault("unsound_file", str(fault), fault.path) for fault in verify_files(files)]
    if faults:
        raise Refused(faults)


def _unexpected(error: Exception) -> Refused:
    words = {"error": f"{type(error).__name__}: {error}"[:300]}
    message = _("The freeze stopped on an error of the program (%(error)s). Show the worker's log to the operator.")
    return refused("unexpected", message % words)


def _write(release: Release, files: Mapping[str, bytes], audits: list[Audit]) -> None:
    made = ReleaseFile.objects.bulk_create(
        ReleaseFile(
            release=release,
            path=path,
            sha256=sha256_hex(data),
            size=len(data),
            rows=data.count(b"\n") if path.endswith(".jsonl") else None,
        )
        for path, data in sorted(files.items())
    )
    for file in made:
        data = files[file.path]
        FileChunk.objects.bulk_create(
            FileChunk(file=file, number=number, content=data[start : start + CHUNK])
            for number, start in enumerate(range(0, len(data), CHUNK))
        )
    release.state, release.frozen_at = Release.State.FROZEN, timezone.now()
    release.manifest_sha256 = sha256_hex(files[MANIFEST])
    release.counts = _counts(files)
    release.audits = [audit.as_json() for audit in audits]
    release.save(update_fields=["state", "frozen_at", "manifest_sha256", "counts", "audits"])


def _counts(files: Mapping[str, bytes]) -> dict[str, Any]:
    return {path.split("/")[2]: data.count(b"\n") for path, data in files.items() if path.startswith("data/jsonl/")}


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
    transaction.on_commit(lambda: report_progress(release, "failed", STEPS, STEPS))
