"""What kind of file this is: by its content first, by its name where the content does not tell."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import PurePosixPath

from lxml import etree

from genomes.zips import DAMAGED_ZIP

from .document import UnreadableFile, gettext_noop
from .formats import ARCHIVE, METADATA, PAPERS, extensions

_HEAD = 64 * 1024
_BOM = b"\xef\xbb\xbf"
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_XML = re.compile(rb"\s*<(?:\?xml|!DOCTYPE\s+(?!html)|(?:article|TEI|teiCorpus)\b)", re.IGNORECASE)
_UTF16_XML = (b"\xff\xfe<\x00", b"\xfe\xff\x00<")
_ROOTS = {"TEI": "tei", "teiCorpus": "tei", "TEI.2": "tei", "html": "html"}
_LATEX = re.compile(rb"(?:\s|%[^\n]*\n|\\(?:RequirePackage|PassOptionsToPackage)[^\n]*\n)*\\document(?:class|style)\b")
_LATEX_MAIN = re.compile(rb"^[^%\n]*\\document(?:class|style)\b", re.MULTILINE)
_BIBTEX = re.compile(rb"(?:\s|%[^\n]*\n)*@\w+\s*[{(]")
_RIS = re.compile(rb"\s*TY  - \w")
# A zip with one of these members is a document of an office program or an electronic book.
_DOCUMENT_MEMBERS = ("[Content_Types].xml", "mimetype")
_OTHER_KINDS = (
    (b"\x1f\x8b", gettext_noop("a gzip archive")),
    (b"BZh", gettext_noop("a bzip2 archive")),
    (b"7z\xbc\xaf\x27\x1c", gettext_noop("a 7z archive")),
    (b"Rar!\x1a\x07", gettext_noop("a RAR archive")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", gettext_noop("an office document")),
    (b"%!PS", gettext_noop("a PostScript file")),
    (b"{\\rtf", gettext_noop("an RTF document")),
    (b"\x89PNG", gettext_noop("an image")),
    (b"GIF8", gettext_noop("an image")),
    (b"\xff\xd8\xff", gettext_noop("an image")),
)


def detect(data: bytes, filename: str) -> str:
    """Return the name of a format of papers or of metadata (see `formats`), or "archive" for a zip of files.

    Raises UnreadableFile for a file of a kind that is not read here.
    """
    return _by_content(data) or _by_name(data, filename)


def extension_of(filename: str) -> str:
    """The ending of a name, small, with its dot; "" without one."""
    return PurePosixPath(filename.replace("\\", "/")).suffix.lower()


def is_zip(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def contradiction(name: str, filename: str) -> str:
    """The format that the name of the file promises, when its content is of another; else ""."""
    promised = _FORMAT_OF_EXTENSION.get(extension_of(filename), name)
    is_xml = {promised, name} <= {"jats", "tei", "html"} and extension_of(filename) == ".xml"
    return "" if promised == name or is_xml else promised


def other_kind(kind: str) -> UnreadableFile:
    """The refusal of a file whose content is of a kind that is not read."""
    return UnreadableFile(
        gettext_noop(
            "The file is %(kind)s by its content, which is not read here whatever its name. Import the paper in one"
            " of these formats: %(endings)s."
        ),
        kind=kind,
        endings=", ".join(extensions()),
    )


def _by_content(data: bytes) -> str:
    head = data[:_HEAD].removeprefix(_BOM)
    for test, name in _TESTS:
        found = name if test(head) else ""
        if callable(found):
            found = found(data)
        if found:
            return found
    kind = next((kind for start, kind in _OTHER_KINDS if data.startswith(start)), "")
    if kind or data[257:262] == b"ustar":
        raise other_kind(kind or gettext_noop("a tar archive"))
    return ""


def _by_name(data: bytes, filename: str) -> str:
    extension = extension_of(filename)
    if extension == ".pdf" and b"%PDF-" not in data[:1024]:
        raise UnreadableFile(
            gettext_noop(
                "The file is named .pdf but its content is no PDF. It may be a message of a web site instead of the"
                " paper, or damaged; download it again, open it to see that it is the paper, and import it."
            )
        )
    name = _FORMAT_OF_EXTENSION.get(extension, "")
    if name:
        return name
    raise UnreadableFile(
        gettext_noop(
            "Files named *%(extension)s are not read here. Import the paper in one of these formats: %(endings)s."
        ),
        extension=extension or gettext_noop(" without an extension"),
        endings=", ".join(extensions()),
    )


def _xml(data: bytes) -> str:
    """By the outermost element. XML that cannot be read so far is left to the reader of JATS, which says why."""
    parser = etree.XMLPullParser(events=("start",), resolve_entities=False, no_network=True, load_dtd=False)
    try:
        parser.feed(data[:_HEAD])
        for _event, root in parser.read_events():
            if isinstance(root, etree._Element):
                return _ROOTS.get(etree.QName(root).localname, "jats")
    except etree.XMLSyntaxError:
        pass  # said by the reader, with the place
    return "jats"


def _zip(data: bytes) -> str:
    """A zip of the sources of one LaTeX paper is that paper; every other zip is a batch of files."""
    from .archive import is_one_latex_paper  # which takes from here what a name and a beginning tell

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            is_document = any(name in archive.namelist() for name in _DOCUMENT_MEMBERS)
            is_latex = is_one_latex_paper(archive)
    except DAMAGED_ZIP as error:
        raise damaged_zip() from error
    if is_document:
        raise other_kind(gettext_noop("an office document or electronic book"))
    return "latex" if is_latex else ARCHIVE


def is_latex_main(head: bytes) -> bool:
    """Whether the beginning of a .tex is that of a whole document, not of a part that another one takes in."""
    return _LATEX_MAIN.search(head) is not None


def damaged_zip() -> UnreadableFile:
    """The refusal of an archive that cannot be opened."""
    return UnreadableFile(
        gettext_noop("The zip archive is damaged or cut off. Download or pack it again, then import it.")
    )


def _json(data: bytes) -> str:
    """Whether it is JSON throughout; what starts like JSON may also be Markdown. Its reader tells which JSON it is."""
    try:
        json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return ""
    return "json"


_FORMAT_OF_EXTENSION = {ending: each.name for each in (*PAPERS, *METADATA) for ending in each.extensions}
# In this order. A test looks at the first bytes; what follows is a name, or looks at the whole file and may say "".
_TESTS: tuple[tuple[Callable[[bytes], object], str | Callable[[bytes], str]], ...] = (
    (lambda head: head.startswith(b"%PDF-") or head[:1024].lstrip().startswith(b"%PDF-"), "pdf"),
    (is_zip, _zip),
    (_HTML.match, "html"),
    (lambda head: _XML.match(head) or head.startswith(_UTF16_XML), _xml),
    (lambda head: head.lstrip().startswith((b"{", b"[")), _json),
    (_LATEX.match, "latex"),
    (_BIBTEX.match, "bibtex"),
    (_RIS.match, "ris"),
)
