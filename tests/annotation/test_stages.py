"""Stages: parts of the work with their own number of labels, which can be changed while the work goes on."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import Stage, Unit
from annotation.refusal import Refused
from annotation.rules import overlap_after
from annotation.selectors.stages import OverlapEffect, overlap_effect
from annotation.services import (
    add_member,
    change_project,
    change_stage,
    change_unit,
    claim_unit,
    create_stage,
    create_unit,
    delete_stage,
    finish_unit,
)
from tests.annotation.test_claim import next_unit
from tests.cast import Cast
from tests.factories import make_unit

PAGE = "/projects/demo/stages/"


@pytest.fixture
def pilot(cast: Cast) -> Stage:
    return create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=3)


def a_pilot_unit(cast: Cast, pilot: Stage, labels: int = 0) -> Unit:
    """A pair of the stage with so many of its three labels in."""
    unit = make_unit(cast.project, stage=pilot)
    for person in (cast.annotator1, cast.annotator2, cast.admin)[:labels]:
        finish_unit(person=person, unit=unit)
    unit.refresh_from_db()
    return unit


@pytest.mark.parametrize(
    ("wanted", "overlap", "done", "after"),
    [(2, 3, 0, 2), (2, 3, 1, 2), (2, 3, 2, 2), (1, 3, 2, 2), (5, 3, 2, 5), (5, 3, 3, 3), (1, 3, 3, 3)],
)
def test_a_number_of_labels_reaches_units_that_lack_some_and_never_below_those_in(
    wanted: int, overlap: int, done: int, after: int
) -> None:
    assert overlap_after(wanted, overlap, done) == after


def test_a_stage_gives_its_number_to_its_pairs(cast: Cast, pilot: Stage) -> None:
    assert a_pilot_unit(cast, pilot).overlap == 3
    assert create_unit(project=cast.project, kind="pair", title="x").overlap == 2
    genome = make_unit(cast.project, kind="genome", overlap=1, stage=pilot)
    change_stage(by=cast.admin, stage=pilot, overlap=4)
    genome.refresh_from_db()
    assert genome.overlap == 1


def test_another_number_is_told_before_and_done_as_told(cast: Cast, pilot: Stage) -> None:
    """Four pairs of overlap three with 0, 1, 2 and 3 labels; then two are wanted.

    Changed: the first three, one label less each. The third is complete then; the fourth stays. One person holds the
    third: what they submit is surplus.
    """
    units = [a_pilot_unit(cast, pilot, labels) for labels in range(4)]
    claim_unit(person=cast.admin, unit=units[2])
    effect = overlap_effect(cast.admin, cast.project, pilot, 2)
    assert effect == OverlapEffect(wanted=2, changed=3, completed=1, labels=-3, surplus_holders=1, complete=1, hidden=0)
    change_stage(by=cast.admin, stage=pilot, overlap=2)
    for unit in units:
        unit.refresh_from_db()
    assert [(unit.labels_done, unit.overlap) for unit in units] == [(0, 2), (1, 2), (2, 2), (3, 3)]
    assert finish_unit(person=cast.admin, unit=units[2]) is False


def test_the_project_s_number_is_for_pairs_outside_all_stages(cast: Cast, pilot: Stage) -> None:
    inside, outside = a_pilot_unit(cast, pilot), make_unit(cast.project)
    change_project(by=cast.admin, project=cast.project, overlap=4)
    assert [Unit.objects.get(pk=each.pk).overlap for each in (inside, outside)] == [3, 4]


def test_moving_a_pair_gives_it_the_number_of_where_it_goes(cast: Cast, pilot: Stage) -> None:
    unit, complete = make_unit(cast.project), make_unit(cast.project, overlap=1)
    finish_unit(person=cast.annotator1, unit=complete)
    complete.refresh_from_db()
    for each in (unit, complete):
        change_unit(by=cast.admin, unit=each, stage=pilot)
    assert [(each.stage, each.overlap) for each in (unit, complete)] == [(pilot, 3), (pilot, 1)]
    change_unit(by=cast.admin, unit=unit, stage=None)
    assert (unit.stage, unit.overlap) == (None, 2)


def test_a_paused_stage_hands_out_nothing_until_it_goes_on(cast: Cast, pilot: Stage) -> None:
    unit = a_pilot_unit(cast, pilot)
    pilot = change_stage(by=cast.admin, stage=pilot, is_paused=True)
    assert next_unit(cast, cast.annotator1) is None
    with pytest.raises(Refused, match="paused"):
        claim_unit(person=cast.annotator1, unit=unit)
    change_stage(by=cast.admin, stage=pilot, is_paused=False)
    assert next_unit(cast, cast.annotator1) == unit


def test_what_is_refused(cast: Cast, pilot: Stage) -> None:
    for name, overlap in (("Pilot", 2), ("", 2), ("Main", 10)):
        with pytest.raises(Refused):
            create_stage(by=cast.admin, project=cast.project, name=name, overlap=overlap)
    a_pilot_unit(cast, pilot)
    with pytest.raises(Refused, match="has units"):
        delete_stage(by=cast.admin, stage=pilot)
    with pytest.raises(Refused):
        change_stage(by=cast.admin, stage=pilot, overlap=0)
    empty = create_stage(by=cast.admin, project=cast.project, name="Empty", overlap=1)
    delete_stage(by=cast.admin, stage=empty)
    assert list(Stage.objects.all()) == [pilot]


def test_the_page_asks_with_counts_before_it_changes_pairs(cast: Cast, client: Client, pilot: Stage) -> None:
    a_pilot_unit(cast, pilot, 1)
    client.force_login(cast.admin)
    address, form = f"{PAGE}{pilot.pk}/", {"name": "Pilot", "overlap": "1"}
    asked = client.post(address, form).content.decode()
    assert "Labels per pair: 1. 1 pair would change; labels wanted in all: −2." in asked
    assert "1 of them has enough labels then" in asked
    assert Stage.objects.get().overlap == 3
    client.post(address, {**form, "confirmed": "1"})
    assert Stage.objects.get().overlap == 1
    client.post(address, {"name": "Warm-up", "overlap": "1"})
    client.post(address, {"pause": "1", "name": "ignored"})
    stage = Stage.objects.get()
    assert (stage.name, stage.is_paused) == ("Warm-up", True)
    client.post(PAGE, {"new-name": "Main", "new-overlap": "2"})
    assert Stage.objects.count() == 2
    assert client.post(PAGE, {"new-name": "Main", "new-overlap": "2"}).status_code == 422
    assert client.post(address, {"name": "Main", "overlap": "1"}).status_code == 422
    client.post(f"{PAGE}none/", {"overlap": "5"})
    cast.project.refresh_from_db()
    assert cast.project.overlap == 5
    page = client.get(PAGE).content.decode()
    assert "1 complete, 1 of 1 labels" in page


def test_an_admin_who_labels_is_told_no_count_of_open_units(cast: Cast, client: Client, pilot: Stage) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    a_pilot_unit(cast, pilot, 2)
    effect = overlap_effect(cast.admin, cast.project, pilot, 2)
    assert (effect.changed, effect.completed, effect.complete, effect.hidden) == (0, 0, 0, 1)
    client.force_login(cast.admin)
    page: Any = client.get(PAGE).content.decode()
    assert "1 not counted: you may still label them" in page
    assert "2 of 3 labels" not in page


def test_the_settings_say_first_what_another_number_does(cast: Cast, client: Client) -> None:
    unit = make_unit(cast.project)
    client.force_login(cast.admin)
    form = {"name": "Demo", "overlap": "3", "lease_hours": "4", "reservation_days": "7", "object_length_limit": "400"}
    asked = client.post("/projects/demo/settings/", form)
    assert "1 pair would change; labels wanted in all: +1." in asked.content.decode()
    unit.refresh_from_db()
    assert unit.overlap == 2
    client.post("/projects/demo/settings/", {**form, "confirmed": "3"})
    unit.refresh_from_db()
    assert unit.overlap == 3
