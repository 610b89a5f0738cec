"""PDF, through pdfium. The canonical text is what a reader reads, in reading order.

The rules (and docs/adr/0013-pdf-text.md says why):

- Characters are those that pdfium finds in the file, in its order (right-to-left text in logical order). None is
  replaced: soft hyphens, no-break spaces and ligatures stay where pdfium gives them. It gives the letters of a ligature
  such as U+FB01 itself. A character whose font does not say which letter it is is left out, and counted in a note.
- Lines become paragraphs by gap, indent, size and weight. Where two lines meet stands one blank; none between Han or
  kana. A hyphen at a line's end stays, without a blank, unless the rest of the document shows that the word has none
  (see `hyphens`); a note says how many could not be decided.
- Running heads and feet, page and line numbers are left out, with a note; so is arXiv's stamp, which is read for the
  metadata. Words inside an included picture are part of the picture.
- Titles come first, footnotes last. Figures and tables never cut a paragraph. Rows of a table are lines with " | "
  between the cells. Equations stand as their characters stand: the file holds no TeX.
"""

from genomes.ingest.document import Note, ParsedDocument, UnreadableFile, gettext_noop

from .pages import Page, read_pages
from .running import take_line_numbers, take_running, take_stamp
from .writing import Extract, write_document

__all__ = ["read_pdf"]

_HEADER_WITHIN = 1024  # viewers look no further for the mark that begins every PDF


def read_pdf(data: bytes) -> ParsedDocument:
    """Read a PDF. Raises `UnreadableFile`: no PDF, cut off, damaged, locked, empty, too large, scanned without text."""
    if b"%PDF-" not in data[:_HEADER_WITHIN]:
        raise UnreadableFile(
            gettext_noop(
                "The file is not a PDF: it does not begin with the mark that every PDF has. Download it again; if it is"
                " another kind of file, give it the right ending."
            )
        )
    pages, info = read_pages(data)
    _refuse_without_text(pages)
    notes = _page_notes(pages)
    stamp = take_stamp(pages[0])
    taken = sum(map(take_line_numbers, pages)) + take_running(pages)
    if taken:
        notes.append(
            Note(
                gettext_noop("Running heads and feet, page and line numbers left out: %(count)d lines."),
                {"count": taken},
            )
        )
    return write_document(Extract(pages, info, stamp, notes))


def _refuse_without_text(pages: list[Page]) -> None:
    if any(page.pieces for page in pages):
        return
    if not any(page.readable for page in pages):
        raise UnreadableFile(
            gettext_noop(
                "None of the %(count)d pages of the PDF can be read: they are damaged. Download it again, or open it in"
                " a viewer, print it to a new PDF and import that."
            ),
            count=len(pages),
        )
    if any(page.pictured for page in pages):
        raise UnreadableFile(
            gettext_noop(
                "The PDF is scanned: its %(count)d pages hold pictures of text, but no text. Run text recognition (OCR)"
                " over it, for example `ocrmypdf scanned.pdf readable.pdf`, and import the result."
            ),
            count=len(pages),
        )
    raise UnreadableFile(
        gettext_noop(
            "The %(count)d pages of the PDF hold no text. If they show some, it is drawn: run text recognition (OCR)"
            " over it, for example `ocrmypdf --force-ocr drawn.pdf readable.pdf`, and import the result."
        ),
        count=len(pages),
    )


def _page_notes(pages: list[Page]) -> list[Note]:
    empty = [str(number) for number, page in enumerate(pages, 1) if page.readable and not page.pieces]
    damaged = [str(number) for number, page in enumerate(pages, 1) if not page.readable]
    nameless = sum(page.nameless for page in pages)
    notes = []
    if empty:
        notes.append(
            Note(
                gettext_noop("Pages without text, of which nothing is here: %(pages)s."),
                {"pages": _listed(empty)},
            )
        )
    if damaged:
        notes.append(
            Note(
                gettext_noop("Damaged pages that could not be read: %(pages)s."),
                {"pages": _listed(damaged)},
            )
        )
    if nameless:
        notes.append(
            Note(
                gettext_noop("Characters left out because their font does not say which letters they are: %(count)d."),
                {"count": nameless},
            )
        )
    return notes


def _listed(numbers: list[str]) -> str:
    return ", ".join(numbers[:20]) + (" …" if len(numbers) > 20 else "")
