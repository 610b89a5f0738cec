"""What the labels of a case rest on, marked in the paragraphs of both papers: who cites what, and where they meet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from django.db.models import Q

from adjudication.selectors.labels import Side
from diffs.models import PaperPair
from diffs.selectors import short_name
from evaluator.schema import Pointer
from evaluator.vocabulary import PassageKind
from genomes.models import Genome, Passage, SourceVersion

RATIONALE, TRANSITION = "rationale", "transition"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text that one label cites, for its rationale or as evidence of the transition."""

    letter: str
    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A label's line under a piece of text. Two citations of one label are one line."""

    letter: str
    kind: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text under the marks of all that cite it. `is_change`: others than the piece before, so it names them.

    Letters are what tells labels apart where they overlap, whatever a reader sees of hues and lines.
    """

    text: str
    marks: tuple[Mark, ...]
    is_change: bool = False


@dataclass(frozen=True, slots=True)
class CitedPaper:
    slug: str
    name: str
    published: date | None
    is_source: bool
    passages: list[list[Piece]] = field(default_factory=list)


def cited_papers(pair: PaperPair, sides: Sequence[Side]) -> list[CitedPaper]:
    """Both papers with the paragraphs that the labels cite, in order of the text. Two queries."""
    genomes = (pair.source, pair.target)
    spans = {genome.paper.slug: _spans(genome.paper.slug, sides) for genome in genomes}
    texts = dict(
        SourceVersion.objects.filter(pk__in=[genome.source_version_id for genome in genomes]).values_list("pk", "text")
    )
    around = _paragraphs(genomes, spans)
    return [
        CitedPaper(
            slug=genome.paper.slug,
            name=short_name(genome.paper),
            published=genome.paper.published,
            is_source=genome is pair.source,
            passages=_marked(
                texts[genome.source_version_id], around[genome.source_version_id], spans[genome.paper.slug]
            ),
        )
        for genome in genomes
    ]


def _spans(slug: str, sides: Sequence[Side]) -> list[Span]:
    return [
        Span(side.letter, kind, pointer.start, pointer.end)
        for side in sides
        for kind, pointers in ((TRANSITION, side.answer.transition_evidence), (RATIONALE, side.answer.evidence))
        for pointer in _once(pointers)
        if pointer.paper == slug
    ]


def _once(pointers: Iterable[Pointer]) -> Iterable[Pointer]:
    return dict.fromkeys(pointers)


def _paragraphs(genomes: Iterable[Genome], spans: Mapping[str, Sequence[Span]]) -> dict[int, list[tuple[int, int]]]:
    """Per source version the smallest passages, sentences and sections aside, that touch a cited stretch."""
    wanted = Q(pk__in=[])
    found: dict[int, list[tuple[int, int]]] = {}
    for genome in genomes:
        found[genome.source_version_id] = []
        for span in spans[genome.paper.slug]:
            wanted |= Q(source_version=genome.source_version_id, start__lt=span.end, end__gt=span.start)
    kinds = [PassageKind.SENTENCE, PassageKind.SECTION]
    rows = Passage.objects.filter(wanted).exclude(kind__in=kinds).order_by("start", "-end")
    for version, start, end in rows.values_list("source_version", "start", "end"):
        last = found[version][-1] if found[version] else (0, 0)
        if end > last[1]:  # what lies inside the one before is shown with it
            found[version].append((max(start, last[1]), end))
    return found


def _marked(text: str, stretches: Sequence[tuple[int, int]], spans: Sequence[Span]) -> list[list[Piece]]:
    """The stretches cut into pieces; a citation that no passage holds is shown by itself."""
    lonely = [(s.start, s.end) for s in spans if not any(start < s.end and s.start < end for start, end in stretches)]
    return [pieces(text, start, end, spans) for start, end in sorted({*stretches, *lonely})]


def pieces(text: str, start: int, end: int, spans: Sequence[Span]) -> list[Piece]:
    """`text[start:end]` cut wherever a citation begins or ends; each piece under the marks of all that cite it."""
    here = [span for span in spans if span.start < end and start < span.end]
    edges = sorted({start, end, *(edge for span in here for edge in (span.start, span.end) if start < edge < end)})
    found: list[Piece] = []
    for first, last in pairwise(edges):
        marks = _marks([span for span in here if span.start < last and first < span.end])
        is_change = bool(marks) and (not found or found[-1].marks != marks)
        found.append(Piece(text[first:last], marks, is_change))
    return found


def _marks(spans: Iterable[Span]) -> tuple[Mark, ...]:
    """One mark for each label, in the order of their letters. What shows the transition outweighs the rationale."""
    kinds: dict[str, str] = {}
    for span in spans:
        kinds[span.letter] = TRANSITION if TRANSITION in (span.kind, kinds.get(span.letter)) else span.kind
    return tuple(Mark(letter, kinds[letter]) for letter in sorted(kinds))
