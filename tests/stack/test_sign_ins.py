"""The demo accounts' password: hashed once, printed for those who still have it, replaced by the named one."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from annotation.models import User
from annotation.services import create_account, share_password
from config import demo
from releases.demo.labels import ROLES
from tests.servers import environment

PASSWORD, NAMED = "first-of-all-words", "second-of-all-words"

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    first, *others = (
        create_account(by=None, username=name, password=PASSWORD if name == demo.ACCOUNTS[0] else None)
        for name in demo.ACCOUNTS
    )
    share_password(of=first, people=others)
    return [first, *others]


def printed(password: str) -> Any:
    with environment(DEMO_PASSWORD=password):
        return demo.sign_ins(settings.LAYOUT)


def test_everybody_signs_in_with_the_shared_password(people: list[User]) -> None:
    assert len({person.password for person in people}) == 1
    for person in people:
        assert Client().login(username=person.username, password=PASSWORD)
    assert printed(PASSWORD)[0] == f"Demo sign-ins: {', '.join(demo.ACCOUNTS)}"


def test_everybody_whom_the_demo_makes_is_printed() -> None:
    assert set(demo.ACCOUNTS) == set(ROLES)


def test_an_account_with_a_password_of_its_own_is_not_printed(people: list[User]) -> None:
    people[1].set_password("a-word-of-my-own")
    people[1].save()
    remaining = [name for name in demo.ACCOUNTS if name != people[1].username]
    assert printed(PASSWORD)[0] == f"Demo sign-ins: {', '.join(remaining)}"
    assert printed(NAMED) == []


def test_a_named_password_replaces_the_others_and_nobody_else_s(people: list[User]) -> None:
    stranger = create_account(by=None, username="stranger", password=PASSWORD)
    with environment(DEMO_PASSWORD=NAMED):
        demo.adopt_named_password()
    for person in people:
        assert Client().login(username=person.username, password=NAMED)
    assert Client().login(username=stranger.username, password=PASSWORD)
    assert printed(NAMED)[0] == f"Demo sign-ins: {', '.join(demo.ACCOUNTS)}"
