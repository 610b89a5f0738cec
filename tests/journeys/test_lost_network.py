"""The network goes, a second tab interferes, a button is pressed twice: it is said, and nothing is lost."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.services import claim_unit
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.services import save_draft
from tests.cast import Cast
from tests.factories import an_answer
from tests.journeys.conftest import Enter
from tests.journeys.pair_screen import PairScreen
from tests.journeys.scene import an_open_pair

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    """A pair that annotator1 has taken."""
    pair = an_open_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return pair


@pytest.fixture
def page(cast: Cast, pair: PaperPair, enter: Enter, live_server: LiveServer) -> Page:
    """The pair, open before annotator1."""
    page = enter(cast.annotator1)
    page.goto(f"{live_server.url}/projects/demo/pairs/{pair.pk}/")
    return page


def draft() -> dict[str, Any]:
    payload: dict[str, Any] = DiffDraft.objects.get().payload
    return payload


def test_work_done_without_a_network_is_said_and_comes_back_whole(page: Page, pair: PaperPair) -> None:
    screen = PairScreen(page)
    screen.decide("source", "L1", "x")
    screen.state("saved")
    page.clock.install()
    page.context.set_offline(True)
    screen.decide("source", "D1", "x")
    screen.decide("target", "D1", "+", "t")
    page.get_by_role("textbox", name="Rationale", exact=True).fill("Written in a tunnel.")
    screen.choose("ecology", "adjacent")
    screen.state("offline")
    expect(page.locator("#save-state")).to_contain_text("Offline, your changes are kept here")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Not submitted: your last changes have not reached the server yet.")).to_be_visible()
    old, new = pair.source.paper.slug, pair.target.paper.slug
    assert draft()["fates"] == {f"{old}:L1": "lost"}
    page.clock.fast_forward(120_000)  # two minutes, in which saving is tried again and again
    screen.state("offline")
    page.context.set_offline(False)
    screen.state("saved")
    whole = draft()
    assert whole["fates"] == {f"{old}:L1": "lost", f"{old}:D1": "lost"}
    assert whole["origins"] == {f"{new}:D1": "novel"}
    assert (whole["transition_driver"], whole["ecology"]) == (f"{new}:D1", "adjacent")
    assert whole["rationale"] == "Written in a tunnel."
    assert not Diff.objects.exists()


def test_a_page_left_without_a_network_finds_its_work_again(page: Page) -> None:
    """The tab is closed in the tunnel; the next visit, in another tab, brings back what was typed."""
    screen = PairScreen(page)
    page.context.set_offline(True)
    page.get_by_role("textbox", name="Rationale", exact=True).fill("Typed before the battery died.")
    screen.state("offline")
    address = page.url
    page.close()
    page.context.set_offline(False)
    next_visit = page.context.new_page()
    next_visit.goto(address)
    expect(next_visit.get_by_role("textbox", name="Rationale", exact=True)).to_have_value(
        "Typed before the battery died."
    )
    PairScreen(next_visit).state("saved")
    assert draft()["rationale"] == "Typed before the battery died."


def test_two_tabs_are_a_choice_and_neither_is_lost(page: Page, pair: PaperPair) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    PairScreen(other).decide("source", "L1", "x")
    PairScreen(other).choose("ecology", "shifted")
    PairScreen(other).state("saved")
    PairScreen(page).choose("ecology", "same")
    page.get_by_role("textbox", name="Rationale", exact=True).fill("From the first tab.")  # the choice may be up by now
    choice = page.get_by_role("dialog", name="This draft was changed elsewhere")
    expect(choice).to_be_visible()
    PairScreen(page).state("conflict")
    # While nothing is chosen, the server has the other tab's state and this tab its own.
    assert (draft()["ecology"], draft()["rationale"]) == ("shifted", "")
    expect(page.get_by_role("textbox", name="Rationale", exact=True)).to_have_value("From the first tab.")
    choice.get_by_role("group", name="Ecology").get_by_text("As there").click()
    choice.get_by_role("button", name="Keep this choice").click()
    PairScreen(page).state("saved")
    # Each side is preselected where it alone wrote: here the rationale, there the fate.
    assert draft()["ecology"] == "shifted"
    assert draft()["fates"] == {f"{pair.source.paper.slug}:L1": "lost"}
    assert draft()["rationale"] == "From the first tab."
    expect(PairScreen(page).card("source", "L1").locator("xpath=..")).to_have_attribute("data-fate", "lost")


def test_two_presses_on_submit_are_one_submission(cast: Cast, page: Page, pair: PaperPair) -> None:
    save_draft(by=cast.annotator1, pair=pair, payload=an_answer(pair), revision=0)
    page.reload()
    PairScreen(page).missing(0)
    page.locator("#submit").dblclick()
    expect(page.get_by_role("button", name="Change my answer")).to_be_visible()
    assert Diff.objects.count() == 1
    assert Diff.objects.get().answer["rationale"] == an_answer(pair)["rationale"]
    pair.unit.refresh_from_db()
    assert pair.unit.labels_done == 1
