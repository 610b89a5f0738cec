"""Read all files of a release, from its folder or its zip, into memory: path → bytes.

Nothing is ever unpacked to disk. What could point outside the release is refused.
"""

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from evaluator.faults import Fault, FileFaults

MAX_BYTES = 2 * 1024**3
_SYMLINK = stat.S_IFLNK
_ENCRYPTED = 0x1


def read_files(path: Path) -> dict[str, bytes]:
    """Path inside the release (with `/`) → bytes. Raises FileFaults naming every file that cannot be taken."""
    try:
        if path.is_dir():
            return _read_folder(path)
        if path.is_file() and zipfile.is_zipfile(path):
            return read_zip(path)
    except OSError as error:
        raise FileFaults([Fault(message=f"cannot be read: {error.strerror or error}", path=str(path))]) from error
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


def _read_folder(root: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    faults: list[Fault] = []
    for path in _walk(root):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            faults.append(Fault(message="is a symbolic link; a release holds plain files only", path=name))
        elif not path.is_file():
            faults.append(Fault(message="is not a plain file", path=name))
        else:
            files[name] = path.read_bytes()
    if faults:
        raise FileFaults(faults)
    return files


def _walk(root: Path) -> Iterator[Path]:
    """Every entry under a folder that is not itself a plain folder, in sorted order."""
    for folder, subfolders, names in os.walk(root, followlinks=False):
        subfolders.sort()
        linked = [name for name in subfolders if (Path(folder) / name).is_symlink()]
        for name in sorted([*names, *linked]):
            yield Path(folder) / name


def read_zip(path: Path) -> dict[str, bytes]:
    """The files of a zip. Raises FileFaults for unsafe, doubled, linked, encrypted or damaged entries."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            faults = [*_entry_faults(entries), *_folder_faults(archive)]
            if faults:
                raise FileFaults(faults)
            return {entry.filename: archive.read(entry) for entry in entries}
    except FileFaults:
        raise
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, struct.error, zlib.error) as error:
        raise FileFaults([Fault(message=f"the zip is damaged: {error}", path=path.name)]) from error


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
