"""Writes the blocks of all pages as one document, in reading order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from evaluator.vocabulary import PassageKind
from genomes.ingest.document import Note, ParsedDocument, ParsedReference, gettext_noop
from genomes.ingest.outline import DocumentBuilder

from .blocks import BULLET, ENDED, Block, Kind, Measures, blocks_of, measures_of, take_notes
from .floats import gather_floats
from .front import find_title, read_front
from .headings import RUN_IN_ABSTRACT, Heading, find_headings
from .hyphens import Words, join_lines
from .layout import Line, areas_of, lines_of
from .pages import Page
from .references import read_entry, split_entries

ABSTRACT = gettext_noop("Abstract")
FOOTNOTES = gettext_noop("Footnotes")


@dataclass(slots=True)
class Extract:
    """What the pages gave: `stamp` is arXiv's, `info` the document information."""

    pages: Sequence[Page]
    info: Mapping[str, str]
    stamp: str
    notes: list[Note]


def write_document(extract: Extract) -> ParsedDocument:
    upright = [[piece for piece in page.pieces if not piece.turned] for page in extract.pages]
    areas = areas_of(upright, [page.drawings for page in extract.pages])
    usual = measures_of(areas)
    blocks: list[Block] = []
    footnotes: list[Block] = []
    bottoms: dict[int, float] = {}
    for area in areas:
        bottoms[area.page] = max(bottoms.get(area.page, area.lines[-1].bottom), area.lines[-1].bottom)
    for area in areas:
        found = blocks_of(area, usual)
        footnotes += take_notes(found, usual, bottoms[area.page])
        blocks += found
    dropped = gather_floats(blocks, [page.pictures for page in extract.pages], usual)
    words = Words.of(line.text for area in areas for line in area.lines)
    writer = _Writer(words, usual, turned=_turned(extract.pages))
    writer.write(blocks, footnotes)
    return _finish(writer, extract, dropped)


def _finish(writer: "_Writer", extract: Extract, dropped: int) -> ParsedDocument:
    notes = list(extract.notes)
    if dropped:
        notes.append(Note(gettext_noop("Words inside pictures left out: %(count)d."), {"count": dropped}))
    if writer.words.undecided:
        notes.append(
            Note(
                gettext_noop("Hyphens at line ends kept because nothing shows whether the words have them: %(count)d."),
                {"count": writer.words.undecided},
            )
        )
    document = writer.builder.finish(
        read_front(
            writer.title, writer.front, writer.first_page, extract.stamp, extract.info, is_paper=bool(writer.title)
        )
    )
    label = document.metadata.title[:200]
    passages = (replace(document.passages[0], label=label), *document.passages[1:])
    return replace(
        document,
        passages=passages,
        references=tuple(writer.references),
        page_starts=_page_starts(writer.page_starts, len(extract.pages), len(document.text)),
        notes=tuple(notes),
    )


def _page_starts(found: Mapping[int, int], count: int, length: int) -> tuple[int, ...]:
    """Where each page begins; one without text begins where the next does."""
    starts: list[int] = []
    following = length
    for page in reversed(range(count)):
        following = min(found.get(page, following), following)
        starts.append(following)
    return (0, *reversed(starts[:-1]))


def _turned(pages: Sequence[Page]) -> dict[int, list[Line]]:
    """Words written in another direction than their page: labels of axes, notes in the margin."""
    return {
        number: [line for piece in page.pieces if piece.turned for line in lines_of([piece], number)]
        for number, page in enumerate(pages)
    }


