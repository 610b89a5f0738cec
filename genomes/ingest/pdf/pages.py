"""The only module that talks to pdfium: characters of each page become pieces of lines with their places.

Places are in the reader's frame: points, x to the right, y downward, turned so that most of the page's text is
upright, whatever the page's own rotation. Every handle of pdfium is closed before anything is returned.
"""

import ctypes
import re
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby
from math import atan2, hypot, pi
from threading import Lock

import pypdfium2
import pypdfium2.raw as raw

from genomes.ingest.document import UnreadableFile, gettext_noop

from .glyphs import Box, Glyph, Piece, Style, around, in_logical_order, pieces_of, place

MAX_PAGES = 2_000
# A page of the densest journal has some ten thousand characters, a book of a thousand pages three million.
MAX_CHARACTERS = 8_000_000
# Only the first drawings of a page are looked at: maps and plots can have hundreds of thousands.
MAX_DRAWINGS = 5_000
# A drawing that fills the page is its background; one form around everything says nothing either.
BACKGROUND = 0.6
_RULE = 2.5  # points: thinner drawings are rules
_PDFIUM_HYPHEN = 0x2  # what it puts in place of a hyphen at a line's end
_DRAWINGS = (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING, raw.FPDF_PAGEOBJ_FORM)
_BOLD = re.compile(r"bold|black|heavy|demi|medi(?!um)|cmbx|sfbx", re.IGNORECASE)
_ITALIC = re.compile(r"italic|oblique|slanted|cmti|sfti", re.IGNORECASE)
_MONO = re.compile(r"courier|mono(?!type)|typewriter|cmtt|sftt|consol|menlo|inconsolata|nimbusmon", re.IGNORECASE)
_PDFIUM = Lock()  # it keeps state of its own and is not safe for threads


@dataclass(slots=True)
class Page:
    """One page as read, with the boxes of what is drawn on it.

    drawings  anything drawn but thin lines; `pictures` are the images among them.

    pictured  it shows an image or an included graphic, or one fills it as a scanned page.
    nameless  characters left out because the font does not say which letters they are (control codes).
    """

    pieces: list[Piece] = field(default_factory=list)
    drawings: list[Box] = field(default_factory=list)
    pictures: list[Box] = field(default_factory=list)
    nameless: int = 0
    readable: bool = True
    pictured: bool = False


def read_pages(data: bytes) -> tuple[list[Page], dict[str, str]]:
    """Return the pages and the document information ("Title", "Author", …). Raises `UnreadableFile`."""
    with _PDFIUM, closing(_open(data)) as pdf:
        count = len(pdf)
        if count == 0:
            raise no_pages()
        if count > MAX_PAGES:
            raise UnreadableFile(
                gettext_noop(
                    "The PDF has %(count)d pages, more than the %(limit)d that are read. Split it, and import the"
                    " part that is the paper."
                ),
                count=count,
                limit=MAX_PAGES,
            )
        return _read_all(pdf, count), pdf.get_metadata_dict(skip_empty=True)


def no_pages() -> UnreadableFile:
    return UnreadableFile(
        gettext_noop("The PDF has no pages (0). Download or export it again, and check that it opens in a viewer.")
    )


