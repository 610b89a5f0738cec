"""Files that only this process has and that are gone with it: a release in the making, and records between readings."""

import io
import os
import pickle
from collections.abc import Iterator, Mapping
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, Generic, TypeVar, cast

from evaluator.files import Files
from evaluator.manifest import ManifestFile
from evaluator.measure import Measure, measure

T = TypeVar("T")


class Spool(Files):
    """The files of a release while it is made, by path: large ones on disk without a name, small ones in memory."""

    name = "the release"

    def __init__(self) -> None:
        self._files: dict[str, BinaryIO | bytes] = {}
        self._measures: dict[str, Measure] = {}

    def new(self, path: str) -> BinaryIO:
        """An empty file to write to. It belongs to the spool: it is not to be closed."""
        made = cast(BinaryIO, TemporaryFile())  # noqa: SIM115 - closed with the spool
        self._files[path] = made
        return made

    def put(self, files: Mapping[str, bytes]) -> None:
        self._files.update(files)

    def open(self, path: str) -> BinaryIO:
        held = self._files[path]
        return io.BytesIO(held) if isinstance(held, bytes) else reader(held)

    def entry(self, path: str) -> ManifestFile:
        """What the manifest says of a file that is complete."""
        if path not in self._measures:
            with self.open(path) as file:
                self._measures[path] = measure(path, file)
        return self._measures[path].entry(path)

    def entries(self) -> tuple[ManifestFile, ...]:
        """Every file, by path."""
        return tuple(self.entry(path) for path in sorted(self))

    def close(self) -> None:
        for held in self._files.values():
            if not isinstance(held, bytes):
                held.close()

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


SEALED_FOLDER = "sealed/"  # files that stay on the server


class OpenFiles(Files):
    """The files of a spool that leave the house."""

    name = "the release"

    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self._paths = [path for path in spool if not path.startswith(SEALED_FOLDER)]

    def open(self, path: str) -> BinaryIO:
        return self._spool.open(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


class Pile(Generic[T]):
    """Values one after the other; a value is read back when it is asked for by its place."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._end = 0

    def add(self, value: T) -> int:
        """Returns the place of the value."""
        place, data = self._end, pickle.dumps(value, protocol=5)
        self._end += self._file.write(data)
        return place

    def at(self, place: int) -> T:
        self._file.seek(place)
        value: T = pickle.load(self._file)  # noqa: S301 - written by this process, in a file that nobody else has
        self._file.seek(self._end)
        return value

    def __iter__(self) -> Iterator[T]:
        """In the order they came. Nothing may be added meanwhile."""
        self._file.flush()
        with reader(self._file) as file:
            while file.tell() < self._end:
                yield pickle.load(file)  # noqa: S301 - as above

    def close(self) -> None:
        self._file.close()


class Kept(Generic[T]):
    """Values by key, on disk; the keys alone are in memory."""

    def __init__(self) -> None:
        self._pile = Pile[T]()
        self._places: dict[str, int] = {}

    def add(self, key: str, value: T) -> None:
        self._places[key] = self._pile.add(value)

    def __getitem__(self, key: str) -> T:
        return self._pile.at(self._places[key])

    def __len__(self) -> int:
        return len(self._places)

    def keys(self) -> list[str]:
        """Sorted."""
        return sorted(self._places)

    def values(self, keys: list[str] | None = None) -> Iterator[T]:
        """Those of the keys in their order; without keys, all by key."""
        for key in self.keys() if keys is None else keys:
            yield self[key]

    def close(self) -> None:
        self._pile.close()


def reader(file: IO[Any]) -> BinaryIO:
    """A reader of an open file from its start, whose place is its own. What was written before it is opened is read."""
    file.flush()
    return cast(BinaryIO, io.BufferedReader(_Reader(file.fileno()), 1024 * 1024))


class _Reader(io.RawIOBase):
    """Reads a file descriptor at places of its own, and leaves it open."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._at = descriptor, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = os.pread(self._descriptor, len(buffer), self._at)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: os.fstat(self._descriptor).st_size}[whence]
        if start + offset < 0:
            raise ValueError("a place before the start of the file")
        self._at = start + offset
        return self._at

    def tell(self) -> int:
        return self._at
