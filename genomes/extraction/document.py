"""A paper's text as a provider reads it: sections, paragraphs, sentences, and the parts that it is read in.

Every position is a code point of the canonical text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from evaluator.vocabulary import PassageKind

# Sections that are about the paper, not of it.
_BACK_MATTER = re.compile(
    r"[\d.\s]*(?:references?(?: and notes)?|bibliography|literature cited|acknowledge?ments?|funding(?: statement)?"
    r"|competing interests?|conflicts? of interests?|author contributions?|data availability(?: statement)?"
    r"|ethics statement|supporting information|supplementary materials?|abbreviations"
    r"|参考文献|致谢|謝辞|참고\s?문헌|감사의 글)\s*:?\s*",
    re.IGNORECASE,
)
_FLOATS = {PassageKind.FIGURE, PassageKind.TABLE, PassageKind.EQUATION}
OVERLAP = 600  # characters of the text before a cut that are shown again


@dataclass(frozen=True, slots=True)
class Section:
    """A section with its heading; `level` is 1 for those of the paper itself, 0 for the title."""

    start: int
    end: int
    heading: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Document:
    """The text; `paragraphs` and `sentences` are (start, end) pairs, in order."""

    text: str
    sections: tuple[Section, ...] = ()
    paragraphs: tuple[tuple[int, int], ...] = ()
    sentences: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, text: str, passages: Iterable[tuple[str, int, int, str, int]]) -> Self:
        """From (kind, start, end, label, level) of the passages, in reading order. Figures and tables are left out."""
        floats_end = 0
        sections: list[Section] = []
        paragraphs: list[tuple[int, int]] = []
        sentences: list[tuple[int, int]] = []
        for kind, start, end, label, level in passages:
            if kind in _FLOATS:
                floats_end = max(floats_end, end)
            elif kind == PassageKind.SECTION:
                sections.append(Section(start, end, label, level))
            elif start >= floats_end:
                (sentences if kind == PassageKind.SENTENCE else paragraphs).append((start, end))
        return cls(text, tuple(sections), tuple(paragraphs), tuple(sentences))

    def headings_at(self, offset: int) -> list[str]:
        """The headings above a place, the innermost first; the paper's title is none."""
        around = [each for each in self._inner_sections() if each.start <= offset < each.end]
        return [each.heading for each in sorted(around, key=lambda each: (-each.level, -each.start))]

    def body(self) -> list[tuple[int, int]]:
        """The text without references, thanks and the like, as stretches in order."""
        stretches, at = [], 0
        for section in sorted(self._inner_sections(), key=lambda each: each.start):
            if _BACK_MATTER.fullmatch(section.heading) and section.start >= at:
                stretches.append((at, section.start))
                at = section.end
        stretches.append((at, len(self.text)))
        return [(start, end) for start, end in stretches if self.text[start:end].strip()]

    def _inner_sections(self) -> list[Section]:
        """All but the one that is the whole paper, headed by its title."""
        return [each for each in self.sections if each.level > 0 or each.end - each.start < len(self.text)]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the document, `shown` to the provider from a little earlier when it begins inside a section."""

    number: int
    start: int
    end: int
    shown: int
    document: Document

    @property
    def text(self) -> str:
        """What the provider is shown."""
        return self.document.text[self.shown : self.end]


def parts_of(document: Document, size: int) -> list[Part]:
    """The body of the document in parts of at most `size` characters, without what is shown twice.

    A part ends before a section if one begins in its second half, else at the end of a paragraph, else of a sentence,
    else wherever it is full. Cut inside a section, the next part also shows the sentences before the cut.
    """
    sections = sorted({each.start for each in document.sections})
    marks = (
        sections,
        sorted(start for start, _end in document.paragraphs),
        sorted(start for start, _end in document.sentences),
    )
    parts: list[Part] = []
    for start, end in document.body():
        for first, last in _cut(start, end, size, marks):
            if document.text[first:last].strip():
                shown = first if first in sections else _earlier(first, max(start, first - OVERLAP), marks[2])
                parts.append(Part(len(parts), first, last, shown, document))
    return parts


def _cut(start: int, end: int, size: int, marks: Iterable[list[int]]) -> Iterator[tuple[int, int]]:
    while end - start > size:
        earliest = [start + size // 2, start, start]
        found = (_last(each, start + size) for each in marks)
        cut = next((at for at, least in zip(found, earliest, strict=True) if at > least), start + size)
        yield start, cut
        start = cut
    yield start, end


def _last(marks: list[int], at: int) -> int:
    """The last mark up to a place, -1 without one."""
    index = bisect_right(marks, at)
    return marks[index - 1] if index else -1


def _earlier(at: int, least: int, sentences: list[int]) -> int:
    """Where the first sentence begins that lies between two places."""
    return next((start for start in sentences if least <= start < at), at)
