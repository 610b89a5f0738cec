"""The two screens where people spend their days, worked without a mouse from the first key to the last."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import Resolution
from annotation.services import claim_unit
from diffs.models import Diff, PaperPair
from diffs.services import submit_diff
from tests.cast import Cast
from tests.factories import an_answer
from tests.journeys.case_screen import CaseScreen
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import choose_radio, press, tab_to
from tests.journeys.pair_screen import PairScreen
from tests.journeys.scene import an_open_pair

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def test_a_pair_is_labelled_by_keys_alone(cast: Cast, live_server: LiveServer, enter: Enter) -> None:
    pair = an_open_pair(cast)
    page = enter(cast.annotator1)
    page.goto(f"{live_server.url}/projects/demo/work/")
    press(page, "n")
    PairScreen(page).ready()
    align_by_keys(page)
    decide_by_keys(page)
    PairScreen(page).missing(0)
    press(page, "Control+Enter")
    expect(page.get_by_text("Submitted. Thank you.")).to_be_visible()
    answer = Diff.objects.get(pair=pair, author=cast.annotator1).answer
    old, new = pair.source.paper.slug, pair.target.paper.slug
    assert answer["fates"] == {
        f"{old}:N1": "inherited",
        f"{old}:M1": "mutated",
        f"{old}:L1": "lost",
        f"{old}:D1": "lost",
    }
    assert [edge["similarity"] for edge in answer["alignments"]] == ["Still a moving scene.", "One regression in both."]
    assert (answer["predecessor_driver"], answer["transition_driver"]) == (f"{old}:M1", f"{new}:D1")
    decided = [answer[name] for name in ("driver_continuity", "ecology", "dynamics", "rationale", "confidence")]
    assert decided == ["mutated", "same", "mutation", "It stays.", 60]
    assert {pointer["paper"] for pointer in answer["evidence"]} == {old, new}


def align_by_keys(page: Page) -> None:
    """Down the predecessor, then down the successor: N1 = N1, M1 ~ M1 (drivers), the rest lost or novel."""
    press(page, "j", "=", "w")
    page.keyboard.type("Still a moving scene.")
    press(page, "Escape", "j", "~", "w")
    page.keyboard.type("One regression in both.")
    press(page, "Escape", "d", "j", "x", "j", "x")
    expect(PairScreen(page).card("source", "D1")).to_be_focused()
    press(page, "l")
    expect(page.locator('article[data-side="target"]:focus')).to_be_visible()
    for handle in ("L1", "D1"):
        walk_to(page, "target", handle)
        press(page, "+")
    press(page, "t")


def walk_to(page: Page, side: str, handle: str) -> None:
    """Up to the first object of this side, then down to the one that is meant."""
    press(page, *["k"] * 4)
    card = PairScreen(page).card(side, handle)
    for _step in range(4):
        if card.get_attribute("aria-current") == "true":
            return
        press(page, "j")
    raise AssertionError(f"j never comes to {handle}")


def decide_by_keys(page: Page) -> None:
    """The rail, from top to bottom by Tab and arrows; the dynamics by its number."""
    choose_radio(page, "driver_continuity", "mutated")
    choose_radio(page, "ecology", "same")
    press(page, "1")
    tab_to(page, page.get_by_role("textbox", name="Rationale", exact=True))
    page.keyboard.type("It stays.")
    for button in page.get_by_role("button", name="Use the object’s").all():
        tab_to(page, button)
        press(page, "Enter")
    tab_to(page, page.locator("#confidence"))
    press(page, "ArrowRight", "ArrowRight")  # two steps of five from the middle


def disputed(cast: Cast, pair: PaperPair) -> None:
    """Two labels that differ in ecology and so in dynamics."""
    kept = an_answer(pair, rationale="It stays at home.")
    moved = an_answer(pair, rationale="It moved.", ecology="shifted", dynamics="adaptive_radiation")
    for person, answer in ((cast.annotator1, kept), (cast.annotator2, moved)):
        claim_unit(person=person, unit=pair.unit)
        submit_diff(by=person, pair=pair, payload=answer)


def test_a_case_is_decided_by_keys_alone(cast: Cast, live_server: LiveServer, enter: Enter) -> None:
    pair, following = an_open_pair(cast), an_open_pair(cast)
    for each in (pair, following):
        disputed(cast, each)
    page = enter(cast.adjudicator)
    page.goto(f"{live_server.url}/projects/demo/disputes/")
    press(page, "n")
    case = CaseScreen(page)
    expect(case.rows).to_have_count(2)
    kept, moved = case.key_of("It stays at home."), case.key_of("It moved.")
    assert {kept, moved} == {"1", "2"}
    press(page, moved, "j", moved)
    press(page, "u", "k", "0", kept)  # a choice is taken back, another thought better of
    expect(case.rows.nth(1).locator("input:checked")).to_have_count(0)
    press(page, "j", kept)
    tab_to(page, page.get_by_role("radio", name="ambiguous text"))
    press(page, " ", "ArrowRight", "ArrowRight")
    expect(page.get_by_role("radio", name="annotator error")).to_be_checked()
    tab_to(page, page.get_by_label("Rationale of the decision"))
    page.keyboard.type("Both texts speak of the same scene.")
    case.nothing_is_missing()
    press(page, "Control+Enter")
    # Resolving takes the next case at once.
    expect(page).to_have_url(f"{live_server.url}/projects/demo/disputes/{following.pk}/")
    expect(page.get_by_role("radio", name="annotator error")).not_to_be_checked()
    decided = Resolution.objects.get()
    assert (decided.pair, decided.outcome, decided.reason_code) == (pair, "resolved", "annotator_error")
    assert (decided.answer["ecology"], decided.answer["dynamics"]) == ("same", "mutation")
