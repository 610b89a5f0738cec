"""The gold rows that the version rule compares, and a release as the evaluator sees it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from annotation.models import Project
from evaluator.canonical import JsonValue, canonical_bytes
from evaluator.convert import to_json
from evaluator.io import Release as EvaluatorRelease
from evaluator.io import release_from_files
from evaluator.schema import Annotated
from evaluator.strictjson import parse
from releases.exam.book import Book
from releases.models import Release
from releases.selectors.bytes_of import chunks_of, public_files

GOLD_TABLES = ("papers", "objects", "diffs", "traces")
NOT_GOLD: Mapping[str, JsonValue] = {"labels": [], "annotated": to_json(Annotated())}


def latest_frozen(project: Project) -> Release | None:
    """The newest frozen release; versions only ever rise, so it is the one frozen last."""
    release: Release | None = Release.objects.frozen().filter(project=project).order_by("-frozen_at").first()
    return release


def release_bytes(release: Release) -> dict[str, bytes]:
    """Path → bytes of every file of a frozen release."""
    return {file.path: b"".join(chunks_of(file)) for file in public_files(release)}


def evaluator_release(release: Release) -> EvaluatorRelease:
    """The release, verified, as the evaluator reads it. Raises FileFaults when its files were tampered with."""
    return _read(tuple(release_bytes(release).items()))


@lru_cache(maxsize=1)
def _read(files: tuple[tuple[str, bytes], ...]) -> EvaluatorRelease:
    """The same bytes are read and verified once: runs mostly come one after the other on the newest release."""
    return release_from_files(dict(files))


def gold_rows(book: Book) -> dict[str, bytes]:
    """What the version rule compares: each gold record by table and id, without who labelled it when."""
    rows = {f"papers/{r.id}": to_json(replace(r, annotated=Annotated())) for r in book.papers.values()}
    rows |= {f"objects/{r.id}": to_json(r) for r in book.objects.values()}
    rows |= {f"diffs/{r.id}": to_json(replace(r, labels=(), annotated=Annotated())) for r in book.diffs.values()}
    rows |= {f"traces/{r.id}": to_json(r) for r in book.traces.values()}
    return {key: canonical_bytes(row) for key, row in rows.items()}


def gold_rows_of(release: Release) -> Mapping[str, bytes]:
    """`gold_rows` of a frozen release, from its own files."""
    return dict(_gold_rows(release_bytes(release)))


def _gold_rows(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for path, data in files.items():
        table = path.split("/")[2] if path.startswith("data/jsonl/") else ""
        if table not in GOLD_TABLES:
            continue
        for line in data.splitlines():
            row = parse(line)
            if not isinstance(row, dict):
                raise TypeError(f"{path}: a row is a JSON object")
            row = {key: NOT_GOLD.get(key, value) for key, value in row.items()}
            yield f"{table}/{row['id']}", canonical_bytes(row)
