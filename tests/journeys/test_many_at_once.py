"""Many pairs by keys: ticked, changed, taken back; and the time that somebody is at work on one of them."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Assignment, Unit
from annotation.services import claim_unit
from diffs.models import PaperPair
from tests.cast import Cast
from tests.diffs.rows import chain
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import press
from tests.journeys.test_accessibility import faults

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

# Spans of the class with a clock of one's own, in seconds.
SPANS = """async () => {
  const { ActiveTime } = await import("/static/js/time-on-task.js");
  const spans = (...steps) => {
    const time = new ActiveTime();
    for (const [what, at] of steps) time[what](at * 1000);
    return time.untold(1000 * 1000).map(([from, to]) => [from / 1000, to / 1000]);
  };
  const told = new ActiveTime();
  told.input(0);
  const first = told.untold(30000);
  told.confirm(first);
  told.input(50000);
  return {
    reading: spans(["input", 0], ["input", 50], ["stop", 70]),
    idle: spans(["input", 0], ["input", 300], ["stop", 310]),
    hidden: spans(["input", 0], ["stop", 10], ["stop", 90], ["input", 100], ["stop", 105]),
    nothing: spans(["stop", 10]),
    twice: [first, told.untold(70000)],
  };
}"""


def priorities(pairs: list[PaperPair]) -> list[int]:
    return [Unit.objects.get(pk=pair.unit_id).priority for pair in pairs]


def ticked(page: Page) -> list[bool]:
    found: list[bool] = page.locator("[data-pick]").evaluate_all("(boxes) => boxes.map((box) => box.checked)")
    return found


def test_pairs_are_ticked_and_changed_by_keys(cast: Cast, live_server: LiveServer, enter: Enter) -> None:
    pairs = chain(cast, "alpha", "beta", "gamma", "delta", "epsilon")
    page = enter(cast.admin)
    page.goto(f"{live_server.url}/projects/demo/pairs/", wait_until="networkidle")
    press(page, "j", "x", "j", "j", "Shift+x")
    assert ticked(page) == [True, True, True, False]
    press(page, "j", "x", "k", "x")
    assert ticked(page) == [True, True, False, True]
    press(page, "a", "a")
    assert ticked(page) == [False] * 4
    press(page, "a", "k", "x")
    assert ticked(page) == [True, False, True, True]
    expect(page.locator("[data-selected-count]")).to_have_text("3 selected")
    assert faults(page) == []
    page.get_by_label("What to do with them").select_option("priority")
    page.get_by_label("Priority; more is sooner").fill("7")
    page.keyboard.press("Enter")
    expect(page.get_by_text("3 pairs will get the priority 7.")).to_be_visible()
    assert priorities(pairs) == [0, 0, 0, 0]
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("3 pairs have the priority 7 now.")).to_be_visible()
    assert priorities(pairs) == [7, 0, 7, 7]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("3 pairs have the priority 0 now.")).to_be_visible()
    assert priorities(pairs) == [0, 0, 0, 0]


def test_time_at_work_is_told_when_the_screen_is_hidden(cast: Cast, live_server: LiveServer, enter: Enter) -> None:
    pair = chain(cast, "alpha", "beta")[0]
    claim_unit(person=cast.annotator1, unit=pair.unit)
    page = enter(cast.annotator1)
    page.goto(f"{live_server.url}/projects/demo/pairs/{pair.pk}/", wait_until="networkidle")
    expected: dict[str, Any] = {
        # up to a minute of stillness counts as reading; what follows does not
        "reading": [[0, 70]],
        "idle": [[0, 60], [300, 310]],
        "hidden": [[0, 10], [100, 105]],
        "nothing": [],
        "twice": [[[0, 30000]], [[30000, 70000]]],
    }
    assert page.evaluate(SPANS) == expected
    page.mouse.move(200, 200)
    page.wait_for_timeout(2_500)  # time itself is what is counted
    with page.expect_response("**/heartbeat/") as told:
        page.evaluate(
            """() => {
              Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
              document.dispatchEvent(new Event("visibilitychange"));
            }"""
        )
    assert told.value.status == 200
    hold = Assignment.objects.get(unit=pair.unit)
    assert 2 <= hold.active_seconds <= (hold.lease_expires_at - hold.claimed_at).total_seconds()
