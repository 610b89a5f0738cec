"""The shell's page in a browser, with somebody signed in."""

from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.cast import Cast
from tests.shell import pages

TEMPLATES = Path(__file__).parent / "templates"


@pytest.fixture
def address(transactional_db: None, settings: Settings, live_server: LiveServer) -> str:
    """Serve the page that the tests bring along."""
    settings.ROOT_URLCONF = "tests.shell.pages"
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], TEMPLATES]}]
    pages.start_draft()
    return f"{live_server.url}/shell/"


@pytest.fixture
def complaints() -> list[str]:
    """What the browser's console says against the content policy, or about a script that broke."""
    return []


@pytest.fixture
def shell(address: str, cast: Cast, context: BrowserContext, complaints: list[str]) -> Page:
    """Open the page as annotator1, its scripts running."""
    client = Client()
    client.force_login(cast.annotator1)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    page = context.new_page()

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address, wait_until="networkidle")
    return page
