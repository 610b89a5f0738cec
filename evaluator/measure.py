"""Measure the files of a release in one reading: hash, size, rows. A part of a file is in memory at a time."""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from evaluator.files import open_file
from evaluator.manifest import ManifestFile

PART = 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Measure:
    """`rows` of a JSONL file are its line feeds, of a Parquet file what its footer says; else, and if it cannot be
    read, None.
    """

    sha256: str
    size: int
    rows: int | None

    def entry(self, path: str) -> ManifestFile:
        """What the manifest says of the file."""
        return ManifestFile(path=path, sha256=self.sha256, size=self.size, rows=self.rows)


def measure(path: str, file: BinaryIO) -> Measure:
    """Read a file from where it stands to its end."""
    digest, size, feeds = hashlib.sha256(), 0, 0
    while part := file.read(PART):
        digest.update(part)
        size += len(part)
        feeds += part.count(b"\n")
    rows = feeds if path.endswith(".jsonl") else _footer_rows(file) if path.endswith(".parquet") else None
    return Measure(digest.hexdigest(), size, rows)


def measure_all(files: Mapping[str, bytes]) -> dict[str, Measure]:
    """Path → measure of every file, each read once."""
    found = {}
    for path in files:
        with open_file(files, path) as file:
            found[path] = measure(path, file)
    return found


def manifest_entry(path: str, data: bytes) -> ManifestFile:
    """What the manifest says of a file in memory."""
    return measure(path, io.BytesIO(data)).entry(path)


def _footer_rows(file: BinaryIO) -> int | None:
    from evaluator.parquet import NotParquet, parquet_rows  # half a second, which not every command needs

    file.seek(0)
    try:
        return parquet_rows(file)
    except NotParquet:
        return None  # `evaluator.twins` says what is wrong with it
