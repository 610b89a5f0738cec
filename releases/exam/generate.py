"""All instances of a release, how many each task gave and why not more, and what guessing would score on them."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from evaluator.canonical import canonical_bytes
from evaluator.manifest import Baseline
from evaluator.schema import ExamInstance
from evaluator.tasks import TASKS
from releases.exam import t1, t2, t2_groups, t2_paths, t3, t3_paths, t3_sources, t4, t4_claims
from releases.exam.anchors import Anchor
from releases.exam.answer_schemas import answers_possible
from releases.exam.book import Book
from releases.exam.frame import Frame, instance_id
from releases.exam.lacks import Unfit
from releases.exam.plan import ExamPlan
from releases.exam.registry import DRAWN

MODULES = (t1, t2, t2_groups, t2_paths, t3, t3_paths, t3_sources, t4, t4_claims)  # importing them fills DRAWN

__all__ = ["MODULES", "Draw", "Guessing", "TaskYield"]


@dataclass(slots=True)
class TaskYield:
    """What a task gave: its instances, of how many anchors tried, and how many of those lacked what (see LACKS)."""

    anchors: int = 0
    tried: int = 0
    instances: int = 0
    lacks: Counter[str] = field(default_factory=Counter)


class Draw:
    """The instances in order of their ids; iterate once. Same gold and plan, same instances, on every machine.

    One task is held in memory at a time, and only where the plan limits it. `yields` is complete after the last.
    """

    def __init__(self, book: Book, plan: ExamPlan, *, canary: str) -> None:
        self.book, self.plan, self.canary = book, plan, canary
        self.yields: dict[str, TaskYield] = {task: TaskYield() for task in TASKS}
        self._asked: dict[bytes, bytes] = {}  # of the task in hand: what was shown → the answer

    def __iter__(self) -> Iterator[ExamInstance]:
        for task in sorted(DRAWN, key=lambda task: f"{task}-"):
            yield from self.of_task(task)

    def of_task(self, task: str) -> Iterator[ExamInstance]:
        """The instances of one task: those that the whole exam has of it, without the rest."""
        found, most = self.yields[task], self.plan.most(task)
        self._asked.clear()
        anchors = list(DRAWN[task].anchors(self.book))
        found.anchors = len(anchors)
        if not anchors:
            found.lacks["no_anchor"] += 1
        if most is None:
            in_order = sorted(anchors, key=lambda anchor: instance_id(task, anchor))
            yield from (made for anchor in in_order if (made := self._made(task, anchor)) is not None)
            return
        balanced = balance(anchors, Random(f"{self.plan.seed}:{task}"))  # noqa: S311 - reproducible, not secret
        drawn: list[ExamInstance] = []
        for anchor in balanced:
            if len(drawn) == most:
                break
            made = self._made(task, anchor)
            if made is not None:
                drawn.append(made)
        yield from sorted(drawn, key=lambda instance: instance.id)

    def _made(self, task: str, anchor: Anchor) -> ExamInstance | None:
        found = self.yields[task]
        found.tried += 1
        frame = Frame(self.book, task, anchor, self.plan)
        try:
            made = frame.instance(DRAWN[task].build(frame))
            self._refuse_twin(made)
        except Unfit as lack:
            found.lacks[lack.code] += 1
            return None
        found.instances += 1
        return replace(made, metadata={**made.metadata, "canary": self.canary})

    def _refuse_twin(self, made: ExamInstance) -> None:
        """What shows the very same as an earlier one and wants another answer cannot be solved."""
        shown, answer = (
            hashlib.blake2b(canonical_bytes(dict(each)), digest_size=12).digest()
            for each in (made.context, made.answer)
        )
        if self._asked.setdefault(shown, answer) != answer:
            raise Unfit("asked_before")


def balance(anchors: Sequence[Anchor], rng: Random) -> list[Anchor]:
    """Anchors in an order whose every beginning is as even over domain, dynamics and kind as the anchors allow."""
    groups: dict[tuple[str, str, str], list[Anchor]] = defaultdict(list)
    for anchor in anchors:
        groups[anchor.domain, anchor.dynamics, anchor.kind].append(anchor)
    for group in groups.values():
        rng.shuffle(group)
    order = sorted(groups)
    rng.shuffle(order)
    place = {key: number for number, key in enumerate(order)}
    ranked = [(rank, place[key], anchor) for key, group in groups.items() for rank, anchor in enumerate(group)]
    return [anchor for _rank, _place, anchor in sorted(ranked, key=lambda each: each[:2])]


class Guessing:
    """What guessing would score: give it every instance, then ask."""

    def __init__(self) -> None:
        self._chances: dict[str, Fraction] = defaultdict(Fraction)
        self._golds: dict[str, Counter[bytes]] = defaultdict(Counter)

    def add(self, instance: ExamInstance) -> None:
        self._chances[instance.task] += Fraction(1, answers_possible(instance.answer_schema))
        self._golds[instance.task][canonical_bytes(dict(instance.answer))] += 1

    def baselines(self) -> dict[str, Baseline]:
        """Per task: expected accuracy (0–1) of a uniform guess, and of always giving the most frequent gold."""
        return {
            task: Baseline(
                random=float(self._chances[task] / golds.total()),
                majority=golds.most_common(1)[0][1] / golds.total(),
            )
            for task, golds in self._golds.items()
        }
