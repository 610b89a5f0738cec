"""Members and their accounts."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import User
from annotation.refusal import Refused
from annotation.services import add_member, create_account, generated_password
from tests.cast import Cast

PAGE = "/projects/demo/members/"


@pytest.fixture
def page(cast: Cast, client: Client) -> Client:
    client.force_login(cast.admin)
    return client


def roles(cast: Cast, person: User) -> set[str]:
    return set(cast.project.memberships.filter(user=person).values_list("role", flat=True))


def test_somebody_with_an_account_is_added(cast: Cast, page: Client) -> None:
    form = {"username": "outsider", "role": "annotator", "expertise": "vision, nlp , vision"}
    assert page.post(PAGE, form).status_code == 302
    assert cast.project.memberships.get(user=cast.outsider).expertise == ["vision", "nlp"]


def test_an_unknown_name_is_named(page: Client) -> None:
    response = page.post(PAGE, {"username": "nobody", "role": "annotator"})
    assert response.status_code == 422
    assert "No account has this name" in response.content.decode()


def test_the_password_of_a_new_account_is_shown_once_and_works(cast: Cast, page: Client) -> None:
    form = {"account-username": "newcomer", "account-role": "annotator", "account-expertise": "biology"}
    response = page.post(f"{PAGE}accounts/", form)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    shown = re.search(r"data-one-time-password>([^<]+)<", response.content.decode())
    assert shown is not None
    assert Client().login(username="newcomer", password=shown[1])
    assert roles(cast, User.objects.get(username="newcomer")) == {"annotator"}
    assert shown[1] not in page.get(PAGE).content.decode()


def test_a_name_that_is_taken_makes_no_account(cast: Cast, page: Client) -> None:
    before = User.objects.count()
    response = page.post(f"{PAGE}accounts/", {"account-username": "outsider", "account-role": "annotator"})
    assert response.status_code == 422
    assert "username" in response.context["account_form"].errors
    assert User.objects.count() == before


def test_roles_and_expertise_are_changed_together(cast: Cast, page: Client) -> None:
    form = {"roles": ["annotator", "adjudicator"], "expertise": "vision"}
    page.post(f"{PAGE}{cast.annotator1.pk}/", form)
    assert roles(cast, cast.annotator1) == {"annotator", "adjudicator"}
    page.post(f"{PAGE}{cast.annotator1.pk}/", {"roles": [], "expertise": ""})
    assert roles(cast, cast.annotator1) == set()


def test_the_last_admin_cannot_step_down(cast: Cast, page: Client) -> None:
    response = page.post(f"{PAGE}{cast.admin.pk}/", {"roles": ["annotator"], "expertise": ""}, follow=True)
    assert "A project needs an admin" in response.content.decode()
    assert roles(cast, cast.admin) == {"admin"}


def test_an_unknown_role_is_refused_by_the_service_too(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="king")
    assert [fault.field for fault in refusal.value.faults] == ["role"]


def test_every_fault_of_a_new_account_is_named_at_once(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        create_account(by=cast.admin, username="no spaces", password="123", email="nowhere")
    assert {fault.field for fault in refusal.value.faults} == {"username", "email", "password"}


def test_an_account_without_a_password_lets_nobody_in(cast: Cast) -> None:
    assert not Client().login(username="annotator1", password="")


def test_generated_passwords_differ_and_are_long() -> None:
    made = {generated_password() for _each in range(50)}
    assert len(made) == 50
    assert {len(each) for each in made} == {19}  # four groups of four, three dashes


def test_the_list_costs_the_same_queries_however_many_people_there_are(
    cast: Cast, page: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    queries = 6  # session, person, project, role, members, shell
    with django_assert_num_queries(queries):
        page.get(PAGE)
    for number in range(20):
        person = create_account(by=cast.admin, username=f"person{number}")
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
    with django_assert_num_queries(queries):
        page.get(PAGE)
