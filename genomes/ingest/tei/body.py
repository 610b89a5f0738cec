"""Walks a TEI text in reading order and writes it, block by block."""

import re

from lxml import etree

from evaluator.vocabulary import PassageKind
from genomes.ingest.document import gettext_noop
from genomes.ingest.inline import Inline
from genomes.ingest.outline import DocumentBuilder
from genomes.ingest.tables import Cell, span, written_rows
from genomes.ingest.xml import XML_SPACE, children, descendants, first, name_of, raw_text

from .inline import fill, formula_tex, inline_text
from .references import ENTRIES, reference_text

_SECTION = re.compile(r"div[0-7]?")
_LEAVES = frozenset((
    "p", "ab", "l", "figDesc", "speaker", "stage", "byline", "docAuthor", "docDate", "titlePart", "dateline", "signed",
    "salute", "trailer", "desc", "bibl",
))  # fmt: skip
_CONTAINERS = frozenset((
    "text", "group", "front", "body", "back", "abstract", "lg", "sp", "list", "item", "argument", "epigraph", "opener",
    "closer", "postscript", "titlePage", "docTitle", "docImprint", "imprimatur", "castList", "castGroup", "castItem",
    "set", "prologue", "epilogue", "floatingText", "listBibl", "spGrp", "head", "note", "figure",
))  # fmt: skip
_FLOATS = frozenset(["figure", "table"])
# Inside a sentence or standing alone: a block only where it holds blocks or stands between blocks.
_EITHER = frozenset(["quote", "q", "said", "cit"])
_INNER_BLOCKS = ("p", "lg", "l", "ab", "list")
_DEFAULT_LABELS = {
    "acknowledgement": gettext_noop("Acknowledgements"),
    "acknowledgements": gettext_noop("Acknowledgements"),
    "annex": gettext_noop("Appendix"),
    "appendix": gettext_noop("Appendix"),
    "abstract": gettext_noop("Abstract"),
    "references": gettext_noop("References"),
    "bibliography": gettext_noop("References"),
}
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}\.?$")
_LABEL = re.compile(r"(?:figure|fig\.?|table|tab\.?|scheme|plate|chart)\s*[A-Z]?\d{0,3}", re.IGNORECASE)
_ORDERED = ("ordered", "numbered")


