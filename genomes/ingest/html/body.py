"""Walks a page in reading order and writes it, block by block."""

import re

from lxml import etree

from evaluator.vocabulary import PassageKind
from genomes.ingest.document import ParsedReference, gettext_noop
from genomes.ingest.inline import Inline
from genomes.ingest.outline import DocumentBuilder
from genomes.ingest.tables import Cell, span, written_rows
from genomes.ingest.xml import XML_SPACE, children, descendants, name_of, raw_text

from . import references
from .inline import fill, formula_tex, inline_text
from .page import classes, role

_HEADING = re.compile(r"h[1-6]")
_LEAVES = frozenset(["p", "dt", "dd", "figcaption", "caption", "summary", "address", "legend"])
_CONTAINERS = frozenset((
    "body", "div", "section", "article", "main", "ul", "ol", "dl", "li", "blockquote", "center", "details", "fieldset",
    "hgroup", "aside", "thead", "tbody", "tfoot", "tr", "td", "th",
))  # fmt: skip
_SCOPES = frozenset((
    "ltx_theorem", "ltx_proof", "ltx_abstract", "ltx_bibliography", "ltx_section", "ltx_subsection",
    "ltx_subsubsection", "ltx_appendix", "sec", "section", "abstract",
))  # fmt: skip
_FIGURES = frozenset(["fig", "ltx_figure"])
_TABLES = frozenset(["table-wrap", "tw", "ltx_table"])
_CAPTIONS = frozenset(["caption", "ltx_caption"])
_NOTE_SECTIONS = frozenset(["footnotes", "fn-group", "endnotes"])
_LABEL = re.compile(r"(?:figure|fig\.?|table|tab\.?|scheme|box|algorithm|listing)\s*[A-Z]?\d{1,3}", re.IGNORECASE)


