"""Both papers' texts, line by line with code-point offsets, so that a selection becomes a pointer."""

from dataclasses import dataclass

from diffs.models import PaperPair
from diffs.selectors.cards import Places, places_of
from diffs.selectors.sides import short_name
from evaluator.vocabulary import PassageKind
from genomes.models import Passage, SourceVersion


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of the canonical text, without its line break. `start` is its first character, in code points."""

    start: int
    text: str
    is_heading: bool
    place: str


@dataclass(frozen=True, slots=True)
class Text:
    paper: str
    name: str
    title: str
    sha256: str
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
    paper, lines, start = version.paper, [], 0
    for line in version.text.split("\n"):
        end = start + len(line)
        place = places[paper.slug].of(start, end) if line else ""
        lines.append(TextLine(start, line, start in headings, place))
        start = end + 1
    return Text(paper.slug, short_name(paper), paper.title, version.text_sha256, tuple(lines))
