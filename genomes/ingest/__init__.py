"""Papers in: any supported file becomes one canonical text with typed passages. See `document` for the shapes.

A new format is one module with a function `bytes → ParsedDocument`, and one line in `_READERS`.
"""

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from .document import ParsedDocument, ParsedMetadata, ParsedPassage, UnreadableFile, gettext_noop
from .jats import read_jats
from .markdown import read_markdown
from .plain import read_plain

__all__ = [
    "EXTENSIONS",
    "MAX_BYTES",
    "ParsedDocument",
    "ParsedMetadata",
    "ParsedPassage",
    "UnreadableFile",
    "read_document",
]

MAX_BYTES = 64 * 1024 * 1024
# No paper has this much prose; it bounds the time that the text readers can take.
MAX_TEXT_BYTES = 8 * 1024 * 1024

_READERS: dict[str, Callable[[bytes], ParsedDocument]] = {
    "jats": read_jats,
    "text": read_plain,
    "markdown": read_markdown,
}
_EXTENSIONS = {
    ".xml": "jats",
    ".nxml": "jats",
    ".jats": "jats",
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
}
EXTENSIONS = frozenset(_EXTENSIONS)
_OTHER_KINDS = (
    (b"%PDF-", gettext_noop("a PDF")),
    (b"PK\x03\x04", gettext_noop("a zip archive or an office document")),
    (b"\x1f\x8b", gettext_noop("a gzip archive")),
    (b"{\\rtf", gettext_noop("an RTF document")),
    (b"\x89PNG", gettext_noop("an image")),
    (b"\xff\xd8\xff", gettext_noop("an image")),
)
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_XML = re.compile(rb"\s*<(?:\?xml|!DOCTYPE\s+(?!html)|article\b)", re.IGNORECASE)
_UTF16_XML = (b"\xff\xfe<\x00", b"\xfe\xff\x00<")


def read_document(data: bytes, filename: str) -> tuple[str, ParsedDocument]:
    """Read a file by its content, and by its name where the content does not tell; return (format, document).

    The format is "jats", "text" or "markdown". Raises `UnreadableFile`, and nothing else, for a file that
    cannot be read: empty, too large, damaged, of another kind, without text.
    """
    _refuse_by_size(data)
    _refuse_other_kinds(data)
    name = _format_of(data, filename)
    if name != "jats" and len(data) > MAX_TEXT_BYTES:
        raise _too_large(len(data), MAX_TEXT_BYTES)
    return name, _READERS[name](data)


def _refuse_by_size(data: bytes) -> None:
    if not data:
        raise UnreadableFile(gettext_noop("The file is empty (0 bytes). Download or save it again, then import it."))
    if len(data) > MAX_BYTES:
        raise _too_large(len(data), MAX_BYTES)


def _too_large(size: int, limit: int) -> UnreadableFile:
    return UnreadableFile(
        gettext_noop(
            "The file has %(size)d MiB, more than the %(limit)d MiB that are read. Import the paper without its"
            " supplements."
        ),
        size=-(-size // 1024**2),
        limit=limit // 1024**2,
    )


def _refuse_other_kinds(data: bytes) -> None:
    kind = next((kind for start, kind in _OTHER_KINDS if data.startswith(start)), "")
    if not kind and _HTML.match(data[:10_000].removeprefix(b"\xef\xbb\xbf")):
        kind = gettext_noop("a web page (HTML)")
    if kind:
        raise UnreadableFile(
            gettext_noop(
                "The file is %(kind)s by its content, which is not read here whatever its name. Download the paper"
                " as JATS XML, or import its text as .txt or .md."
            ),
            kind=kind,
        )


def _format_of(data: bytes, filename: str) -> str:
    if _XML.match(data[:2_000].removeprefix(b"\xef\xbb\xbf")) or data.startswith(_UTF16_XML):
        return "jats"
    extension = PurePosixPath(filename.replace("\\", "/")).suffix.lower()
    if extension in _EXTENSIONS:
        return _EXTENSIONS[extension]
    raise UnreadableFile(
        gettext_noop(
            "Files named *%(extension)s are not read here. Import JATS XML (.xml, .nxml), plain text (.txt) or"
            " Markdown (.md)."
        ),
        extension=extension or gettext_noop(" without an extension"),
    )
