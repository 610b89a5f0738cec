"""Who takes part in the work now: away, paused, so many units a week. The others never wait for them."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import Assignment, Membership, Notification
from annotation.refusal import Refused
from annotation.rules import is_away
from annotation.services import (
    add_member,
    assign_unit,
    claim_next,
    claim_unit,
    create_account,
    finish_unit,
    pause_member,
    resume_member,
    set_away,
    set_weekly_limit,
)
from tests.annotation.test_claim import let_lapse, next_unit
from tests.cast import Cast
from tests.factories import make_unit

MEMBERS = "/projects/demo/members/"


def code_of_next(cast: Cast) -> str:
    with pytest.raises(Refused) as refusal:
        claim_next(person=cast.annotator1, project=cast.project)
    return refusal.value.faults[0].code


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (None, None, False),
        (date(2026, 5, 3), date(2026, 5, 9), True),
        (date(2026, 5, 1), date(2026, 5, 3), True),  # the last day is a day away
        (date(2026, 5, 1), None, True),
        (date(2026, 5, 4), None, False),
        (date(2026, 5, 1), date(2026, 5, 2), False),
    ],
)
def test_both_days_belong_to_an_absence(first: date | None, last: date | None, *, expected: bool) -> None:
    assert is_away(first, last, date(2026, 5, 3)) is expected


def test_who_is_away_or_paused_is_handed_nothing_new_and_finishes_what_they_hold(cast: Cast) -> None:
    held, other = make_unit(cast.project), make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=held)
    set_away(by=cast.annotator1, project=cast.project, user=cast.annotator1, away_from=timezone.localdate())
    assert code_of_next(cast) == "away"
    with pytest.raises(Refused):
        claim_unit(person=cast.annotator1, unit=other)
    set_away(by=cast.annotator1, project=cast.project, user=cast.annotator1)
    pause_member(by=cast.admin, project=cast.project, user=cast.annotator1, note="Let us talk first.")
    assert code_of_next(cast) == "member_paused"
    with pytest.raises(Refused, match="Let us talk first"):
        claim_unit(person=cast.annotator1, unit=other)
    assert claim_unit(person=cast.annotator1, unit=held).state == "active"
    assert finish_unit(person=cast.annotator1, unit=held) is True
    resume_member(by=cast.admin, project=cast.project, user=cast.annotator1)
    assert next_unit(cast, cast.annotator1) == other
    events = Notification.objects.filter(recipient=cast.annotator1, kind="paused").order_by("created_at")
    assert [each.params["event"] for each in events] == ["admin", "resumed"]


def test_what_somebody_away_holds_returns_with_its_lease(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    set_away(by=cast.annotator1, project=cast.project, user=cast.annotator1, away_from=timezone.localdate())
    assert next_unit(cast, cast.annotator2) is None
    let_lapse(unit, cast.annotator1)
    assert next_unit(cast, cast.annotator2) == unit


def test_a_week_s_limit_counts_what_was_handed_out_and_never_what_was_assigned_before(cast: Cast) -> None:
    """Limit two: one finished and one held are two. One given back is not counted, an assigned one may be opened."""
    set_weekly_limit(by=cast.admin, project=cast.project, user=cast.annotator1, weekly_limit=2)
    units = [make_unit(cast.project) for _each in range(5)]
    assert next_unit(cast, cast.annotator1) == units[0]
    finish_unit(person=cast.annotator1, unit=units[0])
    assert next_unit(cast, cast.annotator1) == units[1]
    assert code_of_next(cast) == "weekly_limit"
    with pytest.raises(Refused):
        claim_unit(person=cast.annotator1, unit=units[2])
    assign_unit(by=cast.admin, unit=units[4], person=cast.annotator1)  # an admin may go beyond it
    assert next_unit(cast, cast.annotator1) == units[4]
    assert code_of_next(cast) == "weekly_limit"
    eight_days_ago = timezone.now() - timedelta(days=8)
    Assignment.objects.filter(unit=units[0]).update(claimed_at=eight_days_ago)
    Assignment.objects.filter(unit=units[4]).update(claimed_at=eight_days_ago)
    assert next_unit(cast, cast.annotator1) == units[2]


def test_four_slow_away_or_limited_people_starve_nobody(cast: Cast) -> None:
    """Ten units of overlap one; a fifth person, who works, gets every one once the leases of the others lapse."""
    slow = [create_account(by=None, username=f"slow{number}") for number in range(4)]
    for person in slow:
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
    units = [make_unit(cast.project, overlap=1) for _each in range(10)]
    set_weekly_limit(by=cast.admin, project=cast.project, user=slow[0], weekly_limit=1)
    for person in slow:
        for _each in range(2 if person != slow[0] else 1):
            claim_next(person=person, project=cast.project)
    for unit in units[7:]:
        assign_unit(by=cast.admin, unit=unit, person=slow[1])
    set_away(by=slow[2], project=cast.project, user=slow[2], away_from=timezone.localdate())
    assert next_unit(cast, cast.annotator1) is None  # seven held, three reserved
    Assignment.objects.update(claimed_at=timezone.now() - timedelta(days=8), lease_expires_at=timezone.now())
    done = set()
    while (got := next_unit(cast, cast.annotator1)) is not None:
        assert finish_unit(person=cast.annotator1, unit=got) is True
        done.add(got.pk)
    assert done == {unit.pk for unit in units}


def test_what_cannot_be_is_refused_by_its_field(cast: Cast) -> None:
    who: dict[str, Any] = {"by": cast.admin, "project": cast.project, "user": cast.annotator1}
    with pytest.raises(Refused) as refusal:
        set_away(**who, away_from=date(2026, 5, 3), away_until=date(2026, 5, 2))
    assert refusal.value.faults[0].field == "away_until"
    for limit in (0, 1001):
        with pytest.raises(Refused) as refusal:
            set_weekly_limit(**who, weekly_limit=limit)
        assert refusal.value.faults[0].field == "weekly_limit"
    with pytest.raises(Refused) as refusal:
        pause_member(by=cast.admin, project=cast.project, user=cast.adjudicator)
    assert refusal.value.faults[0].code == "not_an_annotator"
    with pytest.raises(Refused):
        pause_member(**who, note="x" * 301)


def test_a_person_says_on_my_work_that_they_are_away_and_back(cast: Cast, client: Client) -> None:
    make_unit(cast.project)
    client.force_login(cast.annotator1)
    today = timezone.localdate()
    client.post("/projects/demo/work/away/", {"away_from": today.isoformat(), "away_until": ""})
    page = client.get("/projects/demo/work/").content.decode()
    assert "You are marked as away" in page
    assert "Take the next unit" not in page
    client.post("/projects/demo/work/away/", {"back": "1"})
    assert "Take the next unit" in client.get("/projects/demo/work/").content.decode()
    refused = client.post("/projects/demo/work/away/", {"away_from": "2026-02-30"}, follow=True)
    assert "A day is a date" in refused.content.decode()


def test_an_admin_changes_the_part_of_a_member_on_the_page(cast: Cast, client: Client) -> None:
    unit = make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=unit)
    client.force_login(cast.admin)
    address = f"{MEMBERS}{cast.annotator1.pk}/"
    until = timezone.localdate() + timedelta(days=3)
    form = {"away_from": "", "away_until": until.isoformat(), "weekly_limit": "4"}
    client.post(f"{address}taking-part/", form)
    membership = Membership.objects.get(user=cast.annotator1)
    assert (membership.away_from, membership.away_until, membership.weekly_limit) == (timezone.localdate(), until, 4)
    client.post(f"{address}pause/", {"note": "Too fast?"})
    page = client.get(MEMBERS).content.decode()
    assert "Too fast?" in page
    assert "4 a week at most" in page
    client.post(f"{address}pause/", {"resume": "1"})
    said = client.post(f"{address}return/", follow=True).content.decode()
    assert "1 unit of annotator1 is given back." in said
    assert Membership.objects.get(user=cast.annotator1).paused_at is None
    assert Assignment.objects.get(unit=unit).state == "released"
    bad = client.post(f"{address}taking-part/", {"weekly_limit": "0"}, follow=True)
    assert "a limit a number from 1 to 1000" in bad.content.decode()
