"""A draft is saved by itself, survives a lost network and a crash, and asks when it was changed elsewhere."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.shell import pages

pytestmark = pytest.mark.journey

LEAVE_COPY = """copy => localStorage.setItem(
  `draft|${document.body.dataset.person}|/shell/draft/|another-tab`, JSON.stringify(copy))"""


def state(page: Page, name: str) -> None:
    expect(page.locator("#save-state")).to_have_attribute("data-state", name, timeout=15_000)


def kept_here(page: Page) -> str:
    kept = page.evaluate("JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('draft|')))")
    return str(kept)


def change_elsewhere(**fields: str) -> None:
    pages.draft.update(revision=pages.draft["revision"] + 1, payload={**pages.draft["payload"], **fields})


def test_an_edit_is_saved_after_a_pause(shell: Page) -> None:
    shell.fill("#id_note", "one network")
    state(shell, "saved")
    assert pages.draft["payload"]["note"] == "one network"
    assert kept_here(shell) == "[]"


def test_what_is_typed_offline_is_said_kept_and_saved_later(shell: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    shell.fill("#id_note", "typed in a tunnel")
    state(shell, "offline")
    assert "typed in a tunnel" in kept_here(shell)
    context.set_offline(False)
    state(shell, "saved")
    assert pages.draft["payload"]["note"] == "typed in a tunnel"
    assert kept_here(shell) == "[]"


def test_two_tabs_choose_field_by_field(shell: Page) -> None:
    change_elsewhere(note="from the other tab", kind="isolation")
    shell.fill("#id_title", "YOLO")
    panel = shell.locator("dialog.conflict")
    expect(panel).to_be_visible()
    state(shell, "conflict")
    # Only here the title changed, only there the note and the kind: each side is preselected where it alone wrote.
    panel.get_by_role("group", name="Kind").get_by_text("As here").click()
    panel.get_by_role("button", name="Keep this choice").click()
    state(shell, "saved")
    expected = {"title": "YOLO", "note": "from the other tab", "kind": "mutation"}
    assert pages.draft["payload"] == expected
    assert shell.input_value("#id_note") == "from the other tab"


def test_a_lost_answer_is_no_conflict(shell: Page) -> None:
    """The server saved, the answer never came: the second try finds its own words there."""
    shell.route("**/shell/draft/", lambda route: (route.fetch(), route.abort()), times=1)
    shell.fill("#id_note", "sent once")
    state(shell, "offline")
    state(shell, "saved")
    expect(shell.locator("dialog.conflict")).to_have_count(0)
    assert (pages.draft["revision"], pages.draft["writes"]) == (2, 1)


def test_what_a_crash_left_behind_comes_back(shell: Page, address: str) -> None:
    typed = {**pages.draft["payload"], "note": "unsaved"}
    left = {"revision": 1, "base": pages.draft["payload"], "payload": typed, "at": 1}
    shell.evaluate(LEAVE_COPY, left)
    shell.goto(address)
    expect(shell.locator("#id_note")).to_have_value("unsaved")
    state(shell, "saved")
    assert pages.draft["payload"]["note"] == "unsaved"
    assert kept_here(shell) == "[]"


def test_a_signed_out_person_loses_nothing(shell: Page, context: BrowserContext) -> None:
    context.clear_cookies()
    shell.fill("#id_note", "after the session ended")
    state(shell, "refused")
    assert "after the session ended" in kept_here(shell)
    assert pages.draft["writes"] == 0
