"""A person without a mouse: everything here is a press of a key."""

from playwright.sync_api import Locator, Page

FARTHEST = 120  # stops of Tab on the longest way round a screen


def tab_to(page: Page, place: Locator) -> None:
    """Press Tab until a place has the focus, as somebody does who cannot point."""
    target = place.element_handle()
    for _stop in range(FARTHEST):
        if page.evaluate("(element) => element === document.activeElement", target):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{place} is not reached by Tab; the focus is on {focused(page)}")


def focused(page: Page) -> str:
    """The beginning of the element that has the focus, for messages."""
    return str(page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))


def press(page: Page, *keys: str) -> None:
    page.wait_for_load_state("load")  # before that, nobody listens to keys
    for key in keys:
        page.keyboard.press(key)


def choose_radio(page: Page, name: str, value: str) -> None:
    """Go to a group of radio buttons and walk down to a value by arrows."""
    group = page.locator(f'input[type="radio"][name="{name}"]')
    tab_to(page, group.first)
    page.keyboard.press(" ")
    for _step in range(group.count()):
        if page.locator(f'input[name="{name}"]:checked').get_attribute("value") == value:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{name} has no {value}")
