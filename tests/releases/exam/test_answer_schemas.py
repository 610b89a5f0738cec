"""What an answer may look like, and how many there are of it: the chance of a guess rests on that count."""

from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from releases.exam.answer_schemas import (
    answers_possible,
    choice,
    grouping_of,
    mapping_of,
    mapping_or_null,
    order_of,
    pair_of,
    path_of,
    set_of,
    some_of,
)
from releases.exam.guessing import guess

AB, XYZ = choice(["O1", "O2"]), choice(["O3", "O4", "O5"])
SHAPES: dict[str, tuple[Any, int]] = {
    # Each of the two keys has one of three values, or null: 4 · 4.
    "mapping or null": (mapping_or_null(["O1", "O2"], ["O3", "O4", "O5"]), 16),
    # Each key has one of three values: 3 · 3.
    "mapping": (mapping_of(["O1", "O2"], ["x", "y", "z"]), 9),
    # Each key has one of three values or is left out: 4 · 4.
    "part of a mapping": (some_of(["O1", "O2"], ["x", "y", "z"]), 16),
    # Four into two groups: one alone (4 ways), or two and two (3 ways).
    "four in two groups": (grouping_of(["O1", "O2", "O3", "O4"], 2), 7),
    # Four into three groups: which two stay together, 6 ways.
    "four in three groups": (grouping_of(["O1", "O2", "O3", "O4"], 3), 6),
    # Lost at once, lost after one of two, or one of two and one of three: 1 + 2 + 6.
    "path": (path_of([["O1", "O2"], ["O3", "O4", "O5"]], "lost"), 9),
    # 3 · 2 · 1 orders.
    "order": (order_of(["O1", "O2", "O3"]), 6),
    # Six pairs, each in or out: 2 to the power of 6.
    "set of pairs": (set_of(pair_of(AB, XYZ)), 64),
}


@pytest.mark.parametrize("name", SHAPES)
def test_as_many_answers_as_counted_by_hand(name: str) -> None:
    schema, expected = SHAPES[name]
    assert answers_possible(schema) == expected


@pytest.mark.parametrize("name", SHAPES)
def test_guesses_fit_and_come_to_every_answer_there_is(name: str) -> None:
    schema, expected = SHAPES[name]
    Draft202012Validator.check_schema(schema)
    validator, rng = Draft202012Validator(schema), Random(1)
    seen = set()
    for _draw in range(400):
        answer = guess(schema, rng)
        assert validator.is_valid(answer), answer
        seen.add(_key(answer, ordered=name in ("order", "path")))
    # Of at most 16 answers none is missed in 400 draws: (15/16)^400 is below 1e-11. Lists of pairs are kept short.
    assert len(seen) == expected or name == "set of pairs"


def _key(answer: Any, *, ordered: bool) -> str:
    if isinstance(answer, dict):
        return str(sorted(answer.items()))
    return str(answer if ordered else sorted(str(sorted(each)) for each in answer))


@pytest.mark.parametrize(
    "answer",
    [
        [["O1", "O2", "O3"]],  # one group
        [["O1"], ["O2"], ["O3"]],  # three
        [["O1", "O2"], ["O2", "O3"]],  # one object twice
        [["O1"], ["O3"]],  # one left out
        [["O1", "O2", "O3"], []],  # an empty group
    ],
)
def test_what_is_no_grouping_does_not_fit(answer: Any) -> None:
    assert not Draft202012Validator(grouping_of(["O1", "O2", "O3"], 2)).is_valid(answer)


@pytest.mark.parametrize("answer", [["O3"], ["lost", "O3"], ["O1"], ["O1", "O2"], [], ["O1", "O3", "lost"]])
def test_what_is_no_path_does_not_fit(answer: Any) -> None:
    schema = path_of([["O1", "O2"], ["O3", "O4"]], "lost")
    assert Draft202012Validator(schema).is_valid(["O1", "lost"])
    assert not Draft202012Validator(schema).is_valid(answer)


def test_null_is_an_answer_where_nothing_repairs() -> None:
    validator = Draft202012Validator(mapping_or_null(["O1"], ["O2"]))
    assert validator.is_valid({"O1": None})
    assert not validator.is_valid({})
