"""Suggestions appear by themselves and are in no answer until a key takes them, which survives a lost network."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.services import claim_unit
from diffs.models import DiffDraft, PaperPair, SuggestionTake
from diffs.services import suggest_pair
from tests.cast import Cast
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import press
from tests.journeys.pair_screen import PairScreen
from tests.journeys.scene import an_open_pair
from tests.stack.driver import wait_until

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def aligned(pair: PaperPair) -> list[tuple[str, str]]:
    """The handles of what the saved draft aligns."""
    draft = DiffDraft.objects.filter(pair=pair).first()
    edges = draft.payload["alignments"] if draft else []
    return [(edge["source"].rpartition(":")[2], edge["target"].rpartition(":")[2]) for edge in edges]


def takes() -> list[str]:
    return sorted(SuggestionTake.objects.values_list("source_object__handle", flat=True))


def test_a_suggestion_is_seen_chosen_and_taken_by_keys(cast: Cast, live_server: LiveServer, enter: Enter) -> None:
    pair = an_open_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    page = enter(cast.annotator1)
    page.goto(f"{live_server.url}/projects/demo/pairs/{pair.pk}/")
    panel = page.locator("#suggestions")
    expect(panel).to_contain_text("No worker is running")
    suggest_pair(pair_id=pair.pk)  # as a worker does that is started now
    expect(page.locator("[data-suggested]")).to_have_count(4)  # a note in the row of each open source
    choose_without_taking(page, pair)
    press(page, "=")
    expect(panel.locator("[data-other]").first).to_contain_text("aligned with it")
    wait_until(lambda: aligned(pair) == [("N1", "N1")] and takes() == ["N1"], "saved and noted")
    leave_without_taking(page)
    take_from_the_other_side(page)
    wait_until(lambda: ("M1", "M1") in aligned(pair) and takes() == ["M1", "N1"], "saved and noted once it is back")


def choose_without_taking(page: Page, pair: PaperPair) -> None:
    """Chosen, its two objects are picked and marked, a dotted line joins them, and the answer holds nothing of it."""
    screen = PairScreen(page)
    screen.card("source", "N1").focus()
    expect(page.locator("#suggestions-title")).to_contain_text("N1")
    press(page, ".")
    chosen = page.locator("#suggestions [data-other][aria-pressed='true']")
    expect(chosen).to_have_count(1)
    expect(chosen.locator("mark").first).to_be_visible()
    for side in ("source", "target"):
        expect(screen.card(side, "N1")).to_have_attribute("data-picked", "")
        expect(screen.card(side, "N1").locator(".object-text mark[data-shared]").first).to_be_visible()
    dots = page.locator("#links path").evaluate_all("paths => paths.map((path) => path.dataset.fate)")
    assert dots == ["open"]
    assert aligned(pair) == []


def leave_without_taking(page: Page) -> None:
    """A chosen suggestion is let go by Escape and by leaving the object; neither is a take."""
    screen = PairScreen(page)
    screen.card("source", "L1").focus()
    press(page, ".", "Escape")
    expect(page.locator("article[data-picked]")).to_have_count(0)
    press(page, ".", "k")
    expect(page.locator("article[data-picked]")).to_have_count(0)


def take_from_the_other_side(page: Page) -> None:
    """The successor's M1 is suggested for the predecessor's; taken while the network is away."""
    page.context.set_offline(True)
    PairScreen(page).card("target", "M1").focus()
    expect(page.locator("#suggestions-title")).to_contain_text("is suggested for")
    page.locator("#suggestions [data-other]").first.click()
    press(page, "~")
    expect(PairScreen(page).card("target", "M1").locator(".object-fate")).to_have_text("aligned")
    page.context.set_offline(False)
