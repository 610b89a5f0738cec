"""Papers in: any supported file becomes one canonical text with typed passages. See `document` for the shapes.

`formats` lists what is read, `detect` tells what a file is, and each format has a module of its own. `isolation` reads
a file of a stranger in a process of its own, under limits.
"""

from .detect import detect
from .document import ParsedDocument, ParsedMetadata, ParsedPassage, UnreadableFile
from .formats import ARCHIVE, extensions
from .reading import MAX_BYTES, read_document

__all__ = [
    "ARCHIVE",
    "MAX_BYTES",
    "ParsedDocument",
    "ParsedMetadata",
    "ParsedPassage",
    "UnreadableFile",
    "detect",
    "extensions",
    "read_document",
]
