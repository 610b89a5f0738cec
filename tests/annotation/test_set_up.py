"""The first administrator of an empty site."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import User
from tests.cast import Cast

pytestmark = pytest.mark.django_db
PAGES = ["/", "/projects/", "/accounts/login/", "/admin/", "/projects/x/work/", "/nowhere/"]
PASSWORD = "a-long-enough-word"


@pytest.mark.parametrize("address", PAGES)
def test_every_page_of_an_empty_site_leads_to_set_up(client: Client, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, "/setup/")


def test_the_health_of_an_empty_site_can_be_asked(client: Client) -> None:
    assert client.get("/healthz").status_code in {200, 503}
    assert client.get("/api/v1/projects/").status_code == 401


def test_set_up_makes_a_superuser_and_signs_them_in(client: Client) -> None:
    form = {"username": "root", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post("/setup/", form)
    assert response["Location"] == "/projects/"
    person = User.objects.get()
    assert (person.username, person.is_superuser, person.is_staff) == ("root", True, True)
    assert client.get("/projects/").context["user"] == person
    assert Client().login(username="root", password=PASSWORD)


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [("short", "short", "at least 10 characters"), (PASSWORD, "another-long-word", "match")],
)
def test_a_bad_password_is_named_and_nobody_is_made(client: Client, first: str, second: str, named: str) -> None:
    response = client.post("/setup/", {"username": "root", "password1": first, "password2": second})
    assert response.status_code == 422
    assert named in response.content.decode()
    assert not User.objects.exists()


def test_a_site_with_people_cannot_be_set_up_again(cast: Cast, client: Client) -> None:
    before = User.objects.count()
    response = client.post("/setup/", {"username": "root", "password1": PASSWORD, "password2": PASSWORD})
    assert response["Location"] == "/"
    assert User.objects.count() == before


def test_once_there_is_an_account_no_request_asks_for_it_again(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        client.get("/accounts/login/")
    with django_assert_num_queries(0):
        client.get("/accounts/login/")
