import pytest
from django.test import Client

from annotation.models import User


@pytest.fixture(autouse=True)
def somebody(db: None) -> User:
    """An account, without which every page leads to the making of the first one."""
    return User.objects.create_user("somebody")


def test_pages_forbid_what_they_do_not_need(client: Client) -> None:
    headers = client.get("/accounts/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    for rule in (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "img-src 'self' data:",
    ):
        assert rule in policy.split("; ")
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"host": "attacker.example"}).status_code == 400


def test_nobody_signs_up_by_themselves(client: Client) -> None:
    form = {"username": "stranger", "password1": "a-long-enough-one-9", "password2": "a-long-enough-one-9"}
    client.post("/accounts/signup/", form)
    assert not User.objects.filter(username="stranger").exists()


def test_sign_in_attempts_are_limited(client: Client) -> None:
    # allauth's limit: 10 failures in 5 minutes for one name and address.
    attempt = {"login": "somebody", "password": "wrong"}
    answers = [client.post("/accounts/login/", attempt) for _ in range(12)]
    assert "Too many failed login attempts" in answers[-1].content.decode()
    assert "Too many failed login attempts" not in answers[0].content.decode()
