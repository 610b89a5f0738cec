"""All instances of a release, and what guessing would score on them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import factorial
from typing import Any

from evaluator.canonical import canonical_bytes
from evaluator.manifest import Baseline
from evaluator.schema import ExamInstance
from releases.exam import t1, t2, t3, t4
from releases.exam.book import Book

GENERATORS = {**t1.TASKS, **t2.TASKS, **t3.TASKS, **t4.TASKS}


def generate(book: Book, *, seed: int, canary: str) -> list[ExamInstance]:
    """Every instance of every task that the gold can feed, ordered by id. Same gold and seed, same instances."""
    made = (instance for task in sorted(GENERATORS) for instance in GENERATORS[task](book, seed))
    marked = (replace(instance, metadata={**instance.metadata, "canary": canary}) for instance in made)
    return sorted(marked, key=lambda instance: instance.id)


def baselines(instances: Iterable[ExamInstance]) -> dict[str, Baseline]:
    """Per task: expected accuracy (0–1) of a uniform guess, and accuracy of always giving the most frequent gold."""
    chances: dict[str, list[Fraction]] = defaultdict(list)
    golds: dict[str, Counter[bytes]] = defaultdict(Counter)
    for instance in instances:
        chances[instance.task].append(Fraction(1, answers_possible(instance.answer_schema)))
        golds[instance.task][canonical_bytes(dict(instance.gold))] += 1
    return {
        task: Baseline(
            random=float(sum(found) / len(found)), majority=golds[task].most_common(1)[0][1] / golds[task].total()
        )
        for task, found in chances.items()
    }


def answers_possible(schema: Mapping[str, Any]) -> int:
    """How many answers a schema made by releases.exam.frame admits, order counting only in sequences."""
    if "enum" in schema:
        return len(schema["enum"])
    if schema["type"] == "boolean":
        return 2
    if schema["type"] == "integer":
        return int(schema["maximum"] - schema["minimum"] + 1)
    if schema["type"] == "object":
        product = 1
        for part in schema["properties"].values():
            product *= answers_possible(part)
        return product
    if "prefixItems" in schema:
        first, second = schema["prefixItems"]
        return answers_possible(first) * answers_possible(second)
    members = answers_possible(schema["items"])
    if "minItems" not in schema:
        return int(2**members)
    return factorial(members) if schema.get("uniqueItems") else int(members ** schema["minItems"])
