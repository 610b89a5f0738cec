"""Settings and words that a form cannot give but a program can: refused by their field, never kept."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import Membership, Unit
from annotation.refusal import Refused
from annotation.services import change_member, change_project, set_expertise
from tests.cast import Cast
from tests.factories import a_diff, a_pair


@pytest.mark.parametrize("lease", ["-1 00:00:00", "0", "00:00:59", "14 00:00:01", "999999999 00:00:00"])
def test_a_lease_that_nobody_can_hold_is_refused(cast: Cast, lease: str) -> None:
    """A negative one would break each claim, an endless one the calendar."""
    client = Client()
    client.force_login(cast.admin)
    answer = client.patch("/api/v1/projects/demo/", {"lease": lease}, content_type="application/json")
    assert answer.status_code == 400
    assert [fault["field"] for fault in answer.json()["faults"]] == ["lease"]


@pytest.mark.parametrize("domains", [[], "vision", 1, {"vision": 2}, {"vision": ""}, {" ": "cv"}, {"a": {"b": "c"}}])
def test_domains_are_a_mapping_of_names(cast: Cast, domains: Any) -> None:
    client = Client()
    client.force_login(cast.admin)
    answer = client.patch("/api/v1/projects/demo/", {"domains": domains}, content_type="application/json")
    assert answer.status_code == 400
    assert [fault["field"] for fault in answer.json()["faults"]] == ["domains"]
    assert client.get("/projects/demo/settings/").status_code == 200


def test_every_wrong_setting_is_named_at_once(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        change_project(by=cast.admin, project=cast.project, overlap=0, domains=[])
    assert {fault.field for fault in refusal.value.faults} >= {"overlap", "domains"}


def test_a_domain_longer_than_a_domain_may_be_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        set_expertise(by=cast.admin, project=cast.project, user=cast.annotator1, expertise=["x" * 61])
    assert [fault.field for fault in refusal.value.faults] == ["expertise"]
    with pytest.raises(Refused):
        change_member(
            by=cast.admin, project=cast.project, user=cast.annotator1, roles=["annotator"], expertise=["x" * 61]
        )
    assert Membership.objects.get(user=cast.annotator1).expertise == []


def test_another_number_of_labels_is_for_new_units_alone(cast: Cast) -> None:
    """Neither a higher nor a lower number touches a unit that has its labels: nothing is reopened, no label dropped."""
    pair = a_pair(cast)
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pair)
    for overlap in (5, 1):
        change_project(by=cast.admin, project=cast.project, overlap=overlap)
        unit = Unit.objects.get(pk=pair.unit_id)
        assert (unit.overlap, unit.labels_done) == (2, 2)
        assert a_pair(cast).unit.overlap == overlap
