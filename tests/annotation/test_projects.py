"""Projects: found, made, entered, changed."""

from datetime import timedelta

import pytest
from django.test import Client

from annotation.models import Project, User
from annotation.refusal import Refused
from annotation.services import add_member, change_project, create_project, remove_member
from tests.cast import Cast

SETTINGS = {
    "name": "Renamed",
    "description": "",
    "licence": "CC-BY-4.0",
    "overlap": 3,
    "lease_hours": 6,
    "reservation_days": 3,
    "object_length_limit": 300,
    "domains": "vision = Computer Science\nprotein folding = Biology\n",
}


@pytest.mark.parametrize(
    ("who", "address"),
    [
        ("annotator1", "/projects/demo/work/"),
        ("admin", "/projects/demo/progress/"),
    ],
)
def test_the_start_page_leads_to_where_a_person_begins(cast: Cast, client: Client, who: str, address: str) -> None:
    client.force_login(getattr(cast, who))
    assert client.get("/", follow=True).redirect_chain[-1][0] == address


def test_a_person_of_two_projects_chooses(cast: Cast, client: Client) -> None:
    other = create_project(by=cast.admin, slug="other", name="Other")
    add_member(by=cast.admin, project=other, user=cast.annotator1, role="annotator")
    client.force_login(cast.annotator1)
    response = client.get("/", follow=True)
    assert response.redirect_chain[-1][0] == "/projects/"
    assert "Other" in response.content.decode()


def test_an_outsider_sees_no_project_and_how_to_get_in(cast: Cast, client: Client) -> None:
    client.force_login(cast.outsider)
    page = client.get("/projects/").content.decode()
    assert "Ask the admin of a project to add you" in page
    assert "Demo" not in page


def test_a_superuser_makes_a_project_and_is_its_admin(cast: Cast, client: Client) -> None:
    User.objects.filter(pk=cast.outsider.pk).update(is_superuser=True)
    client.force_login(User.objects.get(pk=cast.outsider.pk))
    response = client.post("/projects/", {"name": "New one", "slug": "new-one"})
    assert response["Location"] == "/projects/new-one/settings/"
    project = Project.objects.get(slug="new-one")
    assert [(each.user, each.role) for each in project.memberships.all()] == [(cast.outsider, "admin")]
    assert project.guidelines.get().version == 1


def test_a_short_name_that_is_taken_is_named(cast: Cast, client: Client) -> None:
    User.objects.filter(pk=cast.outsider.pk).update(is_superuser=True)
    client.force_login(User.objects.get(pk=cast.outsider.pk))
    response = client.post("/projects/", {"name": "Again", "slug": "demo"})
    assert response.status_code == 422
    assert "slug" in response.context["form"].errors


def test_settings_are_saved(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    assert client.post("/projects/demo/settings/", SETTINGS).status_code == 302
    project = Project.objects.get(slug="demo")
    assert (project.name, project.overlap, project.lease) == ("Renamed", 3, timedelta(hours=6))
    assert project.reservation == timedelta(days=3)
    assert project.domains == {"vision": "Computer Science", "protein folding": "Biology"}
    assert "protein folding = Biology" in client.get("/projects/demo/settings/").content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("overlap", 0),
        ("overlap", 10),
        ("domains", "vision"),
        ("name", ""),
        ("lease_hours", 0),
        ("reservation_days", 61),
    ],
)
def test_a_setting_that_cannot_be_is_named(cast: Cast, client: Client, field: str, value: object) -> None:
    client.force_login(cast.admin)
    response = client.post("/projects/demo/settings/", {**SETTINGS, field: value})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert Project.objects.get(slug="demo").name == "Demo"


def test_the_short_name_is_no_setting(cast: Cast) -> None:
    with pytest.raises(TypeError, match="slug"):
        change_project(by=cast.admin, project=cast.project, slug="other")


def test_a_project_keeps_an_admin(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        remove_member(by=cast.admin, project=cast.project, user=cast.admin, role="admin")
    assert refusal.value.faults[0].code == "last_admin"
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="admin")
    remove_member(by=cast.admin, project=cast.project, user=cast.admin, role="admin")
    assert not cast.project.memberships.filter(user=cast.admin).exists()
