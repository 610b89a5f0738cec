"""The queue: who sees it, in which order, and what it never shows."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.selectors import queue
from adjudication.services import claim_case, reopen_case, resolve_case
from annotation.models import User
from annotation.services import add_member, create_account
from tests.adjudication.making import a_dispute, a_pair, an_answer, lost_driver
from tests.cast import Cast

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "other", "rationale": "It says so."}


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def page(cast: Cast, person: User, query: str = "") -> str:
    response = client_of(person).get(reverse("adjudication:queue", args=[cast.project.slug]) + query)
    assert response.status_code == 200
    return response.content.decode()


def test_annotators_are_refused_and_strangers_find_nothing(cast: Cast) -> None:
    pair = a_dispute(cast)
    for name, args in (("queue", []), ("case", [pair.pk]), ("agreement", [])):
        address = reverse(f"adjudication:{name}", args=[cast.project.slug, *args])
        assert client_of(cast.annotator1).get(address).status_code == 403
        assert client_of(cast.outsider).get(address).status_code == 404


def test_an_empty_queue_says_what_will_appear_here(cast: Cast) -> None:
    assert "A pair appears here when all its labels are in and they differ." in page(cast, cast.adjudicator)


def test_the_queue_lists_most_fields_first_and_names_them(cast: Cast) -> None:
    small = a_dispute(cast)
    pair = a_pair(cast)
    large = a_dispute(cast, an_answer(pair), lost_driver(pair), pair=pair)
    found = queue(cast.project, cast.adjudicator)
    assert [item.pair for item in found.items] == [large, small]
    # Lineage follows from the dynamics and is not counted beside them.
    assert found.items[0].fields == ["dynamics", "driver_continuity", "fates", "origins", "alignments"]
    assert found.items[1].fields == ["dynamics", "ecology"]


def test_the_queue_is_narrowed_to_what_the_labels_part_in(cast: Cast) -> None:
    small = a_dispute(cast)
    pair = a_pair(cast)
    large = a_dispute(cast, an_answer(pair), lost_driver(pair), pair=pair)
    found = queue(cast.project, cast.adjudicator, group="ecology")
    assert [item.pair for item in found.items] == [small]
    assert found.counts == {
        "all": 2, "dynamics": 2, "ecology": 1, "drivers": 1, "transition": 0, "fates": 1, "origins": 1, "decided": 0,
    }  # fmt: skip
    assert [item.pair for item in queue(cast.project, cast.adjudicator, group="fates").items] == [large]


def test_states_say_who_has_a_case_in_hand(cast: Cast) -> None:
    second = create_account(by=None, username="second")
    add_member(by=cast.admin, project=cast.project, user=second, role="adjudicator")
    mine, theirs, reopened, free = (a_dispute(cast) for _each in range(4))
    claim_case(by=cast.adjudicator, pair=mine)
    claim_case(by=second, pair=theirs)
    resolve_case(by=cast.adjudicator, pair=reopened, outcome="excluded", **WHY)
    reopen_case(by=cast.admin, pair=reopened, **WHY)
    states = {item.pair.pk: item.state for item in queue(cast.project, cast.adjudicator).items}
    assert states == {mine.pk: "yours", theirs.pk: "in-work", reopened.pk: "reopened", free.pk: "open"}
    assert "second" in page(cast, cast.adjudicator)


def test_nobody_who_labelled_is_named(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    case = client_of(cast.adjudicator).get(reverse("adjudication:case", args=[cast.project.slug, pair.pk]))
    for text in (page(cast, cast.adjudicator), case.content.decode()):
        assert "annotator1" not in text
        assert "annotator2" not in text


def test_who_labels_too_sees_a_dispute_only_once_they_took_it(cast: Cast) -> None:
    both = create_account(by=None, username="both")
    for role in ("annotator", "adjudicator"):
        add_member(by=cast.admin, project=cast.project, user=both, role=role)
    pair = a_dispute(cast)
    address = reverse("adjudication:case", args=[cast.project.slug, pair.pk])
    assert pair.unit.title not in page(cast, both)
    assert queue(cast.project, both).counts["all"] == 0
    assert client_of(both).get(address).status_code == 404
    client_of(both).post(reverse("adjudication:next", args=[cast.project.slug]))
    assert pair.unit.title in page(cast, both)
    assert client_of(both).get(address).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_queue(cast: Cast) -> None:
    a_dispute(cast)
    page(cast, cast.adjudicator)
    with CaptureQueriesContext(connection) as one:
        page(cast, cast.adjudicator)
    for _each in range(3):
        a_dispute(cast)
    with CaptureQueriesContext(connection) as four:
        page(cast, cast.adjudicator)
    assert len(one) == len(four)


def test_pressing_next_takes_the_case_and_opens_it(cast: Cast) -> None:
    pair = a_dispute(cast)
    response = client_of(cast.adjudicator).post(reverse("adjudication:next", args=[cast.project.slug]))
    assert response.headers["Location"] == reverse("adjudication:case", args=[cast.project.slug, pair.pk])
    assert queue(cast.project, cast.adjudicator).items[0].state == "yours"
