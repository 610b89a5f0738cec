"""Builds the passages of a document while its text grows or is walked through."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from evaluator.vocabulary import PassageKind

from .document import Note, ParsedDocument, ParsedMetadata, ParsedPassage, ParsedReference
from .sentences import sentence_spans

LABEL_LENGTH = 200


@dataclass(slots=True)
class _Draft:
    kind: PassageKind
    label: str
    level: int
    parent: int | None
    start: int = -1
    end: int = -1


class Outline:
    """Passages under construction. One that never gets any text is left out in the end."""

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []
        self._open: list[int] = []

    def open(self, kind: PassageKind, label: str = "") -> None:
        sections = sum(self._drafts[i].kind is PassageKind.SECTION for i in self._open)
        level = sections if kind is PassageKind.SECTION else max(sections - 1, 0)
        parent = self._open[-1] if self._open else None
        self._open.append(len(self._drafts))
        self._drafts.append(_Draft(kind, label[:LABEL_LENGTH], level, parent))

    def close(self) -> None:
        self._open.pop()

    @contextmanager
    def within(self, kind: PassageKind, label: str = "") -> Iterator[None]:
        self.open(kind, label)
        yield
        self.close()

    def cover(self, start: int, end: int) -> None:
        """Stretch every open passage over this piece of text."""
        for index in self._open:
            draft = self._drafts[index]
            if draft.start < 0:
                draft.start = start
            draft.end = end

    def sentences(self, start: int, text: str, shadow: str | None = None) -> None:
        for first, last in sentence_spans(text, shadow):
            with self.within(PassageKind.SENTENCE):
                self._drafts[-1].start, self._drafts[-1].end = (
                    start + first,
                    start + last,
                )

    def passages(self) -> tuple[ParsedPassage, ...]:
        kept = [index for index, draft in enumerate(self._drafts) if draft.start >= 0]
        place = {index: position for position, index in enumerate(kept)}
        return tuple(
            ParsedPassage(
                kind=draft.kind,
                start=draft.start,
                end=draft.end,
                label=draft.label,
                level=draft.level,
                parent=None if draft.parent is None else place[draft.parent],
            )
            for draft in (self._drafts[index] for index in kept)
        )


class DocumentBuilder:
    """Writes a document block by block: a blank line between blocks, a line break inside a figure or table."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._parts: list[str] = []
        self._length = 0
        self._compact = 0
        self._fresh = True
        self._depths: list[int] = []

    @property
    def is_empty(self) -> bool:
        return self._length == 0

    @property
    def length(self) -> int:
        """How many characters are written."""
        return self._length

    def write(self, text: str) -> int | None:
        """Append one piece of text and say where it starts; a blank piece is left out."""
        if not text.strip():
            return None
        gap = "\n" if self._compact and not self._fresh else "\n\n"
        if self.is_empty:
            gap = ""
        start = self._length + len(gap)
        self._parts += (gap, text)
        self._length = start + len(text)
        self._fresh = False
        self.outline.cover(start, self._length)
        return start

    @contextmanager
    def section(self, label: str) -> Iterator[None]:
        """A section; inside a figure or table, where none can be, its content alone."""
        if self._compact:
            yield
            return
        with self.outline.within(PassageKind.SECTION, label):
            yield

    def heading(self, text: str) -> None:
        """The printed heading of the section just opened; inside a figure or table a paragraph like any other."""
        if self._compact:
            self.paragraph(text)
        else:
            self.write(text)

    def begin_section(self, depth: int, heading: str, *, label: str = "", keep: int = 0) -> None:
        """A section that goes on until one as deep or less deep begins (depth 1 encloses depth 2), or `end_sections`.

        For formats that only print headings. The first `keep` that are open stay so, whatever their depth.
        Inside a figure or table it is a paragraph like any other.
        """
        if self._compact:
            self.paragraph(heading)
            return
        self.end_sections(depth, keep=keep)
        self._depths.append(depth)
        self.outline.open(PassageKind.SECTION, heading or label)
        self.write(heading)

    def end_sections(self, depth: int = 0, *, keep: int = 0) -> None:
        """End those that `begin_section` began, as deep as this or deeper; the first `keep` of them stay open.

        Inside a figure or table nothing ends: it lies in them.
        """
        while not self._compact and len(self._depths) > keep and self._depths[-1] >= depth:
            self.outline.close()
            self._depths.pop()

    @property
    def open_sections(self) -> int:
        """How many sections that `begin_section` began are open."""
        return len(self._depths)

    @contextmanager
    def compact(self, kind: PassageKind, label: str = "") -> Iterator[None]:
        """A figure, table or equation: its parts stand on lines of their own, without blank lines."""
        self._compact += 1
        self._fresh = True
        with self.outline.within(kind, label):
            yield
        self._compact -= 1

    def paragraph(
        self,
        text: str,
        shadow: str | None = None,
        *,
        label: str = "",
        split: bool = True,
    ) -> None:
        """One paragraph; with its sentences unless it is a reference, code or the like."""
        if not text.strip():
            return
        with self.outline.within(PassageKind.PARAGRAPH, label):
            start = self.write(text)
            if split and start is not None:
                self.outline.sentences(start, text, shadow)

    def finish(
        self,
        metadata: ParsedMetadata,
        references: Iterable[ParsedReference] = (),
        notes: Iterable[Note] = (),
    ) -> ParsedDocument:
        return ParsedDocument(
            "".join(self._parts), self.outline.passages(), metadata, references=tuple(references), notes=tuple(notes)
        )
