"""The case screen in a browser: choosing by keys, undo, autosave, the next case, and axe in both schemes."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from adjudication.models import CaseDraft, Resolution
from adjudication.services import claim_case, resolve_case
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, a_pair, an_answer, letter_of, lost_driver
from tests.cast import Cast, make_cast
from tests.journeys.axe import barriers

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]
Opened = Callable[[str], Page]


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def opened(cast: Cast, live_server: object, page: Page, context: BrowserContext) -> Opened:
    """Opens an address of the project as its adjudicator."""

    def open_page(path: str) -> Page:
        client = Client()
        client.force_login(cast.adjudicator)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": str(live_server)}
        context.add_cookies([cookie])  # type: ignore[list-item] # a cookie has more keys that may be left out
        page.goto(f"{live_server}/projects/{cast.project.slug}/{path}")
        return page

    return open_page


def held(cast: Cast) -> PaperPair:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    return pair


def saved(page: Page) -> None:
    expect(page.locator("#save-state")).to_have_attribute("data-state", "saved")


def test_a_case_is_decided_by_keys_alone_and_the_next_one_opens(cast: Cast, opened: Opened) -> None:
    pair, following = held(cast), a_dispute(cast)
    page = opened(f"disputes/{pair.pk}/")
    number = "1" if letter_of(pair, cast.annotator1) == "a" else "2"
    page.keyboard.press(number)
    page.keyboard.press("j")
    expect(page.locator("#position")).to_have_text("row 2 of 2")
    page.keyboard.press(number)
    expect(page.locator(".pick input:checked")).to_have_count(2)
    page.keyboard.press("e")
    for words in ("Ecology is the same", " by the text."):  # gone back to, it is written on, not over
        page.keyboard.press("w")
        page.keyboard.type(words)
        page.keyboard.press("Escape")
    expect(page.locator("#pending")).to_contain_text("Nothing is missing")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(following.unit.title)
    resolution = Resolution.objects.get()
    assert (resolution.pair, resolution.answer["dynamics"]) == (pair, "mutation")
    assert (resolution.reason_code, resolution.rationale) == ("annotator_error", "Ecology is the same by the text.")


def test_a_choice_is_undone_and_the_draft_follows(cast: Cast, opened: Opened) -> None:
    pair = held(cast)
    page = opened(f"disputes/{pair.pk}/")
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("u")
    expect(page.locator('[name="choice.dynamics"][value="a"]')).to_be_checked()
    saved(page)
    assert CaseDraft.objects.get().payload["choice.dynamics"] == "a"
    page.keyboard.press("u")
    expect(page.locator(".pick input:checked")).to_have_count(0)
    saved(page)
    page.reload()
    expect(page.locator(".pick input:checked")).to_have_count(0)


def test_an_own_answer_opens_where_it_is_chosen(cast: Cast, opened: Opened) -> None:
    pair = held(cast)
    page = opened(f"disputes/{pair.pk}/")
    expect(page.get_by_label("Confidence, 0 to 100")).to_be_hidden()
    page.keyboard.press("3")
    expect(page.get_by_label("Confidence, 0 to 100")).to_be_visible()
    page.keyboard.press("0")
    expect(page.get_by_label("Confidence, 0 to 100")).to_be_hidden()


def test_queue_case_and_agreement_break_no_rule_of_accessibility(cast: Cast, opened: Opened) -> None:
    pair = a_pair(cast)
    a_dispute(cast, an_answer(pair), lost_driver(pair), pair=pair)
    claim_case(by=cast.adjudicator, pair=pair)
    decided = a_dispute(cast)
    why = {"reason_code": "other", "rationale": "The text leaves it open."}
    resolve_case(by=cast.adjudicator, pair=decided, outcome="excluded", **why)  # type: ignore[arg-type]
    waiting = a_dispute(cast)
    for path in (
        "disputes/",
        f"disputes/{pair.pk}/",
        f"disputes/{decided.pk}/",
        f"disputes/{waiting.pk}/",
        "agreement/?first=mutation&second=adaptive_radiation",
    ):
        page = opened(path)
        for each in page.locator("details.drawer").all():
            each.evaluate("node => { node.open = true }")
        assert barriers(page) == [], path


def test_two_tabs_on_one_case_are_asked_row_by_row_and_lose_nothing(cast: Cast, opened: Opened) -> None:
    pair = held(cast)
    first = opened(f"disputes/{pair.pk}/")
    second = first.context.new_page()
    second.goto(first.url)
    first.keyboard.press("1")
    saved(first)
    second.keyboard.press("2")
    panel = second.get_by_role("dialog")
    expect(panel.get_by_role("group", name="Dynamics")).to_be_visible()
    assert CaseDraft.objects.get().payload["choice.dynamics"] == "a"
    panel.get_by_role("group", name="Dynamics").get_by_role("radio").last.check()  # theirs
    panel.get_by_role("button").last.click()
    expect(second.locator('[name="choice.dynamics"][value="a"]')).to_be_checked()
