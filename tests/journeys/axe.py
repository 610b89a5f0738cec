"""What axe finds on a page. Only broken rules are worked out and sent: most of an answer would be what holds."""

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
SCRIPT = Axe().axe_script
LOOK = "async (options) => (await axe.run(document, options)).violations"


def broken_rules(page: Page, *, dark: bool = False, rules: Sequence[str] = RULES) -> list[str]:
    """The rules that a page breaks, with where. In the dark only contrasts can differ from what light shows."""
    page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(SCRIPT)
    chosen = ["color-contrast"] if dark else list(rules)
    found: list[dict[str, Any]] = page.evaluate(LOOK, {"runOnly": chosen, "resultTypes": ["violations"]})
    return [
        f"{'dark' if dark else 'light'}: {fault['id']}, {len(fault['nodes'])} times: "
        f"{[str(node['html'])[:160] for node in fault['nodes'][:3]]}"
        for fault in found
    ]


def barriers(page: Page) -> list[str]:
    """What axe finds in light, and the contrasts in dark."""
    return broken_rules(page) + broken_rules(page, dark=True)
