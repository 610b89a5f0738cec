"""Units × people, for admins."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.models import Assignment
from annotation.selectors import ProgressPage, progress_page
from annotation.selectors.filters import Filters
from annotation.selectors.throughput import throughput
from annotation.selectors.unit_panel import panel_of
from annotation.services import (
    add_member,
    change_unit,
    claim_unit,
    create_account,
    create_stage,
    finish_unit,
    pause_member,
    remove_member,
    set_away,
)
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


def titles(page: ProgressPage) -> set[str]:
    return {row.unit.title for row in page.rows}


def test_every_filter_of_the_address_shows_what_it_says(cast: Cast) -> None:
    stage = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=1)
    yesterday = timezone.localdate() - timedelta(days=1)
    plain = make_unit(cast.project, title="plain", due=yesterday)
    make_unit(cast.project, title="genome", kind="genome", domain="vision", overlap=1, is_ready=False)
    held = make_unit(cast.project, title="held", overlap=1)
    done = make_unit(cast.project, title="done", stage=stage, due=yesterday)
    half = make_unit(cast.project, title="half")
    claim_unit(person=cast.annotator1, unit=held)
    finish_unit(person=cast.annotator2, unit=done)
    finish_unit(person=cast.annotator2, unit=half)
    change_unit(by=cast.admin, unit=plain, is_paused=True)
    shown = {
        "stage": {str(stage.pk): {"done"}, "none": {"plain", "genome", "held", "half"}},
        "kind": {"genome": {"genome"}},
        "domain": {"vision": {"genome"}},
        "state": {
            "untouched": {"plain"},
            "in_work": {"held"},
            "waiting": {"plain", "held", "half"} - {"held"},
            "complete": {"done"},
            "not_ready": {"genome"},
        },
        "person": {str(cast.annotator2.pk): {"done", "half"}, str(cast.annotator1.pk): {"held"}},
        "overdue": {"1": {"plain"}},
        "paused": {"1": {"plain"}},
        "q": {"AL": {"half"}},
    }
    for name, values in shown.items():
        for value, expected in values.items():
            page = progress_page(cast.admin, cast.project, filters=Filters.read({name: value}))
            assert titles(page) == expected, (name, value)
    nonsense = Filters.read(dict.fromkeys(("stage", "kind", "state", "person", "overdue", "paused"), "x" * 30))
    assert nonsense == Filters()


def test_pages_keep_their_filters(cast: Cast, client: Client) -> None:
    for _each in range(51):
        make_unit(cast.project)
    make_unit(cast.project, kind="genome", title="A paper")
    client.force_login(cast.admin)
    first = client.get("/projects/demo/progress/?kind=pair").content.decode()
    assert "Page 1 of 2" in first
    assert "?kind=pair&amp;page=2" in first
    genomes = client.get("/projects/demo/progress/?kind=genome").content.decode()
    assert "A paper" in genomes
    assert "Page" not in genomes
    assert "No unit fits" in client.get("/projects/demo/progress/?kind=reading").content.decode()


def test_a_unit_is_worked_on_in_its_panel_with_and_without_scripts(cast: Cast, client: Client) -> None:
    unit = make_unit(cast.project, title="The unit", overlap=1)
    client.force_login(cast.admin)
    address = f"/projects/demo/progress/units/{unit.pk}/"
    page = client.get(f"{address}?kind=pair").content.decode()
    assert "Nobody has had it yet." in page
    assert "Filter the units" in page  # the whole page, with the panel open
    one, two = cast.annotator1.pk, cast.annotator2.pk
    plain = client.post(f"{address}assign/?kind=pair", {"person": one})
    assert plain["Location"] == f"{address}?kind=pair"
    scripted: Any = {"headers": {"hx-request": "true"}}
    again = client.post(f"{address}assign/", {"person": two, "instead_of": one}, **scripted).content.decode()
    assert "is assigned to annotator2" in again
    assert f'id="unit-{unit.pk}" hx-swap-oob="true"' in again
    assert "<html" not in again
    refused = client.post(f"{address}return/", {"person": one}, **scripted).content.decode()
    assert "annotator1 does not hold this unit any more" in refused
    client.post(f"{address}return/", {"person": two})
    client.post(f"{address}change/", {"priority": "5", "due": "2030-01-02", "stage": ""})
    client.post(f"{address}change/", {"pause": "1"})
    unit.refresh_from_db()
    assert (unit.priority, str(unit.due), unit.is_paused) == (5, "2030-01-02", True)
    assert client.post(f"{address}change/", {"priority": "x"}, **scripted).status_code == 422
    assert client.post(f"{address}assign/", {"person": cast.outsider.pk}).status_code == 404


def test_the_panel_says_who_may_have_a_unit_and_why_others_may_not(cast: Cast) -> None:
    """annotator2 knows the domain; the others have nothing open, so names decide."""
    people = [create_account(by=None, username=name) for name in ("away", "barred", "paused", "zoe")]
    for person in people:
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
    add_member(by=cast.admin, project=cast.project, user=cast.annotator2, role="annotator", expertise=["vision"])
    away, barred, paused, zoe = people
    set_away(by=away, project=cast.project, user=away, away_from=timezone.localdate())
    pause_member(by=cast.admin, project=cast.project, user=paused)
    claim_unit(person=cast.annotator1, unit=make_unit(cast.project))
    unit = make_unit(cast.project, domain="vision", barred=[barred])
    panel = panel_of(cast.admin, unit)
    assert [(each.user, each.open, each.knows) for each in panel.choices] == [
        (cast.annotator2, 0, True),
        (zoe, 0, False),
        (cast.annotator1, 1, False),
    ]
    assert (panel.away, panel.paused, panel.barred) == ([away], [paused], [barred])


def test_an_unannounced_measurement_shows_only_where_the_admin_never_labels(cast: Cast, client: Client) -> None:
    unit = make_unit(cast.project, title="Known")
    now = timezone.now()
    Assignment.objects.create(
        unit=unit, person=cast.annotator2, purpose="check", claimed_at=now, lease_expires_at=now + timedelta(hours=1)
    )
    client.force_login(cast.admin)
    page = "/projects/demo/progress/"
    assert "is measured" in client.get(page).content.decode()
    finish_unit(person=cast.admin, unit=unit)
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    for address in (page, f"{page}units/{unit.pk}/", f"{page}people/"):
        html = client.get(address).content.decode()
        assert "is measured" not in html
    assert "Known" in client.get(page).content.decode()
    people = {each.member.user: each for each in throughput(cast.admin, cast.project)}
    assert people[cast.annotator2].open == 0
    api = client.get(f"/api/v1/projects/demo/units/{unit.pk}/").json()
    assert [each["username"] for each in api["holds"]] == ["admin"]


def test_an_admin_measured_unannounced_finds_the_unit_left_out_as_before(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    unit = make_unit(cast.project)
    now = timezone.now()
    Assignment.objects.create(
        unit=unit,
        person=cast.admin,
        purpose="check",
        state="finished",
        claimed_at=now,
        lease_expires_at=now,
        finished_at=now,
    )
    page = progress_page(cast.admin, cast.project)
    assert (page.rows, page.hidden_units) == ([], 1)


# session, person, project, role, reader's role for units and for holds, count of page, page's ids, people, page, holds,
# totals, all units, stages, domains, saved views and the role that they ask for, shell twice
QUERIES = 19
PANEL_QUERIES = 15
PEOPLE_QUERIES = 9
FORECAST_QUERIES = 16


def test_the_pages_cost_the_same_queries_however_much_there_is(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.admin)
    first = make_unit(cast.project)
    pages = {
        "": QUERIES,
        "people/": PEOPLE_QUERIES,
        "forecast/": FORECAST_QUERIES,
        f"units/{first.pk}/": PANEL_QUERIES,
    }
    scripted: Any = {"headers": {"hx-request": "true"}}
    none: Any = {}
    for page, queries in pages.items():
        with django_assert_num_queries(queries):
            client.get(f"/projects/demo/progress/{page}", **(scripted if page.startswith("units") else none))
    stage = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=2)
    for number in range(60):
        unit = make_unit(cast.project, stage=stage if number % 2 else None, domain=f"domain {number % 3}")
        finish_unit(person=cast.annotator1, unit=unit)
        claim_unit(person=cast.annotator2, unit=unit)
        let_lapse(unit, cast.annotator2)
    for page, queries in pages.items():
        with django_assert_num_queries(queries):
            client.get(f"/projects/demo/progress/{page}", **(scripted if page.startswith("units") else none))
