"""People who leave, or have a part already: what becomes of their cases, and what they may not do."""

from typing import Any

import pytest
from django.test import Client

from adjudication.models import Case, Resolution
from adjudication.selectors import disputes, gold, queue
from adjudication.services import claim_case, claim_next_case, reopen_case, resolve_case
from annotation.models import User
from annotation.refusal import Refused
from annotation.services import add_member, change_member, remove_member
from tests.adjudication.making import a_dispute
from tests.cast import Cast

WHY: dict[str, Any] = {"reason_code": "other", "rationale": "It says so."}


def test_the_case_of_an_adjudicator_who_leaves_is_free_at_once(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="adjudicator")
    assert claim_next_case(by=cast.outsider, project=cast.project) is None
    remove_member(by=cast.admin, project=cast.project, user=cast.adjudicator)
    assert queue(cast.project, cast.outsider).items[0].state == "open"
    taken = claim_next_case(by=cast.outsider, project=cast.project)
    assert taken is not None
    assert taken.pair_id == pair.pk
    assert resolve_case(by=cast.outsider, pair=pair, outcome="excluded", **WHY).adjudicator == cast.outsider


def test_the_case_of_an_account_that_was_switched_off_is_free(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    User.objects.filter(pk=cast.adjudicator.pk).update(is_active=False)
    assert not Case.objects.get(pair=pair).is_held
    assert not Case.objects.held().exists()
    # A program may decide without taking first.
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="adjudicator")
    assert resolve_case(by=cast.outsider, pair=pair, outcome="excluded", **WHY).adjudicator == cast.outsider


def test_who_only_lost_the_role_holds_no_case_either(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    change_member(by=cast.admin, project=cast.project, user=cast.adjudicator, roles=["admin"])
    client = Client()
    client.force_login(cast.adjudicator)
    assert client.get(f"/api/v1/projects/demo/disputes/{pair.pk}/").json()["held_until"] is None
    answer = client.post(f"/projects/demo/disputes/{pair.pk}/resolve/", {"outcome": "excluded", **WHY})
    assert answer.status_code == 403
    assert not Resolution.objects.exists()


def test_who_labelled_a_pair_can_not_reopen_its_decision(cast: Cast) -> None:
    pair = a_dispute(cast)
    resolve_case(by=cast.adjudicator, pair=pair, outcome="excluded", **WHY)
    for role in ("adjudicator", "admin"):
        add_member(by=cast.admin, project=cast.project, user=cast.annotator1, role=role)
    with pytest.raises(Refused) as refusal:
        reopen_case(by=cast.annotator1, pair=pair, **WHY)
    assert [fault.code for fault in refusal.value.faults] == ["not_a_third_person"]
    client = Client()
    client.force_login(cast.annotator1)
    page = client.get(f"/projects/demo/disputes/{pair.pk}/")
    assert page.status_code == 200
    assert f"/projects/demo/disputes/{pair.pk}/reopen/" not in page.content.decode()
    assert client.post(f"/api/v1/projects/demo/disputes/{pair.pk}/reopen/", WHY, "application/json").status_code == 400
    assert Resolution.objects.standing().filter(pair=pair).exists()


def test_reopening_takes_the_gold_back_until_it_is_decided_anew(cast: Cast) -> None:
    pair = a_dispute(cast)
    resolve_case(by=cast.adjudicator, pair=pair, outcome="neither", **WHY)
    assert not disputes(cast.project).exists()
    reopen_case(by=cast.admin, pair=pair, **WHY)
    assert [each.pk for each in disputes(cast.project)] == [pair.pk]
    assert list(gold(cast.project)) == []
    assert claim_next_case(by=cast.adjudicator, project=cast.project) is not None
    resolve_case(by=cast.adjudicator, pair=pair, outcome="excluded", **WHY)
    assert [each.outcome for each in Resolution.objects.filter(pair=pair)] == ["excluded", "reopened", "neither"]
