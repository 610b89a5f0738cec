"""Admins hand a unit to a person by name: the place is kept, opened, given to another, or taken back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Assignment, Notification, Unit
from annotation.refusal import Conflict, Refused
from annotation.services import (
    add_member,
    assign_unit,
    change_unit,
    claim_next,
    claim_unit,
    finish_unit,
    pause_member,
    renew_lease,
    return_all,
    return_unit,
    set_away,
)
from tests.annotation.test_claim import let_lapse, next_unit
from tests.cast import Cast
from tests.factories import make_unit


def told(cast: Cast) -> list[tuple[str, str]]:
    rows = Notification.objects.order_by("created_at").values_list("recipient__username", "kind")
    return [(name, kind) for name, kind in rows if kind in ("assigned", "taken_back")]


def test_an_assigned_unit_keeps_its_place_for_the_reservation_and_then_goes_to_the_next(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    hold = assign_unit(by=cast.admin, unit=unit, person=cast.annotator1)
    assert (hold.assigned_by, hold.opened_at) == (cast.admin, None)
    assert hold.lease_expires_at - hold.claimed_at == timedelta(days=7)
    assert next_unit(cast, cast.annotator2) is None
    let_lapse(unit, cast.annotator1)
    assert next_unit(cast, cast.annotator2) == unit
    assert told(cast) == [("annotator1", "assigned")]


def test_next_gives_assigned_units_first_the_urgent_before_the_others(cast: Cast) -> None:
    _free = make_unit(cast.project, priority=9)
    plain, urgent = make_unit(cast.project), make_unit(cast.project, priority=1)
    for unit in (plain, urgent):
        assign_unit(by=cast.admin, unit=unit, person=cast.annotator1)
    assert [next_unit(cast, cast.annotator1) for _each in range(3)] == [urgent, plain, _free]


def test_the_first_opening_starts_the_lease_and_never_shortens_the_reservation(cast: Cast) -> None:
    unit = make_unit(cast.project)
    reserved = assign_unit(by=cast.admin, unit=unit, person=cast.annotator1).lease_expires_at
    opened = claim_unit(person=cast.annotator1, unit=unit)
    assert opened.opened_at is not None
    assert opened.lease_expires_at == reserved
    assert renew_lease(person=cast.annotator1, unit=unit).lease_expires_at == reserved
    # An hour before the reservation ends, opening or working gives the usual four hours.
    soon = timezone.now() + timedelta(hours=1)
    Assignment.objects.filter(unit=unit).update(lease_expires_at=soon, opened_at=None)
    assert renew_lease(person=cast.annotator1, unit=unit).lease_expires_at > soon + timedelta(hours=2)
    assert Assignment.objects.get(unit=unit).opened_at is not None


def test_assigned_units_that_wait_do_not_count_as_open(cast: Cast) -> None:
    units = [make_unit(cast.project) for _each in range(7)]
    for unit in units[:6]:
        assign_unit(by=cast.admin, unit=unit, person=cast.annotator1)
    assert [next_unit(cast, cast.annotator1) for _each in range(5)] == units[:5]
    with pytest.raises(Refused, match="You hold 5 units"):
        claim_next(person=cast.annotator1, project=cast.project)


def test_reassigning_gives_the_unit_to_another_and_tells_both(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    assign_unit(by=cast.admin, unit=unit, person=cast.annotator2, instead_of=cast.annotator1)
    states = dict(Assignment.objects.filter(unit=unit).values_list("person__username", "state"))
    assert states == {"annotator1": "released", "annotator2": "active"}
    assert told(cast) == [("annotator1", "taken_back"), ("annotator2", "assigned")]
    with pytest.raises(Refused):
        renew_lease(person=cast.annotator1, unit=unit)


def test_reassigning_what_was_finished_meanwhile_changes_nothing(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=2)
    finish_unit(person=cast.annotator1, unit=unit)
    with pytest.raises(Conflict, match="does not hold this unit any more"):
        assign_unit(by=cast.admin, unit=unit, person=cast.annotator2, instead_of=cast.annotator1)
    with pytest.raises(Conflict):
        return_unit(by=cast.admin, unit=unit, person=cast.annotator1)
    assert Assignment.objects.get(unit=unit).state == "finished"
    assert told(cast) == []


def test_a_refused_reassignment_leaves_the_unit_where_it_was(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1, barred=[cast.annotator2])
    claim_unit(person=cast.annotator1, unit=unit)
    with pytest.raises(Refused, match="had a part in what this unit is about"):
        assign_unit(by=cast.admin, unit=unit, person=cast.annotator2, instead_of=cast.annotator1)
    assert Assignment.objects.get(unit=unit).state == "active"


def test_assigning_again_keeps_the_hold_as_it_is_and_tells_once(cast: Cast) -> None:
    unit = make_unit(cast.project)
    first = assign_unit(by=cast.admin, unit=unit, person=cast.annotator1)
    claim_unit(person=cast.annotator1, unit=unit)
    again = assign_unit(by=cast.admin, unit=unit, person=cast.annotator1)
    assert again.pk == first.pk
    assert again.opened_at is not None
    assert told(cast) == [("annotator1", "assigned")]


def test_whom_a_unit_cannot_be_assigned_to_and_why(cast: Cast) -> None:
    """One unit for each reason; every answer names the field or is a conflict about the place."""
    for person in (cast.outsider, cast.admin):
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
    unit, full, paused, waiting = (make_unit(cast.project, overlap=number) for number in (3, 1, 2, 2))
    claim_unit(person=cast.annotator2, unit=full)
    change_unit(by=cast.admin, unit=paused, is_paused=True)
    Unit.objects.filter(pk=waiting.pk).update(is_ready=False)
    finish_unit(person=cast.annotator2, unit=unit)
    pause_member(by=cast.admin, project=cast.project, user=cast.outsider)
    set_away(by=cast.admin, project=cast.project, user=cast.admin, away_from=timezone.localdate())
    refusals = [
        (unit, cast.adjudicator, "not_an_annotator"),
        (unit, cast.outsider, "member_paused"),
        (unit, cast.admin, "away"),
        (unit, cast.annotator2, "has_a_part"),
        (full, cast.annotator1, "full"),
        (paused, cast.annotator1, "paused"),
        (waiting, cast.annotator1, "not_ready"),
    ]
    for each, person, code in refusals:
        with pytest.raises(Refused) as refusal:
            assign_unit(by=cast.admin, unit=each, person=person)
        assert refusal.value.faults[0].code == code
    assert told(cast) == []


def test_giving_back_in_somebodys_name_frees_the_place(cast: Cast) -> None:
    first, second = make_unit(cast.project, overlap=1), make_unit(cast.project, overlap=1)
    for unit in (first, second):
        claim_unit(person=cast.annotator1, unit=unit)
    return_unit(by=cast.admin, unit=first, person=cast.annotator1)
    assert next_unit(cast, cast.annotator2) == first
    assert return_all(by=cast.admin, project=cast.project, person=cast.annotator1) == 1
    assert next_unit(cast, cast.annotator2) == second
    assert told(cast) == [("annotator1", "taken_back")] * 2


def test_a_paused_unit_is_handed_to_nobody_and_its_holder_finishes_it(cast: Cast) -> None:
    """Also one that waits to be opened: opening it is being handed it."""
    unit = make_unit(cast.project, overlap=2)
    claim_unit(person=cast.annotator1, unit=unit)
    assign_unit(by=cast.admin, unit=unit, person=cast.annotator2)
    change_unit(by=cast.admin, unit=unit, is_paused=True)
    assert claim_unit(person=cast.annotator1, unit=unit).state == "active"
    assert next_unit(cast, cast.annotator2) is None
    with pytest.raises(Refused, match="paused"):
        claim_unit(person=cast.annotator2, unit=unit)
    assert finish_unit(person=cast.annotator1, unit=unit) is True
