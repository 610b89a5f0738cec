"""Disagreement is a query."""

from typing import Any

import pytest

from adjudication.selectors import differing_fields, disputes
from adjudication.services import reopen_case, resolve_case
from diffs.models import Diff
from tests.adjudication.making import a_dispute, a_pair, an_answer, lost_driver, moved, submit
from tests.cast import Cast

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "rule_misread", "rationale": "The text says so."}


def test_two_different_answers_are_a_dispute_and_two_equal_ones_are_not(cast: Cast) -> None:
    disputed = a_dispute(cast)
    agreed = a_pair(cast)
    submit(agreed, cast.annotator1, an_answer(agreed))
    submit(agreed, cast.annotator2, an_answer(agreed, rationale="Other words, the same decision.", confidence=10))
    assert list(disputes(cast.project)) == [disputed]


def test_a_pair_that_lacks_a_label_is_not_in_dispute(cast: Cast) -> None:
    pair = a_pair(cast)
    submit(pair, cast.annotator1, an_answer(pair))
    assert list(disputes(cast.project)) == []


@pytest.mark.parametrize("outcome", ["neither", "excluded"])
def test_a_pair_decided_without_an_answer_is_settled_until_it_is_reopened(cast: Cast, outcome: str) -> None:
    pair = a_dispute(cast)
    resolve_case(by=cast.adjudicator, pair=pair, outcome=outcome, **WHY)
    assert list(disputes(cast.project)) == []
    reopen_case(by=cast.admin, pair=pair, **WHY)
    assert list(disputes(cast.project)) == [pair]


def test_differing_fields_are_named_as_the_decision_names_them(cast: Cast) -> None:
    shifted = a_dispute(cast)
    assert differing_fields(Diff.objects.filter(pair=shifted)) == ["dynamics", "ecology"]
    pair = a_pair(cast)
    kept, lost = an_answer(pair), lost_driver(pair)
    a_dispute(cast, kept, lost, pair=pair)
    # Mutation is a lineage, niche competition is not; M1 is kept and linked here, lost and new there.
    assert differing_fields(Diff.objects.filter(pair=pair)) == [
        "dynamics",
        "lineage",
        "driver_continuity",
        "fates",
        "origins",
        "alignments",
    ]


def test_a_dispute_of_another_project_is_not_among_them(cast: Cast) -> None:
    from tests.cast import make_cast

    other = make_cast("other", "other-")
    a_dispute(other)
    assert list(disputes(cast.project)) == []
    assert disputes(other.project).count() == 1


def test_answers_that_differ_in_words_only_never_differ(cast: Cast) -> None:
    pair = a_pair(cast)
    submit(pair, cast.annotator1, moved(pair))
    submit(pair, cast.annotator2, moved(pair, rationale="Said differently."))
    assert differing_fields(Diff.objects.filter(pair=pair)) == []
