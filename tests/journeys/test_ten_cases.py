"""An adjudicator's day: ten disputes cleared without a mouse, each by other means, until the queue is empty."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import Resolution
from annotation.models import Comment
from tests.adjudication.making import a_dispute
from tests.cast import Cast
from tests.journeys.case_screen import CaseScreen
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import press

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]
KEPT, MOVED = "The core stays.", "It moved to another field."  # the rationales of the two labels of every case
Means = Callable[[CaseScreen], None]


def explain(screen: CaseScreen, words: str = "By the text.") -> None:
    """m: a rule was misread; w: the rationale, and back to the rows."""
    press(screen.page, "m", "w")
    screen.page.keyboard.type(words)
    press(screen.page, "Escape")


def take_side(words: str) -> Means:
    def take(screen: CaseScreen) -> None:
        key = screen.key_of(words)
        press(screen.page, key, "j", key)
        explain(screen)

    return take


def mix_and_undo(screen: CaseScreen) -> None:
    """Both rows wrongly, both taken back, one done again and changed: what stands is the label that moved."""
    kept, moved = screen.key_of(KEPT), screen.key_of(MOVED)
    press(screen.page, kept, "j", kept)
    press(screen.page, "z", "z")
    expect(screen.page.locator(".pick input:checked")).to_have_count(0)
    press(screen.page, "Shift+Z")
    expect(screen.rows.first.locator("input:checked")).to_have_count(1)
    press(screen.page, moved, "k", moved)
    explain(screen)


def answer_oneself(screen: CaseScreen) -> None:
    """3 again goes into the fields: mutation, sure by 70, in an adjacent ecology."""
    press(screen.page, "3", "3")
    screen.page.keyboard.type("mutation")
    press(screen.page, "Tab")
    screen.page.keyboard.type("70")
    press(screen.page, "Escape", "j", "3", "3")
    screen.page.keyboard.type("adjacent")
    press(screen.page, "Escape")
    explain(screen)


def take_neither(screen: CaseScreen) -> None:
    press(screen.page, "0", "j", "0")
    explain(screen)


def exclude(screen: CaseScreen) -> None:
    explain(screen)
    press(screen.page, "p", "End", "Escape")


def flag_and_take(screen: CaseScreen) -> None:
    """f: ask the admins about the row. It shows as flagged, and the decision goes on."""
    press(screen.page, "f")
    screen.page.keyboard.type("Does another data set alone shift the ecology?")
    press(screen.page, "Tab", "Enter")
    expect(screen.current.locator(".flagged")).to_contain_text("Flagged for the guideline")
    take_side(MOVED)(screen)


def explain_each_row(screen: CaseScreen) -> None:
    """r: a reason and a rationale for each row; the whole needs none."""
    key = screen.key_of(KEPT)
    for place, (reason, words) in enumerate((("annotator", "Overlooked."), ("ambiguous", "Two readings."))):
        press(screen.page, *(["j"] if place else []), key, "r")
        screen.page.keyboard.type(reason)
        press(screen.page, "Tab")
        screen.page.keyboard.type(words)
        press(screen.page, "Escape")


def leave_and_come_back(screen: CaseScreen) -> None:
    """Half of it, saved; the page is loaded anew, and the rest is done."""
    key = screen.key_of(KEPT)
    press(screen.page, key)
    explain(screen)
    expect(screen.page.locator("#save-state")).to_have_attribute("data-state", "saved")
    screen.page.reload()
    press(screen.page, key)  # the cursor stands in the first row without a choice


DAY: list[tuple[Means, str, str]] = [
    (take_side(KEPT), "resolved", "mutation"),
    (take_side(MOVED), "resolved", "adaptive_radiation"),
    (mix_and_undo, "resolved", "adaptive_radiation"),
    (answer_oneself, "resolved", "mutation"),
    (take_neither, "neither", ""),
    (exclude, "excluded", ""),
    (flag_and_take, "resolved", "adaptive_radiation"),
    (explain_each_row, "resolved", "mutation"),
    (leave_and_come_back, "resolved", "mutation"),
    (take_side(MOVED), "resolved", "adaptive_radiation"),
]


def test_ten_cases_are_cleared_by_keys_alone(cast: Cast, live_server: LiveServer, enter: Enter) -> None:
    for _each in DAY:
        a_dispute(cast)
    page = enter(cast.adjudicator)
    page.goto(f"{live_server.url}/projects/demo/disputes/")
    take_the_first(page)
    for place, (decide, _outcome, _dynamics) in enumerate(DAY):
        screen = CaseScreen(page)
        expect(screen.rows).to_have_count(2)
        decide(screen)
        title = page.get_by_role("heading", level=1).inner_text()
        press(page, "Control+Enter")
        expect(page.get_by_role("heading", level=1)).not_to_have_text(title)
        assert Resolution.objects.count() == place + 1
    expect(page.get_by_text("No open dispute")).to_be_visible()
    decided = Resolution.objects.order_by("created_at")
    found = [(row.outcome, (row.answer or {}).get("dynamics", "")) for row in decided]
    assert found == [(outcome, dynamics) for _decide, outcome, dynamics in DAY]
    assert len({row.pair_id for row in decided}) == len(DAY)
    assert decided[7].row_notes == {
        "dynamics": {"reason_code": "annotator_error", "rationale": "Overlooked."},
        "ecology": {"reason_code": "ambiguous_text", "rationale": "Two readings."},
    }
    assert (decided[3].answer["ecology"], decided[3].answer["confidence"]) == ("adjacent", 70)
    question = Comment.objects.get()
    assert (question.kind, question.about_field, question.unit_id) == ("question", "dynamics", decided[6].pair.unit_id)


def take_the_first(page: Page) -> None:
    """n takes the case that is most in dispute, from anywhere on the queue."""
    press(page, "n")
    expect(page.locator("#case-form")).to_be_visible()
