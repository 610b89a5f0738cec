"""A trace built by keys alone, mended on the way, reloaded, saved, and its paths walked by arrows."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from diffs.models import PaperPair, Trace
from genomes.models import Genome
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import focused, press, tab_to

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def genomes(cast: Cast) -> list[Genome]:
    """Four papers in a row; the first two steps are gold, and the last has no pair."""
    found = [a_genome(cast, handed_in=True, slug=f"p{number}", title=f"Finder {number}") for number in range(4)]
    for number in range(2):
        pair = a_pair(cast, source=found[number], target=found[number + 1])
        for person in (cast.annotator1, cast.annotator2):
            a_diff(person, pair)
    return found


def papers(page: Page) -> list[str]:
    return [str(each.get_attribute("value")) for each in page.locator("input[name=paper]").all()]


def settle(page: Page, *expected: str) -> None:
    """Until the builder holds these papers and nothing is on its way."""
    expect(page.locator(".builder-place")).to_have_count(len(expected))
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    assert papers(page) == list(expected)


def test_a_trace_is_built_mended_and_followed_by_keys(
    cast: Cast, genomes: list[Genome], enter: Enter, live_server: LiveServer
) -> None:
    page = enter(cast.admin)
    page.goto(f"{live_server.url}/projects/demo/traces/", wait_until="load")
    press(page, "n")
    page.wait_for_url("**/traces/new/")
    for number, expected in enumerate((["p0"], ["p0", "p1"], ["p0", "p1", "p2"])):
        press(page, "1")
        settle(page, *expected)
        expect(page.locator("#builder-said")).to_contain_text(f"{number + 1} paper")
    wrong_way_round_and_back(page)
    a_missing_pair_is_made(page)
    named_and_reloaded(page)
    press(page, "Control+Enter")
    page.wait_for_url(re.compile(r"/traces/\d+/$"))
    assert [paper.slug for paper in Trace.objects.get().papers()] == ["p0", "p1", "p2", "p3"]
    along_the_paths(page)


def wrong_way_round_and_back(page: Page) -> None:
    press(page, "Shift+k")
    settle(page, "p0", "p2", "p1")
    expect(page.get_by_text("The pair goes the other way")).to_be_visible()
    press(page, "k")  # to the gap before, and back
    expect(page.locator("#at-2")).to_be_visible()
    press(page, "j")
    expect(page.locator("#at-1")).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Swap the two"))
    press(page, "Enter")
    settle(page, "p0", "p1", "p2")
    page.go_back()
    settle(page, "p0", "p2", "p1")
    page.go_forward()
    settle(page, "p0", "p1", "p2")


def a_missing_pair_is_made(page: Page) -> None:
    press(page, "f")
    page.keyboard.type("Finder 3")
    expect(page.locator("#take-1")).to_contain_text("no pair from p2 yet")
    tab_to(page, page.locator("#take-1"))
    press(page, "Enter")
    settle(page, "p0", "p1", "p2", "p3")
    tab_to(page, page.get_by_role("button", name="Make the pair"))
    press(page, "Enter")
    expect(page.get_by_text("is ready to be labelled")).to_be_visible()
    assert PaperPair.objects.count() == 3


def named_and_reloaded(page: Page) -> None:
    tab_to(page, page.locator("#builder-name"))
    page.keyboard.type("Finders")
    page.reload(wait_until="load")
    expect(page.locator("#builder-name")).to_have_value("Finders")
    settle(page, "p0", "p1", "p2", "p3")


def along_the_paths(page: Page) -> None:
    """N1 lives over both gold steps: two edges, and an open end where nothing is known."""
    first = page.locator("[data-strand] a[href]").first
    first.focus()
    press(page, "ArrowRight")
    assert "#o-p1:N1" in focused(page)
    press(page, "ArrowDown")
    assert "#o-p1:M1" in focused(page)
    press(page, "Enter")
    page.wait_for_url("**/pairs/**#o-p1:M1")
