"""Load a release, from its folder, its zip or its files, or list everything that is wrong with it.

A release's hash is the SHA-256 of its manifest.json, which lists all the other files.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluator.canonical import sha256_hex
from evaluator.faults import Fault, FileFaults
from evaluator.files import Files, read_files, refused_when_damaged
from evaluator.integrity import checksum_faults, layout_faults, manifest_faults, read_manifest
from evaluator.manifest import TABLES, Manifest
from evaluator.measure import measure_all
from evaluator.references import References
from evaluator.rows import Rows, read_rows
from evaluator.schema import SCHEMA_VERSION, ExamInstance
from evaluator.write import MANIFEST

DEFAULT_SPLIT = "public"


@dataclass(frozen=True, slots=True)
class Release:
    """A release. `hash` is the SHA-256 of its manifest; `rows` holds the tables that were kept, by id."""

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


def load_release(path: Path, keep: Collection[str] = TABLES) -> Release:
    """The release in a folder or zip. Raises FileFaults with everything that `verify_release` finds."""
    return release_from_files(read_files(path), keep)


def release_from_files(files: Mapping[str, bytes], keep: Collection[str] = TABLES) -> Release:
    """The release made of path → bytes; of its tables, all checked, `keep` are kept in memory.

    Raises FileFaults with everything that is wrong with it.
    """
    rows = Rows()
    manifest, faults = _examined(files, rows, keep)
    if manifest is None or faults:
        raise FileFaults(faults)
    return Release(manifest, sha256_hex(files[MANIFEST]), rows)


def verify_release(path: Path) -> list[Fault]:
    """Everything that is wrong with a release: files, checksums, manifest, rows, keys, references. Empty when sound."""
    try:
        return verify_files(read_files(path))
    except FileFaults as error:
        return list(error.faults)


def verify_files(files: Mapping[str, bytes]) -> list[Fault]:
    """`verify_release` of path → bytes, in bounded memory: what is kept of a row is its ids. Raises FileFaults when a
    file cannot be read.
    """
    return _examined(files, Rows(), ())[1]


def _examined(files: Mapping[str, bytes], rows: Rows, keep: Collection[str]) -> tuple[Manifest | None, list[Fault]]:
    with refused_when_damaged(files.name if isinstance(files, Files) else ""):
        manifest, faults = read_manifest(files)
        measures = measure_all(files)
        faults = [
            *layout_faults(files, measures, manifest.canary if manifest else ""),
            *checksum_faults(files, measures),
            *faults,
        ]
        if manifest is None:
            return None, faults
        faults.extend(manifest_faults(manifest, measures))
        if manifest.schema_version == SCHEMA_VERSION:
            faults.extend(_row_faults(files, manifest, rows, keep))
        return manifest, faults


def _row_faults(files: Mapping[str, bytes], manifest: Manifest, rows: Rows, keep: Collection[str]) -> Iterator[Fault]:
    with References(manifest) as references:
        for found in read_rows(files):
            if isinstance(found, Fault):
                yield found
                continue
            yield from references.row(found)
            if found.table in keep:
                rows.keep(found)
        yield from references.missing()
