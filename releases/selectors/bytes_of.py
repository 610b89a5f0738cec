"""The bytes of a release's files, chunk by chunk, so that no file need be in memory as a whole."""

import io
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, BinaryIO, cast

from django.db.models import QuerySet
from django.db.models.functions import Length

from evaluator.files import Files
from releases.models import FileChunk, Release, ReleaseFile


def chunks_of(file: ReleaseFile) -> Iterator[bytes]:
    """The bytes of a file in order, one chunk in memory at a time."""
    for number in range(FileChunk.objects.filter(file=file).count()):
        yield bytes(FileChunk.objects.values_list("content", flat=True).get(file=file, number=number))


def lines_of(file: ReleaseFile) -> Iterator[bytes]:
    """The lines of a file without their ends, a chunk of it in memory at a time."""
    rest = b""
    for chunk in chunks_of(file):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines
    if rest:
        yield rest


def bytes_of(release: Release | int, path: str) -> bytes:
    """A file as a whole: for small ones. Raises ReleaseFile.DoesNotExist."""
    return b"".join(chunks_of(ReleaseFile.objects.get(release=release, path=path)))


def public_files(release: Release | int) -> QuerySet[ReleaseFile]:
    """The files that leave the house, by path."""
    return ReleaseFile.objects.filter(release=release, is_sealed=False).order_by("path")


class StoredFiles(Files):
    """The files of a frozen release that leave the house: each read when it is asked for, or chunk by chunk."""

    def __init__(self, release: Release | int) -> None:
        self._files = {file.path: file for file in public_files(release)}
        self.name = "the release"

    def open(self, path: str) -> BinaryIO:
        return cast(BinaryIO, io.BufferedReader(_Chunks(self._files[path])))

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


class _Chunks(io.RawIOBase):
    """A file over its chunks, the one at its place in memory."""

    def __init__(self, file: ReleaseFile) -> None:
        self._file, self._at, self._number, self._chunk = file, 0, -1, b""
        sizes = FileChunk.objects.filter(file=file).order_by("number").values_list(Length("content"), flat=True)
        self._starts = [0, *accumulate(sizes)]

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        number = bisect_right(self._starts, self._at) - 1
        if number >= len(self._starts) - 1:
            return 0
        if number != self._number:
            content = FileChunk.objects.values_list("content", flat=True).get(file=self._file, number=number)
            self._number, self._chunk = number, bytes(content)
        start = self._at - self._starts[number]
        data = self._chunk[start : start + len(buffer)]
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._starts[-1]}[whence]
        if start + offset < 0:
            raise ValueError("a place before the start of the file")
        self._at = start + offset
        return self._at

    def tell(self) -> int:
        return self._at