@dataclass(slots=True)
class _Writer:
    """Keeps a paragraph open until it is clear whether the next column goes on with it."""

    words: Words
    usual: Measures
    turned: dict[int, list[Line]]
    builder: DocumentBuilder = field(default_factory=DocumentBuilder)
    title: str = ""
    front: list[str] = field(default_factory=list)
    first_page: str = ""
    references: list[ParsedReference] = field(default_factory=list)
    page_starts: dict[int, int] = field(default_factory=dict)
    _pending: list[Block] = field(default_factory=list)
    _held: list[Block] = field(default_factory=list)
    _depths: list[int] = field(default_factory=list)
    _entries: list[Line] = field(default_factory=list)
    _in_references: bool = False

    def write(self, blocks: list[Block], footnotes: Sequence[Block]) -> None:
        at = find_title(blocks, self.usual)
        title = blocks.pop(at) if at is not None else None
        headings = find_headings(blocks, self.usual)
        self.first_page = "\n".join(block.text for block in [*blocks, *footnotes] if block.page == 0)
        if title is not None:
            self.title = join_lines([line.text for line in title.lines], self.words)[0]
        with self.builder.section(self.title):
            if title is not None:
                self._note_lines(title.lines, [0] * len(title.lines), self.builder.write(self.title))
            self._write_all(blocks, headings)
            self._write_turned()
            if footnotes:
                with self.builder.section(FOOTNOTES):
                    for note in footnotes:
                        self.builder.paragraph(self._joined(note.lines))

    def _write_all(self, blocks: Sequence[Block], headings: Mapping[int, Heading]) -> None:
        first = min(headings, default=0)
        for index, block in enumerate(blocks):
            if index in headings:
                self._heading(block, headings[index])
            elif self._in_references:
                self._reference_block(block)
            else:
                if index < first and block.page == 0:
                    self.front.append("\n".join(line.text for line in block.lines).replace("\n", " "))
                self._block(block)
        self._close_sections(0)

    def _heading(self, block: Block, heading: Heading) -> None:
        self._close_sections(heading.depth)
        text, starts = join_lines([line.text for line in block.lines], self.words)
        self.builder.outline.open(PassageKind.SECTION, text)
        self._depths.append(heading.depth)
        self._note_lines(block.lines, starts, self.builder.write(text))
        self._in_references = heading.is_references

    def _close_sections(self, depth: int) -> None:
        self._flush()
        self._write_entries()
        while self._depths and self._depths[-1] >= depth:
            self.builder.outline.close()
            self._depths.pop()

    def _block(self, block: Block) -> None:
        if block.kind in (Kind.FIGURE, Kind.TABLE):
            if self._is_open(block):
                self._held.append(block)
            else:
                self._flush()
                self._float(block)
        elif block.kind == Kind.PROSE:
            if not self._goes_on(block):
                self._flush()
                self._open_abstract(block)
            self._pending.append(block)
        else:
            self._flush()
            self._other(block)

    def _open_abstract(self, block: Block) -> None:
        if RUN_IN_ABSTRACT.match(block.text) and not self._depths:
            self.builder.outline.open(PassageKind.SECTION, ABSTRACT)
            self._depths.append(1)

    def _is_open(self, following: Block) -> bool:
        """Does the paragraph before a figure go on after it? It does where the column ends in the middle of it."""
        if not self._pending:
            return False
        last = self._pending[-1]
        return last.area is not following.area and (bool(self._held) or _is_full(last))

    def _goes_on(self, block: Block) -> bool:
        if not self._pending:
            return False
        last, first = self._pending[-1], block.lines[0]
        if last.area is block.area and not self._held:
            return False
        if abs(first.size - last.size) > 0.05 * last.size or BULLET.match(first.text) or first.marked:
            return False
        if not ENDED.search(last.lines[-1].text):
            return True
        hanging = BULLET.match(self._pending[0].text)
        is_indented = first.left > block.area.margin + 0.7 * first.size
        return bool(self.usual.indents and _is_full(last) and not is_indented and not hanging)

    def _flush(self) -> None:
        if self._pending:
            lines = [line for block in self._pending for line in block.lines]
            self._paragraph(lines)
        self._pending = []
        held, self._held = self._held, []
        for block in held:
            self._float(block)

    def _paragraph(self, lines: Sequence[Line], *, label: str = "", split: bool = True) -> None:
        text, starts = join_lines([line.text for line in lines], self.words)
        with self.builder.outline.within(PassageKind.PARAGRAPH, label):
            start = self.builder.write(text)
            if split and start is not None:
                self.builder.outline.sentences(start, text)
        self._note_lines(lines, starts, start)

    def _note_lines(self, lines: Sequence[Line], starts: Sequence[int], start: int | None) -> None:
        if start is not None:
            for line, offset in zip(lines, starts, strict=True):
                self.page_starts[line.page] = min(self.page_starts.get(line.page, start + offset), start + offset)

    def _joined(self, lines: Sequence[Line]) -> str:
        return join_lines([line.text for line in lines], self.words)[0]

    def _float(self, block: Block) -> None:
        kind = PassageKind.TABLE if block.kind == Kind.TABLE else PassageKind.FIGURE
        with self.builder.compact(kind, block.number):
            if block.above:
                self._parts(block)
            self._paragraph(block.lines)
            if not block.above:
                self._parts(block)

    def _parts(self, block: Block) -> None:
        for part in block.body:
            self._as_printed(part)
        for line in self.turned.pop(block.page, []) if block.kind == Kind.FIGURE else []:
            self.builder.write(line.text)

    def _as_printed(self, block: Block) -> None:
        left = min(line.left for line in block.lines)
        for line in block.lines:
            start = self.builder.write(_row(line) if block.kind == Kind.ROWS else _indented(line, left))
            self._note_lines([line], [0], start)

    def _other(self, block: Block) -> None:
        if block.kind == Kind.EQUATION:
            with self.builder.compact(PassageKind.EQUATION, block.number):
                start = self.builder.write(" ".join(line.text for line in block.lines))
            self._note_lines(block.lines[:1], [0], start)
        elif block.kind == Kind.ROWS:
            with self.builder.compact(PassageKind.TABLE):
                self._as_printed(block)
        elif block.kind == Kind.CODE:
            left = min(line.left for line in block.lines)
            self.builder.paragraph("\n".join(_indented(line, left) for line in block.lines), split=False)
        else:
            self._paragraph(block.lines)

    def _reference_block(self, block: Block) -> None:
        if block.kind in (Kind.FIGURE, Kind.TABLE):
            self._held.append(block)
        else:
            self._entries += block.lines

    def _write_entries(self) -> None:
        entries, self._entries = self._entries, []
        for lines in split_entries(entries) if entries else []:
            label, reference = read_entry(lines, self.words)
            self._paragraph(lines, label=label, split=False)
            self.references.append(reference)
        self._flush()

    def _write_turned(self) -> None:
        for lines in self.turned.values():
            for line in lines:
                self.builder.paragraph(line.text, split=False)


def _is_full(block: Block) -> bool:
    """Its last line reaches the end of the column, which is the column's last."""
    last = block.lines[-1]
    return last.right >= block.area.right - 0.15 * block.area.width and last is block.area.lines[-1]


def _row(line: Line) -> str:
    """Cells of a row with " | " between them, as in every other format that is read here."""
    text = line.pieces[0].text.strip()
    for last, piece in zip(line.pieces, line.pieces[1:], strict=False):
        gap = max(piece.left - last.right, last.left - piece.right)
        joint = " | " if gap > line.size else " " if gap > 0.12 * line.size else ""
        text += joint + piece.text.strip()
    return text


def _indented(line: Line, left: float) -> str:
    """A line of a program keeps its indent."""
    if not line.style.mono:
        return line.text
    width = max((line.right - line.left) / max(len(line.text), 1), 0.1)
    return " " * min(round((line.left - left) / width), 80) + line.text
