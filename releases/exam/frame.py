"""One instance in the making: neutral labels in an order that says nothing, anonymized texts, answer schemas."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from evaluator.schema import DiffRecord, ExamInstance, ObjectRecord, TraceRecord
from evaluator.tasks import TASKS
from releases.exam.anonymize import Anonymizer
from releases.exam.book import Book

Json = dict[str, Any]


@dataclass
class Frame:
    """What a task needs to draw one instance of `task` from the gold named by `anchor`."""

    book: Book
    task: str
    anchor: str
    seed: int
    labels: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = Random(f"{self.seed}:{self.task}:{self.anchor}")  # noqa: S311 - reproducible, not secret
        self.clean = Anonymizer(self.book.names, self.rng)

    def label_papers(self, papers: Iterable[str]) -> list[str]:
        """Give P1, P2, … in random order; returns the labels in that order."""
        return self._label("P", papers)

    def label_objects(self, objects: Iterable[str]) -> list[str]:
        """Give O1, O2, … in random order; returns the labels in that order."""
        return self._label("O", objects)

    def _label(self, letter: str, ids: Iterable[str]) -> list[str]:
        mixed = sorted(ids)
        self.rng.shuffle(mixed)
        labels = [f"{letter}{number}" for number in range(1, len(mixed) + 1)]
        self.labels.update(zip(mixed, labels, strict=True))
        return labels

    def shown(self, record: ObjectRecord, *, with_type: bool = True) -> Json:
        """An object as a participant sees it."""
        shown = {"id": self.labels[record.id], "text": self.clean(record.content)}
        if with_type:
            shown["type"] = record.type.value
        if record.constraint:
            shown["constraint"] = self.clean(record.constraint)
        return shown

    def genomes(self, papers: Sequence[str]) -> list[Json]:
        """The genomes of papers, labelled and ordered by label."""
        self.label_papers(papers)
        self.label_objects(o.id for paper in papers for o in self.book.genomes[paper])
        shown = [
            {"paper": self.labels[paper], "objects": self._in_order(self.shown(o) for o in self.book.genomes[paper])}
            for paper in papers
        ]
        return sorted(shown, key=lambda genome: genome["paper"])

    @staticmethod
    def _in_order(objects: Iterable[Json]) -> list[Json]:
        return sorted(objects, key=lambda shown: int(shown["id"][1:]))

    def instance(
        self,
        *,
        question: str,
        context: Json,
        fields: Mapping[str, Json],
        gold: Json,
        options: int,
        diff: DiffRecord | None = None,
        trace: TraceRecord | None = None,
        papers: Iterable[str] = (),
    ) -> ExamInstance:
        """The finished instance. `fields` is the JSON Schema of each answer field, `papers` what it rests on."""
        return ExamInstance(
            id=f"{self.task}-{hashlib.sha256(f'{self.task}|{self.anchor}'.encode()).hexdigest()[:12]}",
            axis=TASKS[self.task].axis,
            task=self.task,
            question=question,
            context=context,
            answer_schema=_answer_schema(fields),
            gold=gold,
            metadata=self._metadata(diff, trace, sorted(set(papers)), options),
        )

    def _metadata(
        self, diff: DiffRecord | None, trace: TraceRecord | None, papers: Sequence[str], options: int
    ) -> Json:
        book = self.book
        diffs = [diff] if diff else [book.diffs[d] for d in trace.diffs] if trace else []
        dynamics = sorted({d.answer.dynamics.value for d in diffs if d.answer.dynamics})
        traces = [trace.id] if trace else book.traces_of_diff.get(diff.id, []) if diff else []
        return {
            "trace": traces[0] if traces else None,
            "pair": diff.id if diff else None,
            "domain": self._domain(diff, trace, papers),
            "dynamics": dynamics,
            "trace_length": len(trace.papers) if trace else None,
            "options": options,
            "gold_source": sorted({d.gold_source.value for d in diffs}),
            "guideline_versions": sorted({g for d in diffs for g in book.guidelines_of_diff[d.id]}),
            "source_versions": {paper: book.papers[paper].text_sha256 for paper in papers},
            "labels": {label: id for id, label in self.labels.items()},
            "seed": self.seed,
        }

    def _domain(self, diff: DiffRecord | None, trace: TraceRecord | None, papers: Sequence[str]) -> str:
        if diff or trace:
            return (diff or trace).domain  # type: ignore[union-attr]
        return self.book.papers[papers[0]].domain if papers else ""


def _answer_schema(fields: Mapping[str, Json]) -> Json:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": dict(fields),
        "required": sorted(fields),
        "additionalProperties": False,
    }


def even_choice(rng: Random, kinds: Mapping[str, str]) -> str:
    """One id, drawn so that each kind that occurs is as likely: else "lost" would be the answer nearly always."""
    kind = rng.choice(sorted(set(kinds.values())))
    return rng.choice(sorted(id for id, found in kinds.items() if found == kind))


def choice(options: Iterable[str]) -> Json:
    """Exactly one of the options."""
    return {"type": "string", "enum": sorted(options, key=_natural)}


def set_of(items: Json) -> Json:
    """Any number of different items, in any order."""
    return {"type": "array", "items": items, "uniqueItems": True}


def pair_of(first: Json, second: Json) -> Json:
    return {"type": "array", "prefixItems": [first, second], "minItems": 2, "maxItems": 2}


def order_of(options: Sequence[str]) -> Json:
    """All options, each once, in order."""
    size = len(options)
    return {"type": "array", "items": choice(options), "uniqueItems": True, "minItems": size, "maxItems": size}


def mapping_of(keys: Iterable[str], values: Iterable[str]) -> Json:
    """A value for each key."""
    keys = sorted(keys, key=_natural)
    return {
        "type": "object",
        "properties": {key: choice(values) for key in keys},
        "required": keys,
        "additionalProperties": False,
    }


def _natural(label: str) -> tuple[str, int, str]:
    head = label.rstrip("0123456789")
    return head, int(label[len(head) :] or 0), label
