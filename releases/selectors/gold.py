"""The gold rows that the version rule compares, and a release as the evaluator sees it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from heapq import merge
from operator import itemgetter
from typing import Any

from annotation.models import Project
from evaluator.canonical import JsonValue, canonical_bytes
from evaluator.convert import to_json
from evaluator.io import Release as EvaluatorRelease
from evaluator.io import release_from_files
from evaluator.manifest import TABLES
from evaluator.schema import Annotated
from evaluator.strictjson import parse
from releases.models import Release, ReleaseFile
from releases.records import Scope
from releases.selectors.bytes_of import StoredFiles, lines_of
from releases.versions import Row

GOLD_TABLES = ("diffs", "objects", "papers", "traces")  # sorted, as the keys of their rows are
NOT_GOLD: Mapping[str, JsonValue] = {"labels": [], "annotated": to_json(Annotated()), "canary": ""}


def latest_frozen(project: Project) -> Release | None:
    """The newest frozen release; versions only ever rise, so it is the one frozen last."""
    release: Release | None = Release.objects.frozen().filter(project=project).order_by("-frozen_at").first()
    return release


def release_bytes(release: Release) -> dict[str, bytes]:
    """Path → bytes of every file of a frozen release that leaves the house: for small releases."""
    return dict(StoredFiles(release))


def evaluator_release(release: Release, keep: Collection[str] = TABLES) -> EvaluatorRelease:
    """The release, verified, as the evaluator reads it. Raises FileFaults when its files were tampered with."""
    return _read(release.manifest_sha256, release.pk, tuple(keep))


@lru_cache(maxsize=1)
def _read(_manifest_sha256: str, release_id: int, keep: tuple[str, ...]) -> EvaluatorRelease:
    """The same release is read and verified once: runs mostly come one after the other on the newest."""
    return release_from_files(StoredFiles(release_id), keep)


def gold_rows(scope: Scope) -> Iterator[Row]:
    """What the version rule compares: each gold record by "table/id", sorted, without who labelled it when."""
    for diff in scope.diffs.values():
        yield f"diffs/{diff.id}", _row(replace(diff, labels=(), annotated=Annotated()))
    for record in scope.objects():
        yield f"objects/{record.id}", _row(record)
    for paper in scope.papers():
        yield f"papers/{paper.id}", _row(replace(paper, annotated=Annotated()))
    for trace in scope.traces():
        yield f"traces/{trace.id}", _row(trace)


def _row(record: Any) -> bytes:
    return canonical_bytes(to_json(record))


def gold_rows_of(release: Release) -> Iterator[Row]:
    """`gold_rows` of a frozen release, from its own files, what is sealed included. A row is in memory at a time."""
    for table in GOLD_TABLES:
        files = ReleaseFile.objects.filter(release=release, path__regex=rf"^(data/jsonl/{table}/|sealed/{table}\.)")
        yield from merge(*(_gold_lines(table, file) for file in files), key=itemgetter(0))


def sealed_keys_of(release: Release) -> Iterator[str]:
    """Keys, as those of `gold_rows_of`, of the rows that stay on the server."""
    for table in GOLD_TABLES:
        for file in ReleaseFile.objects.filter(release=release, path=f"sealed/{table}.jsonl", is_sealed=True):
            yield from (key for key, _row in _gold_lines(table, file))


def _gold_lines(table: str, file: ReleaseFile) -> Iterator[Row]:
    for line in lines_of(file):
        row = parse(line)
        if not isinstance(row, dict):
            raise TypeError(f"{file.path}: a row is a JSON object")
        yield f"{table}/{row['id']}", canonical_bytes({key: NOT_GOLD.get(key, value) for key, value in row.items()})
