"""A second reader and a third person without a mouse: every object typed, what differs decided."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import ObjectRuling
from genomes.models import SecondReading
from tests.cast import Cast
from tests.factories import a_reading, number_of
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import press, tab_to
from tests.journeys.test_accessibility import faults

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

# What the second reader says, by the author's handle: the key of a type, then that of a role.
KEYS = {"N1": "n3", "M1": "m1", "L1": "c2", "D1": "x"}


def test_a_genome_is_read_and_ruled_on_by_keys_alone(cast: Cast, live_server: LiveServer, enter: Enter) -> None:
    reading = a_reading(cast)
    page = enter(cast.annotator2)
    page.goto(f"{live_server.url}/projects/demo/work/")
    press(page, "n")
    expect(page.locator("#asked-form")).to_be_visible()
    assert faults(page) == []
    type_everything(page, reading)
    expect(page.locator("#left")).to_have_text("1 left")
    press(page, "Control+Enter")
    expect(page.get_by_text("Say why object")).to_be_visible()
    tab_to(page, page.locator(f"#reason-{number_of(reading, 'D1')}"))
    page.keyboard.type("It repeats the method.")
    expect(page.locator("#left")).to_have_text("0 left")
    press(page, "Control+Enter")
    expect(page.get_by_text("The reading is submitted.")).to_be_visible()
    rule_on_what_differs(enter(cast.adjudicator), live_server.url)


def type_everything(page: Page, reading: SecondReading) -> None:
    """Down the objects, each with its keys; the text follows."""
    order = sorted(KEYS, key=lambda handle: number_of(reading, handle))
    for handle in order:
        number = number_of(reading, handle)
        expect(page.locator(f"#object-{number}")).to_have_attribute("aria-current", "true")
        expect(page.locator(f'.mark[data-object="{number}"]').first).to_have_attribute("data-state", "current")
        press(page, *KEYS[handle])
        if "x" in KEYS[handle]:  # its reason is asked for at once; Enter leaves the field, and never submits
            expect(page.locator(f"#reason-{number}")).to_be_focused()
        press(page, "Enter" if "x" in KEYS[handle] else "j")


def rule_on_what_differs(page: Page, base: str) -> None:
    page.goto(f"{base}/projects/demo/disputes/")
    press(page, "n")
    expect(page.get_by_role("heading", name="2 objects in dispute")).to_be_visible()
    assert faults(page) == []
    chosen = page.locator(".conflict-row input:checked")
    press(page, "2", "z", "1", "j", "1", "z")
    expect(chosen).to_have_count(1)
    press(page, "Shift+z")
    expect(chosen).to_have_count(2)
    tab_to(page, page.get_by_role("radio", name="ambiguous text"))
    press(page, " ", *["ArrowRight"] * 4)
    tab_to(page, page.get_by_role("textbox", name="Rationale of the decision").last)
    page.keyboard.type("The words decide.")
    expect(page.locator("#save-state")).to_have_attribute("data-state", "saved")
    press(page, "Control+Enter")
    expect(page.get_by_text("Decided: 2.")).to_be_visible()
    assert ObjectRuling.objects.filter(reason_code="other", choice="a").count() == 2
