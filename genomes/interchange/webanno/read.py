"""Read WebAnno TSV 3: the text is put together from its sentences, and every token is held against it."""

import re
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import PurePosixPath

from genomes.interchange.model import (
    NO_SUCH_END,
    AnnotatedObject,
    AnnotatedText,
    Files,
    Notebook,
    Reading,
    Relation,
    a_document,
    excerpt,
    gettext_noop,
)
from genomes.interchange.webanno.escaping import split_value, unescape_text, unescape_value
from genomes.interchange.webanno.write import EMPTY, FEATURES, LAYER, NOTHING, RELATIONS, REPAIRS

_FORMAT = re.compile(r"#FORMAT=WebAnno TSV 3\.(\d+)\s*")
_ROW = re.compile(r"(\d+-\d+(?:\.\d+)?)\t([0-9]{1,9})-([0-9]{1,9})\t([^\t]*)(?:\t(.*))?", re.DOTALL)
_NUMBERED = re.compile(r"(.*?)\[(\d+)\]", re.DOTALL)
_ARROW = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d+)_(\d+)\])?")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: its layer, its feature, and what kind it is: span, relation, end, slot or chain."""

    layer: str
    feature: str
    kind: str
    base: str = ""

    @property
    def short(self) -> str:
        return self.layer.rpartition(".")[2]


@dataclass(slots=True)
class Row:
    """A token or a part of one, in UTF-16 units, with its cells still escaped."""

    where: str
    name: str
    start: int
    end: int
    words: str
    cells: list[str]


@dataclass(slots=True)
class Marking:
    """An annotation: the rows it covers and its features."""

    key: str
    layer: str
    rows: list[Row]
    values: dict[str, str] = field(default_factory=dict)


def load(files: Files) -> Reading:
    """Each .tsv file as one document."""
    notes, documents, ours = Notebook(), [], []
    for name, data in sorted(files.items()):
        try:
            lines = [line.removesuffix("\r") for line in data.decode("utf-8-sig").split("\n")]
        except UnicodeDecodeError as error:
            notes.note(name, "", NOT_UTF8, position=error.start)
            continue
        version = _FORMAT.fullmatch(lines[0])
        if version is None:
            notes.note(f"{name}:1", "", NO_FORMAT)
            continue
        reader = _Document(name, notes, is_java=int(version[1]) <= 1)
        document = reader.read(PurePosixPath(name).name.removesuffix(".tsv"), lines)
        if document is not None:
            documents.append(document)
            ours.append(any(column.layer == LAYER for column in reader.columns))
    return notes.reading(documents, is_ours=bool(ours) and all(ours))


def columns_of(line: str) -> list[Column]:
    """The columns that one line of the header declares."""
    kind = {"#T_SP=": "span", "#T_RL=": "relation", "#T_CH=": "chain"}[line[:6]]
    layer, *features = line[6:].split("|")
    found: list[Column] = []
    for feature in features or [""]:
        if kind == "relation" and feature.startswith("BT_"):
            found.append(Column(layer, feature, "end", feature.removeprefix("BT_")))
        elif feature.startswith("ROLE_"):
            found.append(Column(layer, feature, "slot"))
        elif kind == "span" and found and found[-1].kind == "slot":
            found.append(Column(layer, feature, "slot target"))
        else:
            found.append(Column(layer, feature, kind))
    return found


