"""Before annotations meet a text: one kind of line end, and which labels have to be given one of our types."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace

from evaluator.vocabulary import ObjectType
from genomes.interchange.model import AnnotatedText, Place, place_at, text_sha256


@dataclass(frozen=True, slots=True)
class Label:
    """A label of other tools, how often it is there, some text under it, and the type that it already names."""

    name: str
    count: int
    example: str
    type: str


def labels_of(documents: Iterable[AnnotatedText]) -> list[Label]:
    """Every label of the documents, the most frequent first."""
    counts: dict[str, int] = {}
    examples: dict[str, str] = {}
    for document in documents:
        for each in document.objects:
            counts[each.type] = counts.get(each.type, 0) + 1
            examples.setdefault(each.type, next((place.quote for place in each.places if place.quote), ""))
    known = {each.value: each.value for each in ObjectType}
    ordered = sorted(counts, key=lambda name: (-counts[name], name))
    return [Label(name, counts[name], examples[name], known.get(name.casefold(), "")) for name in ordered]


def with_line_feeds(document: AnnotatedText) -> AnnotatedText:
    """The document with line feeds for every line end, as texts are kept here, and its places moved by as much.

    A place that begins or ends between a carriage return and its line feed begins or ends at the line feed. Exact
    arithmetic: the same characters are covered, so nothing is guessed.
    """
    text = document.text
    if text is None or "\r" not in text:
        return document
    gone = [index for index in range(len(text) - 1) if text[index : index + 2] == "\r\n"]
    plain = text.replace("\r\n", "\n").replace("\r", "\n")

    def moved(place: Place) -> Place:
        return place_at(plain, place.start - bisect_left(gone, place.start), place.end - bisect_left(gone, place.end))

    objects = tuple(replace(each, places=tuple(map(moved, each.places))) for each in document.objects)
    return replace(document, text=plain, text_sha256=text_sha256(plain), objects=objects)