def _open(data: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _refusal(data, error.err_code) from error


def _refusal(data: bytes, code: int | None) -> UnreadableFile:
    if code == raw.FPDF_ERR_PASSWORD:
        return UnreadableFile(
            gettext_noop(
                "The PDF is locked with a password. Open it in a viewer with the password, save or print it to a PDF"
                " without one, and import that."
            )
        )
    if code == raw.FPDF_ERR_SECURITY:
        return UnreadableFile(
            gettext_noop(
                "The PDF is encrypted in a way that is not known here. Print it to a new PDF from a viewer that can"
                " open it, and import that."
            )
        )
    if re.search(rb"/Count\s+0\b", data) and not re.search(rb"/Type\s*/Page\b", data):
        return no_pages()
    if b"%%EOF" not in data[-2048:]:
        return UnreadableFile(
            gettext_noop(
                "The PDF is cut off: it breaks off after %(size)d bytes without the mark that ends every PDF."
                " Download it again."
            ),
            size=len(data),
        )
    return UnreadableFile(
        gettext_noop(
            "The PDF is damaged beyond repair: its list of pages cannot be found. Download it again, or open it in a"
            " viewer, print it to a new PDF and import that."
        )
    )


def _read_all(pdf: pypdfium2.PdfDocument, count: int) -> list[Page]:
    pages = []
    characters = 0
    for number in range(count):
        page = _read_page(pdf, number)
        characters += sum(len(piece.text) for piece in page.pieces)
        if characters > MAX_CHARACTERS:
            raise UnreadableFile(
                gettext_noop(
                    "The PDF holds more than %(limit)d characters by page %(page)d, which no paper has. Split it, and"
                    " import the part that is the paper."
                ),
                limit=MAX_CHARACTERS,
                page=number + 1,
            )
        pages.append(page)
    return pages


def _read_page(pdf: pypdfium2.PdfDocument, number: int) -> Page:
    """A damaged page is one without text; the caller tells."""
    try:
        page = pdf[number]
    except pypdfium2.PdfiumError:
        return Page(readable=False)
    with closing(page):
        try:
            textpage = page.get_textpage()
        except pypdfium2.PdfiumError:
            return Page(readable=False)
        with closing(textpage):
            glyphs, nameless = _glyphs(textpage.raw, _top_level_texts(page.raw))
        area = page.get_width() * page.get_height()
        boxes = _drawings(page.raw)
    turn = _main_turn(glyphs)
    found = Page(pieces=pieces_of(in_logical_order(glyphs), turn), nameless=nameless)
    _sort_drawings(found, [(place(box, turn), kind) for box, kind in boxes], area)
    return found


def _sort_drawings(page: Page, boxes: list[tuple[Box, int]], area: float) -> None:
    """Images and other drawings. Where an included graphic lies, its words tell: its own box may hold all."""
    for box, kind in boxes:
        page.pictured = page.pictured or kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM)
        if kind == raw.FPDF_PAGEOBJ_FORM or box.width * box.height >= BACKGROUND * area:
            continue
        if min(box.width, box.height) > _RULE:
            page.drawings.append(box)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            page.pictures.append(box)
    included = sum(len(piece.text) for piece in page.pieces if piece.included)
    if included > 0.5 * sum(len(piece.text) for piece in page.pieces):
        for piece in page.pieces:  # the whole page was included, as by a program that stamps or joins pages
            piece.included = False
    for is_included, run in groupby(page.pieces, key=lambda piece: piece.included):
        if is_included:
            page.drawings.append(around(list(run)))


def _main_turn(glyphs: list[Glyph]) -> int:
    """The direction of most text: 0, 90, 180 or 270 degrees against the page's own axes."""
    counted = Counter(glyph.turn for glyph in glyphs if glyph.turn % 90 == 0 and glyph.text != " ")
    return counted.most_common(1)[0][0] if counted else 0


def _top_level_texts(page: raw.FPDF_PAGE) -> set[int]:
    """Addresses of the texts that stand on the page itself; all others came with an included graphic (a form)."""
    found = set()
    for index in range(raw.FPDFPage_CountObjects(page)):
        item = raw.FPDFPage_GetObject(page, index)
        if item and raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_TEXT:
            found.add(ctypes.addressof(item.contents))
    return found


