"""Write a finished release into the database, part by part."""

from collections.abc import Iterable

from django.db import connection
from django.utils import timezone

from evaluator.manifest import TABLES
from evaluator.write import MANIFEST
from releases.audits import Audit
from releases.models import FileChunk, Release, ReleaseFile
from releases.spool import SEALED_FOLDER, Spool
from releases.tables import Led

CHUNK = 4 * 1024 * 1024  # bytes
COPY = 'COPY releases_releasedrecord (release_id, "table", key, split, papers, pair) FROM STDIN'


def store(release: Release, spool: Spool, audits: list[Audit], led: Iterable[Led]) -> None:
    """The files and what each record rests on, then the state: from then on the database refuses any change."""
    for path in sorted(spool):
        _store_file(release, spool, path)
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for row in led:
            copy.write_row((release.pk, *row))
    release.state, release.frozen_at = Release.State.FROZEN, timezone.now()
    release.manifest_sha256 = spool.entry(MANIFEST).sha256
    release.counts = _counts(spool)
    release.audits = [audit.as_json() for audit in audits]
    release.save(update_fields=["state", "frozen_at", "manifest_sha256", "counts", "audits"])


def _store_file(release: Release, spool: Spool, path: str) -> None:
    entry = spool.entry(path)
    file = ReleaseFile.objects.create(
        release=release,
        path=path,
        is_sealed=path.startswith(SEALED_FOLDER),
        sha256=entry.sha256,
        size=entry.size,
        rows=entry.rows,
    )
    with spool.open(path) as source:
        number = 0
        while part := source.read(CHUNK):
            FileChunk.objects.create(file=file, number=number, content=part)
            number += 1


def _counts(spool: Spool) -> dict[str, int]:
    """Rows of each table over the splits that go out."""
    entries = [spool.entry(path) for path in spool if path.startswith("data/jsonl/")]
    return {
        table: sum(entry.rows or 0 for entry in entries if entry.path.startswith(f"data/jsonl/{table}/"))
        for table in TABLES
    }
