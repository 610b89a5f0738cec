"""What a file brings: a paper's text, metadata of works, or more files."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .archive import check_archive
from .detect import detect
from .document import ParsedDocument
from .formats import ARCHIVE, PAPER_FORMATS
from .reading import read_as, refuse_by_size

if TYPE_CHECKING:
    from genomes.metadata import MetadataFile


@dataclass(frozen=True, slots=True)
class Examined:
    """`format` names what the file is. A paper brings a document, metadata brings records, an archive neither."""

    format: str
    document: ParsedDocument | None = None
    metadata: "MetadataFile | None" = None


def examine(data: bytes, filename: str) -> Examined:
    """Tell what a file is and read it; of an archive only the list of its files is checked.

    Raises UnreadableFile, and nothing else.
    """
    refuse_by_size(data)
    name = detect(data, filename)
    if name == ARCHIVE:
        check_archive(data)
        return Examined(name)
    if name in PAPER_FORMATS:
        return Examined(name, read_as(name, data, filename))
    from genomes.metadata import read_metadata  # loaded for metadata alone: it doubles the time of a start

    found = read_metadata(data, filename)
    return Examined(found.format, metadata=found)
