"""Sign-in and error pages say what to do next, need no database, and can be read by everybody."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from playwright.sync_api import Page, ViewportSize

from tests.cast import Cast
from tests.journeys.axe import barriers


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "500"])
def test_an_error_page_needs_no_request_and_no_database(code: str) -> None:
    """Without the `db` mark a query would fail the test."""
    page = render_to_string(f"{code}.html")
    assert f">{code[:3]}<" in page
    assert 'href="/"' in page


def test_a_refusal_shows_its_reason() -> None:
    page = render_to_string("403.html", {"exception": "Adjudicators settle cases."})
    assert "Adjudicators settle cases." in page


def test_a_wrong_password_is_explained_at_the_form(client: Client, cast: Cast) -> None:
    answer = client.post("/accounts/login/", {"login": cast.annotator1.username, "password": "wrong"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'role="alert"' in page
    assert "errorlist nonfield" in page


@pytest.mark.journey
@pytest.mark.usefixtures("cast")
def test_the_sign_in_page_is_accessible_and_fits(address: str, page: Page) -> None:
    page.goto(address)  # not signed in: leads to the door
    assert "/accounts/login/" in page.url
    for width in (1280, 420):
        page.set_viewport_size(ViewportSize(width=width, height=800))
        assert barriers(page) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
