"""Gold is derived: adjudicated, else unanimous, else nothing."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from adjudication.selectors import gold
from adjudication.services import reopen_case, resolve_case
from evaluator.vocabulary import Dynamics, GoldSource
from tests.adjudication.making import a_dispute, a_pair, an_answer, moved, submit
from tests.cast import Cast

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "annotator_error", "rationale": "The text says so."}


def agree(cast: Cast) -> None:
    pair = a_pair(cast)
    submit(pair, cast.annotator1, an_answer(pair, rationale="First words."))
    submit(pair, cast.annotator2, an_answer(pair, rationale="Second words."))


def test_a_unanimous_answer_speaks_in_the_words_of_the_earliest_submission(cast: Cast) -> None:
    agree(cast)
    (answer,) = gold(cast.project)
    assert answer.source is GoldSource.UNANIMOUS
    assert answer.answer.rationale == "First words."
    assert answer.resolution is None
    assert [diff.author for diff in answer.diffs] == [cast.annotator1, cast.annotator2]


def test_a_resolved_dispute_gives_the_adjudicated_answer(cast: Cast) -> None:
    pair = a_dispute(cast)
    resolution = resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=moved(pair), **WHY)
    (answer,) = gold(cast.project)
    assert (answer.source, answer.resolution) == (GoldSource.ADJUDICATED, resolution)
    assert answer.answer.dynamics is Dynamics.ADAPTIVE_RADIATION
    assert len(answer.diffs) == 2


def test_open_excluded_neither_and_reopened_pairs_have_no_gold(cast: Cast) -> None:
    a_dispute(cast)
    for outcome in ("excluded", "neither"):
        resolve_case(by=cast.adjudicator, pair=a_dispute(cast), outcome=outcome, **WHY)
    reopened = a_dispute(cast)
    resolve_case(by=cast.adjudicator, pair=reopened, outcome="resolved", payload=moved(reopened), **WHY)
    reopen_case(by=cast.adjudicator, pair=reopened, **WHY)
    assert list(gold(cast.project)) == []


def test_one_label_of_two_is_no_gold_and_a_surplus_label_never_counts(cast: Cast) -> None:
    pair = a_pair(cast)
    submit(pair, cast.annotator1, an_answer(pair))
    assert list(gold(cast.project)) == []
    # The unit wanted one label all along: what comes after the first is surplus and cannot make it a dispute.
    pair.unit.overlap = 1
    pair.unit.save(update_fields=["overlap"])
    (answer,) = gold(cast.project)
    assert [diff.author for diff in answer.diffs] == [cast.annotator1]


def test_the_number_of_queries_does_not_grow_with_the_gold(cast: Cast) -> None:
    agree(cast)
    with CaptureQueriesContext(
        connection,
    ) as one:
        assert len(list(gold(cast.project))) == 1
    agree(cast)
    agree(cast)
    with CaptureQueriesContext(connection) as three:
        assert len(list(gold(cast.project))) == 3
    assert len(one) == len(three) == 3  # the pairs, their labels, their standing resolutions
