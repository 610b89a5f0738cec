"""The files of a release where they are: in a folder, a zip or memory. Each is opened when it is asked for.

Nothing is ever unpacked to disk. What could point outside the release is refused.
"""

import io
import os
import stat
import struct
import zipfile
import zlib
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from evaluator.faults import Fault, FileFaults

MAX_BYTES = 64 * 1024**3  # of all files together
MAX_WHOLE = 256 * 1024**2  # of a file, or a line of a table, that is read in one piece
_SYMLINK = stat.S_IFLNK
_ENCRYPTED = 0x1
_DAMAGED = (zipfile.BadZipFile, EOFError, NotImplementedError, struct.error, zlib.error)


class Files(Mapping[str, bytes]):
    """Path inside the release (with `/`) → bytes, read when asked for; `open` reads in parts. `name` is for messages.

    Reading may raise OSError, or what zipfile raises for a damaged zip: see `refused_when_damaged`.
    """

    name: str = ""

    @abstractmethod
    def open(self, path: str) -> BinaryIO:
        """The file at its start, to be closed by the caller. Raises KeyError for one that is not there."""

    def __contains__(self, path: object) -> bool:
        """Asked of a mapping, this would read the file."""
        return any(path == each for each in self)

    def __getitem__(self, path: str) -> bytes:
        with self.open(path) as file:
            data = file.read(MAX_WHOLE + 1)
        if len(data) > MAX_WHOLE:
            message = f"is larger than {MAX_WHOLE} bytes, too large to be read in one piece"
            raise FileFaults([Fault(message=message, path=path)])
        return data


class FolderFiles(Files):
    """The files of a folder. Raises FileFaults naming every entry that is no plain file."""

    def __init__(self, root: Path) -> None:
        self.name = root.name
        self._paths = _folder_paths(root)

    def open(self, path: str) -> BinaryIO:
        return self._paths[path].open("rb")

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


class ZipFiles(Files):
    """The files of a zip. Raises FileFaults for unsafe, doubled, linked, encrypted or damaged entries."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        with refused_when_damaged(self.name):
            self._archive = zipfile.ZipFile(path)
            entries = [entry for entry in self._archive.infolist() if not entry.is_dir()]
            faults = [*_entry_faults(entries), *_folder_faults(self._archive)]
        if faults:
            self._archive.close()
            raise FileFaults(faults)
        self._entries = {entry.filename: entry for entry in entries}

    def open(self, path: str) -> BinaryIO:
        return cast(BinaryIO, self._archive.open(self._entries[path]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def open_file(files: Mapping[str, bytes], path: str) -> BinaryIO:
    """A file of any mapping, at its start: from where it is, or from its bytes in memory. Raises KeyError."""
    return files.open(path) if isinstance(files, Files) else io.BytesIO(files[path])


@contextmanager
def refused_when_damaged(name: str) -> Iterator[None]:
    """Turn what reading a damaged file or zip raises into FileFaults."""
    try:
        yield
    except _DAMAGED as error:
        raise FileFaults([Fault(message=f"the zip is damaged: {error}", path=name)]) from error
    except OSError as error:
        raise FileFaults([Fault(message=f"cannot be read: {error.strerror or error}", path=name)]) from error


def read_files(path: Path) -> Files:
    """The files of a folder or a zip. Raises FileFaults naming every file that cannot be taken."""
    with refused_when_damaged(str(path)):
        if path.is_dir():
            return FolderFiles(path)
        if path.is_file() and zipfile.is_zipfile(path):
            return ZipFiles(path)
    what = "is neither a release folder nor a zip" if path.exists() else "does not exist"
    raise FileFaults([Fault(message=f"{what}: give the folder of a release or its zip", path=str(path))])


def is_safe(path: str) -> bool:
    """Whether a path stays inside the release: relative, `/` as separator, no `..`, no empty part."""
    parts = path.split("/")
    return not (
        path != str(PurePosixPath(path))
        or "\\" in path
        or "\x00" in path
        or ":" in parts[0]
        or parts[0] == ""
        or ".." in parts
    )


def _folder_paths(root: Path) -> dict[str, Path]:
    paths: dict[str, Path] = {}
    faults: list[Fault] = []
    for path in _walk(root):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            faults.append(Fault(message="is a symbolic link; a release holds plain files only", path=name))
        elif not path.is_file():
            faults.append(Fault(message="is not a plain file", path=name))
        else:
            paths[name] = path
    if faults:
        raise FileFaults(faults)
    return paths


def _walk(root: Path) -> Iterator[Path]:
    """Every entry under a folder that is not itself a plain folder, in sorted order."""
    for folder, subfolders, names in os.walk(root, followlinks=False):
        subfolders.sort()
        linked = [name for name in subfolders if (Path(folder) / name).is_symlink()]
        for name in sorted([*names, *linked]):
            yield Path(folder) / name


def _folder_faults(archive: zipfile.ZipFile) -> list[Fault]:
    folders = [entry.filename for entry in archive.infolist() if entry.is_dir()]
    return [_unsafe(name) for name in folders if not is_safe(name.removesuffix("/"))]


def _entry_faults(entries: list[zipfile.ZipInfo]) -> list[Fault]:
    faults: list[Fault] = []
    seen: set[str] = set()
    for entry in entries:
        name = entry.filename
        if not is_safe(name) or entry.orig_filename != name:
            faults.append(_unsafe(name))
        if name in seen:
            faults.append(Fault(message="is in the zip twice", path=name))
        if stat.S_IFMT(entry.external_attr >> 16) == _SYMLINK:
            faults.append(Fault(message="is a symbolic link; a release holds plain files only", path=name))
        if entry.flag_bits & _ENCRYPTED:
            faults.append(Fault(message="is encrypted", path=name))
        seen.add(name)
    if sum(entry.file_size for entry in entries) > MAX_BYTES:
        faults.append(Fault(message=f"unpacks to more than {MAX_BYTES} bytes"))
    return faults


def _unsafe(name: str) -> Fault:
    return Fault(message="leads outside the release or is not written plainly; nothing was read", path=name)
