"""Label Studio JSON: a list of tasks, each with `data.text` and annotations made of results.

Offsets: code points. Label Studio's editor stores them for the Text tag since its release of 2022 (pull request
HumanSignal/label-studio-frontend 308; its tests say "Should calculate offsets by code points in text"). Older exports
count UTF-16 units (HumanSignal/label-studio issue 1347: `💩This is an annotation.` gave 13–23 for "annotation").
No file says which. So a task is read in code points when every text that it quotes holds in them, else in UTF-16 units
when every quote holds in those, else entry by entry in code points, each that differs being listed. Where the two
units differ and nothing is quoted, nothing can be checked, and the entry is listed.

A region has one stretch: further places of an object are regions of their own, tied to the first by a relation
"evidence". What belongs to an object stands in per-region results of its first region: TextArea (content, constraint,
repairs of other papers) and Choices (contribution role, state, paper only). docs/interchange.md has the labelling
configuration in which these show.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from evaluator.strictjson import BadJson, parse
from genomes.anchoring import AnchorError, utf16_to_code_point
from genomes.interchange.model import (
    KEY_TWICE,
    NO_SUCH_END,
    UNIT_UNKNOWN,
    AnnotatedObject,
    AnnotatedText,
    Files,
    Notebook,
    Place,
    Reading,
    Relation,
    a_document,
    gettext_noop,
    has_astral,
)

SUFFIX = ".label-studio.json"
EVIDENCE, REPAIRS = "evidence", "repairs"
TEXT_PARTS = ("content", "constraint", "repairs_elsewhere")
ROLE, STATE, PAPER_ONLY = "contribution_role", "state", "paper_only"
Json = dict[str, Any]


def dump(text: AnnotatedText) -> dict[str, bytes]:
    """One task. Objects without a place are left out. Raises ValueError without the text."""
    if text.text is None:
        raise ValueError("Label Studio needs the text")
    document = text.anchored()
    results = [result for each in document.objects for result in _results(each, document)]
    results += [_arrow(each.source, each.target, each.type) for each in document.relations]
    task = {
        "data": {"text": text.text, "document": text.document, "text_sha256": text.text_sha256, "exported_by": OURS},
        "annotations": [{"result": results}],
    }
    written = json.dumps([task], ensure_ascii=False, allow_nan=False, indent=1)
    return {f"{text.document}{SUFFIX}": written.encode()}


OURS = "ideagene"


def _results(each: AnnotatedObject, document: AnnotatedText) -> Iterator[Json]:
    here = {other.key for other in document.objects}
    names = [each.key if number == 1 else f"{each.key}#{number}" for number in range(1, len(each.places) + 1)]
    for name, place in zip(names, each.places, strict=True):
        value = {"start": place.start, "end": place.end, "text": place.quote, "labels": [each.type]}
        yield {"id": name, "from_name": "label", "to_name": "text", "type": "labels", "value": value}
    first = each.places[0]
    texts = {
        "content": [each.content] if each.content else [],
        "constraint": [each.constraint] if each.constraint else [],
        "repairs_elsewhere": [key for key in each.repairs if key not in here],
    }
    choices = {ROLE: each.contribution_role, STATE: each.state, PAPER_ONLY: "" if each.lineage_relevant else "yes"}
    about = {"id": each.key, "to_name": "text"}
    for part, words in texts.items():
        if words:
            value = {"start": first.start, "end": first.end, "text": words}
            yield {**about, "from_name": part, "type": "textarea", "value": value}
    for part, choice in choices.items():
        if choice:
            value = {"start": first.start, "end": first.end, "choices": [choice]}
            yield {**about, "from_name": part, "type": "choices", "value": value}
    for name in names[1:]:
        yield _arrow(each.key, name, EVIDENCE)
    for key in each.repairs:
        if key in here:
            yield _arrow(each.key, key, REPAIRS)


def _arrow(source: str, target: str, label: str) -> Json:
    return {"type": "relation", "from_id": source, "to_id": target, "direction": "right", "labels": [label]}


def is_task(value: object) -> bool:
    """Whether a JSON value is a task of Label Studio."""
    return isinstance(value, dict) and isinstance(value.get("data"), dict)


def load(files: Files) -> Reading:
    """Every task of every file; annotations and predictions alike become objects."""
    notes, documents, ours = Notebook(), [], []
    for name, data in sorted(files.items()):
        try:
            tasks: Any = parse(data)
        except BadJson as error:
            notes.note(name, "", NOT_JSON, why=str(error))
            continue
        tasks = tasks if isinstance(tasks, list) else [tasks]
        for number, task in enumerate(tasks):
            where = f"{name}[{number}]"
            if not isinstance(task, dict) or not isinstance(task.get("data"), dict):
                notes.note(where, "data", NO_DATA)
                continue
            text = task["data"].get("text")
            if not isinstance(text, str) or not text:
                notes.note(where, "data.text", NO_TEXT)
                continue
            ours.append(task["data"].get("exported_by") == OURS)
            documents.append(_Task(where, text, notes, ours[-1]).read(task, _name(name, number, task, len(tasks))))
    return notes.reading(documents, is_ours=bool(ours) and all(ours))


def _name(filename: str, number: int, task: Mapping[str, Any], total: int) -> str:
    given = task["data"].get("document")
    if isinstance(given, str) and given:
        return given
    stem = PurePosixPath(filename).name.removesuffix(SUFFIX).removesuffix(".json")
    return f"{stem}-{task.get('id', number + 1)}" if total > 1 else stem


Convert = Callable[[str, int, str], int]


def _as_it_is(_text: str, offset: int, _field: str) -> int:
    return offset


def _from_utf16(text: str, offset: int, field_name: str) -> int:
    return utf16_to_code_point(text, offset, field=field_name)


@dataclass(slots=True)
class _Task:
    where: str
    text: str
    notes: Notebook
    is_ours: bool
    convert: Convert = _as_it_is
    regions: dict[str, tuple[str, Place]] = field(default_factory=dict)
    parts: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    arrows: list[tuple[str, str, str, str]] = field(default_factory=list)

    def read(self, task: Json, document: str) -> AnnotatedText:
        results = list(self._results_of(task))
        self.convert = self._unit([result for _where, result in results])
        for where, result in results:
            self._result(where, result)
        return a_document(document, self.text, *self._objects())

    def _results_of(self, task: Json) -> Iterator[tuple[str, Json]]:
        for kind in ("annotations", "predictions"):
            entries = task.get(kind) or []
            for number, entry in enumerate(entries if isinstance(entries, list) else []):
                found = entry.get("result") if isinstance(entry, dict) else None
                for index, result in enumerate(found if isinstance(found, list) else []):
                    if isinstance(result, dict):
                        yield f"{self.where}.{kind}[{number}].result[{index}]", result

    def _unit(self, results: list[Json]) -> Convert:
        """What the offsets of this task count, by its own quotes."""
        if not has_astral(self.text):
            return _as_it_is
        values = [result["value"] for result in results if _is_region(result)]
        quoted = [value for value in values if isinstance(value.get("text"), str)]
        holding = [
            unit for unit in (_as_it_is, _from_utf16) if quoted and all(self._reads(unit, value) for value in quoted)
        ]
        return holding[0] if holding else _as_it_is

    def _reads(self, unit: Convert, value: Json) -> bool:
        try:
            start, end = unit(self.text, value["start"], "start"), unit(self.text, value["end"], "end")
        except AnchorError:
            return False
        return bool(self.text[start:end] == value["text"])

    def _result(self, where: str, result: Json) -> None:
        kind, key, value = result.get("type"), result.get("id"), result.get("value", {})
        if kind == "relation":
            ends = result.get("from_id"), result.get("to_id")
            labels = [each for each in result.get("labels") or [""] if isinstance(each, str)]
            for label in labels or [""]:
                self.arrows.append((where, str(ends[0]), str(ends[1]), label))
        elif not isinstance(key, str) or not key or any(map(str.isspace, key)):
            self.notes.note(where, "id", BAD_ID)
        elif _is_region(result):
            self._region(where, key, value)
        elif self._is_part(result):
            name = result["from_name"]
            self.parts.setdefault(key, {})[name] = _strings(value.get("text") or value.get("choices"))
        else:
            self.notes.left_aside[f"{kind} {result.get('from_name', '')}".strip()] += 1

    def _is_part(self, result: Json) -> bool:
        value, names = result.get("value"), {"textarea": TEXT_PARTS, "choices": (ROLE, STATE, PAPER_ONLY)}
        return self.is_ours and isinstance(value, dict) and result.get("from_name") in names.get(result["type"], ())

    def _region(self, where: str, key: str, value: Json) -> None:
        start, end, quote = value["start"], value["end"], value.get("text")
        if key in self.regions:
            self.notes.note(where, "id", KEY_TWICE, key=key)
            return
        try:
            start, end = self.convert(self.text, start, "start"), self.convert(self.text, end, "end")
        except AnchorError as error:
            self.notes.note(where, error.field, error.template, **error.params)
            return
        if not isinstance(quote, str) and has_astral(self.text[: max(end, 0)]):
            self.notes.note(where, "text", UNIT_UNKNOWN)
            return
        place = self.notes.place(self.text, start, end, quote if isinstance(quote, str) else None, where)
        if place is not None:
            labels = _strings(next((value[name] for name in LABELS if isinstance(value.get(name), list)), []))
            self.regions[key] = (labels[0] if labels else "", place)
            self.notes.left_aside.update(f"second label {label}" for label in labels[1:])

    def _objects(self) -> tuple[list[AnnotatedObject], list[Relation]]:
        further: dict[str, list[Place]] = {}
        repairs: dict[str, set[str]] = {}
        relations, tied = [], set()
        for where, source, target, label in self.arrows:
            missing = [key for key in (source, target) if key not in self.regions]
            for key in missing:
                self.notes.note(where, "from_id" if key == source else "to_id", NO_SUCH_END, key=key)
            if missing:
                continue
            if self.is_ours and label == EVIDENCE:
                further.setdefault(source, []).append(self.regions[target][1])
                tied.add(target)
            elif self.is_ours and label == REPAIRS:
                repairs.setdefault(source, set()).add(target)
            else:
                relations.append(Relation(source, target, label))
        keys = [key for key in self.regions if key not in tied]
        return [self._object(key, further.get(key, []), repairs.get(key, set())) for key in keys], relations

    def _object(self, key: str, further: list[Place], repairs: set[str]) -> AnnotatedObject:
        parts = self.parts.get(key, {})
        words = {name: next(iter(parts.get(name, [])), "") for name in (*TEXT_PARTS, ROLE, STATE, PAPER_ONLY)}
        label, place = self.regions[key]
        return AnnotatedObject(
            key=key,
            type=label,
            content=words["content"],
            constraint=words["constraint"],
            contribution_role=words[ROLE],
            lineage_relevant=not words[PAPER_ONLY],
            state=words[STATE],
            repairs=tuple(sorted({*repairs, *parts.get("repairs_elsewhere", [])})),
            places=(place, *further),
        )


LABELS = ("labels", "hypertextlabels")


def _is_region(result: Json) -> bool:
    """Whether a result marks a stretch of text (and is not one about a region, which repeats its offsets)."""
    value = result.get("value")
    return (
        result.get("type") in LABELS
        and isinstance(value, dict)
        and all(isinstance(value.get(name), int) and not isinstance(value[name], bool) for name in ("start", "end"))
    )


def _strings(found: object) -> list[str]:
    values = found if isinstance(found, list) else [found]
    return [each for each in values if isinstance(each, str)]


NOT_JSON = gettext_noop("The file cannot be read as JSON: %(why)s.")
NO_DATA = gettext_noop("This is no task of Label Studio: it has no `data`.")
NO_TEXT = gettext_noop("The task brings no text: `data.text` is empty or missing.")
BAD_ID = gettext_noop("The id must be a word without blanks.")
