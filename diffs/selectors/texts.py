"""Both papers' texts, line by line with code-point offsets, so that a selection becomes a pointer."""

from dataclasses import dataclass

from diffs.models import PaperPair
from diffs.selectors.sides import short_name
from evaluator.vocabulary import PassageKind
from genomes.models import Passage, SourceVersion


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of the canonical text, without its line break. `start` is its first character, in code points."""

    start: int
    text: str
    is_heading: bool


@dataclass(frozen=True, slots=True)
class Text:
    paper: str
    name: str
    title: str
    sha256: str
    lines: tuple[TextLine, ...]


def texts_of(pair: PaperPair) -> list[Text]:
    """The texts that the pair's genomes were made from, predecessor first. Two queries."""
    ids = [pair.source.source_version_id, pair.target.source_version_id]
    versions = SourceVersion.objects.select_related("paper").in_bulk(ids)
    headings: dict[int, set[int]] = {pk: set() for pk in ids}
    sections = Passage.objects.filter(source_version__in=ids, kind=PassageKind.SECTION)
    for version_id, start in sections.values_list("source_version_id", "start"):
        headings[version_id].add(start)
    return [_text(versions[pk], headings[pk]) for pk in ids]


def _text(version: SourceVersion, headings: set[int]) -> Text:
    lines, start = [], 0
    for line in version.text.split("\n"):
        lines.append(TextLine(start, line, start in headings))
        start += len(line) + 1
    paper = version.paper
    return Text(paper.slug, short_name(paper), paper.title, version.text_sha256, tuple(lines))
