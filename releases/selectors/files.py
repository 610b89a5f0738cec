"""The files of a frozen release: what each holds, and all of them without having them in memory at once."""

from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any

from evaluator.write import deterministic_zip
from releases.models import Release
from releases.selectors.bytes_of import StoredFiles, public_files
from releases.wording import file_words


@dataclass(frozen=True)
class FileRow:
    """One line of the table of files."""

    path: str
    holds: Any
    rows: int | None
    size: int
    sha256: str

    @property
    def short_sha256(self) -> str:
        return f"{self.sha256[:8]}…{self.sha256[-6:]}"


def file_rows(release: Release) -> list[FileRow]:
    """The table of files: the manifest and the data first, the rest by path."""
    rows = [
        FileRow(path, file_words(path), rows, size, sha256)
        for path, rows, size, sha256 in public_files(release).values_list("path", "rows", "size", "sha256")
    ]
    return sorted(rows, key=lambda row: (not row.path.startswith(("manifest", "data/")), row.path != "manifest.json"))


def release_zip(release: Release) -> IO[bytes]:
    """The release as the evaluator's deterministic zip, in an open temporary file at its start."""
    out = TemporaryFile()  # noqa: SIM115 - the response that sends it closes it
    deterministic_zip(StoredFiles(release), out)
    out.seek(0)
    return out


def zip_name(release: Release) -> str:
    return f"{release.project.slug}-{release.version}.zip"
