"""Bytes of a web page to its tree: by the mark, the declaration or UTF-8; never by a guess."""

import codecs
import re

import lxml.html
from lxml import etree

from genomes.ingest.document import UnreadableFile, gettext_noop
from genomes.ingest.xml import refuse_deep_nesting

# Pages nest deeper than articles: columns in boxes in columns.
MAX_DEPTH = 150
_HEAD = 8 * 1024
_DECLARED = re.compile(rb"<meta\b[^<>]{0,300}?\bcharset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_XML_DECLARED = re.compile(rb"\s*<\?xml\b[^<>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,40})", re.IGNORECASE)
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# What browsers know; Python also has codecs that are no sets of characters.
_KNOWN = re.compile(
    r"utf-8|cp125\d|cp874|cp866|cp932|cp949|iso8859-\d+|koi8-[ru]|gb2312|gbk|gb18030|big5(?:hkscs)?|shift_jis|euc_jp"
    r"|iso2022_jp|euc_kr|mac-(?:roman|cyrillic)|tis-620"
)


def parse_page(data: bytes) -> etree._Element:
    """The root of the page. Raises UnreadableFile for bytes that are no text in their charset, and for no page."""
    text = decode_page(data)
    parser = lxml.html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(text.encode(), parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise _no_page() from error
    if root is None:
        raise _no_page()
    refuse_deep_nesting(root, MAX_DEPTH)
    return root


def _no_page() -> UnreadableFile:
    return UnreadableFile(
        gettext_noop("The web page has no content at all. Save the page again when it is fully shown, and import that.")
    )


def decode_page(data: bytes) -> str:
    charset, is_declared = _charset(data)
    try:
        text = data.decode(charset)
    except UnicodeDecodeError as error:
        template = (
            gettext_noop(
                "The page says that it is written in %(charset)s, but byte %(position)d is not. Open it in a browser,"
                " save it as UTF-8, and import it again."
            )
            if is_declared
            else gettext_noop(
                "The page does not say its charset and is not %(charset)s: byte %(position)d cannot be read. Open it in"
                " a browser, save it as UTF-8, and import it again."
            )
        )
        raise UnreadableFile(template, charset=charset.removesuffix("-sig").upper(), position=error.start) from error
    if "\0" in text:
        raise UnreadableFile(
            gettext_noop(
                "The file is not text: there is a NUL character at position %(position)d. Save the page again as HTML,"
                " and import that."
            ),
            position=text.index("\0"),
        )
    return text


def _charset(data: bytes) -> tuple[str, bool]:
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return charset, True
    found = _XML_DECLARED.match(data[:_HEAD]) or _DECLARED.search(data[:_HEAD])
    if not found:
        return "utf-8", False
    stated = found[1].decode("ascii", "replace").lower()
    if stated.startswith(("utf-16", "utf16", "unicode")):
        return "utf-8", False  # whoever can read the declaration does not read UTF-16
    if stated in ("iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii"):
        return "cp1252", True  # as browsers take it
    try:
        name = codecs.lookup(stated).name
    except LookupError:
        name = ""
    if not _KNOWN.fullmatch(name):
        raise UnreadableFile(
            gettext_noop(
                "The page says that it is written in %(charset)s, which is not known here. Open it in a browser, save"
                " it as UTF-8, and import it again."
            ),
            charset=stated,
        )
    return name, True