@dataclass(slots=True)
class _Document:
    name: str
    notes: Notebook
    is_java: bool
    columns: list[Column] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    length: int = 0  # of the pieces, in UTF-16 units
    sentence: list[str] = field(default_factory=list)
    markings: dict[str, Marking] = field(default_factory=dict)
    arrows: list[tuple[str, str, str, str]] = field(default_factory=list)
    repairs: dict[str, set[str]] = field(default_factory=dict)

    def read(self, document: str, lines: list[str]) -> AnnotatedText | None:
        """The document; None, with the faults noted, when its text cannot be put together."""
        for number, line in enumerate(lines[1:], 2):
            if not self._line(f"{self.name}:{number}", line):
                return None
        text = "".join(self.pieces)
        points = {units: index for index, units in enumerate(_utf16(text))}
        held = [row for row in self.rows if self._holds(row, text, points)]
        for row in held:
            self._cells(row)
        for row in held:
            self._relations(row)
        relations = self._tie()
        return a_document(document, text, self._objects(text, points), relations)

    def _line(self, where: str, line: str) -> bool:
        if line[:6] in ("#T_SP=", "#T_RL=", "#T_CH=") and not self.rows:
            self.columns += columns_of(line)
        elif line.startswith("#Text="):
            self.sentence.append(unescape_text(line.removeprefix("#Text="), is_java=self.is_java))
        elif line and not line.startswith("#"):
            return self._row(where, line)
        elif line.startswith("#") and not line.startswith("#Sentence.id="):
            self.notes.left_aside[line.partition("=")[0]] += 1
        return True

    def _row(self, where: str, line: str) -> bool:
        found = _ROW.fullmatch(line)
        if found is None:
            self.notes.note(where, "", BAD_ROW)
            return False
        cells = found[5].split("\t") if found[5] is not None else []
        row = Row(where, found[1], int(found[2]), int(found[3]), found[4], cells)
        if len(cells) < len(self.columns):
            self.notes.note(where, "", TOO_FEW, found=len(cells), wanted=len(self.columns))
            return False
        if self.sentence and not self._end_header(where, row.start):
            return False
        self.rows.append(row)
        return True

    def _end_header(self, where: str, begin: int) -> bool:
        """Put the sentence where its first token begins; one line feed, or nothing, lies before it."""
        gap = begin - self.length
        if gap < 0:
            self.notes.note(where, "offsets", TOO_EARLY, begin=begin, length=self.length)
            return False
        if gap > MAX_GAP:
            self.notes.note(where, "offsets", TOO_FAR, gap=gap)
            return False
        filling = ("\n" if self.pieces else " ") + " " * (gap - 1) if gap else ""
        if gap > 1 or (gap and not self.pieces):
            self.notes.left_aside["text between sentences"] += 1
        words = filling + "\n".join(self.sentence)
        self.pieces.append(words)
        self.length += _length(words)
        self.sentence = []
        return True

    def _holds(self, row: Row, text: str, points: dict[int, int]) -> bool:
        if row.start not in points or row.end not in points or row.end < row.start:
            self.notes.note(row.where, "offsets", OUTSIDE, start=row.start, end=row.end, length=self.length)
            return False
        found = text[points[row.start] : points[row.end]]
        if found not in (row.words, unescape_text(row.words, is_java=self.is_java)):
            words = {"found": excerpt(found), "given": excerpt(row.words)}
            self.notes.note(row.where, "token", TOKEN_DIFFERS, start=row.start, end=row.end, **words)
            return False
        return True

    def _cells(self, row: Row) -> None:
        """Span annotations on this row. One with a number may have begun on an earlier row."""
        stacks: dict[str, dict[str, str | None]] = {}  # this row's key → what it is called in the document
        for column, cell in zip(self.columns, row.cells, strict=False):
            if column.kind == "chain" and cell != NOTHING:
                self.notes.left_aside[column.short] += 1
            if column.kind not in ("span", "slot") or cell == NOTHING:
                continue
            for index, value in enumerate(split_value(cell, "|")):
                numbered = _NUMBERED.fullmatch(value)
                plain, number = (numbered[1], numbered[2]) if numbered else (value, "")
                names = stacks.setdefault(column.layer, {})
                key = (
                    f"{column.short}.{number}"
                    if number
                    else names.get(str(index)) or f"{column.short}@{row.name}.{index}"
                )
                names[str(index)] = key
                marking = self.markings.setdefault(key, Marking(key, column.layer, []))
                if not marking.rows or marking.rows[-1] is not row:
                    marking.rows.append(row)
                if column.kind == "slot":
                    self.notes.left_aside[f"{column.short}.{column.feature}"] += plain != NOTHING
                elif plain != EMPTY:
                    marking.values[column.feature] = unescape_value(plain)

    def _relations(self, row: Row) -> None:
        """Arrows that arrive at this row: their first feature, and the row that they come from."""
        kinds: dict[str, list[str]] = {}
        for column, cell in zip(self.columns, row.cells, strict=False):
            if cell == NOTHING or column.kind not in ("relation", "end"):
                continue
            values = split_value(cell, "|")
            if column.kind == "end":
                for index, value in enumerate(values):
                    kind = kinds.get(column.layer, [])
                    self._arrow(row, column, value, kind[index] if index < len(kind) else "")
            elif column.layer in kinds:
                self.notes.left_aside[f"{column.short}.{column.feature}"] += len(values)
            else:
                kinds[column.layer] = [_plain(value) for value in values]

    def _arrow(self, row: Row, column: Column, value: str, kind: str) -> None:
        found = _ARROW.fullmatch(value)
        if found is None:
            self.notes.note(row.where, column.feature, BAD_ARROW, value=excerpt(value))
            return
        short = column.base.rpartition(".")[2]
        source = f"{short}.{found[2]}" if found[2] not in (None, "0") else f"{short}@{found[1]}.0"
        target = f"{short}.{found[3]}" if found[3] not in (None, "0") else f"{short}@{row.name}.0"
        for key in (source, target):
            if key not in self.markings:
                self.notes.note(row.where, column.feature, NO_SUCH_END, key=key)
                return
        self.arrows.append((source, target, kind, column.layer))

    def _objects(self, text: str, points: dict[int, int]) -> list[AnnotatedObject]:
        own: dict[str, list[Marking]] = {}
        found = []
        for marking in self.markings.values():
            if marking.layer == LAYER:
                own.setdefault(marking.values.get("key", marking.key), []).append(marking)
            else:
                found.append(marking)
        objects = [self._object([marking], text, points) for marking in found]
        groups = [sorted(group, key=_part) for group in own.values()]
        objects += [self._object(group, text, points) for group in sorted(groups, key=lambda group: _part(group[0]))]
        return [each for each in objects if each is not None]

    def _object(self, group: list[Marking], text: str, points: dict[int, int]) -> AnnotatedObject | None:
        places = []
        for marking in group:
            start, end = points[marking.rows[0].start], points[max(row.end for row in marking.rows)]
            place = self.notes.place(text, start, end, None, marking.rows[0].where)
            if place is None:
                return None
            places.append(place)
        first = group[0]
        if first.layer != LAYER:
            return AnnotatedObject(key=first.key, type=self._label(first), places=tuple(places))
        values = {name: first.values.get(name, "") for name in FEATURES}
        here = self.repairs.get(values["key"], ())
        return AnnotatedObject(
            key=values["key"] or first.key,
            type=values["type"],
            content=values["content"],
            constraint=values["constraint"],
            contribution_role=values["contributionRole"],
            lineage_relevant=not values["paperOnly"],
            state=values["state"],
            repairs=tuple(sorted({*values["repairs"].split(), *here})),
            places=tuple(places),
        )

    def _label(self, marking: Marking) -> str:
        """The layer and the feature `value`, else the first one that is filled; further features are counted."""
        names = sorted(marking.values, key=lambda name: name != "value")
        for name in names[1:]:
            self.notes.left_aside[f"{marking.layer.rpartition('.')[2]}.{name}"] += 1
        short = marking.layer.rpartition(".")[2]
        return f"{short}={marking.values[names[0]]}" if names else short

    def _tie(self) -> list[Relation]:
        """The arrows between objects; those of ours that mean a repair are kept apart."""
        found = []
        for source, target, kind, layer in self.arrows:
            one, other = (self.markings[key].values.get("key", key) for key in (source, target))
            if (kind, layer) == OWN_REPAIRS:
                self.repairs.setdefault(one, set()).add(other)
            else:
                found.append(Relation(one, other, kind))
        return found


