"""The 42 task types."""

import pytest

from evaluator.tasks import TASKS, tasks_of
from evaluator.vocabulary import Axis, ErrorClass, Match
from tests.shared_data import SHARED_DATA, needs_shared_data


def test_there_are_42_task_types_5_12_17_and_8_per_axis() -> None:
    assert [len(tasks_of(axis)) for axis in Axis] == [5, 12, 17, 8]
    assert len(TASKS) == 42
    assert [spec.axis for axis in Axis for spec in tasks_of(axis)] == [spec.axis for spec in TASKS.values()]


def test_every_class_of_error_can_happen() -> None:
    assert {field.error for spec in TASKS.values() for field in spec.fields.values()} == set(ErrorClass)


def test_the_five_tasks_that_may_have_an_empty_gold_have_one_set() -> None:
    empty = {task: spec.fields for task, spec in TASKS.items() if spec.may_be_empty}
    assert set(empty) == {
        "find_counterpart",
        "citation_conflict",
        "false_inheritance",
        "repair_mismatch",
        "evidence_conflict",
    }
    assert all([field.match for field in fields.values()] == [Match.SET] for fields in empty.values())


def test_groups_alone_are_sets_of_sets() -> None:
    nested = {task for task, spec in TASKS.items() for field in spec.fields.values() if field.members is Match.SET}
    assert nested == {"group_by_paper", "group_by_lineage"}


def test_the_list_cannot_be_changed_by_accident() -> None:
    with pytest.raises(TypeError):
        TASKS["dynamics"].fields["dynamics"] = TASKS["driver"].fields["driver"]


@needs_shared_data
def test_names_are_those_of_the_specification() -> None:
    specification = SHARED_DATA.parent / "exam.md"
    rows = [line.split("|")[1] for line in specification.read_text().splitlines() if line.startswith("| ")]
    named = [cell.strip().split("** ")[-1] for cell in rows]
    assert [name for name in named if name not in ("task", "---")] == list(TASKS)
