"""doccano, read only: `{"text", "entities": [{"id", "start_offset", "end_offset", "label"}], "relations": […]}`, or the
older `{"text", "label": [[0, 6, "ORG"]]}`; one object to a line, or one JSON document, or a list.

Offsets: code points, in doccano's releases since 2019 (doccano/doccano pull request 99 corrected offsets that counted
UTF-16 units before). The file quotes nothing, so where the two units differ an entry cannot be checked and is listed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from evaluator.strictjson import BadJson, parse, parse_text
from genomes.interchange.model import (
    KEY_TWICE,
    NO_SUCH_END,
    UNIT_UNKNOWN,
    AnnotatedObject,
    AnnotatedText,
    Files,
    Notebook,
    Reading,
    Relation,
    a_document,
    gettext_noop,
    has_astral,
)


def is_entry(value: object) -> bool:
    """Whether a JSON value is a text of doccano."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("text"), str)
        and any(isinstance(value.get(name), list) for name in ("entities", "label", "labels"))
    )


def load(files: Files) -> Reading:
    """Every text of every file."""
    notes, documents = Notebook(), []
    for name, data in sorted(files.items()):
        entries = list(_entries(name, data, notes))
        for number, (where, value) in enumerate(entries, 1):
            if not is_entry(value):
                notes.note(where, "", NO_ENTRY)
                continue
            stem = PurePosixPath(name).stem
            document = f"{stem}-{number}" if len(entries) > 1 else stem
            documents.append(_Text(where, value["text"], notes).read(document, value))
    return notes.reading(documents)


def _entries(name: str, data: bytes, notes: Notebook) -> Iterator[tuple[str, Any]]:
    """Each value with its place: of the whole file if that is one JSON document, else of each line."""
    try:
        whole = parse(data)
    except BadJson:
        for number, line in enumerate(data.split(b"\n"), 1):
            if line.strip():
                try:
                    yield f"{name}:{number}", parse_text(line.decode("utf-8-sig"))
                except ValueError as error:
                    notes.note(f"{name}:{number}", "", NOT_JSON, why=str(error))
        return
    values = whole if isinstance(whole, list) else [whole]
    yield from ((f"{name}[{number}]", value) for number, value in enumerate(values))


@dataclass(slots=True)
class _Text:
    where: str
    text: str
    notes: Notebook
    objects: dict[str, AnnotatedObject] = field(default_factory=dict)

    def read(self, document: str, value: dict[str, Any]) -> AnnotatedText:
        entities = value.get("entities")
        if isinstance(entities, list):
            for index, each in enumerate(entities):
                given = each if isinstance(each, dict) else {}
                key, where = str(given.get("id", index)), f"{self.where}.entities[{index}]"
                self._entity(where, key, given.get("start_offset"), given.get("end_offset"), given.get("label"))
        else:
            for index, each in enumerate(value.get("label") or value.get("labels") or []):
                start, end, label = each if isinstance(each, list) and len(each) == 3 else (None, None, None)
                self._entity(f"{self.where}.label[{index}]", str(index), start, end, label)
        return a_document(document, self.text, self.objects.values(), self._relations(value.get("relations")))

    def _entity(self, where: str, key: str, start: object, end: object, label: object) -> None:
        is_whole = all(isinstance(each, int) and not isinstance(each, bool) for each in (start, end))
        if not is_whole or not isinstance(label, str):
            self.notes.note(where, "", BAD_ENTITY)
        elif any(map(str.isspace, key)) or key in self.objects:
            self.notes.note(where, "id", KEY_TWICE, key=key)
        elif isinstance(start, int) and isinstance(end, int):
            if has_astral(self.text[: max(end, 0)]):
                self.notes.note(where, "end_offset", UNIT_UNKNOWN)
                return
            place = self.notes.place(self.text, start, end, None, where)
            if place is not None:
                self.objects[key] = AnnotatedObject(key=key, type=label, places=(place,))

    def _relations(self, given: object) -> list[Relation]:
        found = []
        for index, each in enumerate(given if isinstance(given, list) else []):
            where = f"{self.where}.relations[{index}]"
            ends = [str(each.get(name)) for name in ("from_id", "to_id")] if isinstance(each, dict) else ["", ""]
            missing = [key for key in ends if key not in self.objects]
            for key in missing:
                self.notes.note(where, "from_id" if key == ends[0] else "to_id", NO_SUCH_END, key=key)
            if not missing:
                found.append(Relation(ends[0], ends[1], str(each.get("type", ""))))
        return found


NOT_JSON = gettext_noop("The line cannot be read as JSON: %(why)s.")
NO_ENTRY = gettext_noop("This is no text of doccano: it needs `text`, and `entities` or `label`.")
BAD_ENTITY = gettext_noop("An entity needs two whole numbers, where it starts and ends, and a label.")
