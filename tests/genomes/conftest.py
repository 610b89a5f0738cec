"""A browser in which annotator1 is signed in, for the tests of the genome screen."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from annotation.models import User
from genomes.models import Genome
from tests.cast import Cast, make_cast


@pytest.fixture
def people(transactional_db: None) -> Cast:
    """The cast, in rows that a server in another thread can see."""
    return make_cast()


@pytest.fixture
def complaints() -> list[str]:
    """What the console says against the content policy, and scripts that broke."""
    return []


@pytest.fixture
def open_genome(
    people: Cast, live_server: LiveServer, context: BrowserContext, complaints: list[str]
) -> Callable[..., Page]:
    """Open a genome's screen as a person, its scripts running."""

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def open_page(genome: Genome, person: User | None = None) -> Page:
        client = Client()
        client.force_login(person or people.annotator1)
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{live_server.url}/projects/demo/papers/{genome.paper.slug}/", wait_until="networkidle")
        return page

    return open_page
