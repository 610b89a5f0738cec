"""Walks an article in reading order and writes it, block by block."""

from lxml import etree

from evaluator.vocabulary import PassageKind
from genomes.ingest.document import gettext_noop
from genomes.ingest.inline import Inline
from genomes.ingest.mathml import tex_of
from genomes.ingest.outline import DocumentBuilder
from genomes.ingest.xml import XML_SPACE, children, descendants, first, name_of, plain_text, raw_text

from .inline import fill, inline_text
from .references import CITATIONS, citation_text, reference_text
from .tables import holds_table, table_rows

# Read where the reader meets them, but never in the middle of a paragraph: it goes on first.
_FLOATS = frozenset(
    ["fig", "fig-group", "table-wrap", "table-wrap-group", "supplementary-material", "boxed-text", "chem-struct-wrap"]
)
_SECTIONS = frozenset(
    ["sec", "app", "ack", "notes", "glossary", "bio", "abstract", "trans-abstract", "ref-list", "fn-group"]
)
_CONTAINERS = frozenset((
    "body", "back", "floats-group", "app-group", "fig-group", "table-wrap-group", "caption", "list", "list-item",
    "def-list", "def-item", "def", "disp-quote", "statement", "speech", "boxed-text", "verse-group",
    "disp-formula-group", "supplementary-material", "table-wrap-foot", "fn", "author-comment", "question-wrap",
    "question", "answer",
))  # fmt: skip
_LEAVES = frozenset(["p", "title", "subtitle", "attrib", "verse-line", "term"])
_HEADING = ("title", "label")
_NEVER = frozenset(["sec-meta", "object-id", "permissions", "alternatives-meta", "kwd-group", "title-alternatives"])


