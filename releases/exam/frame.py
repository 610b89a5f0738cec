"""One instance in the making: neutral labels in an order that says nothing, anonymized texts."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from evaluator.schema import DiffRecord, ExamInstance, ObjectRecord, PaperRecord, TraceRecord
from evaluator.tasks import TASKS
from releases.exam.anchors import Anchor
from releases.exam.anonymize import Anonymizer
from releases.exam.answer_schemas import Json, answer_schema
from releases.exam.book import Book
from releases.exam.plan import ExamPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What a builder makes: the context, a JSON Schema and the gold per answer field, and the papers it rests on.

    `options` is how many answers the first field could have.
    """

    context: Json
    fields: Mapping[str, Json]
    gold: Json
    options: int
    papers: Iterable[str]


@dataclass
class Frame:
    """What a builder needs to draw one instance of `task` from the gold at `anchor`."""

    book: Book
    task: str
    anchor: Anchor
    plan: ExamPlan
    labels: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        words = f"{self.plan.seed}:{self.task}:{self.anchor.id}"
        self.rng = Random(words)  # noqa: S311 - reproducible, not secret
        self.clean = Anonymizer(self.book.names, self.rng)

    @property
    def diff(self) -> DiffRecord:
        return self.book.diffs[self.anchor.diff]

    @property
    def trace(self) -> TraceRecord:
        return self.book.traces[self.anchor.trace]

    @property
    def paper(self) -> PaperRecord:
        return self.book.papers[self.anchor.paper]

    @property
    def genome(self) -> tuple[ObjectRecord, ...]:
        """The objects of the anchor's paper."""
        return self.book.genomes[self.anchor.paper]

    @cached_property
    def is_empty(self) -> bool:
        """Whether this instance is of the seeded share with an empty gold. Draws from `rng` when first asked."""
        return self.rng.random() < self.plan.empty_share

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
            {"paper": self.labels[paper], "objects": by_label(self.shown(o) for o in self.book.genomes[paper])}
            for paper in papers
        ]
        return sorted(shown, key=lambda genome: int(genome["paper"][1:]))

    def two_genomes(self) -> Json:
        """The context of every task on one diff: both genomes, and which is the predecessor."""
        diff = self.diff
        return {
            "genomes": self.genomes([diff.source, diff.target]),
            "predecessor": self.labels[diff.source],
            "successor": self.labels[diff.target],
        }

    def instance(self, item: Item) -> ExamInstance:
        """The finished instance."""
        return ExamInstance(
            id=instance_id(self.task, self.anchor),
            axis=TASKS[self.task].axis,
            task=self.task,
            question=TASKS[self.task].question,
            context=item.context,
            answer_schema=answer_schema(item.fields),
            gold=item.gold,
            sealed="",
            metadata=self._metadata(item),
        )

    def _metadata(self, item: Item) -> Json:
        book, papers = self.book, sorted(set(item.papers))
        diff = self.diff if self.anchor.diff else None
        trace = self.trace if self.anchor.trace else None
        diffs = [diff] if diff else [book.diffs[d] for d in trace.diffs] if trace else []
        traces = [trace.id] if trace else book.traces_of_diff.get(diff.id, []) if diff else []
        return {
            "trace": traces[0] if traces else None,
            "pair": diff.id if diff else None,
            "domain": self.anchor.domain,
            "dynamics": sorted({d.answer.dynamics.value for d in diffs if d.answer.dynamics}),
            "trace_length": len(trace.papers) if trace else None,
            "options": item.options,
            "gold_source": sorted({d.gold_source.value for d in diffs}),
            "guideline_versions": sorted({g for d in diffs for g in book.guidelines_of_diff[d.id]}),
            "source_versions": {paper: book.papers[paper].text_sha256 for paper in papers},
            "labels": {label: id for id, label in self.labels.items()},
            "seed": self.plan.seed,
        }


def by_label(shown: Iterable[Json]) -> list[Json]:
    """What is shown under labels, in the order of their numbers."""
    return sorted(shown, key=lambda each: int(each["id"][1:]))


def in_order(labels: Iterable[str]) -> list[str]:
    """Labels of one letter in the order of their numbers."""
    return sorted(labels, key=lambda label: int(label[1:]))


def instance_id(task: str, anchor: Anchor) -> str:
    """The id of the instance of a task at an anchor: the same in every release."""
    return f"{task}-{hashlib.sha256(f'{task}|{anchor.id}'.encode()).hexdigest()[:12]}"


def even_choice(rng: Random, kinds: Mapping[str, str]) -> str:
    """One id, drawn so that each kind that occurs is as likely: else "lost" would be the answer nearly always."""
    kind = rng.choice(sorted(set(kinds.values())))
    return rng.choice(sorted(id for id, found in kinds.items() if found == kind))
