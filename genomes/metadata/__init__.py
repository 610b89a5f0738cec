"""Metadata in: a bibliography, or what a catalogue of papers answers, becomes records of works.

One module for each format; `read_metadata` chooses. Nothing here knows Django or the network.
"""

import re
from pathlib import PurePosixPath

from genomes.ingest.document import UnreadableFile, gettext_noop

from .bibtex import read_bibtex
from .jsonfile import read_json
from .record import MetadataFile, Record
from .ris import read_ris

__all__ = ["MAX_BYTES", "MetadataFile", "Record", "UnreadableFile", "read_metadata"]

# A hundred thousand entries; it bounds the time that reading can take.
MAX_BYTES = 32 * 1024 * 1024
_READERS = {"bibtex": read_bibtex, "ris": read_ris, "json": read_json}
_BY_NAME = {".bib": "bibtex", ".bibtex": "bibtex", ".ris": "ris", ".json": "json", ".jsonl": "json"}
_HTML = re.compile(r"(?:<\?xml[^>]*\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_BIBTEX = re.compile(r"@\w+\s*[{(]")
_RIS = re.compile(r"^[ \t]*TY  ?-", re.MULTILINE)


def read_metadata(data: bytes, filename: str) -> MetadataFile:
    """Read a file by its content, and by its name where the content does not tell: (format, records, notes).

    The format is "bibtex", "ris", "csl", "openalex", "crossref" or "semanticscholar". One entry that cannot be read
    is a note with its key or line, and the others are there. Raises `UnreadableFile`, and nothing else, when there
    is not a single one: an empty file, another kind, damage, no work in it.
    """
    text = _decoded(data)
    found = _READERS[_kind_of(text, filename)](text)
    if not found.records:
        raise _without_works(found)
    return found


def _decoded(data: bytes) -> str:
    """UTF-8, or UTF-16 that says so; every line ends in a line feed."""
    if len(data) > MAX_BYTES:
        template = gettext_noop(
            "The file has more than the %(limit)d MiB of metadata that are read. Split it in parts."
        )
        raise UnreadableFile(template, limit=MAX_BYTES // 1024**2)
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        template = gettext_noop(
            "The file is not UTF-8: byte %(position)d cannot be read. Export the metadata as UTF-8 and import it again."
        )
        raise UnreadableFile(template, position=error.start) from error
    if not text.strip():
        raise UnreadableFile(gettext_noop("The file is empty. Export the metadata again, then import it."))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _kind_of(text: str, filename: str) -> str:
    head = text.lstrip()
    if _HTML.match(head[:10_000]):
        raise UnreadableFile(
            gettext_noop(
                "The file is a web page (HTML) instead of metadata: the site that it came from answered with a message."
                " Open it in a browser to read what it says, then download the metadata again."
            )
        )
    if head.startswith(("{", "[")):
        return "json"
    promised = _BY_NAME.get(PurePosixPath(filename.replace("\\", "/")).suffix.lower(), "")
    if promised != "json":
        if _RIS.search(text) and promised != "bibtex":
            return "ris"
        if _BIBTEX.search(text):
            return "bibtex"
    if promised == "json":
        return "json"  # whose reader says where it stops being one
    template = gettext_noop(
        "The file is no BibTeX, RIS or JSON by its content: it begins with “%(start)s”. Export the metadata in one of"
        " these formats and import it again."
    )
    raise UnreadableFile(template, start=" ".join(head[:40].split()))


def _without_works(found: MetadataFile) -> UnreadableFile:
    """The refusal of a file whose every entry is bad, with the reason of the first."""
    if not found.notes:
        return UnreadableFile(gettext_noop("The file holds no entry. Export the metadata again, then import it."))
    return UnreadableFile(found.notes[0].template, **found.notes[0].params)
