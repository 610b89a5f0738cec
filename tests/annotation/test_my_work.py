"""The annotator's own page."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.models import Assignment, Unit
from annotation.selectors import work_page
from annotation.services import claim_unit, finish_unit
from tests.annotation.test_claim import let_lapse
from tests.cast import Cast
from tests.factories import make_unit

# session, person, project, role, membership, open, finished by kind, next, what is due (ids, rows), recent, claimable
# by kind, guideline and whether it is read (twice), what stops the next: membership, open, assigned; the shell
QUERIES = 19


@pytest.fixture
def page(cast: Cast, client: Client) -> Client:
    client.force_login(cast.annotator1)
    return client


def test_the_page_shows_what_is_next_open_lapsed_due_and_done(cast: Cast) -> None:
    soon = timezone.localdate() + timedelta(days=2)
    open_, lapsed, done, _waiting, late = (make_unit(cast.project, due=due) for due in (soon, None, None, None, soon))
    make_unit(cast.project, due=timezone.localdate() + timedelta(days=8))
    for unit in (open_, lapsed):
        claim_unit(person=cast.annotator1, unit=unit)
    let_lapse(lapsed, cast.annotator1)
    finish_unit(person=cast.annotator1, unit=done)
    work = work_page(cast.annotator1, cast.project)
    assert work.next_unit == late  # due soonest of those not taken
    assert [each.unit for each in work.in_work] == [open_]
    assert [each.unit for each in work.lapsed] == [lapsed]
    assert [each.unit for each in work.due] == [open_, late]
    assert [each.unit for each in work.finished] == [done]
    assert (work.finished_count, work.finished_this_week) == (1, 1)
    # six units: one done, one open, four to be had (the waiting, the late, the far and the lapsed one)
    assert [(each.kind, each.done, each.total) for each in work.kinds] == [("pair", 1, 6)]


def test_a_lapsed_unit_whose_place_is_gone_says_so(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    let_lapse(unit, cast.annotator1)
    claim_unit(person=cast.annotator2, unit=unit)
    (lapsed,) = work_page(cast.annotator1, cast.project).lapsed
    assert not lapsed.has_place


def test_last_weeks_submissions_are_not_counted_to_this_week(cast: Cast) -> None:
    unit = make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=unit)
    Assignment.objects.update(finished_at=timezone.now() - timedelta(days=8))
    work = work_page(cast.annotator1, cast.project)
    assert (work.finished_count, work.finished_this_week) == (1, 0)


def test_next_takes_a_unit_and_leads_to_its_screen(cast: Cast, page: Client) -> None:
    unit = make_unit(cast.project)
    response = page.post("/projects/demo/work/next/")
    assert response["Location"] == "/projects/demo/work/"  # this unit has no pair to show
    assert Assignment.objects.get().unit == unit


def test_next_without_work_says_so(page: Client) -> None:
    response = page.post("/projects/demo/work/next/", follow=True)
    assert "There is no unit for you right now" in response.content.decode()


def test_next_beyond_the_limit_says_what_to_do(cast: Cast, page: Client) -> None:
    for _each in range(6):
        make_unit(cast.project)
        response = page.post("/projects/demo/work/next/", follow=True)
    assert "Submit one or give one back" in response.content.decode()


def test_giving_back_returns_the_unit(cast: Cast, page: Client) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    page.post(f"/projects/demo/work/units/{unit.pk}/release/")
    assert claim_unit(person=cast.annotator2, unit=unit).state == "active"


def test_giving_back_finished_work_is_refused_in_words(cast: Cast, page: Client) -> None:
    unit = make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=unit)
    response = page.post(f"/projects/demo/work/units/{unit.pk}/release/", follow=True)
    assert "it cannot be given back" in response.content.decode()


def test_the_heartbeat_renews_and_says_when_the_place_is_gone(cast: Cast, page: Client) -> None:
    unit = make_unit(cast.project, overlap=1)
    hold = claim_unit(person=cast.annotator1, unit=unit)
    answer = page.post(f"/projects/demo/work/units/{unit.pk}/heartbeat/").json()
    assert answer["state"] == "active"
    assert answer["lease_expires_at"] > hold.lease_expires_at.isoformat()
    let_lapse(unit, cast.annotator1)
    claim_unit(person=cast.annotator2, unit=unit)
    response = page.post(f"/projects/demo/work/units/{unit.pk}/heartbeat/")
    assert response.status_code == 409
    assert response.json()["faults"][0]["code"] == "full"


def test_the_page_never_names_another_person(cast: Cast, page: Client) -> None:
    for _each in range(3):
        unit = make_unit(cast.project)
        claim_unit(person=cast.annotator2, unit=unit)
    finish_unit(person=cast.annotator2, unit=unit)
    assert "annotator2" not in page.get("/projects/demo/work/").content.decode()


def test_the_page_costs_the_same_queries_however_much_there_is(
    cast: Cast, page: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    due = timezone.localdate()
    make_unit(cast.project, due=due)
    finish_unit(person=cast.annotator1, unit=make_unit(cast.project))
    with django_assert_num_queries(QUERIES):
        page.get("/projects/demo/work/")
    units: list[Unit] = [make_unit(cast.project, due=due) for _each in range(30)]
    for unit in units[:4]:
        claim_unit(person=cast.annotator1, unit=unit)
    for unit in units[4:20]:
        finish_unit(person=cast.annotator1, unit=unit)
    let_lapse(units[0], cast.annotator1)
    with django_assert_num_queries(QUERIES):
        page.get("/projects/demo/work/")
