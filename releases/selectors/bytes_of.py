"""The bytes of a release's files, chunk by chunk, so that no file need be in memory as a whole."""

from collections.abc import Iterator

from django.db.models import QuerySet

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