class BodyReader:
    """Writes blocks into the builder. Footnotes met on the way wait in `notes` until the end of their article."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self.builder = builder
        self.notes: list[etree._Element] = []
        self.closing: list[etree._Element] = []  # footnotes and references, which the caller writes last
        self._prefix = ""
        self._in_table = False
        self._handlers = {
            "fig": self._figure,
            "chem-struct-wrap": self._figure,
            "media": self._figure,
            "table-wrap": self._table,
            "table": self._bare_table,
            "disp-formula": self._equation,
            "code": self._preformatted,
            "preformat": self._preformatted,
            "ref": self._reference,
        }

    def section(self, element: etree._Element, label: str = "") -> None:
        """A section with its printed heading, or with `label` when none is printed."""
        parts = [inline_text(first(element, name)) for name in ("label", "title")]
        heading = " ".join(part for part in parts if part)
        with self.builder.section(heading or label):
            self.builder.heading(heading)
            self._flow(element, skip=_HEADING)

    def flow(self, element: etree._Element) -> None:
        self._flow(element)

    def write_notes(self, label: str) -> None:
        notes, self.notes = self.notes, []
        if notes:
            with self.builder.section(label):
                for note in notes:
                    self._labelled(note)

    def _flow(self, element: etree._Element, *, skip: tuple[str, ...] = (), hold_floats: bool = False) -> None:
        """Write the content of a container or paragraph; loose text between blocks makes paragraphs of its own."""
        inline = Inline()
        held: list[etree._Element] = []

        def break_out(child: etree._Element, name: str) -> bool:
            if (name in skip and child.getparent() is element) or child in self.closing:
                return True
            if name == "fn" and not self._in_table and name_of(element) != "fn-group":
                self._note(child, inline)
                return True
            if name in CITATIONS:
                inline.add(citation_text(child))
                return True
            if not self._is_block(child, name):
                return name in _NEVER
            if hold_floats and (name in _FLOATS or name == "media"):
                held.append(child)
                return True
            self._paragraph(inline)
            self._block(child, name)
            return True

        fill(inline, element, break_out)
        self._paragraph(inline)
        for child in held:
            self._block(child, name_of(child))

    def _is_block(self, child: etree._Element, name: str) -> bool:
        if name == "media":
            return first(child, "caption") is not None or first(child, "label") is not None
        if name == "alternatives":
            return holds_table(child)
        return name in self._handlers or name in _SECTIONS or name in _CONTAINERS or name in _LEAVES

    def _block(self, child: etree._Element, name: str) -> None:
        if name in self._handlers:
            self._handlers[name](child)
        elif name == "alternatives" and holds_table(child):
            self._bare_table(next(descendants(child, "table")))
        elif name in _SECTIONS:
            self.section(child, DEFAULT_LABELS.get(name, ""))
        elif name in _LEAVES:
            self._flow(child, hold_floats=True)
        elif name == "boxed-text" and (
            first(child, "title") is not None or first(child, "caption", "title") is not None
        ):
            self._box(child)
        elif name in ("list-item", "def", "fn", "supplementary-material"):
            self._labelled(child)
        else:
            self._flow(child)

    def _box(self, element: etree._Element) -> None:
        caption = first(element, "caption")
        title = first(element, "title") if caption is None else first(caption, "title")
        heading = " ".join(part for part in (inline_text(first(element, "label")), inline_text(title)) if part)
        with self.builder.section(heading):
            self.builder.heading(heading)
            if caption is not None:
                self._flow(caption, skip=_HEADING)
            self._flow(element, skip=(*_HEADING, "caption"))

    def _paragraph(self, inline: Inline) -> None:
        text, shadow = inline.take()
        if not text.strip():
            return
        if self._prefix:
            label, self._prefix = self._prefix, ""
            self.builder.paragraph(f"{label} {text}", " " * len(label) + f" {shadow}", label=label)
        else:
            self.builder.paragraph(text, shadow)

    def _labelled(self, element: etree._Element) -> None:
        """A footnote or list item: its number or sign stands before its first paragraph."""
        self._prefix = inline_text(first(element, "label"))
        self._flow(element, skip=("label",))
        if self._prefix:
            label, self._prefix = self._prefix, ""
            self.builder.paragraph(label, label=label)

    def _note(self, element: etree._Element, inline: Inline) -> None:
        mark = inline_text(first(element, "label"))
        if mark:
            inline.add(mark, mask=" ")
        self.notes.append(element)

    def _figure(self, element: etree._Element) -> None:
        label = inline_text(first(element, "label"))
        with self.builder.compact(PassageKind.FIGURE, label):
            self.builder.write(label)
            self._flow(element, skip=("label",))

    def _table(self, element: etree._Element) -> None:
        label = inline_text(first(element, "label"))
        outer, self._in_table = self._in_table, True
        with self.builder.compact(PassageKind.TABLE, label):
            self.builder.write(label)
            for child in children(element):
                if holds_table(child):
                    for table in descendants(child, "table"):
                        self._rows(table)
                elif name_of(child) not in ("label", "graphic", "object-id", "permissions", "media"):
                    self._block(child, name_of(child))
        self._in_table = outer

    def _bare_table(self, element: etree._Element) -> None:
        with self.builder.compact(PassageKind.TABLE):
            self._rows(element)

    def _rows(self, table: etree._Element) -> None:
        for row in table_rows(table):
            self.builder.write(row)

    def _equation(self, element: etree._Element) -> None:
        """$$TeX$$ and its number. One given in plain text stays so; one that is only an image has its number."""
        label = inline_text(first(element, "label"))
        tex = tex_of(element)
        if tex:
            text = f"$${tex}$$"
        else:
            inline = Inline()
            fill(inline, element, lambda child, name: name == "label")
            text = inline.take()[0] or plain_text(next(descendants(element, "alt-text"), None))
        with self.builder.compact(PassageKind.EQUATION, label):
            self.builder.write(" ".join(part for part in (text, label) if part))

    def _preformatted(self, element: etree._Element) -> None:
        text = raw_text(element).replace("\r\n", "\n").replace("\r", "\n")
        self.builder.paragraph(text.strip("\n").rstrip(XML_SPACE), split=False)

    def _reference(self, element: etree._Element) -> None:
        label, text = reference_text(element)
        self.builder.paragraph(text, label=label, split=False)


# Names, in the outline only, of sections for which the paper prints no heading.
DEFAULT_LABELS = {
    "abstract": gettext_noop("Abstract"),
    "trans-abstract": gettext_noop("Abstract"),
    "ack": gettext_noop("Acknowledgements"),
    "app": gettext_noop("Appendix"),
    "fn-group": gettext_noop("Footnotes"),
    "ref-list": gettext_noop("References"),
    "glossary": gettext_noop("Glossary"),
    "notes": gettext_noop("Notes"),
    "sub-article": gettext_noop("Sub-article"),
    "response": gettext_noop("Response"),
    "kwd-group": gettext_noop("Keywords"),
    "floats-group": gettext_noop("Figures and tables"),
}
