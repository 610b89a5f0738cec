"""Our own JSONL: one line for a text, then one for each of its objects and relations. Nothing is lost.

Offsets: code points, as on the server; the first line of each text says so in `offsets`. Where the text may not be
redistributed, `text`, quotes and context are null or empty: positions and the text's hash remain.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from evaluator.convert import from_json, to_json
from evaluator.faults import DataFaults
from evaluator.strictjson import BadJson, parse_text
from genomes.anchoring import AnchorError, TextAnchor, check_anchor, text_sha256
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
    gettext_noop,
)

SUFFIX = ".jsonl"
OFFSETS = "code points"
# Characters at which some readers break lines though JSON does not.
_BREAKS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    document: str
    text: str | None
    text_sha256: str
    record: str = "text"
    offsets: str = OFFSETS
    version: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRecord:
    start: int
    end: int
    quote: str | None = None
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectLine:
    document: str
    key: str
    type: str
    content: str
    evidence: tuple[PlaceRecord, ...]
    constraint: str = ""
    contribution_role: str = ""
    lineage_relevant: bool = True
    state: str = ""
    repairs: tuple[str, ...] = ()
    record: str = "object"


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationLine:
    document: str
    source: str
    target: str
    type: str
    record: str = "relation"


Line = TextLine | ObjectLine | RelationLine
KINDS: dict[str, type[Line]] = {"text": TextLine, "object": ObjectLine, "relation": RelationLine}


def dump(text: AnnotatedText) -> dict[str, bytes]:
    """One file named after the document. Files of several documents may be put one after the other."""
    return {f"{text.document}{SUFFIX}": b"".join(lines(text))}


def lines(text: AnnotatedText) -> Iterator[bytes]:
    """The lines of one text, each with its line end."""
    yield _line(TextLine(document=text.document, text=text.text, text_sha256=text.text_sha256))
    for each in text.objects:
        evidence = tuple(
            PlaceRecord(start=p.start, end=p.end, quote=p.quote, prefix=p.prefix, suffix=p.suffix) for p in each.places
        )
        yield _line(
            ObjectLine(
                document=text.document,
                key=each.key,
                type=each.type,
                content=each.content,
                constraint=each.constraint,
                contribution_role=each.contribution_role,
                lineage_relevant=each.lineage_relevant,
                state=each.state,
                repairs=each.repairs,
                evidence=evidence,
            )
        )
    for relation in text.relations:
        yield _line(
            RelationLine(document=text.document, source=relation.source, target=relation.target, type=relation.type)
        )


def _line(record: Line) -> bytes:
    written = json.dumps(to_json(record), ensure_ascii=False, allow_nan=False, sort_keys=True)
    for character, escape in _BREAKS.items():
        written = written.replace(character, escape)
    return written.encode() + b"\n"


def is_ours(first: object) -> bool:
    """Whether the first line of a file, parsed, is one of ours."""
    return isinstance(first, dict) and first.get("record") in KINDS


def load(files: Files) -> Reading:
    """The texts of all files, each line checked by itself; what does not hold is listed with its line."""
    notes = Notebook()
    documents = [each for name, data in sorted(files.items()) for each in _File(name, notes).read(data)]
    return notes.reading(documents, is_ours=True)


@dataclass(slots=True)
class _Draft:
    """A document in the making."""

    head: TextLine
    objects: dict[str, AnnotatedObject] = field(default_factory=dict)
    relations: list[tuple[str, Relation]] = field(default_factory=list)


@dataclass(slots=True)
class _File:
    name: str
    notes: Notebook
    drafts: dict[str, _Draft] = field(default_factory=dict)

    def read(self, data: bytes) -> list[AnnotatedText]:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.notes.note(self.name, "", NOT_UTF8, position=error.start)
            return []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                self._read_line(f"{self.name}:{number}", line)
        return [self._document(draft) for draft in self.drafts.values()]

    def _read_line(self, where: str, line: str) -> None:
        try:
            value = parse_text(line)
        except BadJson as error:
            self.notes.note(where, "", NOT_JSON, why=str(error))
            return
        kind = value.get("record") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in KINDS:
            self.notes.note(where, "record", NO_RECORD, kinds=", ".join(KINDS))
            return
        try:
            record = from_json(KINDS[kind], value, partial=True)
        except DataFaults as error:
            self.notes.misshapen(where, error)
            return
        if isinstance(record, TextLine):
            self._begin(where, record)
        elif record.document not in self.drafts:
            self.notes.note(where, "document", NO_TEXT, document=record.document)
        elif isinstance(record, ObjectLine):
            self._object(where, self.drafts[record.document], record)
        else:
            relation = Relation(record.source, record.target, record.type)
            self.drafts[record.document].relations.append((where, relation))

    def _begin(self, where: str, head: TextLine) -> None:
        if head.document in self.drafts:
            self.notes.note(where, "document", KEY_TWICE, key=head.document)
        elif head.offsets != OFFSETS:
            self.notes.note(where, "offsets", OTHER_OFFSETS, offsets=head.offsets, ours=OFFSETS)
        elif head.text is not None and text_sha256(head.text) != head.text_sha256:
            self.notes.note(where, "text_sha256", OTHER_HASH)
        else:
            self.drafts[head.document] = _Draft(head)

    def _object(self, where: str, draft: _Draft, record: ObjectLine) -> None:
        if not record.key or any(map(str.isspace, record.key)):
            self.notes.note(where, "key", BAD_KEY)
        elif record.key in draft.objects:
            self.notes.note(where, "key", KEY_TWICE, key=record.key)
        elif self._hold(where, draft.head, record.evidence):
            places = tuple(Place(p.start, p.end, p.quote, p.prefix, p.suffix) for p in record.evidence)
            draft.objects[record.key] = AnnotatedObject(
                key=record.key,
                type=record.type,
                content=record.content,
                constraint=record.constraint,
                contribution_role=record.contribution_role,
                lineage_relevant=record.lineage_relevant,
                state=record.state,
                repairs=tuple(sorted(set(record.repairs))),
                places=places,
            )

    def _hold(self, where: str, head: TextLine, evidence: tuple[PlaceRecord, ...]) -> bool:
        held = [self._holds(where, index, head, place) for index, place in enumerate(evidence)]
        return all(held)

    def _holds(self, where: str, index: int, head: TextLine, place: PlaceRecord) -> bool:
        """Whether the text, where it is there, reads as the place says."""
        if head.text is None:
            return True
        quote = head.text[max(place.start, 0) : max(place.end, 0)] if place.quote is None else place.quote
        anchor = TextAnchor(place.start, place.end, quote, place.prefix, place.suffix, head.text_sha256)
        try:
            check_anchor(head.text, anchor, sha256=head.text_sha256)
        except AnchorError as error:
            self.notes.note(where, f"evidence[{index}].{error.field}", error.template, **error.params)
            return False
        return True

    def _document(self, draft: _Draft) -> AnnotatedText:
        relations = []
        for where, relation in draft.relations:
            missing = [key for key in (relation.source, relation.target) if key not in draft.objects]
            for key in missing:
                self.notes.note(where, "source" if key == relation.source else "target", NO_SUCH_END, key=key)
            if not missing:
                relations.append(relation)
        return AnnotatedText(
            document=draft.head.document,
            text=draft.head.text,
            text_sha256=draft.head.text_sha256,
            objects=tuple(draft.objects.values()),
            relations=tuple(sorted(set(relations))),
        )


NOT_UTF8 = gettext_noop("The file is not UTF-8: byte %(position)d cannot be read. Save it as UTF-8.")
NOT_JSON = gettext_noop("The line cannot be read as JSON: %(why)s.")
NO_RECORD = gettext_noop("The field `record` must be one of %(kinds)s.")
NO_TEXT = gettext_noop("No line before this one describes the text “%(document)s”.")
OTHER_OFFSETS = gettext_noop("The file counts in %(offsets)s; only %(ours)s are read here.")
OTHER_HASH = gettext_noop("The text does not have the hash that stands beside it: it was changed on the way.")
BAD_KEY = gettext_noop("The key must be a word without blanks.")
