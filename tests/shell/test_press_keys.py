"""Keys act on what carries them, rest while somebody types, and are listed by `?`."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.journey

COUNT = "window.presses = 0; document.getElementById('next').addEventListener('click', () => window.presses++)"


def test_a_key_presses_its_button_but_not_while_typing(shell: Page) -> None:
    shell.evaluate(COUNT)
    shell.keyboard.press("j")
    assert shell.evaluate("presses") == 1
    shell.focus("#id_note")
    shell.keyboard.press("j")
    assert shell.evaluate("presses") == 1
    assert shell.input_value("#id_note") == "j"


def test_a_korean_keyboard_reaches_the_same_key(shell: Page) -> None:
    """On the two-set layout the key of j types ㅓ."""
    shell.evaluate(COUNT)
    shell.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅓ', code: 'KeyJ', bubbles: true}))")
    assert shell.evaluate("presses") == 1


def test_the_overlay_lists_the_keys_and_can_switch_single_ones_off(shell: Page) -> None:
    shell.evaluate(COUNT)
    shell.keyboard.press("?")
    overlay = shell.get_by_role("dialog", name="Keys of this screen")
    expect(overlay.get_by_role("listitem").filter(has_text="Next object")).to_contain_text("j")
    overlay.get_by_role("checkbox").uncheck()
    shell.keyboard.press("Escape")
    expect(overlay).to_be_hidden()
    shell.keyboard.press("j")
    assert shell.evaluate("presses") == 0


def test_a_refused_request_says_what_the_server_said(shell: Page) -> None:
    shell.click("#refuse")
    expect(shell.locator(".toast")).to_contain_text("YOLOv2 is published before YOLO.")


def test_the_chosen_theme_comes_from_the_server_at_the_next_visit(shell: Page) -> None:
    shell.locator(".person > summary").click()
    shell.get_by_role("button", name="Dark").click()
    response = shell.reload()
    assert response is not None
    assert 'data-theme="dark"' in response.text()


def test_math_is_rendered_within_the_content_policy(shell: Page, complaints: list[str]) -> None:
    expect(shell.locator(".math .katex")).to_have_count(1)
    expect(shell.locator(".math[data-rendered='failed']")).to_have_text(r"\frac{")
    assert complaints == []
