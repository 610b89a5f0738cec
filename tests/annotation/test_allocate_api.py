"""Allocation for programs: the same rules as the pages."""

from datetime import timedelta

from django.utils import timezone

from annotation.models import Membership, Unit
from annotation.services import claim_unit, create_stage, finish_unit
from tests.annotation.test_api import Program
from tests.cast import Cast
from tests.factories import make_unit

ROOT = "/api/v1/projects/demo/"


def test_a_program_assigns_reassigns_and_takes_back(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    program, address = Program(cast.admin), f"{ROOT}units/{unit.pk}/"
    one, two = cast.annotator1.pk, cast.annotator2.pk
    status, body = program.ask("POST", f"{address}assign/", {"person": one})
    assert (status, [(each["username"], each["state"], each["is_assigned"]) for each in body["holds"]]) == (
        200,
        [("annotator1", "active", True)],
    )
    _status, body = program.ask("POST", f"{address}assign/", {"person": two, "instead_of": one})
    assert {each["username"]: each["state"] for each in body["holds"]} == {
        "annotator1": "released",
        "annotator2": "active",
    }
    status, body = program.ask("POST", f"{address}return/", {"person": one})
    assert (status, body["faults"][0]["code"]) == (409, "not_held")
    assert program.ask("POST", f"{address}assign/", {"person": cast.outsider.pk})[0] == 404
    status, body = program.ask("PATCH", address, {"priority": 7, "due": "2030-05-01", "is_paused": True})
    assert (status, body["priority"], body["due"], body["is_paused"]) == (200, 7, "2030-05-01", True)
    assert program.ask("PATCH", address, {"stage": 999_999})[0] == 404


def test_a_program_lists_units_by_filters_and_plans_before_it_distributes(cast: Cast) -> None:
    make_unit(cast.project, kind="genome", overlap=1)
    pairs = [make_unit(cast.project) for _each in range(2)]
    finish_unit(person=cast.annotator1, unit=pairs[0])
    program = Program(cast.admin)
    _status, listed = program.ask("GET", f"{ROOT}units/?kind=pair&state=waiting")
    assert [each["id"] for each in listed["results"]] == [each.pk for each in pairs]
    body = {"people": [cast.annotator1.pk, cast.annotator2.pk], "preview": True}
    _status, plan = program.ask("POST", f"{ROOT}units/distribute/?kind=pair", body)
    # Of three free places annotator1 can have one, annotator2 two.
    expected = {str(cast.annotator1.pk): 1, str(cast.annotator2.pk): 2}
    assert plan == {"units": 2, "places": 3, "left": 0, "per_person": expected}
    assert Unit.objects.filter(assignments__state="active").count() == 0
    assert program.ask("POST", f"{ROOT}units/distribute/?kind=pair", {**body, "preview": False})[1] == plan
    assert Unit.objects.filter(assignments__state="active").distinct().count() == 2


def test_a_program_makes_stages_and_hears_what_a_number_does_first(cast: Cast) -> None:
    program = Program(cast.admin)
    status, made = program.ask("POST", f"{ROOT}stages/", {"name": "Pilot", "overlap": 3})
    assert (status, made["overlap"]) == (201, 3)
    status, body = program.ask("POST", f"{ROOT}stages/", {"name": "Pilot", "overlap": 3})
    assert (status, body["faults"][0]["field"]) == (400, "")
    make_unit(cast.project, stage=cast.project.stages.get())
    _status, effect = program.ask("GET", f"{ROOT}stages/effect/?stage={made['id']}&overlap=1")
    assert (effect["changed"], effect["labels"]) == (1, -2)
    assert program.ask("GET", f"{ROOT}stages/effect/?overlap=0")[0] == 400
    _status, changed = program.ask("PATCH", f"{ROOT}stages/{made['id']}/", {"overlap": 1, "is_paused": True})
    assert (changed["overlap"], changed["is_paused"]) == (1, True)
    assert program.ask("DELETE", f"{ROOT}stages/{made['id']}/")[0] == 400  # it has a unit
    assert Unit.objects.get().overlap == 1


def test_a_program_says_who_takes_part_and_reads_the_forecast(cast: Cast) -> None:
    create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=2)
    unit = make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=unit)
    claim_unit(person=cast.annotator1, unit=make_unit(cast.project))
    program = Program(cast.admin)
    address = f"{ROOT}members/{cast.annotator1.pk}/"
    today = timezone.localdate()
    body = {"away_until": (today + timedelta(days=2)).isoformat(), "weekly_limit": 5, "is_paused": True, "note": "Stop"}
    assert program.ask("PATCH", f"{address}taking-part/", body)[0] == 200
    membership = Membership.objects.get(user=cast.annotator1)
    assert (membership.away_from, membership.weekly_limit, membership.pause_note) == (today, 5, "Stop")
    assert program.ask("POST", f"{address}return/")[0] == 204
    _status, progress = program.ask("GET", f"{ROOT}progress/")
    assert [each["reason"] for each in progress["forecasts"]] == ["all_away", "done", "all_away"]
    assert [(each["username"], each["finished"], each["open"]) for each in progress["people"]] == [
        ("annotator1", 1, 0),
        ("annotator2", 0, 0),
    ]
    assert program.ask("PATCH", f"{address}taking-part/", {"is_paused": False, "away_from": None, "away_until": None})
    assert Program(cast.annotator1).ask("PUT", f"{ROOT}work/away/", {"away_from": today.isoformat()})[0] == 204
    status, refused = Program(cast.annotator1).ask("POST", f"{ROOT}work/next/")
    assert (status, refused["faults"][0]["code"]) == (400, "away")
