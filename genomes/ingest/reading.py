"""Read one file that holds one paper."""

from dataclasses import replace

from .detect import contradiction, detect, is_zip
from .document import Note, ParsedDocument, UnreadableFile, gettext_noop
from .formats import ARCHIVE, LABELS, PAPER_FORMATS, reader_of

MAX_BYTES = 64 * 1024 * 1024
MAX_ARCHIVE_BYTES = 128 * 1024 * 1024
# No paper has this much prose; it bounds the time that the text readers can take.
MAX_TEXT_BYTES = 8 * 1024 * 1024
_PROSE = ("text", "markdown")


def read_document(data: bytes, filename: str) -> tuple[str, ParsedDocument]:
    """Read a file by its content, and by its name where the content does not tell; return (format, document).

    The format is one of those in `formats.PAPERS`. Raises `UnreadableFile`, and nothing else, for a file that
    cannot be read: empty, too large, damaged, of another kind, without text.
    """
    refuse_by_size(data)
    name = detect(data, filename)
    return name, read_as(name, data, filename)


def read_as(name: str, data: bytes, filename: str) -> ParsedDocument:
    """Read a file as the format that it was found to be. Raises UnreadableFile, also for what is no paper's text."""
    if name not in PAPER_FORMATS:
        raise no_paper(name)
    if name in _PROSE and len(data) > MAX_TEXT_BYTES:
        raise _too_large(len(data), MAX_TEXT_BYTES)
    document = reader_of(name)(data)
    promised = contradiction(name, filename)
    return _noted(document, name, promised) if promised else document


def refuse_by_size(data: bytes) -> None:
    """Raise UnreadableFile for a file without a byte, or with more than are read."""
    if not data:
        raise UnreadableFile(gettext_noop("The file is empty (0 bytes). Download or save it again, then import it."))
    limit = MAX_ARCHIVE_BYTES if is_zip(data) else MAX_BYTES
    if len(data) > limit:
        raise _too_large(len(data), limit)


def _too_large(size: int, limit: int) -> UnreadableFile:
    return UnreadableFile(
        gettext_noop(
            "The file has %(size)d MiB, more than the %(limit)d MiB that are read. Import the paper without its"
            " supplements."
        ),
        size=-(-size // 1024**2),
        limit=limit // 1024**2,
    )


def no_paper(name: str) -> UnreadableFile:
    if name == ARCHIVE:
        return UnreadableFile(
            gettext_noop(
                "The file is a zip archive inside of another file, which is not opened. Unpack it and import the"
                " files in it, or that archive alone."
            )
        )
    return UnreadableFile(
        gettext_noop(
            "The file is metadata (%(kind)s) and holds no text of a paper. Import it on the page of the papers, where"
            " it is read as metadata."
        ),
        kind=LABELS[name],
    )


def _noted(document: ParsedDocument, name: str, promised: str) -> ParsedDocument:
    note = Note(
        gettext_noop(
            "The file is named as %(promised)s but is %(found)s by its content, and was read so. Check that it holds"
            " the paper and not a message of a web site."
        ),
        {"promised": LABELS[promised], "found": LABELS[name]},
    )
    return replace(document, notes=(*document.notes, note))
