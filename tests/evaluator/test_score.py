"""Scores, derived by hand."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.exam import Report, score
from evaluator.figures import figures
from evaluator.io import Release
from evaluator.outcomes import Outcome, Result
from evaluator.predictions import read_predictions
from evaluator.report import instances_bytes, markdown, report_bytes, report_json
from evaluator.tasks import TASKS
from evaluator.vocabulary import Axis, Dynamics
from tests.evaluator.tiny_release import exam, instance, tiny_release, whole_exam

RELEASE = tiny_release()

# i08 is missing.
ROWS: list[dict[str, Any]] = [
    {"id": "i01", "answer": {"type": "mechanism"}},  # right
    {"id": "i02", "answer": {"type": "mechanism"}},  # wrong: E5
    {"id": "i03", "answer": {"lost": ["O2", "O1"]}},  # right: a set
    {"id": "i04", "answer": {"groups": [["O3"], ["O2", "O1"]]}},  # right: a set of sets
    {"id": "i05", "answer": {"dynamics": "mutation", "driver": "O9"}},  # wrong: E2
    {"id": "i06", "answer": {"dynamics": "mutation", "driver": "O9"}},  # wrong in both, dynamics first: E1
    {"id": "i07", "status": "api_error"},
    {"id": "i09", "answer": {"edges": []}},  # right: empty
    {"id": "i10", "answer": {"step": 2}},  # its schema asks for the dynamics too
]


def file_of(rows: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def scored(rows: list[dict[str, Any]], release: Release = RELEASE, **options: Any) -> Report:
    return score(release, read_predictions(file_of(rows), release), replicates=50, **options)


def test_every_instance_is_counted_once() -> None:
    assert scored(ROWS).counts == {
        "instances": 10,
        "answered": 7,
        "right": 4,
        "wrong": 3,
        "missing": 1,
        "no_response": 0,
        "api_error": 1,
        "budget_exhausted": 0,
        "unparseable": 0,
        "schema_violation": 1,
    }


def test_accuracy_has_the_release_as_its_denominator() -> None:
    report = scored(ROWS)
    assert report.total.micro == 0.4
    assert [report.axes[axis].micro for axis in Axis] == [1 / 2, 2 / 2, 0 / 4, 1 / 2]
    tasks: Any = report_json(report)["tasks"]
    assert tasks["field_type"]["accuracy"] == 0.5
    assert tasks["dynamics_with_driver"]["accuracy"] == 0.0
    assert tasks["citation_conflict"]["accuracy"] == 1.0


def test_ten_items_of_which_five_failed_and_five_are_right_make_one_half() -> None:
    rows = [{"id": each.id, "answer": each.answer} for each in exam()[:5]]
    rows += [{"id": each.id, "status": "no_response"} for each in exam()[5:]]
    report = scored(rows)
    assert report.total.micro == 0.5
    assert report.counts["no_response"] == 5


def test_partial_credit_is_a_figure_beside() -> None:
    # i01 1, i03 1, i04 1, i09 1, i05 one of two fields: 4.5 of 10.
    assert scored(ROWS).total.partial == pytest.approx(0.45)


def test_fields_are_counted_over_every_instance_of_their_task() -> None:
    fields: Any = report_json(scored(ROWS))["fields"]
    assert fields["dynamics_with_driver"]["dynamics"] == {"instances": 2, "right": 1, "accuracy": 0.5, "error": "E1"}
    assert fields["dynamics_with_driver"]["driver"] == {"instances": 2, "right": 0, "accuracy": 0.0, "error": "E2"}
    assert fields["fate_map"]["fates"]["accuracy"] == 0.0


def test_an_error_is_the_class_of_the_first_failed_field() -> None:
    report: Any = report_json(scored(ROWS))
    assert {error: count for error, count in report["errors"].items() if count} == {"E1": 1, "E2": 1, "E5": 1}
    assert len(report["errors"]) == 9
    assert report["flow"] == [
        {"axis": "T1", "field": "type", "error": "E5", "count": 1},
        {"axis": "T3", "field": "driver", "error": "E2", "count": 1},
        {"axis": "T3", "field": "dynamics", "error": "E1", "count": 1},
    ]


def test_what_was_not_answered_is_no_error_class() -> None:
    report: Any = report_json(scored([{"id": "i01", "status": "budget_exhausted"}]))
    assert sum(report["errors"].values()) == 0
    assert report["flow"] == []
    assert report["counts"]["missing"] == 9


def test_confusion_counts_answered_dynamics() -> None:
    # i05: gold mutation, said mutation. i06: gold isolation, said mutation. i07 and i10 were not answered.
    assert scored(ROWS).confusion == {
        (Dynamics.MUTATION, Dynamics.MUTATION): 1,
        (Dynamics.ISOLATION, Dynamics.MUTATION): 1,
    }


def test_macro_is_undefined_when_tasks_are_absent_and_says_how_many() -> None:
    # The exam has 8 of the 42 task types.
    total: Any = report_json(scored(ROWS))["total"]
    assert (total["macro"], total["micro"]) == (None, 0.4)
    assert total["macro_reason"] == "34 of 42 task types are absent from this release"
    tasks: Any = report_json(scored(ROWS))["tasks"]
    assert len(tasks) == 42
    assert tasks["driver"]["accuracy"] is None
    assert tasks["driver"]["accuracy_reason"] == "no instances in this release"


def test_one_absent_task_of_42_undefines_its_axis_and_the_total_alone() -> None:
    release = tiny_release([each for each in whole_exam() if each.task != "intruder"])
    report = scored([{"id": each.id, "answer": each.answer} for each in release.exam()], release)
    assert (report.total.macro, report.total.macro_reason) == (None, "1 of 42 task types are absent from this release")
    assert [report.axes[axis].macro for axis in Axis] == [1.0, 1.0, 1.0, None]


def test_macro_counts_each_task_the_same() -> None:
    # field_type has three instances, of which one is right; the other 41 tasks have one each, all right but driver's.
    more = [instance(f"more-{n}", "field_type", {"type": "claim"}) for n in (1, 2)]
    release = tiny_release([*whole_exam(), *more])
    wrong = {"whole-driver", "more-1", "more-2"}
    rows = [{"id": i.id, "answer": dict.fromkeys(i.answer, "?") if i.id in wrong else i.answer} for i in release.exam()]
    report = scored(rows, release)
    assert report.total.macro == pytest.approx((40 + 1 / 3) / 42)
    assert report.total.micro == pytest.approx(41 / 44)
    assert report.axes[Axis.T1].macro == pytest.approx((3 + 1 / 3) / 5)
    assert report.axes[Axis.T2].macro == 1.0


def test_a_release_without_exam_has_no_figures() -> None:
    empty = tiny_release([])
    with pytest.raises(ValueError, match="holds no predictions"):
        scored([], empty)
    total: Any = report_json(score(RELEASE, read_predictions(file_of(ROWS), RELEASE), split="sealed"))["total"]
    assert (total["micro"], total["micro_reason"]) == (None, "no instances in this release")


def test_instances_say_what_became_of_them() -> None:
    lines = [json.loads(line) for line in instances_bytes(scored(ROWS)).splitlines()]
    assert [line["result"] for line in lines] == [
        Result.RIGHT,
        Result.WRONG,
        Result.RIGHT,
        Result.RIGHT,
        Result.WRONG,
        Result.WRONG,
        Result.API_ERROR,
        Result.MISSING,
        Result.RIGHT,
        Result.SCHEMA_VIOLATION,
    ]
    assert lines[5]["fields"] == {"dynamics": False, "driver": False}
    assert (lines[5]["failed"], lines[5]["error"]) == ("dynamics", "E1")
    assert lines[0]["cluster"] == "trace:t"


def test_a_raw_reply_is_read_when_it_is_an_object_and_unparseable_otherwise() -> None:
    report = scored([{"id": "i01", "answer": '{"type": "mechanism"}'}, {"id": "i02", "answer": "It is a niche."}])
    assert [outcome.result for outcome in report.outcomes[:2]] == [Result.RIGHT, Result.UNPARSEABLE]
    assert report.counts["unparseable"] == 1


@pytest.mark.parametrize("answer", [{}, {"type": "Mechanism"}, {"type": "mechanism", "why": "x"}, {"type": None}])
def test_an_answer_outside_the_schema_is_counted_as_such(answer: dict[str, Any]) -> None:
    assert scored([{"id": "i01", "answer": answer}]).counts["schema_violation"] == 1


def test_an_answer_in_nfd_is_right_under_a_schema_in_nfc() -> None:
    word = instance("w", "external_source", {"lineage": "caf\u00e9"}, lineage={"enum": ["caf\u00e9", "bar"]})
    assert scored([{"id": "w", "answer": {"lineage": "cafe\u0301"}}], tiny_release([word])).total.micro == 1.0


@settings(max_examples=25)
@given(st.permutations(ROWS))
def test_the_order_of_predictions_does_not_matter(rows: list[dict[str, Any]]) -> None:
    def without_file(report: Report) -> dict[str, Any]:
        return {name: value for name, value in report_json(report).items() if name != "predictions_sha256"}

    assert without_file(scored(rows)) == without_file(scored(ROWS))
    assert instances_bytes(scored(rows)) == instances_bytes(scored(ROWS))


@settings(max_examples=25)
@given(st.permutations(scored(ROWS).outcomes))
def test_the_order_of_instances_does_not_matter(outcomes: list[Outcome]) -> None:
    ours, theirs = (
        figures(each, {"total": tuple(TASKS)}, replicates=20, seed=1) for each in (scored(ROWS).outcomes, outcomes)
    )
    assert ours == theirs


def test_a_report_is_the_same_bytes_each_time_and_another_for_another_seed() -> None:
    assert report_bytes(scored(ROWS, seed=7)) == report_bytes(scored(ROWS, seed=7))
    assert report_bytes(scored(ROWS, seed=7)) != report_bytes(scored(ROWS, seed=8))


def test_the_interval_resamples_whole_traces() -> None:
    # Two traces of one instance, one right, one wrong: a resample has 0, 1 or 2 of 2 right, so the interval is [0, 1].
    release = tiny_release([each for each in exam() if each.id in ("i01", "i02")])
    rows = [{"id": "i01", "answer": {"type": "mechanism"}}, {"id": "i02", "answer": {"type": "claim"}}]
    found = score(release, read_predictions(file_of(rows), release), seed=1).total.micro_interval
    assert (found.low, found.high, found.clusters) == (0.0, 1.0, 2)


def test_an_interval_from_one_trace_is_undefined() -> None:
    release = tiny_release([each for each in exam() if each.metadata["trace"] == "t"])
    total: Any = report_json(scored([{"id": "i01", "answer": {"type": "mechanism"}}], release))["total"]
    assert total["micro_interval"] is None
    assert total["micro_interval_reason"] == "fewer than two clusters to resample"


def test_the_system_named_by_the_caller_goes_before_the_header() -> None:
    rows = [{"release": "1.0.0", "system": "from-header"}, *ROWS]
    assert scored(rows).system == "from-header"
    assert scored(rows, system="from-caller").system == "from-caller"
    assert scored(ROWS).system is None


def test_the_report_for_people_holds_the_main_figures() -> None:
    text = markdown(scored(ROWS, system="A|B *bold*"))
    assert text.startswith("# Exam report: A\\|B \\*bold\\*\n")
    assert "| Total | 4 | 10 | undefined: 34 of 42 task types are absent from this release | 40.0 |" in text
    assert "| field_type | T1 | 1 | 2 | 50.0 |" in text
