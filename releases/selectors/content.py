"""The tables of a frozen release, read from its own files. They never change, so they are kept by manifest hash."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from evaluator.manifest import TABLES
from releases.models import Release
from releases.selectors.bytes_of import bytes_of, chunks_of, public_files

Row = dict[str, Any]

KEPT_RELEASES = 4
KEPT_TABLES = KEPT_RELEASES * len(TABLES)


class Table(Mapping[str, Row]):
    """Rows by id, in the order of the file. The lines are kept, not the objects: a row is parsed when it is asked for.

    A row is a fresh object each time, so whoever reads it may change it.
    """

    def __init__(self, data: bytes) -> None:
        self._lines = {json.loads(line)["id"]: line for line in data.splitlines()}

    def __getitem__(self, key: str) -> Row:
        row: Row = json.loads(self._lines[key])
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def table(release: Release, name: str) -> Table:
    """A table (papers, objects, diffs, traces or exam) of a frozen release: one query the first time, then none."""
    return _table(release.manifest_sha256, release.pk, name)


@lru_cache(maxsize=KEPT_TABLES)
def _table(_manifest_sha256: str, release_id: int, name: str) -> Table:
    files = public_files(release_id).filter(path__startswith=f"data/jsonl/{name}/")
    return Table(b"".join(chunk for file in files for chunk in chunks_of(file)))


def json_file_of(release: Release, path: str) -> Any:
    """The value of a JSON file of a frozen release, such as manifest.json: one query the first time, then none."""
    return json.loads(_content(release.manifest_sha256, release.pk, path))


@lru_cache(maxsize=KEPT_TABLES)
def _content(_manifest_sha256: str, release_id: int, path: str) -> bytes:
    return bytes_of(release_id, path)
