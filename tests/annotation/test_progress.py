"""Units × people, for admins."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.models import Assignment
from annotation.selectors import progress_page
from annotation.services import add_member, claim_unit, finish_unit, remove_member
from tests.annotation.test_claim import let_lapse
from tests.cast import Cast
from tests.factories import make_unit


def test_each_unit_stands_with_what_each_person_does_on_it(cast: Cast) -> None:
    first, second = make_unit(cast.project), make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=first)
    claim_unit(person=cast.annotator2, unit=first)
    claim_unit(person=cast.adjudicator, unit=second, purpose="adjudicate")
    page = progress_page(cast.admin, cast.project)
    assert [each.username for each in page.people] == ["adjudicator", "annotator1", "annotator2"]
    states = [[cell and (cell.purpose, cell.state) for cell in row.cells] for row in page.rows]
    assert states == [
        [None, ("label", "finished"), ("label", "active")],
        [("adjudicate", "active"), None, None],
    ]


def test_the_forecast_follows_the_pace_of_the_last_two_weeks(cast: Cast) -> None:
    units = [make_unit(cast.project, overlap=2) for _each in range(3)]
    finish_unit(person=cast.annotator1, unit=units[0])
    totals = progress_page(cast.admin, cast.project).totals
    assert (totals.units, totals.complete, totals.labels_done, totals.labels_wanted) == (3, 0, 1, 6)
    assert totals.done_on == timezone.localdate() + timedelta(days=70)  # 5 left at 1 in 14 days
    Assignment.objects.update(finished_at=timezone.now() - timedelta(days=15))
    assert progress_page(cast.admin, cast.project).totals.done_on is None


def test_an_admin_who_also_labels_sees_no_unit_that_they_may_still_label(cast: Cast, client: Client) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    done, open_ = make_unit(cast.project, title="Done by me"), make_unit(cast.project, title="Still to do")
    finish_unit(person=cast.admin, unit=done)
    finish_unit(person=cast.annotator1, unit=open_)
    page = progress_page(cast.admin, cast.project)
    assert [row.unit for row in page.rows] == [done]
    assert (page.totals.labels_done, page.hidden_units) == (1, 1)
    client.force_login(cast.admin)
    html = client.get("/projects/demo/progress/").content.decode()
    assert "Still to do" not in html
    assert "1 unit is left out" in html


def test_people_who_left_stay_on_the_units_they_worked_on(cast: Cast) -> None:
    unit = make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=unit)
    remove_member(by=cast.admin, project=cast.project, user=cast.annotator1)
    assert cast.annotator1 in progress_page(cast.admin, cast.project).people


def test_a_kind_and_a_page_can_be_chosen(cast: Cast, client: Client) -> None:
    for _each in range(51):
        make_unit(cast.project)
    make_unit(cast.project, kind="genome", title="A paper")
    client.force_login(cast.admin)
    assert "Page 1 of 2" in client.get("/projects/demo/progress/").content.decode()
    genomes = client.get("/projects/demo/progress/?kind=genome").content.decode()
    assert "A paper" in genomes
    assert "Page" not in genomes
    assert client.get("/projects/demo/progress/?kind=nonsense&page=999").status_code == 200


def test_the_matrix_costs_the_same_queries_however_large_it_is(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.admin)
    queries = 12  # session, person, project, role, count of page, page, people, holds, two totals, all units, shell
    make_unit(cast.project)
    with django_assert_num_queries(queries):
        client.get("/projects/demo/progress/")
    units = [make_unit(cast.project) for _each in range(60)]
    for unit in units:
        finish_unit(person=cast.annotator1, unit=unit)
        claim_unit(person=cast.annotator2, unit=unit)
        let_lapse(unit, cast.annotator2)
    with django_assert_num_queries(queries):
        client.get("/projects/demo/progress/")
