"""Load a release, from its folder, its zip or its files, or list everything that is wrong with it.

A release's hash is the SHA-256 of its manifest.json, which lists all the other files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluator.canonical import sha256_hex
from evaluator.faults import Fault, FileFaults
from evaluator.files import read_files
from evaluator.integrity import checksum_faults, layout_faults, manifest_faults, read_manifest
from evaluator.manifest import Manifest
from evaluator.references import reference_faults
from evaluator.rows import Rows, read_rows
from evaluator.schema import SCHEMA_VERSION, ExamInstance
from evaluator.write import MANIFEST

DEFAULT_SPLIT = "public"


@dataclass(frozen=True, slots=True)
class Release:
    """A release in memory. `hash` is the SHA-256 of its manifest; `rows` holds every table by id."""

    manifest: Manifest
    hash: str
    rows: Rows

    def exam(self, split: str = DEFAULT_SPLIT) -> tuple[ExamInstance, ...]:
        """The exam instances of a split, sorted by id."""
        return tuple(
            instance for id, instance in sorted(self.rows.exam.items()) if self.rows.splits["exam", id] == split
        )

    @property
    def names(self) -> tuple[str, ...]:
        """How a predictions file may name this release: version, project/version, or hash."""
        return (self.manifest.release, f"{self.manifest.project}/{self.manifest.release}", self.hash)


def load_release(path: Path) -> Release:
    """The release in a folder or zip. Raises FileFaults with everything that `verify_release` finds."""
    return release_from_files(read_files(path))


def release_from_files(files: Mapping[str, bytes]) -> Release:
    """The release made of path → bytes. Raises FileFaults with everything that is wrong with it."""
    release, faults = _examine(files)
    if release is None or faults:
        raise FileFaults(faults)
    return release


def verify_release(path: Path) -> list[Fault]:
    """Everything that is wrong with a release: files, checksums, manifest, rows, keys, references. Empty when sound."""
    try:
        return verify_files(read_files(path))
    except FileFaults as error:
        return list(error.faults)


def verify_files(files: Mapping[str, bytes]) -> list[Fault]:
    """`verify_release` of path → bytes."""
    return _examine(files)[1]


def _examine(files: Mapping[str, bytes]) -> tuple[Release | None, list[Fault]]:
    manifest, faults = read_manifest(files)
    faults = [*layout_faults(files, manifest.canary if manifest else ""), *checksum_faults(files), *faults]
    if manifest is None:
        return None, faults
    faults.extend(manifest_faults(manifest, files))
    if manifest.schema_version != SCHEMA_VERSION:
        return None, faults
    rows, row_faults = read_rows(files)
    faults.extend(row_faults)
    faults.extend(reference_faults(rows, manifest))
    return Release(manifest, sha256_hex(files[MANIFEST]), rows), faults
