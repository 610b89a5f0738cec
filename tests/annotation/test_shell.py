"""What stands around every page."""

import pytest
from django.test import Client

from annotation.services import create_project
from tests.cast import Cast


def places(client: Client, address: str) -> dict[str, bool]:
    """Label of each entry of the main navigation → whether it is the current one."""
    return {str(each["label"]): each["current"] for each in client.get(address).context["shell"].nav}


@pytest.mark.parametrize(
    ("who", "shown", "hidden"),
    [
        ("annotator1", {"My work", "Guideline"}, {"Progress", "Settings", "Agreement", "Disputes"}),
        ("adjudicator", {"Guideline"}, {"My work", "Progress", "Settings"}),
        ("admin", {"Disputes", "Progress", "Settings", "Guideline"}, {"My work"}),
    ],
)
def test_each_role_is_shown_its_places(cast: Cast, client: Client, who: str, shown: set[str], hidden: set[str]) -> None:
    client.force_login(getattr(cast, who))
    found = set(places(client, "/projects/demo/guidelines/"))
    assert shown <= found
    assert not hidden & found


def test_the_current_place_is_marked(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    assert [label for label, current in places(client, "/projects/demo/members/").items() if current] == ["Settings"]


def test_the_switch_offers_ones_own_projects_only(cast: Cast, client: Client) -> None:
    create_project(by=cast.admin, slug="other", name="Other")
    client.force_login(cast.annotator1)
    shell = client.get("/projects/demo/work/").context["shell"]
    assert [each.slug for each in shell.projects] == ["demo"]
    assert (shell.project.slug, shell.roles) == ("demo", {"annotator"})
    client.force_login(cast.admin)
    assert [each.slug for each in client.get("/projects/").context["shell"].projects] == ["demo", "other"]


def test_a_page_before_signing_in_has_a_shell_without_places(cast: Cast, client: Client) -> None:
    shell = client.get("/accounts/login/").context["shell"]
    assert (shell.projects, shell.nav) == ([], [])
    assert shell.version