class BodyReader:
    """Writes blocks into the builder. Notes and marked lists of references wait until the end."""

    def __init__(self, builder: DocumentBuilder, title: str) -> None:
        self.builder = builder
        self.references: list[ParsedReference] = []
        self._title = _folded(title)
        self._notes: list[tuple[str, etree._Element]] = []
        self._closing: list[etree._Element] = []
        self._prefix = ""
        self._floor = 0
        self._in_references = False

    def flow(self, element: etree._Element, *, skip: frozenset[etree._Element] = frozenset()) -> None:
        """Write the content of a container or paragraph; loose text between blocks makes paragraphs of its own."""
        inline = Inline()

        def break_out(child: etree._Element, name: str) -> bool:
            if child in skip or self._note(child, name, inline):
                return True
            if not self._is_block(child, name):
                return False
            self._paragraph(inline)
            self._block(child, name)
            return True

        fill(inline, element, break_out)
        self._paragraph(inline)

    def write_notes(self) -> None:
        notes, self._notes = self._notes, []
        if notes:
            with self.builder.section(gettext_noop("Footnotes")):
                self._floor = self.builder.open_sections
                for mark, note in notes:
                    self._prefix = mark
                    self.flow(note)
                    self._prefix = ""
                self.builder.end_sections(keep=self._floor)

    def write_references(self) -> None:
        for listing in self._closing:
            headings = [each for each in listing.iter() if _HEADING.fullmatch(name_of(each))]
            heading = inline_text(headings[0]) if headings else ""
            with self.builder.section(heading or gettext_noop("References")):
                self.builder.write(heading)
                for entry in references.entries_of(listing):
                    self._reference(entry)

    def _is_block(self, child: etree._Element, name: str) -> bool:
        if name in ("math", "tex-math"):
            return child.get("display") == "block"
        if _is_equation(child):
            return True
        is_either = name in _LEAVES or name in _CONTAINERS or name in ("figure", "table", "pre")
        return is_either or _HEADING.fullmatch(name) is not None

    def _block(self, child: etree._Element, name: str) -> None:
        if name in ("math", "tex-math") or _is_equation(child):
            self._equations(child)
        elif _HEADING.fullmatch(name):
            self._heading(child, int(name[1]))
        elif references.is_list(child) and name != "table" and references.entries_of(child):
            self._reference_list(child)
        elif name == "figure" or (name in ("div", "section") and classes(child) & (_FIGURES | _TABLES)):
            self._figure(child)
        elif name == "table" and not _is_layout(child):
            self._table(child)
        elif name == "pre":
            text = raw_text(child).replace("\r\n", "\n").replace("\r", "\n")
            self.builder.paragraph(text.strip("\n").rstrip(XML_SPACE), split=False)
        elif name == "li":
            self._item(child)
        else:
            self._container(child, name)

    def _container(self, child: etree._Element, name: str) -> None:
        if classes(child) & _NOTE_SECTIONS or role(child) in ("doc-endnotes", "doc-footnotes"):
            for item in descendants(child, "li"):
                number = references.number_of(item)
                self._notes.append((str(number) if number else "", item))
        elif name in ("section", "article") or classes(child) & _SCOPES:
            outer, self._floor = self._floor, self.builder.open_sections
            if "abstract" in classes(child) and not any(_HEADING.fullmatch(name_of(each)) for each in child.iter()):
                self.builder.begin_section(1, "", label=gettext_noop("Abstract"), keep=self._floor)
            self.flow(child)
            self.builder.end_sections(keep=self._floor)
            self._floor = outer
        else:
            self.flow(child)

    def _heading(self, element: etree._Element, depth: int) -> None:
        text = inline_text(element)
        if not text or (depth == 1 and (_folded(text) == self._title or "ltx_title_document" in classes(element))):
            return
        self._in_references = references.is_heading(text)
        self.builder.begin_section(depth, text, keep=self._floor)

    def _paragraph(self, inline: Inline) -> None:
        text, shadow = inline.take()
        if not text.strip():
            return
        if self._prefix:
            label, self._prefix = self._prefix, ""
            self.builder.paragraph(f"{label} {text}", " " * len(label) + f" {shadow}", label=label)
        else:
            self.builder.paragraph(text, shadow)

    def _item(self, element: etree._Element) -> None:
        """An item of a list; one of a numbered list keeps its number, one of the references is an entry."""
        if self._in_references and not list(descendants(element, "ul", "ol")):
            self._reference(element)
            return
        number = references.number_of(element)
        self._prefix = f"{number}." if number else ""
        self.flow(element)
        self._prefix = ""

    def _reference_list(self, element: etree._Element) -> None:
        """One with a heading of its own comes last; one that stands under a heading stays there."""
        if any(_HEADING.fullmatch(name_of(each)) for each in element.iter()):
            self._closing.append(element)
        else:
            for entry in references.entries_of(element):
                self._reference(entry)

    def _reference(self, entry: etree._Element) -> None:
        label, text = references.reference_text(entry, references.number_of(entry))
        if text:
            self.references.append(references.parsed_reference(entry))
            self.builder.paragraph(text, label=label, split=False)

    def _note(self, element: etree._Element, name: str, inline: Inline) -> bool:
        """Keep a note for the end and leave its mark; say whether the element was one."""
        if "ltx_note" in classes(element):
            marks = [each for each in element.iter() if "ltx_note_mark" in classes(each)]
            content = next((each for each in element.iter() if "ltx_note_content" in classes(each)), None)
            mark = inline_text(marks[0]) if marks else ""
            if mark:
                inline.add(inline.sign_of(mark, is_superscript=True) + mark, mask=" ")
            if content is not None and "ltx_role_thanks" not in classes(element):
                for each in [e for e in content if classes(e) & {"ltx_note_mark", "ltx_tag_note"}]:
                    each.text, each[:] = "", []
                self._notes.append((mark, content))
            return True
        if name == "aside" and role(element) == "doc-footnote":
            self._notes.append(("", element))
            return True
        return False

    def _figure(self, element: etree._Element) -> None:
        """A figure or table with its caption first, wherever it stands."""
        captions = [each for each in element.iter() if name_of(each) == "figcaption" or classes(each) & _CAPTIONS]
        among = frozenset(captions)
        own = [each for each in captions if _enclosing(each, element, among) is None]
        headings = [each for each in element.iter() if _HEADING.fullmatch(name_of(each))]
        words = [inline_text(each) for each in (*headings[:1], *own[:1])]
        label = next((found[0] for found in map(_LABEL.match, words) if found), "")
        is_table = bool(classes(element) & _TABLES) or label.lower().startswith("tab")
        with self.builder.compact(PassageKind.TABLE if is_table else PassageKind.FIGURE, label):
            first = frozenset((*headings[:1], *own))
            for each in (*headings[:1], *own):
                self.flow(each)
            if is_table:
                self._table_parts(element, first)
            else:
                self.flow(element, skip=first)

    def _table_parts(self, element: etree._Element, written: frozenset[etree._Element]) -> None:
        tables = [each for each in descendants(element, "table") if _enclosing(each, element, "table") is None]
        for table in tables:
            self._rows(table)
        if not tables:
            self.flow(element, skip=written)

    def _table(self, element: etree._Element) -> None:
        caption = next(children(element, "caption"), None)
        found = _LABEL.match(inline_text(caption))
        with self.builder.compact(PassageKind.TABLE, found[0] if found else ""):
            if caption is not None:
                self.flow(caption)
            self._rows(element)

    def _rows(self, table: etree._Element) -> None:
        rows = [row for row in descendants(table, "tr") if _enclosing(row, table, "table") is None]
        for row in written_rows(map(_cells, rows)):
            self.builder.write(row)

    def _equations(self, element: etree._Element) -> None:
        """The formulas of a group, each with its number; a formula set out in cells is one."""
        parts = [each for each in element.iter() if "ltx_equation" in classes(each)] or [element]
        for part in parts:
            formulas = [formula_tex(each) for each in part.iter() if name_of(each) in ("math", "tex-math")]
            tex = " ".join(formula for formula in formulas if formula)
            tags = [each for each in part.iter() if "ltx_tag_equation" in classes(each)]
            label = inline_text(tags[0]) if tags else ""
            with self.builder.compact(PassageKind.EQUATION, label):
                self.builder.write(" ".join(each for each in (f"$${tex}$$" if tex else "", label) if each))


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def _is_equation(element: etree._Element) -> bool:
    return bool(classes(element) & {"ltx_equation", "ltx_equationgroup"})


def _is_layout(table: etree._Element) -> bool:
    """A table that only places blocks on the page."""
    if role(table) in ("presentation", "none"):
        return True
    return any(name_of(each) in ("table", "section") or _HEADING.fullmatch(name_of(each)) for each in table.iter()
               if each is not table)  # fmt: skip


def _enclosing(
    element: etree._Element, limit: etree._Element, among: frozenset[etree._Element] | str
) -> etree._Element | None:
    """The nearest element between this one and the limit that is one of those, or of that name."""
    parent = element.getparent()
    while parent is not None and parent is not limit:
        if (name_of(parent) == among) if isinstance(among, str) else (parent in among):
            return parent
        parent = parent.getparent()
    return None


def _cells(row: etree._Element) -> list[Cell]:
    return [
        Cell(inline_text(cell), span(cell.get("colspan")), span(cell.get("rowspan")))
        for cell in children(row, "td", "th")
    ]