def _glyphs(textpage: raw.FPDF_TEXTPAGE, top_level: set[int]) -> tuple[list[Glyph], int]:
    """Characters in the order of pdfium, which is that of the file with right-to-left text put in logical order."""
    styles = _Styles(textpage, top_level)
    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    to_box, to_x, to_y = ctypes.byref(box), ctypes.byref(x), ctypes.byref(y)
    glyphs: list[Glyph] = []
    nameless = high = 0
    for index in range(min(raw.FPDFText_CountChars(textpage), MAX_CHARACTERS)):
        code = raw.FPDFText_GetUnicode(textpage, index)
        if code in (10, 13) and raw.FPDFText_IsGenerated(textpage, index) == 1:
            glyphs.append(Glyph.line_end())
            continue
        if 0xD800 <= code < 0xDC00:  # a letter beyond 16 bits comes in two halves
            high = code
            continue
        if high and 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
        high = 0
        text = chr(code) if 0x20 < code < 0x7F else _letter(code)
        if code == _PDFIUM_HYPHEN and raw.FPDFText_IsHyphen(textpage, index) == 1:
            text = "-"
        if not text:
            nameless += 1
            continue
        raw.FPDFText_GetLooseCharBox(textpage, index, to_box)
        raw.FPDFText_GetCharOrigin(textpage, index, to_x, to_y)
        style, turn, included = styles.at(index)
        place_of = Box(box.left, box.bottom, box.right, box.top)
        glyphs.append(Glyph(text, place_of, x.value, y.value, style, turn, included))
    return glyphs, nameless


def _letter(code: int) -> str:
    """The character; a blank for any white space but the no-break ones; "" for what is no letter at all."""
    if code in (0x9, 0x20):
        return " "
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF or code & 0xFFFE == 0xFFFE:
        return ""
    return " " if code in (0x2028, 0x2029) else chr(code)


class _Styles:
    """Style and direction, asked once for each text object: all its characters share them."""

    def __init__(self, textpage: raw.FPDF_TEXTPAGE, top_level: set[int]) -> None:
        self._textpage = textpage
        self._top_level = top_level
        self._known: dict[int, tuple[Style, int, bool]] = {}
        self._shared: dict[Style, Style] = {}
        self._matrix = raw.FS_MATRIX()
        self._name = ctypes.create_string_buffer(256)
        self._flags = ctypes.c_int()

    def at(self, index: int) -> tuple[Style, int, bool]:
        handle = raw.FPDFText_GetTextObject(self._textpage, index)
        key = ctypes.addressof(handle.contents) if handle else 0
        if key not in self._known:
            self._known[key] = (*self._ask(index), key != 0 and key not in self._top_level)
        return self._known[key]

    def _ask(self, index: int) -> tuple[Style, int]:
        page, matrix = self._textpage, self._matrix
        size = raw.FPDFText_GetFontSize(page, index)
        turn = 0
        if raw.FPDFText_GetMatrix(page, index, ctypes.byref(matrix)):
            size *= hypot(matrix.c, matrix.d)
            turn = round(atan2(matrix.b, matrix.a) * 180 / pi) % 360
        self._flags.value = 0
        length = raw.FPDFText_GetFontInfo(page, index, self._name, len(self._name), ctypes.byref(self._flags))
        name = self._name.value.decode("utf-8", "replace") if 0 < length <= len(self._name) else ""
        name = re.sub(r"^[A-Z]{6}\+", "", name)
        style = Style(
            size=min(max(round(size, 1), 0.1), 1_000.0),
            bold=raw.FPDFText_GetFontWeight(page, index) >= 600 or bool(_BOLD.search(name)),
            italic=bool(self._flags.value & 64) or bool(_ITALIC.search(name)),
            mono=bool(self._flags.value & 1) or bool(_MONO.search(name)),
            family=_family(name),
        )
        return self._shared.setdefault(style, style), turn


def _family(name: str) -> str:
    """Font name without weight, slant and size; the Computer Modern fonts of TeX count as one."""
    if name.startswith(("CM", "SF", "LM")):
        return name[:2]
    return re.split(r"[-,\d]", name, maxsplit=1)[0]


def _drawings(page: raw.FPDF_PAGE) -> list[tuple[Box, int]]:
    """(box, kind) of what is drawn at the top level of the page: no form is opened, so nothing can nest."""
    edges = [ctypes.c_float() for _ in range(4)]
    left, bottom, right, top = edges
    boxes = []
    for index in range(min(raw.FPDFPage_CountObjects(page), MAX_DRAWINGS)):
        drawing = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(drawing)
        if kind in _DRAWINGS and raw.FPDFPageObj_GetBounds(drawing, *map(ctypes.byref, edges)):
            boxes.append((Box(left.value, bottom.value, right.value, top.value), kind))
    return boxes
