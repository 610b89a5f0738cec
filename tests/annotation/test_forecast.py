"""When the labels will be in, worked out by hand; what stands in the way; what each person does."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from annotation.models import Assignment
from annotation.rules import days_left
from annotation.selectors.throughput import bottlenecks, forecasts, throughput
from annotation.services import (
    add_member,
    assign_unit,
    claim_unit,
    create_account,
    create_stage,
    finish_unit,
    pause_member,
    set_away,
)
from tests.cast import Cast
from tests.factories import make_unit


def test_days_are_those_that_the_missing_labels_take_at_the_pace_of_fourteen_days() -> None:
    assert days_left(0, 0) == 0
    assert days_left(5, 1) == 70  # one label in 14 days
    assert days_left(5, 7) == 10  # a label every other day
    assert days_left(1, 28) == 1  # half a day, which ends today or tomorrow
    assert days_left(5, 0) is None


def test_each_stage_has_its_own_pace_and_the_whole_adds_up(cast: Cast) -> None:
    """Pilot: 2 pairs of 2 labels, 1 in: 3 missing at 1 in 14 days, 42 days. Outside: 3 pairs, 2 labels in of 6:
    4 missing at 2 in 14 days, 28 days. All: 7 missing at 3 in 14 days, 7 × 14 / 3 = 32.67, so 33 days.
    """
    today = timezone.localdate()
    pilot = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=2)
    inside = [make_unit(cast.project, stage=pilot) for _each in range(2)]
    outside = [make_unit(cast.project) for _each in range(3)]
    finish_unit(person=cast.annotator1, unit=inside[0])
    for person in (cast.annotator1, cast.annotator2):
        finish_unit(person=person, unit=outside[0])
    every, first, rest = forecasts(cast.admin, cast.project)
    assert (every.units, every.complete, every.labels_missing, every.recent_labels) == (5, 1, 7, 3)
    assert (first.stage, first.labels_missing, first.done_on) == (pilot, 3, today + timedelta(days=42))
    assert (rest.stage, rest.name, rest.labels_missing, rest.done_on) == (None, "-", 4, today + timedelta(days=28))
    assert every.done_on == today + timedelta(days=33)


def test_people_away_are_left_out_of_the_pace(cast: Cast) -> None:
    """annotator1 finished two, annotator2 one; 3 of 6 are missing. With annotator1 away: 3 × 14 / 1 = 42 days."""
    units = [make_unit(cast.project) for _each in range(3)]
    for unit in units[:2]:
        finish_unit(person=cast.annotator1, unit=unit)
    finish_unit(person=cast.annotator2, unit=units[2])
    today = timezone.localdate()
    set_away(by=cast.annotator1, project=cast.project, user=cast.annotator1, away_from=today)
    (every,) = forecasts(cast.admin, cast.project)
    assert (every.recent_labels, every.away_labels, every.done_on) == (1, 2, today + timedelta(days=42))
    pause_member(by=cast.admin, project=cast.project, user=cast.annotator2)
    (every,) = forecasts(cast.admin, cast.project)
    assert (every.done_on, every.reason) == (None, "all_away")


def test_what_cannot_be_told_says_why(cast: Cast, client: Client) -> None:
    unit = make_unit(cast.project, overlap=1)
    client.force_login(cast.admin)
    page = "/projects/demo/progress/forecast/"
    assert "cannot be told: nothing was finished in the last 14 days" in client.get(page).content.decode()
    finish_unit(person=cast.annotator1, unit=unit)
    assert "nothing is missing" in client.get(page).content.decode()
    make_unit(cast.project)
    long_ago = timezone.now() - timedelta(days=15)
    Assignment.objects.update(finished_at=long_ago)
    assert forecasts(cast.admin, cast.project)[0].reason == "nobody_lately"


def test_units_that_lack_people_are_named_with_how_many(cast: Cast, client: Client) -> None:
    """Two annotators are at work. Overlap 3 lacks one person; a unit barred to both lacks two of two; one that both
    can have lacks nobody, whether or not they know its domain; one given back can be taken again.
    """
    three = make_unit(cast.project, title="three", overlap=3)
    barred = make_unit(cast.project, title="barred", barred=[cast.annotator1, cast.annotator2])
    fine = make_unit(cast.project, title="fine", domain="biology")
    finish_unit(person=cast.annotator1, unit=three)
    claim_unit(person=cast.annotator2, unit=three)
    claim_unit(person=cast.annotator1, unit=fine)
    found = bottlenecks(cast.admin, cast.project)
    assert {(each.unit, each.places, each.eligible) for each in found.stuck} == {(three, 1, 0), (barred, 2, 0)}
    assert (found.at_work, found.away, found.paused, found.stuck_count) == (2, 0, 0, 2)
    newcomer = create_account(by=None, username="newcomer")
    add_member(by=cast.admin, project=cast.project, user=newcomer, role="annotator")
    assert [(each.unit, each.eligible) for each in bottlenecks(cast.admin, cast.project).stuck] == [(barred, 1)]
    for person in (newcomer, cast.annotator1, cast.annotator2):
        set_away(by=person, project=cast.project, user=person, away_from=timezone.localdate())
    found = bottlenecks(cast.admin, cast.project)
    assert (found.at_work, found.away, found.stuck_count) == (0, 3, 3)  # one place of `fine` is held, the other free
    client.force_login(cast.admin)
    assert "No annotator is at work" in client.get("/projects/demo/progress/forecast/").content.decode()


def test_each_person_s_week_holds_and_minutes(cast: Cast, client: Client) -> None:
    """Three finished by annotator1 with 60, 120 and 600 seconds: the median is two minutes, whatever the mean."""
    yesterday = timezone.localdate() - timedelta(days=1)
    for seconds in (60, 120, 600):
        unit = make_unit(cast.project)
        finish_unit(person=cast.annotator1, unit=unit)
        Assignment.objects.filter(unit=unit).update(active_seconds=seconds)
    Assignment.objects.filter(unit=unit).update(finished_at=timezone.now() - timedelta(days=8))
    claim_unit(person=cast.annotator1, unit=make_unit(cast.project, due=yesterday))
    assign_unit(by=cast.admin, unit=make_unit(cast.project), person=cast.annotator1)
    one, two = throughput(cast.admin, cast.project)
    assert (one.finished_week, one.finished_lately, one.finished) == (2, 3, 3)
    assert (one.open, one.waiting, one.overdue, one.median_minutes) == (1, 1, 1, 2.0)
    assert (two.finished, two.open, two.median_minutes) == (0, 0, None)
    client.force_login(cast.admin)
    html = client.get("/projects/demo/progress/people/").content.decode()
    assert "none measured" in html
    assert "2.0" in html
