"""People at browsers: each has a context of their own, as on a machine of their own."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import User

PASSWORD = "a horse that nobody knows"
PATIENCE = 45_000  # a busy machine is slow, not broken
USUAL_PATIENCE = 5_000  # what Playwright waits for when nobody says otherwise

Enter = Callable[[User], Page]


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=USUAL_PATIENCE)


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What browsers said against the content policy, and scripts that broke; a journey with any has failed."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def open_browser(new_context: Callable[..., BrowserContext], complaints: list[str]) -> Callable[[], Page]:
    """Opens a browser where nobody is signed in."""

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def open_one() -> Page:
        context = new_context()
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    return open_one


@pytest.fixture
def sign_in(open_browser: Callable[[], Page], live_server: LiveServer) -> Enter:
    """Opens a browser and signs a person in at the door, with a password."""

    def at_the_door(person: User) -> Page:
        person.set_password(PASSWORD)
        person.save(update_fields=["password"])
        page = open_browser()
        page.goto(live_server.url)
        page.get_by_label("Username").fill(person.username)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator(".person > summary")).to_contain_text(person.username)
        return page

    return at_the_door


@pytest.fixture
def enter(open_browser: Callable[[], Page], live_server: LiveServer) -> Enter:
    """Opens a browser where a person is signed in already; it shows nothing yet."""

    def with_a_session(person: User) -> Page:
        page = open_browser()
        client = Client()
        client.force_login(person)
        session = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        return page

    return with_a_session