class BodyReader:
    """Writes blocks into the builder. Notes and lists of references wait in `notes` and `closing` until the end."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self.builder = builder
        self.notes: list[etree._Element] = []
        self.closing: list[etree._Element] = []
        self._prefix = ""
        self._depth = 0

    def flow(self, element: etree._Element, *, skip: tuple[str, ...] = (), hold_floats: bool = False) -> None:
        """Write the content of a container or paragraph; loose text between blocks makes paragraphs of its own."""
        inline = Inline()
        held: list[etree._Element] = []

        def break_out(child: etree._Element, name: str) -> bool:
            if name in skip and child.getparent() is element:
                return True
            if name == "note":
                self._note(child, inline)
                return True
            if not self._is_block(child, name):
                return False
            if hold_floats and name in _FLOATS:
                held.append(child)
                return True
            self._paragraph(inline)
            self._block(child, name)
            return True

        fill(inline, element, break_out)
        self._paragraph(inline)
        for child in held:
            self._block(child, name_of(child))

    def write_notes(self) -> None:
        notes, self.notes = self.notes, []
        if not notes:
            return
        with self.builder.section(gettext_noop("Footnotes")):
            for note in notes:
                self._labelled(note, str(note.get("n", "")).strip())
            self.builder.end_sections()

    def write_references(self) -> None:
        for listing in self.closing:
            heading = inline_text(first(listing, "head"))
            with self.builder.section(heading or gettext_noop("References")):
                self.builder.write(heading)
                for entry in entries_of(listing):
                    label, text = reference_text(entry)
                    self.builder.paragraph(text, label=label, split=False)

    def _is_block(self, child: etree._Element, name: str) -> bool:
        in_container = self._stands_between_blocks(child)
        if name == "formula":
            is_display = child.get("rend") == "display" or first(child, "label") is not None
            return is_display or (in_container and _parent_name(child) not in ("item", "note", "head"))
        if name in _EITHER:
            return in_container or next(descendants(child, *_INNER_BLOCKS), None) is not None
        return name in _LEAVES or name in _CONTAINERS or name in ("table", "code", "eg") or self._is_section(child)

    def _stands_between_blocks(self, element: etree._Element) -> bool:
        parent = element.getparent()
        return parent is not None and (name_of(parent) in _CONTAINERS or self._is_section(parent))

    @staticmethod
    def _is_section(element: etree._Element) -> bool:
        return _SECTION.fullmatch(name_of(element)) is not None

    def _block(self, child: etree._Element, name: str) -> None:
        if self._is_section(child):
            self._section(child)
        elif name == "listBibl":
            self.closing.append(child)
        elif name == "figure":
            self._figure(child)
        elif name == "table":
            self._table(child)
        elif name == "formula":
            self._equation(child)
        elif name in ("code", "eg"):
            text = raw_text(child).replace("\r\n", "\n").replace("\r", "\n")
            self.builder.paragraph(text.strip("\n").rstrip(XML_SPACE), split=False)
        elif name == "list":
            self._list(child)
        elif name in _LEAVES:
            self.flow(child, hold_floats=True)
        else:
            self.flow(child)

    def _section(self, element: etree._Element) -> None:
        """A div. Its depth is that of its nesting, or of its number where the divs all stand side by side."""
        head = first(element, "head")
        number = str(head.get("n", "")).strip() if head is not None else ""
        heading = inline_text(head)
        if number and not heading.startswith(number):
            heading = f"{number} {heading}"
        label = _DEFAULT_LABELS.get(str(element.get("type", "")).lower(), "")
        self._depth += 1
        if (heading or label) and not _only_references(element):
            depth = number.strip(".").count(".") + 1 if _NUMBER.match(number) else 1
            self.builder.begin_section(max(self._depth, depth), heading, label=label)
        self.flow(element, skip=("head",))
        if self._depth > 1:
            self.builder.end_sections(self._depth)
        self._depth -= 1

    def _paragraph(self, inline: Inline) -> None:
        text, shadow = inline.take()
        if not text.strip():
            return
        if self._prefix:
            label, self._prefix = self._prefix, ""
            self.builder.paragraph(f"{label} {text}", " " * len(label) + f" {shadow}", label=label)
        else:
            self.builder.paragraph(text, shadow)

    def _labelled(self, element: etree._Element, label: str) -> None:
        """A note or list item: its number or sign stands before its first paragraph."""
        self._prefix = label
        self.flow(element)
        self._prefix = ""

    def _list(self, element: etree._Element) -> None:
        is_ordered = any(element.get(name) in _ORDERED for name in ("type", "rend"))
        label, number = "", 0
        for child in children(element):
            name = name_of(child)
            if name == "label":
                label = inline_text(child)
            elif name == "item":
                number += 1
                own = label or str(child.get("n", "")) or (f"{number}." if is_ordered else "")
                self._labelled(child, own)
                label = ""
            elif self._is_block(child, name):
                self._block(child, name)

    def _note(self, element: etree._Element, inline: Inline) -> None:
        """A note waits for the end; its mark stays where it is called, when it has one and stands in a text."""
        mark = str(element.get("n", "")).strip()
        if mark and not self._stands_between_blocks(element):
            inline.add(inline.sign_of(mark, is_superscript=True) + mark, mask=" ")
        if element.get("type") != "raw_reference":
            self.notes.append(element)

    def _figure(self, element: etree._Element) -> None:
        tables = list(children(element, "table"))
        kind = PassageKind.TABLE if tables or element.get("type") == "table" else PassageKind.FIGURE
        head = inline_text(first(element, "head"))
        caption = inline_text(first(element, "figDesc"))
        with self.builder.compact(kind, _label_of(head) or _label_of(caption)):
            if not caption.startswith(head.rstrip(" .:")) or not caption:
                self.builder.write(head)
            if kind is PassageKind.TABLE:
                self._captions(element)
                for table in tables:
                    self._captions(table)
                    self._rows(table)
            else:
                self.flow(element, skip=("head", "label"))

    def _captions(self, element: etree._Element) -> None:
        for child in children(element, "figDesc", "p", "head"):
            if not (name_of(child) == "head" and name_of(element) == "figure"):
                self.flow(child)

    def _table(self, element: etree._Element) -> None:
        head = inline_text(first(element, "head"))
        with self.builder.compact(PassageKind.TABLE, _label_of(head)):
            self.builder.write(head)
            self._rows(element)

    def _rows(self, table: etree._Element) -> None:
        for row in written_rows(map(_cells, descendants(table, "row", "tr"))):
            self.builder.write(row)

    def _equation(self, element: etree._Element) -> None:
        label = inline_text(first(element, "label")) or str(element.get("n", ""))
        tex = formula_tex(element)
        if tex:
            text = f"$${tex}$$"
        else:
            inline = Inline()
            fill(inline, element, lambda child, name: name == "label")
            text = inline.take()[0]
        with self.builder.compact(PassageKind.EQUATION, label):
            self.builder.write(" ".join(part for part in (text, label) if part))


def _parent_name(element: etree._Element) -> str:
    parent = element.getparent()
    return "" if parent is None else name_of(parent)


def entries_of(listing: etree._Element) -> list[etree._Element]:
    """The entries of a list of references, those of lists inside it too."""
    return [entry for entry in descendants(listing, *ENTRIES) if _is_entry(entry, listing)]


def _is_entry(entry: etree._Element, listing: etree._Element) -> bool:
    parent = entry.getparent()
    while parent is not None and parent is not listing:
        if name_of(parent) in ENTRIES:
            return False
        parent = parent.getparent()
    return True


def _only_references(element: etree._Element) -> bool:
    names = {name_of(child) for child in children(element)} - {"head"}
    return names == {"listBibl"}


def _label_of(text: str) -> str:
    found = _LABEL.match(text)
    return found[0].strip() if found else ""


def _cells(row: etree._Element) -> list[Cell]:
    return [
        Cell(inline_text(cell), span(cell.get("cols") or cell.get("colspan")), span(cell.get("rows")))
        for cell in children(row, "cell", "td", "th")
    ]
