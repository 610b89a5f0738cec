"""A hostile annotator asks by address instead of pressing next: they get no more by it, and learn nothing."""

import pytest
from django.test import Client

from annotation.models import Assignment, User
from annotation.refusal import Conflict, Refused
from annotation.services import add_member, assign_unit, claim_unit, finish_unit, return_unit
from diffs.models import CheckResult
from tests.cast import Cast
from tests.diffs.calibrating import answer, known, pairs_of, setting
from tests.factories import a_diff, a_pair, an_answer, make_unit


def test_nobody_hoards_units_by_their_addresses(cast: Cast) -> None:
    """Five are held; the sixth is refused as by “next”, also one that was assigned. A held one may be gone on with."""
    units = [make_unit(cast.project) for _each in range(7)]
    assign_unit(by=cast.admin, unit=units[6], person=cast.annotator1)
    for unit in units[:5]:
        claim_unit(person=cast.annotator1, unit=unit)
    for unit in units[5:]:
        with pytest.raises(Refused) as refusal:
            claim_unit(person=cast.annotator1, unit=unit)
        assert [fault.code for fault in refusal.value.faults] == ["too_many_open"]
    claim_unit(person=cast.annotator1, unit=units[0])
    finish_unit(person=cast.annotator1, unit=units[0])
    claim_unit(person=cast.annotator1, unit=units[5])


def test_a_known_pair_is_handed_to_who_asks_for_it_as_any_other_and_measures_them(cast: Cast) -> None:
    """Refused as full, it would be known again when it comes unannounced. Who cannot be measured finds it full."""
    complete, free = pairs_of(cast, 2)
    for person in (cast.annotator2, cast.outsider):
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
        a_diff(person, complete)
    known(cast, complete)
    with pytest.raises(Conflict):
        claim_unit(person=cast.annotator1, unit=complete.unit)  # nobody is measured here yet
    setting(cast, check_every=5)
    client = Client()
    client.force_login(cast.annotator1)
    told = [client.post(f"/api/v1/projects/demo/pairs/{pair.pk}/claim/") for pair in (complete, free)]
    assert [each.status_code for each in told] == [200, 200]
    shown = [set(each.json()) for each in told]
    assert shown[0] == shown[1]
    hold = Assignment.objects.get(unit=complete.unit, person=cast.annotator1)
    assert (hold.purpose, hold.is_announced) == ("check", False)
    assert answer(cast.annotator1, hold).is_surplus
    assert CheckResult.objects.get().is_right
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="annotator")
    with pytest.raises(Conflict):
        claim_unit(person=cast.adjudicator, unit=complete.unit)  # overseers are never measured


def test_an_admin_who_labels_learns_of_no_measurement_by_taking_back_what_they_do_not_see(cast: Cast) -> None:
    pair = pairs_of(cast, 1)[0]
    labelling = cast.outsider
    for role in ("admin", "annotator"):
        add_member(by=cast.admin, project=cast.project, user=labelling, role=role)
    for person in (labelling, cast.annotator2):
        a_diff(person, pair)
    known(cast, pair)
    setting(cast, check_every=5)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    with pytest.raises(Conflict) as conflict:
        return_unit(by=labelling, unit=pair.unit, person=cast.annotator1)
    assert [fault.code for fault in conflict.value.faults] == ["not_held"]
    assert Assignment.objects.get(unit=pair.unit, person=cast.annotator1).state == "active"
    return_unit(by=cast.admin, unit=pair.unit, person=cast.annotator1)  # who never labels sees and may do it


def test_an_admin_who_labels_does_not_find_who_is_measured_by_asking_whose_units_these_are(cast: Cast) -> None:
    pair = pairs_of(cast, 1)[0]
    for role in ("admin", "annotator"):
        add_member(by=cast.admin, project=cast.project, user=cast.outsider, role=role)
    for person in (cast.outsider, cast.annotator2):
        a_diff(person, pair)
    known(cast, pair)
    setting(cast, check_every=5)
    claim_unit(person=cast.annotator1, unit=pair.unit)

    def units(reader: User, of: User) -> list[int]:
        client = Client()
        client.force_login(reader)
        shown = client.get(f"/projects/demo/progress/?kind=pair&person={of.pk}").context["progress"].rows
        told = client.get(f"/api/v1/projects/demo/units/?kind=pair&person={of.pk}").json()["results"]
        assert [row.unit.pk for row in shown] == [each["id"] for each in told]
        return [each["id"] for each in told]

    assert units(cast.outsider, cast.annotator2) == [pair.unit_id]
    assert units(cast.outsider, cast.annotator1) == []
    assert units(cast.admin, cast.annotator1) == [pair.unit_id]  # who never labels sees it


def test_a_program_that_is_behind_does_not_submit_over_what_stands(cast: Cast) -> None:
    """As on the page: the draft was saved elsewhere since revision 0, so the answer that grew from it conflicts."""
    pair = a_pair(cast)
    client = Client()
    client.force_login(cast.annotator1)
    api, json = "/api/v1/projects/demo", "application/json"
    client.post(f"{api}/pairs/{pair.pk}/claim/")
    draft = {"revision": 0, "payload": an_answer(pair, rationale="In another window.")}
    assert client.put(f"{api}/drafts/{pair.pk}/", draft, content_type=json).status_code == 200
    sent = {"pair": pair.pk, "answer": an_answer(pair), "revision": 0}
    told = client.post(f"{api}/diffs/", sent, content_type=json)
    assert (told.status_code, told.json()["faults"][0]["code"]) == (409, "draft_changed")
    assert client.post(f"{api}/diffs/", {**sent, "revision": 1}, content_type=json).status_code == 201
    assert client.post(f"{api}/diffs/", {**sent, "revision": 0}, content_type=json).status_code == 201  # sent twice
