"""W3C Web Annotation (JSON-LD): https://www.w3.org/TR/annotation-model/, a Recommendation of 2017.

Offsets: code points. Section 4.2.4 of the Recommendation: "The selection of the text MUST be in terms of unicode code
points"; section 4.2.5 selects and counts in the same way for the TextPositionSelector. Each place has both selectors;
where the text is withheld, the position alone, as the Recommendation advises for texts under restrictions.

The text itself does not travel in this format: `source` names it by the hash of its UTF-8 bytes. What is read here is
therefore checked when it meets the text. Type, content and contribution role are bodies (classifying, describing,
tagging); constraint, state and the rest are properties of a namespace of ours.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, unquote

from evaluator.strictjson import BadJson, parse
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
    excerpt,
    gettext_noop,
)

SUFFIX = ".jsonld"
CONTEXT = "http://www.w3.org/ns/anno.jsonld"
OURS, TERMS = "ideagene", "urn:ideagene:terms:"
SOURCE, KEY, NAME = "urn:sha256:", "urn:ideagene:object:", "urn:ideagene:text:"
Json = dict[str, Any]


def _urn(start: str, words: str) -> str:
    return start + quote(words, safe=":.-_~")


def dump(text: AnnotatedText) -> dict[str, bytes]:
    """One collection of annotations, on one page."""
    items = [_annotation(each, text) for each in text.objects]
    items += [_link(each, number) for number, each in enumerate(text.relations, 1)]
    collection = {
        "@context": [CONTEXT, {OURS: TERMS}],
        "id": _urn(NAME, text.document),
        "type": "AnnotationCollection",
        "label": text.document,
        "total": len(items),
        f"{OURS}:source": SOURCE + text.text_sha256,
        "first": {"type": "AnnotationPage", "items": items},
    }
    written = json.dumps(collection, ensure_ascii=False, allow_nan=False, indent=1)
    return {f"{text.document}{SUFFIX}": written.encode()}


def _annotation(each: AnnotatedObject, text: AnnotatedText) -> Json:
    bodies = [("classifying", each.type), ("describing", each.content), ("tagging", each.contribution_role)]
    return {
        "id": _urn(KEY, each.key),
        "type": "Annotation",
        "motivation": "classifying",
        "body": [
            {"type": "TextualBody", "purpose": purpose, "value": value, "format": "text/plain"}
            for purpose, value in bodies
            if value
        ],
        "target": [_target(place, text.text_sha256) for place in each.places] or SOURCE + text.text_sha256,
        f"{OURS}:constraint": each.constraint,
        f"{OURS}:lineageRelevant": each.lineage_relevant,
        f"{OURS}:state": each.state,
        f"{OURS}:repairs": [_urn(KEY, key) for key in each.repairs],
    }


def _target(place: Place, sha256: str) -> Json:
    selectors: list[Json] = [{"type": "TextPositionSelector", "start": place.start, "end": place.end}]
    if place.quote is not None:
        context = {"prefix": place.prefix, "suffix": place.suffix}
        selectors.append({"type": "TextQuoteSelector", "exact": place.quote, **context})
    return {"type": "SpecificResource", "source": SOURCE + sha256, "selector": selectors}


def _link(relation: Relation, number: int) -> Json:
    return {
        "id": f"urn:ideagene:relation:{number}",
        "type": "Annotation",
        "motivation": "linking",
        "body": [
            {"type": "SpecificResource", "source": _urn(KEY, relation.target), "purpose": "linking"},
            {"type": "TextualBody", "purpose": "classifying", "value": relation.type},
        ],
        "target": _urn(KEY, relation.source),
    }


def is_annotations(value: object) -> bool:
    """Whether a JSON value is an annotation, or holds some."""
    if isinstance(value, list):
        return bool(value) and is_annotations(value[0])
    return isinstance(value, dict) and ("target" in value or "Annotation" in str(value.get("type")))


def load(files: Files) -> Reading:
    """Every annotation of every file: of collections and pages, lists of annotations, or one by itself."""
    notes, documents, ours = Notebook(), [], []
    for name, data in sorted(files.items()):
        try:
            value = parse(data)
        except BadJson as error:
            notes.note(name, "", NOT_JSON, why=str(error))
            continue
        reader = _Collection(name, notes)
        documents += reader.read(value)
        ours.append(isinstance(value, dict) and f"{OURS}:source" in value)
    return notes.reading(documents, is_ours=bool(ours) and all(ours))


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


@dataclass(slots=True)
class _Collection:
    name: str
    notes: Notebook
    objects: dict[str, dict[str, AnnotatedObject]] = field(default_factory=dict)  # by source, then by key
    links: list[tuple[str, str, str, str]] = field(default_factory=list)

    def read(self, value: Any) -> list[AnnotatedText]:
        head = value if isinstance(value, dict) else {}
        own = head.get(f"{OURS}:source")
        if isinstance(own, str):
            self.objects[own] = {}
        items = list(self._items(value))
        for where, item in items:
            if isinstance(item, dict):
                self._item(where, item)
            else:
                self.notes.note(where, "", NO_ANNOTATION)
        stem = head.get("label") if isinstance(own, str) else PurePosixPath(self.name).stem
        several = len(self.objects) > 1
        names = {each: f"{stem}-{number}" if several else str(stem) for number, each in enumerate(self.objects, 1)}
        placed = {key: source for source, objects in self.objects.items() for key in objects}
        relations = self._relations(placed)
        return [
            AnnotatedText(
                document=names[source],
                text=None,
                text_sha256=source.removeprefix(SOURCE) if source.startswith(SOURCE) else "",
                objects=tuple(objects.values()),
                relations=tuple(sorted(each for each in relations if placed[each.source] == source)),
            )
            for source, objects in self.objects.items()
        ]

    def _items(self, value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
        where = where or self.name
        if isinstance(value, list):
            yield from ((f"{where}[{number}]", each) for number, each in enumerate(value))
        elif isinstance(value, dict) and isinstance(value.get("items"), list):
            yield from self._items(value["items"], f"{where}.items")
        elif isinstance(value, dict) and isinstance(value.get("first"), dict):
            yield from self._items(value["first"], f"{where}.first")
        else:
            yield where, value

    def _item(self, where: str, item: Json) -> None:
        motives = _list(item.get("motivation"))
        if "linking" in motives:
            self._link(where, item)
            return
        key = _key(item.get("id"), where)
        source, places = self._places(where, _list(item.get("target")))
        if source is None or places is None:
            return
        if any(key in objects for objects in self.objects.values()):
            self.notes.note(where, "id", KEY_TWICE, key=key)
            return
        bodies = _bodies(item.get("body"))
        tags, is_ours = bodies.get("tagging", []), f"{OURS}:state" in item
        kinds = bodies.get("classifying", []) or ([] if is_ours else tags)
        words = [*bodies.get("describing", []), *([] if is_ours else bodies.get("commenting", []) + bodies.get("", []))]
        self.objects.setdefault(source, {})[key] = AnnotatedObject(
            key=key,
            type=kinds[0] if kinds else "",
            content=words[0] if words else "",
            constraint=_text(item.get(f"{OURS}:constraint")),
            contribution_role=tags[0] if is_ours and tags else "",
            lineage_relevant=item.get(f"{OURS}:lineageRelevant") is not False,
            state=_text(item.get(f"{OURS}:state")),
            repairs=tuple(sorted({_key(each, "") for each in _list(item.get(f"{OURS}:repairs"))})),
            places=places,
        )

    def _places(self, where: str, targets: list[Any]) -> tuple[str | None, tuple[Place, ...] | None]:
        """The one source of all targets, and the place of each that has a selector; None with a fault otherwise."""
        sources, places = set(), []
        for index, target in enumerate(targets):
            given = target if isinstance(target, dict) else {"source": target}
            sources.add(_source(given.get("source") or given.get("id")))
            selectors = [each for each in _list(given.get("selector")) if isinstance(each, dict)]
            if selectors:
                place = self._place(f"{where}.target[{index}]", selectors)
                if place is None:
                    return None, None
                places.append(place)
        if len(sources) != 1:
            self.notes.note(where, "target", ONE_SOURCE)
            return None, None
        return sources.pop(), tuple(places)

    def _place(self, where: str, selectors: list[Json]) -> Place | None:
        kinds = {str(each.get("type", "")): each for each in selectors}
        position, words = kinds.get("TextPositionSelector"), kinds.get("TextQuoteSelector", {})
        if position is None:
            found = ", ".join(sorted(_kinds(selectors))) or "–"
            self.notes.note(where, "selector", NO_POSITION, found=excerpt(found))
            return None
        start, end = position.get("start"), position.get("end")
        if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end):
            self.notes.note(where, "selector", BAD_POSITION)
            return None
        exact = words.get("exact")
        context = (_text(words.get("prefix")), _text(words.get("suffix")))
        return Place(start, end, exact, *context) if isinstance(exact, str) else Place(start, end)

    def _link(self, where: str, item: Json) -> None:
        bodies = [each for each in _list(item.get("body")) if isinstance(each, dict | str)]
        ends = [each if isinstance(each, str) else each.get("source") for each in bodies]
        target = next((_key(each, where) for each in ends if isinstance(each, str)), "")
        kind = next(iter(_bodies(item.get("body")).get("classifying", [])), "")
        for each in _list(item.get("target")):
            self.links.append((where, _key(_source(each), where), target, kind))

    def _relations(self, placed: dict[str, str]) -> list[Relation]:
        found = []
        for where, source, target, kind in self.links:
            missing = [key for key in (source, target) if key not in placed]
            for key in missing:
                self.notes.note(where, "target" if key == source else "body", NO_SUCH_END, key=key)
            if not missing:
                found.append(Relation(source, target, kind))
        return found


def _key(iri: object, otherwise: str) -> str:
    """The key in an id of ours; the id itself in others, its blanks escaped."""
    if isinstance(iri, str) and iri.startswith(KEY):
        return unquote(iri.removeprefix(KEY))
    return quote(iri, safe=":/?#[]@!$&'()*+,;=%-._~") if isinstance(iri, str) and iri else otherwise


def _source(value: object) -> str:
    return str(value.get("id", "")) if isinstance(value, dict) else str(value or "")


def _bodies(given: object) -> dict[str, list[str]]:
    """Values of the textual bodies by purpose; a bare string has none."""
    found: dict[str, list[str]] = {}
    for each in _list(given):
        value = each if isinstance(each, str) else each.get("value") if isinstance(each, dict) else None
        if isinstance(value, str):
            purpose = str(each.get("purpose", "")) if isinstance(each, dict) else ""
            found.setdefault(purpose, []).append(value)
    return found


def _kinds(selectors: list[Json]) -> set[str]:
    """The names of all selectors, also of those inside a range."""
    inner = [each for one in selectors for each in one.values() if isinstance(each, dict)]
    return {str(each["type"]) for each in [*selectors, *inner] if each.get("type")}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


NOT_JSON = gettext_noop("The file cannot be read as JSON: %(why)s.")
NO_ANNOTATION = gettext_noop("This is no annotation: it should be a JSON object with `target` and `body`.")
ONE_SOURCE = gettext_noop("All targets of an annotation must lie in one text.")
NO_POSITION = gettext_noop(
    "The place is given by %(found)s alone, which cannot be checked against a text here. Export it with a"
    " TextPositionSelector."
)
BAD_POSITION = gettext_noop("A TextPositionSelector needs whole numbers `start` and `end`, the end after the start.")
