"""Into a folder of the worker's machine: whole under its final name, or not there."""

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from releases.publishing.base import Account, Failed, PublicFile, digest, last_is_manifest
from releases.publishing.words import NOT_WRITTEN, OTHER_CONTENT, WRONG_BYTES

PART = 1024 * 1024


class Folder:
    """`<root>/<project>/<version>/`. A try that was ended half-way leaves a hidden folder; the next goes on with it."""

    name = "folder"

    def __init__(self, options: dict[str, Any]) -> None:
        self.root = str(options.get("root", ""))

    @property
    def is_configured(self) -> bool:
        return bool(self.root)

    def publish(
        self, files: Iterable[PublicFile], account: Account, tell: Callable[[int], None], known: str = ""
    ) -> str:
        target = Path(self.root) / account.project / account.version
        write_whole(target, last_is_manifest(files), tell)
        return str(target)


def write_whole(target: Path, files: list[PublicFile], tell: Callable[[int], None]) -> None:
    """Write beside the target, then rename. What lies there already must be the same. Raises Failed."""
    try:
        if target.exists():
            _compare(target, files)
            tell(len(files))
            return
        part = target.with_name(f".{target.name}.part")
        for number, file in enumerate(files, start=1):
            _write(part / file.path, file)
            tell(number)
        _drop_strangers(part, {file.path for file in files})
        part.rename(target)
    except OSError as error:
        raise Failed(NOT_WRITTEN, path=str(target), why=error.strerror or type(error).__name__) from error


def _compare(target: Path, files: list[PublicFile]) -> None:
    for file in files:
        path = target / file.path
        if not path.is_file() or _digest(path) != file.sha256:
            raise Failed(OTHER_CONTENT, place=str(target), path=file.path)


def _write(path: Path, file: PublicFile) -> None:
    if path.is_file() and path.stat().st_size == file.size and _digest(path) == file.sha256:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        for part in file.open():
            out.write(part)
        out.flush()
        os.fsync(out.fileno())
    if _digest(path) != file.sha256:
        raise Failed(WRONG_BYTES, is_passing=True, place=str(path.parent), path=file.path)


def _digest(path: Path) -> str:
    with path.open("rb") as read:
        return digest(iter(lambda: read.read(PART), b""))


def _drop_strangers(part: Path, known: set[str]) -> None:
    """What an ended try of another content left: it is no part of this release."""
    for path in sorted(part.rglob("*"), reverse=True):
        if path.is_file() and str(path.relative_to(part)) not in known:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            shutil.rmtree(path)
