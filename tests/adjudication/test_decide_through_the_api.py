"""Disputes and decisions for programs."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from adjudication.services import resolve_case
from annotation.models import User
from tests.adjudication.making import a_dispute, a_pair, an_answer, letter_of, moved, submit
from tests.cast import Cast

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "rule_misread", "rationale": "The text says so."}


def api(cast: Cast, person: User, method: str, path: str, body: Any = None) -> Any:
    client = APIClient()
    client.force_authenticate(person)
    return getattr(client, method)(f"/api/v1/projects/{cast.project.slug}/{path}", body)


def test_disputes_are_listed_with_what_they_part_in(cast: Cast) -> None:
    pair = a_dispute(cast)
    (row,) = api(cast, cast.adjudicator, "get", "disputes/").json()["results"]
    assert (row["id"], row["state"], row["differing_fields"]) == (pair.pk, "open", ["dynamics", "ecology"])


def test_a_case_shows_labels_by_letter_and_nobody_by_name(cast: Cast) -> None:
    pair = a_dispute(cast)
    response = api(cast, cast.adjudicator, "get", f"disputes/{pair.pk}/")
    assert [label["letter"] for label in response.json()["labels"]] == ["a", "b"]
    text = response.content.decode()
    for person in (cast.annotator1, cast.annotator2):
        assert person.username not in text
        assert str(person.diffs.get().pk) not in text
    assert [row["key"] for row in response.json()["rows"] if row["in_dispute"]] == ["dynamics", "ecology"]


def test_next_takes_a_case_and_answers_204_when_none_is_left(cast: Cast) -> None:
    assert api(cast, cast.adjudicator, "post", "disputes/next/").status_code == 204
    pair = a_dispute(cast)
    taken = api(cast, cast.adjudicator, "post", "disputes/next/").json()
    assert (taken["id"], taken["mode"]) == (pair.pk, "yours")


def test_a_case_is_decided_by_a_choice_for_each_row(cast: Cast) -> None:
    pair = a_dispute(cast)
    letter = letter_of(pair, cast.annotator2)
    body = {"outcome": "resolved", "choices": {"dynamics": letter, "ecology": letter}, **WHY}
    response = api(cast, cast.adjudicator, "post", f"disputes/{pair.pk}/resolve/", body)
    assert response.status_code == 201
    assert response.json()["answer"]["dynamics"] == "adaptive_radiation"


def test_a_case_is_decided_by_a_whole_answer(cast: Cast) -> None:
    pair = a_dispute(cast)
    body = {"outcome": "resolved", "answer": an_answer(pair, ecology="adjacent"), **WHY}
    response = api(cast, cast.adjudicator, "post", f"disputes/{pair.pk}/resolve/", body)
    assert response.status_code == 201
    assert response.json()["derived_dynamics"] == "mutation"


def test_everything_that_is_missing_is_answered_at_once(cast: Cast) -> None:
    pair = a_dispute(cast)
    body = {"outcome": "resolved", "choices": {}, **WHY}
    response = api(cast, cast.adjudicator, "post", f"disputes/{pair.pk}/resolve/", body)
    assert response.status_code == 400
    assert {(f["code"], f["field"]) for f in response.json()["faults"]} == {
        ("no_choice", "dynamics"),
        ("no_choice", "ecology"),
    }


def test_a_draft_of_another_tab_is_answered_with_what_is_saved(cast: Cast) -> None:
    pair = a_dispute(cast)
    path = f"disputes/{pair.pk}/draft/"
    api(cast, cast.adjudicator, "post", f"disputes/{pair.pk}/claim/")
    assert api(cast, cast.adjudicator, "get", path).json() == {"revision": 0, "payload": {}, "saved_at": None}
    assert api(cast, cast.adjudicator, "put", path, {"revision": 0, "payload": {"rationale": "x"}}).status_code == 200
    conflict = api(cast, cast.adjudicator, "put", path, {"revision": 0, "payload": {"rationale": "y"}})
    assert conflict.status_code == 409
    assert conflict.json()["current"]["payload"] == {"rationale": "x"}


def test_annotators_see_decisions_of_pairs_that_they_submitted_and_no_others(cast: Cast) -> None:
    own = a_dispute(cast)
    resolve_case(by=cast.adjudicator, pair=own, outcome="resolved", payload=moved(own), **WHY)
    from annotation.services import add_member, create_account

    third = create_account(by=None, username="annotator3")
    add_member(by=cast.admin, project=cast.project, user=third, role="annotator")
    (row,) = api(cast, cast.annotator1, "get", "resolutions/").json()["results"]
    assert (row["pair"], row["outcome"]) == (own.pk, "resolved")
    assert "choices" not in row
    assert "adjudicator" not in row
    assert api(cast, third, "get", "resolutions/").json()["results"] == []
    assert len(api(cast, cast.admin, "get", "resolutions/").json()["results"]) == 1


def test_the_number_of_queries_of_lists_does_not_grow_with_their_rows(cast: Cast) -> None:
    def count(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert api(cast, cast.adjudicator, "get", path).status_code == 200
        return len(queries)

    for _each in range(2):
        decided = a_dispute(cast)
        resolve_case(by=cast.adjudicator, pair=decided, outcome="excluded", **WHY)
        a_dispute(cast)
    before = count("disputes/"), count("resolutions/")
    resolve_case(by=cast.adjudicator, pair=a_dispute(cast), outcome="excluded", **WHY)
    a_dispute(cast)
    assert (count("disputes/"), count("resolutions/")) == before


def test_agreement_is_answered_with_reasons_for_what_is_undefined(cast: Cast) -> None:
    pair = a_pair(cast)
    submit(pair, cast.annotator1, an_answer(pair))
    submit(pair, cast.annotator2, an_answer(pair))
    fields = {each["field"]: each for each in api(cast, cast.admin, "get", "agreement/").json()["fields"]}
    dynamics = fields["dynamics"]
    assert (dynamics["raw_agreement"], dynamics["alpha"]) == (1.0, None)
    assert dynamics["alpha_reason"] == "one category only"
