"""What a file brings: a paper's text, metadata of works, or more files."""

from dataclasses import dataclass

from .detect import detect
from .document import ParsedDocument
from .formats import ARCHIVE
from .reading import read_as, refuse_by_size


@dataclass(frozen=True, slots=True)
class Examined:
    """`format` names what the file is; an archive brings no document."""

    format: str
    document: ParsedDocument | None = None


def examine(data: bytes, filename: str) -> Examined:
    """Tell what a file is and read it; an archive is only recognised. Raises UnreadableFile, and nothing else."""
    refuse_by_size(data)
    name = detect(data, filename)
    if name == ARCHIVE:
        return Examined(name)
    return Examined(name, read_as(name, data, filename))
