"""What holds of every task: gold that verifies, no name in a context, the same bytes again, labels that say nothing."""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from evaluator.answers import AnswerSchemas, gold_faults
from evaluator.schema import ExamInstance
from evaluator.tasks import TASKS
from evaluator.write import records_file
from releases.exam.generate import Draw
from releases.exam.plan import ExamPlan
from releases.exam.registry import DRAWN
from tests.releases.exam.grove import grove
from tests.releases.tiny_book import CANARY, unmasked

IDENTITY = re.compile(r"fern\s?\d+x|quillfeather|lichen|\b(?:19|20)\d\d\b|1234\.5", re.IGNORECASE)
BIG = grove(5, lineages=24)
SEEDS, PER_TASK = range(6), 20


def exam(seed: int, lineages: int = 4, **plan: Any) -> list[ExamInstance]:
    return list(Draw(grove(seed, lineages), ExamPlan(seed=seed, per_task=4, **plan), canary=CANARY))


def test_all_tasks_are_drawn() -> None:
    assert set(DRAWN) == set(TASKS)
    assert len(TASKS) == 42


@hypothesis_settings(max_examples=8, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    lineages=st.integers(1, 4),
    options=st.integers(3, 6),
    near=st.sampled_from([0.0, 0.5, 1.0]),
)
def test_every_instance_of_any_book_verifies_names_nobody_and_comes_again(
    seed: int, lineages: int, options: int, near: float
) -> None:
    drawn, schemas = exam(seed, lineages, options=options, near=near), AnswerSchemas()
    for instance in drawn:
        assert list(gold_faults(instance, schemas)) == [], instance.task
        assert IDENTITY.findall(json.dumps(instance.context, ensure_ascii=False)) == [], instance.task
    assert records_file(drawn) == records_file(exam(seed, lineages, options=options, near=near))


def test_another_process_with_another_hash_seed_draws_the_same_bytes() -> None:
    program = (
        "import hashlib; from evaluator.write import records_file;"
        "from tests.releases.exam.test_every_task import exam; print(hashlib.sha256(records_file(exam(3))).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4242", "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == hashlib.sha256(records_file(exam(3))).hexdigest()


@pytest.fixture(scope="module")
def many() -> Mapping[str, list[ExamInstance]]:
    """About 120 instances of each task."""
    found: dict[str, list[ExamInstance]] = defaultdict(list)
    for seed in SEEDS:
        for instance in Draw(BIG, ExamPlan(seed=seed, per_task=PER_TASK, options=3), canary=CANARY):
            found[instance.task].append(instance)
    return found


def test_a_grown_book_feeds_every_task(many: Mapping[str, list[ExamInstance]]) -> None:
    assert set(many) == set(TASKS)


@pytest.mark.parametrize("task", TASKS)
def test_the_number_of_a_label_says_nothing_about_the_gold(task: str, many: Mapping[str, list[ExamInstance]]) -> None:
    """Of k labels of which s are right, each is right with chance s/k, the first and the last as any other."""
    for field in TASKS[task].fields:
        ranks = [found for instance in many[task] if (found := right(instance, field)) is not None]
        for place in ("first", "last"):
            hits, mean, variance = 0, 0.0, 0.0
            for size, members in ranks:
                chance = len(members) / size
                hits += (0 if place == "first" else size - 1) in members
                mean, variance = mean + chance, variance + chance * (1 - chance)
            # Four standard deviations: 42 tasks of about two places and fields are beyond by chance once in 150 runs,
            # and the seeds are fixed.
            assert abs(hits - mean) <= 4 * variance**0.5 + 1, (field, place, hits, mean)


def right(instance: ExamInstance, field: str) -> tuple[int, set[int]] | None:
    """Of the labels that a field may hold: how many there are, and the places of the right ones. None: no labels."""
    schema: Any = instance.answer_schema["properties"][field]
    gold: Any = instance.answer[field]
    if "anyOf" in schema:
        labels = schema["anyOf"][-1]["prefixItems"][0]["enum"]
        return None if gold[0] == "lost" else (len(labels), {labels.index(gold[0])})
    if schema["type"] == "object":
        labels, marks = list(schema["properties"]), {"lost", "novel", "external", None, "mutation"}
        return len(labels), {n for n, label in enumerate(labels) if label in gold and gold[label] in marks}
    if "allOf" in schema:
        labels = schema["items"]["items"]["enum"]
        beside = next(group for group in gold if labels[0] in group)
        return len(labels) - 1, {labels.index(each) - 1 for each in beside if each != labels[0]}
    if schema["type"] == "array":
        return _of_list(schema, gold)
    labels = schema.get("enum", [])
    return (len(labels), {labels.index(gold)}) if labels and re.fullmatch(r"[A-Z]\d+", str(gold)) else None


def _of_list(schema: Any, gold: list[Any]) -> tuple[int, set[int]] | None:
    items = schema["items"]
    if "prefixItems" in items:
        labels = items["prefixItems"][0]["enum"]
        return len(labels), {labels.index(first) for first, _second in gold}
    labels = items["enum"]
    if not re.fullmatch(r"[A-Z]\d+", labels[0]):
        return None
    return len(labels), {labels.index(each) for each in (gold[:1] if "minItems" in schema else gold)}


@pytest.mark.parametrize("task", TASKS)
def test_what_is_shown_stands_in_the_order_of_its_labels(task: str, many: Mapping[str, list[ExamInstance]]) -> None:
    for instance in many[task][:PER_TASK]:
        for labels in listed(instance.context):
            assert labels == sorted(labels), instance.id


def listed(value: Any) -> Iterator[list[int]]:
    """The numbers of labels of each list of things that are shown under labels; drivers stand earliest first."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if name != "drivers":
                yield from listed(item)
    elif isinstance(value, list):
        labels = [str(each.get("id") or each.get("paper") or "") for each in value if isinstance(each, Mapping)]
        yield [int(label[1:]) for label in labels if label]
        for item in value:
            yield from listed(item)


def test_no_label_stands_for_two_things(many: Mapping[str, list[ExamInstance]]) -> None:
    for task in TASKS:
        for instance in many[task][:PER_TASK]:
            labels: Any = instance.metadata["labels"]
            assert len(set(labels.values())) == len(labels)
            assert unmasked(instance, "P0") == "P0"
