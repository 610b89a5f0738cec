"""Properties of a drawn exam: same seed same bytes, gold that fits, labels and texts that give nothing away."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from evaluator.tasks import TASKS
from evaluator.write import records_file
from releases.exam.generate import Guessing
from tests.releases.tiny_book import CANARY, TREES, exam_of, of_task, tiny_book, unmasked

BOOK = tiny_book()
seeds = st.integers(0, 2**31 - 1)


@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_the_same_seed_gives_the_same_bytes(seed: int) -> None:
    assert records_file(exam_of(BOOK, seed)) == records_file(exam_of(tiny_book(), seed))


@settings(max_examples=15, deadline=None)
@given(seed=seeds, other=seeds)
def test_another_seed_gives_other_labels_for_the_same_instances(seed: int, other: int) -> None:
    first, second = exam_of(BOOK, seed), exam_of(BOOK, other)
    assert [each.id for each in first] == [each.id for each in second]
    if seed != other:
        assert [each.metadata["labels"] for each in first] != [each.metadata["labels"] for each in second]


@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_gold_fits_its_schema_and_names_the_fields_of_its_task(seed: int) -> None:
    for instance in exam_of(BOOK, seed):
        Draft202012Validator(dict(instance.answer_schema)).validate(dict(instance.answer))
        assert set(instance.answer) == set(TASKS[instance.task].fields)
        assert instance.metadata["canary"] == CANARY


@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_no_context_names_a_paper_a_person_a_venue_or_a_year(seed: int) -> None:
    book = tiny_book(
        alder_N1="Alder needs shade, as Gardener wrote in 2001.",
        birch_M1="Birch grows by rings like Alder (Journal of Leaves).",
        cedar_D1="Cedar gives up the thorns of birch and of ALDERS; see arXiv:2003.01234.",
    )
    for instance in exam_of(book, seed):
        shown = json.dumps(instance.context) + instance.question
        found = re.findall(
            r"alder|birch|cedar|xenon|yttrium|zinc|gardener|leaves|\b20\d\d\b|2003\.", shown, re.IGNORECASE
        )
        assert found == [], instance.id


def test_a_system_has_one_stand_in_within_an_instance() -> None:
    book = tiny_book(birch_M1="Birch grows like Alder.", birch_D1="Alder had thorns.")
    for instance in of_task(book, "find_novel"):
        text = json.dumps(instance.context)
        stand_ins = re.findall(r"grows like (system \w+)\.|(system \w+) had thorns", text)
        names = {first or second for first, second in stand_ins}
        assert len(names) == 1


def test_a_masked_sentence_still_reads() -> None:
    book = tiny_book(alder_O1="Alder was measured on the Oak set of 2007.")
    shown = {text for each in of_task(book, "driver") for text in texts(each.context)}
    assert any(re.fullmatch(r"system \w{1,2} was measured on the Oak set of \[year\]\.", text) for text in shown)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def test_labels_of_papers_say_nothing_about_their_order() -> None:
    orders: Counter[tuple[str, ...]] = Counter(
        tuple(instance.answer["order"])  # type: ignore[arg-type]
        for seed in range(300)
        for instance in of_task(BOOK, "order_papers", seed)
    )
    # Three papers have six orders, 50 expected of each; below 25 or above 80 is beyond four standard deviations (6.5).
    assert len(orders) == 6
    assert all(25 < count < 80 for count in orders.values())


def test_labels_of_objects_say_nothing_about_their_paper_or_type() -> None:
    numbers: Counter[str] = Counter()
    draws = 300
    for seed in range(draws):
        for instance in of_task(BOOK, "driver", seed):
            numbers[str(instance.answer["driver"])] += 1
    # Six papers, five labels: 360 expected of each, standard deviation 17.
    assert set(numbers) == {"O1", "O2", "O3", "O4", "O5"}
    assert all(290 < count < 430 for count in numbers.values())


def test_objects_are_listed_by_label_and_papers_too() -> None:
    for instance in of_task(BOOK, "order_papers"):
        genomes: Any = instance.context["genomes"]
        assert [genome["paper"] for genome in genomes] == ["P1", "P2", "P3"]
        for genome in genomes:
            numbers = [int(each["id"][1:]) for each in genome["objects"]]
            assert numbers == sorted(numbers)
        assert {unmasked(instance, genome["paper"]) for genome in genomes} == set(TREES)


def test_baselines_are_the_chance_of_a_guess_and_the_share_of_the_most_frequent_gold() -> None:
    guessing = Guessing()
    for instance in exam_of(BOOK):
        guessing.add(instance)
    found = guessing.baselines()
    # One of five objects; one of six dynamics; one of six orders of three papers.
    assert found["driver"].random == 1 / 5
    assert found["dynamics"].random == 1 / 6
    assert found["order_papers"].random == 1 / 6
    # One gold of three is as frequent as any other; the only trace has one gold.
    assert found["dynamics"].majority == 1 / 3
    assert found["order_papers"].majority == 1
    # Four rules by six dynamics.
    assert found["boundary_rule"].random == 1 / 24