OWN_REPAIRS = (REPAIRS, RELATIONS)
MAX_GAP = 10_000


def _utf16(text: str) -> list[int]:
    """The offset in UTF-16 units of every code point, and of the end."""
    return list(accumulate((1 + (character > "\uffff") for character in text), initial=0))


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _plain(value: str) -> str:
    numbered = _NUMBERED.fullmatch(value)
    plain = numbered[1] if numbered else value
    return "" if plain == EMPTY else unescape_value(plain)


def _part(marking: Marking) -> tuple[int, ...]:
    return tuple(int(digits) for digits in marking.values.get("part", "").split(".") if digits.isdecimal())


NOT_UTF8 = gettext_noop("The file is not UTF-8: byte %(position)d cannot be read. Save it as UTF-8.")
NO_FORMAT = gettext_noop("The first line does not say “#FORMAT=WebAnno TSV 3…”. Export it as WebAnno TSV 3.")
BAD_ROW = gettext_noop("The line is no row of the table: it should read “1-1”, a tab, “0-5”, a tab, the token.")
TOO_FEW = gettext_noop("The row has %(found)d cells after the token; the header declares %(wanted)d columns.")
TOO_EARLY = gettext_noop("The sentence begins at %(begin)d, inside the one before it, which ends at %(length)d.")
TOO_FAR = gettext_noop("%(gap)d characters before this sentence are not in the file; the text cannot be put together.")
OUTSIDE = gettext_noop("%(start)d–%(end)d is no stretch of the text, which has %(length)d UTF-16 units.")
TOKEN_DIFFERS = gettext_noop("The text at %(start)d–%(end)d reads “%(found)s”, not “%(given)s” as the row says.")
BAD_ARROW = gettext_noop("“%(value)s” names no row: it should read “1-2” or “1-2[3_4]”.")
