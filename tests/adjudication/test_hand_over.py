"""Passing a dispute over, handing one to an adjudicator by name, and disputes that nobody may decide."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.models import Case, GenomeHold, Skip
from adjudication.selectors import offered, queue
from adjudication.services import (
    claim_case,
    claim_next_dispute,
    reassign_dispute,
    save_case_draft,
    skip_dispute,
    tell_undecidable,
    unskip_dispute,
)
from annotation.models import Assignment, Notification, User
from annotation.refusal import Conflict, Refused
from annotation.selectors.notifications import notice_of
from annotation.services import add_member, create_account, remove_member
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, a_pair
from tests.cast import Cast
from tests.factories import a_submitted_reading

pytestmark = pytest.mark.django_db


def second(cast: Cast) -> User:
    person = create_account(by=None, username="second")
    add_member(by=cast.admin, project=cast.project, user=person, role="adjudicator")
    return person


def state_of(person: User, pair: PaperPair) -> str:
    return next(row.state for row in queue(pair.project, person).rows if row.unit == pair.unit_id)


def test_what_was_skipped_is_given_back_and_offered_last_until_that_is_undone(cast: Cast) -> None:
    first, other = a_dispute(cast), a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=first)
    skip_dispute(by=cast.adjudicator, unit=first.unit, reason="Not my field.")
    assert not Case.objects.held().exists()
    assert state_of(cast.adjudicator, first) == "skipped"
    with pytest.raises(Conflict, match="not in dispute"):
        skip_dispute(by=cast.adjudicator, unit=a_pair(cast).unit)
    assert state_of(second(cast), first) == "open"
    assert [row.pk for row in offered(cast.adjudicator, cast.project)] == [other.pk, first.pk]
    unskip_dispute(by=cast.adjudicator, unit=first.unit)
    assert [row.pk for row in offered(cast.adjudicator, cast.project)] == [first.pk, other.pk]
    skip_dispute(by=cast.adjudicator, unit=first.unit)
    claim_case(by=cast.adjudicator, pair=first)  # by name: then it is wanted after all
    assert not Skip.objects.exists()
    with pytest.raises(Refused, match="300"):
        skip_dispute(by=cast.adjudicator, unit=other.unit, reason="x" * 301)


def test_an_admin_hands_a_dispute_over_and_both_are_told(cast: Cast) -> None:
    pair, person = a_dispute(cast), second(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    case = reassign_dispute(by=cast.admin, unit=pair.unit, person=person)
    assert isinstance(case, Case)
    assert (case.adjudicator, state_of(person, pair)) == (person, "yours")
    hold = Assignment.objects.get(unit=pair.unit, person=person)
    assert (hold.assigned_by, hold.opened_at, hold.is_unopened) == (cast.admin, None, True)
    assert hold.lease_expires_at == case.lease_expires_at
    told = {notice.recipient: notice_of(notice) for notice in Notification.objects.filter(unit=pair.unit)}
    assert told[person].words == f"The dispute about “{pair.unit.title}” is assigned to you."
    assert told[person].address == f"/projects/demo/disputes/{pair.pk}/"
    assert "given to somebody else" in told[cast.adjudicator].words
    assert reassign_dispute(by=cast.admin, unit=pair.unit, person=person) == case
    assert Notification.objects.filter(recipient=person).count() == 1
    with pytest.raises(Conflict, match="Another adjudicator"):
        claim_case(by=cast.adjudicator, pair=pair)
    # Opened and worked on it stays reserved for as long.
    assert claim_case(by=person, pair=pair).lease_expires_at == case.lease_expires_at
    save_case_draft(by=person, pair=pair, payload={"rationale": "So far."}, revision=0)
    assert Case.objects.get().lease_expires_at == case.lease_expires_at
    # Its holder's time is up, though the reservation was longer: the next one takes it.
    Case.objects.update(lease_expires_at=timezone.now() - timedelta(minutes=1))
    assert claim_case(by=cast.adjudicator, pair=pair).adjudicator == cast.adjudicator


def test_a_dispute_is_handed_to_a_third_person_only(cast: Cast) -> None:
    pair = a_dispute(cast)
    for person, match in ((cast.annotator1, "adjudicators of this project"), (cast.outsider, "adjudicators of this")):
        with pytest.raises(Refused, match=match):
            reassign_dispute(by=cast.admin, unit=pair.unit, person=person)
    add_member(by=cast.admin, project=cast.project, user=cast.annotator1, role="adjudicator")
    with pytest.raises(Refused, match="third person"):
        reassign_dispute(by=cast.admin, unit=pair.unit, person=cast.annotator1)
    with pytest.raises(Conflict, match="not in dispute"):
        reassign_dispute(by=cast.admin, unit=a_pair(cast).unit, person=cast.adjudicator)
    reading = a_submitted_reading(cast, by=cast.annotator2, L1="claim")
    with pytest.raises(Refused, match="third person"):  # annotator1 wrote the genome
        reassign_dispute(by=cast.admin, unit=reading.unit, person=cast.annotator1)
    hold = reassign_dispute(by=cast.admin, unit=reading.unit, person=cast.adjudicator)
    assert isinstance(hold, GenomeHold)
    assert hold.adjudicator == cast.adjudicator
    assert claim_next_dispute(by=cast.annotator1, project=cast.project) is None


def test_what_nobody_may_decide_is_said_to_admins_and_told_once(cast: Cast) -> None:
    pair = a_dispute(cast)
    assert tell_undecidable() == 0
    add_member(by=cast.admin, project=cast.project, user=cast.annotator1, role="adjudicator")
    remove_member(by=cast.admin, project=cast.project, user=cast.adjudicator)
    client = Client()
    client.force_login(cast.admin)
    page = client.get("/projects/demo/disputes/").content.decode()
    assert "1 dispute has nobody who may decide it." in page
    client.force_login(cast.annotator1)
    assert "nobody who may decide" not in client.get("/projects/demo/disputes/").content.decode()
    assert (tell_undecidable(), tell_undecidable()) == (1, 0)
    notice = notice_of(Notification.objects.get(kind="undecidable"))
    assert notice.notification.recipient == cast.admin
    assert (notice.words, notice.address) == (
        "1 dispute has nobody who may decide it. Add an adjudicator.",
        "/projects/demo/disputes/",
    )
    a_dispute(cast)
    assert tell_undecidable() == 1
    # An admin who also labels may still be handed one of the pairs.
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    a_dispute(cast)
    assert tell_undecidable() == 0
    assert pair.unit_id in Notification.objects.filter(kind="undecidable").first().params["units"]


def test_pages_and_programs_skip_and_hand_over(client: Client, cast: Cast) -> None:
    pair, person = a_dispute(cast), second(cast)
    client.force_login(cast.adjudicator)
    place, api = f"/projects/demo/disputes/units/{pair.unit_id}", f"/api/v1/projects/demo/disputes/units/{pair.unit_id}"
    assert client.post(f"{place}/skip/?queue=labels")["location"] == "/projects/demo/disputes/?queue=labels"
    listed = client.get("/api/v1/projects/demo/disputes/?state=skipped&parts=ecology").json()["results"]
    assert [(each["id"], each["degree"], each["queues"]) for each in listed] == [(pair.pk, 2, ["labels"])]
    assert client.get("/api/v1/projects/demo/disputes/?queue=alignments").json()["results"] == []
    client.post(f"{place}/skip/", {"undo": "1"})
    assert not Skip.objects.exists()
    assert client.post(f"{api}/skip/", {"reason": "x"}, content_type="application/json").status_code == 204
    assert client.delete(f"{api}/skip/").status_code == 204
    assert client.post(f"{place}/reassign/", {"person": person.pk}).status_code == 403
    client.force_login(cast.admin)
    assert client.post(f"{place}/reassign/", {"person": person.pk})["location"] == f"/projects/demo/disputes/{pair.pk}/"
    body = {"person": "adjudicator"}
    assert client.post(f"{api}/reassign/", body, content_type="application/json").status_code == 204
    assert Case.objects.get().adjudicator == cast.adjudicator
    nobody = client.post(f"{api}/reassign/", {"person": "annotator1"}, content_type="application/json")
    assert nobody.status_code == 404
