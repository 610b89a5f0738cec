"""Both papers' texts, line by line with code-point offsets, so that a selection becomes a pointer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from diffs.models import PaperPair
from diffs.selectors.cards import Places, places_of
from diffs.selectors.sides import short_name
from evaluator.vocabulary import PassageKind
from genomes.models import Passage, SourceVersion

_DISPLAYED = re.compile(r"\$\$.{1,2000}?\$\$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of the canonical text, without its line break; `start` and `end` are code points of the whole text.

    A formula on lines of its own ($$ … $$) makes its lines one, so that it can be drawn.
    """

    start: int
    text: str
    is_heading: bool
    place: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Text:
    paper: str
    name: str
    title: str
    sha256: str
    has_formulas: bool
    lines: tuple[TextLine, ...]


def texts_of(pair: PaperPair) -> list[Text]:
    """The texts that the pair's genomes were made from, predecessor first. Three queries."""
    ids = [pair.source.source_version_id, pair.target.source_version_id]
    versions = SourceVersion.objects.select_related("paper").in_bulk(ids)
    headings: dict[int, set[int]] = {pk: set() for pk in ids}
    sections = Passage.objects.filter(source_version__in=ids, kind=PassageKind.SECTION)
    for version_id, start in sections.values_list("source_version_id", "start"):
        headings[version_id].add(start)
    places = places_of(pair)
    return [_text(versions[pk], headings[pk], places) for pk in ids]


def _text(version: SourceVersion, headings: set[int], places: dict[str, Places]) -> Text:
    paper, text, has_formulas = version.paper, version.text, version.format != "text"
    lines = []
    for start, end in _lines(text, has_formulas):
        place = places[paper.slug].of(start, end) if end > start else ""
        lines.append(TextLine(start, text[start:end], start in headings, place))
    return Text(paper.slug, short_name(paper), paper.title, version.text_sha256, has_formulas, tuple(lines))


def _lines(text: str, has_formulas: bool) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends."""
    formulas = [found.span() for found in _DISPLAYED.finditer(text)] if has_formulas else []
    within = {at for start, end in formulas for at in range(start, end)}
    start = 0
    for found in re.finditer("\n", text):
        if found.start() not in within:
            yield start, found.start()
            start = found.end()
    yield start, len(text)
