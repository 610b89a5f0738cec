"""Every main page, light and dark, holds WCAG 2.2 AA as axe checks it, and fits into a phone's width."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.cast import Cast
from tests.journeys.axe import barriers
from tests.journeys.conftest import Enter
from tests.journeys.genome_screen import GenomeScreen
from tests.journeys.pair_screen import PairScreen
from tests.journeys.seeded import Seeded, seed

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

LAPTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=420, height=800)

# What stands to the right of a phone's window, as far as it is not inside something that scrolls by itself.
OVERFLOW = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 3).map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture
def seeded(cast: Cast) -> Seeded:
    return seed(cast)


def faults(page: Page) -> list[str]:
    """What axe finds in light, the contrasts in dark, and what is too wide at 420 pixels."""
    found = barriers(page)
    page.set_viewport_size(PHONE)
    found += [f"too wide: {each}" for each in page.evaluate(OVERFLOW)]
    page.set_viewport_size(LAPTOP)
    return found


def walk(page: Page, base: str, paths: list[str], acts: Mapping[str, Callable[[Page], None]]) -> str:
    """The faults of all pages, one to a line; `acts` opens on some pages what is closed at first."""
    found = []
    for path in paths:
        answer = page.goto(f"{base}{path}", wait_until="load")
        assert answer is not None
        assert (path, answer.status) == (path, 200)
        if path in acts:
            acts[path](page)
        found += [f"{path} {fault}" for fault in faults(page)]
    return "\n".join(found)


def open_an_object(page: Page) -> None:
    """The form of a new object, beside a selection with its choice of types."""
    screen = GenomeScreen(page)
    screen.select("A single network looks once at the whole scene.")
    page.keyboard.press("m")
    expect(screen.editor).to_be_visible()


def open_a_split(page: Page) -> None:
    """The current object with its buttons, the form of its split, and its history."""
    GenomeScreen(page).card("D1").locator(".object-text").click()
    page.keyboard.press("p")
    expect(page.get_by_role("form", name="Split D1")).to_be_visible()
    page.get_by_role("link", name="History", exact=True).click()
    expect(page.get_by_role("heading", name="History of D1")).to_be_visible()


def open_the_texts(page: Page) -> None:
    """A link with its reason, the evidence of a row, and both texts."""
    screen = PairScreen(page)
    screen.decide("source", "N1", "=", "e", "v")
    expect(page.locator(".texts-column").first).to_be_visible()


def test_pages_of_an_annotator(seeded: Seeded, live_server: LiveServer, enter: Enter) -> None:
    genome = f"/projects/demo/papers/{seeded.read.paper.slug}/"
    begun = f"/projects/demo/pairs/{seeded.begun.pk}/"
    paths = [
        "/projects/demo/work/",
        "/projects/demo/work/feedback/",
        "/projects/demo/papers/",
        genome,
        f"{genome}?version=1",
        f"{genome}genome/history/",
        "/projects/demo/pairs/",
        begun,
        f"/projects/demo/pairs/{seeded.said.pk}/",
        "/projects/demo/traces/",
        f"/projects/demo/traces/{seeded.trace}/",
        "/projects/demo/guidelines/1/",
    ]
    acts = {genome: open_an_object, f"{genome}?version=1": open_a_split, begun: open_the_texts}
    assert walk(enter(seeded.cast.annotator1), live_server.url, paths, acts) == ""


def test_pages_of_an_adjudicator(seeded: Seeded, live_server: LiveServer, enter: Enter) -> None:
    paths = [
        "/projects/demo/disputes/",
        f"/projects/demo/disputes/{seeded.disputed.pk}/",
        *(f"/projects/demo/disputes/?queue={name}" for name in ("alignments", "roles", "decided")),
        *(f"/projects/demo/agreement/{page}" for page in ("", "decided/", "diagnosis/")),
    ]
    assert walk(enter(seeded.cast.adjudicator), live_server.url, paths, {}) == ""


def test_pages_of_an_admin(seeded: Seeded, live_server: LiveServer, enter: Enter) -> None:
    paths = [
        "/projects/",
        *(f"/projects/demo/{page}/" for page in ("settings", "members", "progress", "guidelines/edit", "pairs")),
        "/projects/demo/exports/",
        "/projects/demo/agreement/people/",
        "/projects/demo/papers/import/",
        "/projects/demo/extraction/",
        f"/projects/demo/papers/imports/{seeded.batch}/",
        f"/projects/demo/papers/{seeded.read.paper.slug}/facts/",
        "/account/token/",
        *(
            f"/projects/demo/traces/{page}"
            for page in ("graph/", "new/", f"{seeded.trace}/", f"{seeded.trace}/edit/?at=1")
        ),
    ]
    assert walk(enter(seeded.cast.admin), live_server.url, paths, {}) == ""


def test_pages_of_results(seeded: Seeded, live_server: LiveServer, enter: Enter) -> None:
    release = "/projects/demo/releases/1.0.0/"
    paths = [
        "/projects/demo/releases/",
        release,
        f"{release}exam/",
        f"{release}exam/dynamics/",
        f"{release}runs/",
        f"/projects/demo/runs/{seeded.run.pk}/",
        f"/projects/demo/runs/{seeded.run.pk}/instances/",
        "/projects/demo/leaderboard/",
    ]
    assert walk(enter(seeded.cast.admin), live_server.url, paths, {}) == ""
