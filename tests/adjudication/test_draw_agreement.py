"""Drawings of agreement: labels that fit beside their marks, and lines of versions that stay readable. No database."""

from datetime import date, timedelta
from itertools import pairwise

from adjudication.selectors.dashboard import Week
from adjudication.selectors.measured import Measured, Value
from adjudication.views.bars import bars, shortened
from adjudication.views.charts import dot_plot, weeks_chart
from adjudication.views.figures import undefined
from evaluator.agreement.figure import Undefined

FIGURES = Measured("dynamics", 4, Value(0.5, low=0.2, high=0.8), Value(0.1), Value(0.1))


def test_a_label_ends_where_its_marks_begin() -> None:
    # 6.6 units to a letter: 182 hold 27 of them; a Korean one takes two.
    assert shortened("computer vision", 182) == "computer vision"
    assert shortened("x" * 28, 182) == "x" * 26 + "…"
    assert shortened("한" * 14, 182) == "한" * 12 + "…"
    (row,) = dot_plot([("a stage that has a very long name", FIGURES)], has_goal=True).rows
    assert (row.label, row.short[-1]) == ("a stage that has a very long name", "…")
    assert bars([("y" * 60, "", [("label", 1)])], []).rows[0].label.endswith("y…")


def test_versions_of_neighbouring_weeks_do_not_write_over_each_other() -> None:
    first = date(2026, 1, 5)
    weeks = [Week(first + timedelta(weeks=n), FIGURES, (n + 1,)) for n in range(52)]
    marks = weeks_chart(weeks, has_goal=True).marks
    assert len(marks) == 52  # every line is drawn
    named = [x for x, words in marks if words]
    assert marks[0][1] == "guideline 1"
    assert min(after - before for before, after in pairwise(named)) >= 76


def test_every_reason_of_the_evaluator_has_words() -> None:
    assert [each for each in Undefined if undefined(each) == str(each)] == []
