"""Asking while one labels, and talking after: by keyboard alone, and nothing that was typed is lost."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Comment
from annotation.services import claim_unit
from diffs.models import DiffDraft
from diffs.services import save_draft, submit_diff
from tests.cast import Cast
from tests.factories import an_answer
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import press
from tests.journeys.scene import an_open_pair

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]
SAY = "Say something"


def settled(page: Page) -> None:
    expect(page.locator(".htmx-request")).to_have_count(0)


def test_a_question_from_the_draft_then_a_talk_about_an_object(
    cast: Cast, enter: Enter, live_server: LiveServer
) -> None:
    pair = an_open_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    payload = {"rationale": "Half a thought."}
    save_draft(by=cast.annotator1, pair=pair, payload=payload, revision=0)
    page = enter(cast.annotator1)
    page.goto(f"{live_server.url}/projects/demo/pairs/{pair.pk}/")
    ask_by_keys(page)
    assert Comment.objects.get().kind == "question"
    assert DiffDraft.objects.get().payload == payload

    for person in (cast.annotator1, cast.annotator2):
        claim_unit(person=person, unit=pair.unit)
        submit_diff(by=person, pair=pair, payload=an_answer(pair))
    page.reload()
    name = f"{pair.source.paper.slug}:M1"
    talk_about(page, name)
    assert Comment.objects.get(kind="comment").about_object == name

    other = enter(cast.annotator2)
    other.goto(f"{live_server.url}/notifications/")
    other.get_by_role("button", name="Somebody mentions you").press("Enter")
    expect(other.get_by_text("Kept, and @annotators should see it.")).to_be_visible()
    expect(other.locator(".bell .count")).to_have_count(0)
    assert "annotator1" not in other.content()


def ask_by_keys(page: Page) -> None:
    """A question that a reload interrupts: the browser keeps it."""
    press(page, "q")
    asking = page.get_by_role("textbox", name="Ask a guideline question")
    expect(asking).to_be_focused()
    asking.press_sequentially("Is a loss j k x a mechanism?")
    page.reload()
    press(page, "q")
    expect(asking).to_have_value("Is a loss j k x a mechanism?")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#discussion-drawer").get_by_text("Is a loss j k x a mechanism?")).to_be_visible()
    settled(page)
    expect(asking).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#discussion-drawer")).to_be_hidden()


def talk_about(page: Page, name: str) -> None:
    """Words about an object, begun at its card."""
    saying = page.get_by_role("textbox", name=SAY)
    expect(saying).to_be_visible()
    page.locator(f"[id='o-{name}'] [data-discuss]").press("Enter")
    expect(saying).to_be_focused()
    expect(page.locator("#comment-about")).to_have_value(f"object:{name}")
    saying.fill("Kept, and @annotators should see it.")
    page.keyboard.press("Control+Enter")
    settled(page)
    expect(page.locator("#discussion .message-text")).to_have_count(1)
