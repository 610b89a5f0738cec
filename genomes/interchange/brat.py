"""brat standoff: NAME.txt beside NAME.ann.

Offsets: code points of the .txt file (brat's server slices Python Unicode strings, server/src/annotation.py; the
format's page http://brat.nlplab.org/standoff.html says "character offsets"). A discontinuous annotation has several
stretches, `10 14;18 22`, whose texts are joined by one blank. An annotation cannot hold a line break or a tab
(nlplab/brat issue 819), so a place that does is written as the stretches between them.

What brat has no line for (key, constraint, exact places, contents with line breaks, repairs of other papers) stands in
a note of type IdeaGene as JSON. The lines that brat itself shows win over that note: who moves or rewords an
annotation in brat gets what they see there.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import PurePosixPath
from typing import Any

from evaluator.convert import from_json
from evaluator.faults import DataFaults
from evaluator.strictjson import BadJson, parse_text
from genomes.interchange.model import (
    KEY_TWICE,
    NO_SUCH_END,
    AnnotatedObject,
    AnnotatedText,
    Files,
    Notebook,
    Place,
    Reading,
    Relation,
    a_document,
    excerpt,
    gettext_noop,
    place_at,
)
from genomes.interchange.model import QUOTE_DIFFERS as DIFFERS

SUFFIX = ".ann"
TEXT = ".txt"
NOTE = "IdeaGene"
REPAIRS = "repairs"
# Where Python 2, in which brat is written, ends a line; and the tab, which parts its columns.
_BREAKS = re.compile(r"[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """What the note holds beside the lines of brat."""

    key: str
    content: str = ""
    constraint: str = ""
    repairs: tuple[str, ...] = ()
    places: tuple[tuple[int, ...], ...] = ()


def stretches(text: str, places: Iterable[Place]) -> list[Stretch]:
    """What brat can mark of these places: disjoint, in order, without line breaks and tabs, never blank."""
    found: list[Stretch] = []
    for place in places:
        position = place.start
        for gap in _BREAKS.finditer(text, place.start, place.end):
            found.append((position, gap.start()))
            position = gap.end()
        found.append((position, place.end))
    merged: list[Stretch] = []
    for start, end in sorted(each for each in found if text[each[0] : each[1]].strip()):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _flat(words: str) -> str:
    return _BREAKS.sub(" ", words).strip()


def dump(text: AnnotatedText) -> dict[str, bytes]:
    """The two files of a document. Objects without a place are left out. Raises ValueError without the text."""
    if text.text is None:
        raise ValueError("brat standoff needs the text")
    written = "".join(f"{line}\n" for line in _lines(text.text, text.anchored()))
    return {f"{text.document}{TEXT}": text.text.encode(), f"{text.document}{SUFFIX}": written.encode()}


def _lines(text: str, document: AnnotatedText) -> Iterator[str]:
    numbers = {each.key: number for number, each in enumerate(document.objects, 1)}
    attributes, notes, relations = count(1), count(1), count(1)
    for each in document.objects:
        mark, marked = f"T{numbers[each.key]}", stretches(text, each.places)
        quote = " ".join(text[start:end] for start, end in marked)
        yield f"{mark}\t{each.type} {';'.join(f'{start} {end}' for start, end in marked)}\t{quote}"
        if each.contribution_role:
            yield f"A{next(attributes)}\tContributionRole {mark} {each.contribution_role}"
        if each.state:
            yield f"A{next(attributes)}\tState {mark} {each.state}"
        if not each.lineage_relevant:
            yield f"A{next(attributes)}\tPaperOnly {mark}"
        if _flat(each.content):
            yield f"#{next(notes)}\tAnnotatorNotes {mark}\t{_flat(each.content)}"
        yield f"#{next(notes)}\t{NOTE} {mark}\t{json.dumps(_rest(each, numbers), sort_keys=True)}"
    arrows = [Relation(each.key, key, REPAIRS) for each in document.objects for key in each.repairs if key in numbers]
    for arrow in [*arrows, *document.relations]:
        ends = f"Arg1:T{numbers[arrow.source]} Arg2:T{numbers[arrow.target]}"
        yield f"R{next(relations)}\t{arrow.type} {ends}"


def _rest(each: AnnotatedObject, numbers: dict[str, int]) -> dict[str, Any]:
    return {
        "key": each.key,
        "content": each.content,
        "constraint": each.constraint,
        "repairs": [key for key in each.repairs if key not in numbers],
        "places": [[place.start, place.end] for place in each.places],
    }


def load(files: Files) -> Reading:
    """Each .ann with the .txt of the same name. Lines that do not hold are listed; the others are read."""
    notes, documents, ours = Notebook(), [], []
    for name, data in sorted(files.items()):
        path = PurePosixPath(name)
        if path.suffix != SUFFIX:
            continue
        beside = files.get(str(path.with_suffix(TEXT)))
        if beside is None:
            notes.note(name, "", NO_TEXT, name=path.with_suffix(TEXT).name)
            continue
        try:
            text, lines = beside.decode(), data.decode().split("\n")
        except UnicodeDecodeError as error:
            notes.note(name, "", NOT_UTF8, position=error.start)
            continue
        reader = _Document(name, text, notes)
        documents.append(reader.read(path.stem, lines))
        ours.append(bool(reader.rests) or not reader.marks)
    return notes.reading(documents, is_ours=bool(ours) and all(ours))


@dataclass(slots=True)
class _Mark:
    where: str
    type: str
    places: tuple[Place, ...]
    role: str = ""
    state: str = ""
    is_relevant: bool = True
    note: str = ""
    repairs: list[str] = field(default_factory=list)


_MARK = re.compile(r"(\S+) ([0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*)")
_ARROW = re.compile(r"(\S+) Arg1:(\S+) Arg2:(\S+)\s*")


@dataclass(slots=True)
class _Document:
    """One .ann file being read. Marks first: other lines may stand before the mark that they are about."""

    name: str
    text: str
    notes: Notebook
    marks: dict[str, _Mark] = field(default_factory=dict)
    rests: dict[str, Rest] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    arrows: list[tuple[str, str, str, str]] = field(default_factory=list)

    def read(self, document: str, lines: list[str]) -> AnnotatedText:
        rows = [
            (f"{self.name}:{number}", *line.rstrip("\r").split("\t", 2))
            for number, line in enumerate(lines, 1)
            if line.strip()
        ]
        for where, mark, *rest in rows:
            if mark.startswith("T"):
                self._mark(where, mark, rest)
        for where, mark, *rest in rows:
            if not mark.startswith("T"):
                self._other(where, mark, rest)
        keys = {mark: self.rests[mark].key if mark in self.rests else mark for mark in self.marks}
        relations = []
        for where, kind, source, target in self.arrows:
            missing = [each for each in (source, target) if each not in self.marks]
            for each in missing:
                self.notes.note(where, "Arg1" if each == source else "Arg2", NO_SUCH_END, key=each)
            if not missing and kind == REPAIRS and source in self.rests:
                self.marks[source].repairs.append(keys[target])
            elif not missing:
                relations.append(Relation(keys[source], keys[target], kind))
        return a_document(document, self.text, [self._object(mark) for mark in self.marks], relations)

    def _mark(self, where: str, mark: str, rest: list[str]) -> None:
        found = _MARK.fullmatch(rest[0]) if len(rest) == 2 else None
        if found is None:
            self.notes.note(where, "", BAD_MARK)
            return
        if mark in self.marks:
            self.notes.note(where, "id", KEY_TWICE, key=mark)
            return
        spans = [(int(a), int(b)) for a, b in (each.split(" ") for each in found[2].split(";"))]
        places = [self.notes.place(self.text, start, end, None, where) for start, end in spans]
        held = tuple(place for place in places if place is not None)
        if len(held) < len(places):
            return
        quoted = " ".join(self.text[start:end] for start, end in spans)
        if quoted != rest[1]:
            words = {"found": excerpt(quoted), "given": excerpt(rest[1])}
            self.notes.note(where, "text", DIFFERS, start=spans[0][0], end=spans[-1][1], **words)
            return
        self.marks[mark] = _Mark(where, found[1], held)

    def _other(self, where: str, mark: str, rest: list[str]) -> None:
        head, *words = (rest[0] if rest else "").split(" ")
        about = self.marks.get(words[0]) if words else None
        if mark.startswith("R"):
            arrow = _ARROW.fullmatch(rest[0]) if rest else None
            if arrow is None:
                self.notes.note(where, "", BAD_LINE)
            else:
                self.arrows.append((where, arrow[1], arrow[2], arrow[3]))
        elif about is None:
            if words and words[0].startswith("T"):
                self.notes.note(where, "target", NO_SUCH_END, key=words[0])
            else:
                self.notes.left_aside[head or mark] += 1
        elif mark.startswith(("A", "M")):
            self._attribute(about, head, words[1:])
        elif mark.startswith("#") and len(rest) == 2:
            self._note(where, words[0], about, head, rest[1])
        else:
            self.notes.left_aside[head] += 1

    def _attribute(self, about: _Mark, name: str, values: list[str]) -> None:
        value = " ".join(values)
        if name == "ContributionRole":
            about.role = value
        elif name == "State":
            about.state = value
        elif name == "PaperOnly":
            about.is_relevant = False
        else:
            self.notes.left_aside[name] += 1

    def _note(self, where: str, mark: str, about: _Mark, kind: str, words: str) -> None:
        if kind == NOTE:
            try:
                rest = from_json(Rest, parse_text(words), partial=True)
            except (BadJson, DataFaults):
                self.notes.note(where, "", BAD_NOTE)
            else:
                if not rest.key or any(map(str.isspace, rest.key)) or rest.key in self.taken:
                    self.notes.note(where, "key", KEY_TWICE, key=rest.key)
                else:
                    if mark in self.rests:
                        self.taken.discard(self.rests[mark].key)
                    self.rests[mark] = rest
                    self.taken.add(rest.key)
        elif kind == "AnnotatorNotes":
            about.note = words
        else:
            self.notes.left_aside[kind] += 1

    def _object(self, mark: str) -> AnnotatedObject:
        about, rest = self.marks[mark], self.rests.get(mark, Rest(key=mark))
        return AnnotatedObject(
            key=rest.key,
            type=about.type,
            content=rest.content if about.note == _flat(rest.content) else about.note,
            constraint=rest.constraint,
            contribution_role=about.role,
            lineage_relevant=about.is_relevant,
            state=about.state,
            repairs=tuple(sorted({*about.repairs, *rest.repairs})),
            places=self._places(about, rest),
        )

    def _places(self, about: _Mark, rest: Rest) -> tuple[Place, ...]:
        """The exact places of the note while brat still marks the same stretches; else what brat marks."""
        pairs = [pair for pair in rest.places if len(pair) == 2 and 0 <= pair[0] < pair[1] <= len(self.text)]
        exact = [Place(start, end) for start, end in pairs]
        marked = [(place.start, place.end) for place in about.places]
        is_same = len(exact) == len(rest.places) and stretches(self.text, exact) == marked
        if not is_same or any(not self.text[place.start : place.end].strip() for place in exact):
            return about.places
        return tuple(place_at(self.text, place.start, place.end) for place in exact)


NO_TEXT = gettext_noop("The text %(name)s is not beside it. Hand in both files, or a zip that holds both.")
NOT_UTF8 = gettext_noop("The file is not UTF-8: byte %(position)d cannot be read. Save it as UTF-8.")
BAD_MARK = gettext_noop("The line is no annotation of brat: it should read “T1”, a tab, “Type 0 5”, a tab, the text.")
BAD_LINE = gettext_noop("The line is no relation of brat: it should read “R1”, a tab, “Type Arg1:T1 Arg2:T2”.")
BAD_NOTE = gettext_noop("The note of type IdeaGene cannot be read; what brat itself shows is taken.")
