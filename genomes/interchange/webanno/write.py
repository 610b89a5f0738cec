"""Write one annotated text as WebAnno TSV 3.3."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, count, pairwise

from genomes.interchange.model import AnnotatedObject, AnnotatedText, Place, Relation
from genomes.interchange.webanno.escaping import escape_text, escape_value

LAYER, RELATIONS = "webanno.custom.IdeaObject", "webanno.custom.IdeaRelation"
FEATURES = ("type", "key", "part", "content", "constraint", "contributionRole", "paperOnly", "state", "repairs")
REPAIRS = "repairs"
NOTHING, EMPTY = "_", "*"

_SENTENCE_ENDS = re.compile(r"\n+|(?<=[.!?])[^\S\n]+(?=\S)|(?<=[。！？])(?=\S)")
_MARKS = r"""\s.,;:!?()\[\]{}"'“”‘’、。，！？"""
_TOKENS = re.compile(rf"[^{_MARKS}]+|[^\s]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A token: its number in the file and its code points."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Marking:
    """One annotation: a place of an object, with its disambiguation id."""

    number: int
    place: Place
    values: tuple[str, ...]


def dump(text: AnnotatedText) -> dict[str, bytes]:
    """One file. Objects without a place are left out. Raises ValueError without the text."""
    if text.text is None:
        raise ValueError("WebAnno TSV needs the text")
    written = "".join(_lines(text.text, text.anchored()))
    return {f"{text.document}.tsv": written.encode()}


def sentences(text: str, starts: set[int], ends: set[int]) -> Iterator[tuple[int, int]]:
    """Stretches that a reader puts together again: between two of them lies one line feed, or nothing.

    A line feed at which a place starts or ends is kept inside.
    """
    start = 0
    for found in _SENTENCE_ENDS.finditer(text):
        stop = following = found.end()
        if found[0].startswith("\n"):
            if found.end() == len(text):
                break
            is_edge = found.end() - 1 in starts or found.end() in ends
            stop = found.end() if is_edge else max(found.end() - 1, start + 1)
        if stop > start:
            yield start, stop
        start = following
    if start < len(text):
        yield start, len(text)


def _units(text: str, starts: set[int], ends: set[int]) -> Iterator[tuple[tuple[int, int], list[Unit]]]:
    """Each sentence with its tokens. A blank is a token only where a sentence or a place begins or ends with it."""
    edges = sorted(starts | ends)
    position = 0
    for number, (start, end) in enumerate(sentences(text, starts, ends), 1):
        cuts = {start, end}
        for token in _TOKENS.finditer(text, start, end):
            cuts |= {token.start(), token.end()}
        while position < len(edges) and edges[position] <= end:
            if edges[position] >= start:
                cuts.add(edges[position])
            position += 1
        kept = [
            (first, last)
            for first, last in pairwise(sorted(cuts))
            if text[first:last].strip() or first == start or first in starts or last in ends
        ]
        yield (start, end), [Unit(f"{number}-{index}", *pair) for index, pair in enumerate(kept, 1)]


def _markings(document: AnnotatedText) -> tuple[list[Marking], dict[str, Marking]]:
    """Every annotation, and the first one of each object, which holds all its features."""
    numbers, here = count(1), {each.key for each in document.objects}
    every: list[Marking] = []
    firsts: dict[str, Marking] = {}
    for index, each in enumerate(document.objects, 1):
        for part, place in enumerate(each.places, 1):
            values = _values(each, f"{index}.{part}", here) if part == 1 else (each.type, each.key, f"{index}.{part}")
            filled = (*values, *[""] * (len(FEATURES) - len(values)))
            every.append(Marking(next(numbers), place, filled))
            firsts.setdefault(each.key, every[-1])
    return every, firsts


def _values(each: AnnotatedObject, part: str, here: set[str]) -> tuple[str, ...]:
    elsewhere = " ".join(key for key in each.repairs if key not in here)
    paper_only = "" if each.lineage_relevant else "yes"
    return (
        each.type,
        each.key,
        part,
        each.content,
        each.constraint,
        each.contribution_role,
        paper_only,
        each.state,
        elsewhere,
    )


def _lines(text: str, document: AnnotatedText) -> Iterator[str]:
    every, firsts = _markings(document)
    starts, ends = {each.place.start for each in every}, {each.place.end for each in every}
    rows = list(_units(text, starts, ends))
    covering, unit_names = _covering([unit for _sentence, units in rows for unit in units], every)
    arrows = _arrows(document, firsts)
    utf16 = list(accumulate((1 + (character > "\uffff") for character in text), initial=0))
    yield "#FORMAT=WebAnno TSV 3.3\n"
    yield f"#T_SP={'|'.join((LAYER, *FEATURES))}\n"
    yield f"#T_RL={RELATIONS}|type|BT_{LAYER}\n\n"
    for (start, end), units in rows:
        yield "\n"
        for line in text[start:end].split("\n"):
            yield f"#Text={escape_text(line)}\n"
        for unit in units:
            here = covering.get(unit.name, [])
            columns = [_stack(here, index) for index in range(len(FEATURES))]
            arriving = [
                arrow for each in here if unit_names[each.number] == unit.name for arrow in arrows.get(each.number, [])
            ]
            kinds = "|".join(_value(kind) for kind, _source, _target in arriving) or NOTHING
            ends_of = [f"{unit_names[source]}[{source}_{target}]" for _kind, source, target in arriving]
            offsets = f"{utf16[unit.start]}-{utf16[unit.end]}"
            cells = [
                unit.name,
                offsets,
                escape_text(text[unit.start : unit.end]),
                *columns,
                kinds,
                "|".join(ends_of) or NOTHING,
            ]
            yield "\t".join(cells) + "\t\n"


def _stack(here: list[Marking], index: int) -> str:
    return "|".join(f"{_value(each.values[index])}[{each.number}]" for each in here) or NOTHING


def _value(value: str) -> str:
    return escape_value(value) if value else EMPTY


def _covering(units: list[Unit], every: list[Marking]) -> tuple[dict[str, list[Marking]], dict[int, str]]:
    """The annotations on each unit, and the first unit of each annotation."""
    found: dict[str, list[Marking]] = {}
    firsts: dict[int, str] = {}
    position = {unit.start: index for index, unit in enumerate(units)}
    for each in every:
        index = position[each.place.start]
        firsts[each.number] = units[index].name
        while index < len(units) and units[index].end <= each.place.end:
            found.setdefault(units[index].name, []).append(each)
            index += 1
    return found, firsts


def _arrows(document: AnnotatedText, firsts: dict[str, Marking]) -> dict[int, list[tuple[str, int, int]]]:
    """By the number of the annotation that they point to: (type, source, target)."""
    repairs = [Relation(each.key, key, REPAIRS) for each in document.objects for key in each.repairs if key in firsts]
    found: dict[int, list[tuple[str, int, int]]] = {}
    for relation in [*repairs, *document.relations]:
        source, target = firsts[relation.source].number, firsts[relation.target].number
        found.setdefault(target, []).append((relation.type, source, target))
    return found
