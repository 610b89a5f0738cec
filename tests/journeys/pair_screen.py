"""What a person does on the pair screen."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


@dataclass(frozen=True)
class Label:
    """A label of a pair from `tests.factories.a_pair`: N1 is inherited, L1 and D1 are lost, or novel in the successor.

    `driver` is the key pressed on M1: ~ links it, x loses it (then the successor's M1 is novel).
    """

    driver: str
    continuity: str
    transition: str
    ecology: str
    dynamics: str
    rationale: str
    confidence: int


class PairScreen:
    def __init__(self, page: Page) -> None:
        self.page = page

    def card(self, side: str, handle: str) -> Locator:
        """The card of an object; the side is source or target."""
        return self.page.locator(f'article[data-side="{side}"][data-object$=":{handle}"]')

    def ready(self) -> None:
        """Its scripts have counted what is open, so keys act."""
        expect(self.page.locator("[data-open-count]")).not_to_be_empty()

    def decide(self, side: str, handle: str, *keys: str) -> None:
        """Go to an object and press keys on it."""
        self.ready()
        self.card(side, handle).focus()
        for key in keys:
            self.page.keyboard.press(key)

    def link(self, handle: str, key: str, why: str) -> None:
        """Link a source object with the only one of its type across, and say why."""
        self.decide("source", handle, key, "w")
        self.page.keyboard.type(why)
        self.page.keyboard.press("Escape")

    def choose(self, name: str, value: str) -> None:
        """Press the words of a choice in the rail."""
        self.page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()

    def cite_both_drivers(self) -> None:
        for button in self.page.get_by_role("button", name="Use the object’s").all():
            button.click()

    def answer(self, label: Label) -> None:
        """Everything that a submission needs."""
        self.link("N1", "=", "Both must find things while the scene moves.")
        if label.driver == "x":
            self.decide("source", "M1", "x", "d")
            self.decide("target", "M1", "+")
        else:
            self.link("M1", label.driver, "One regression in both.")
            self.decide("source", "M1", "d")
        for handle in ("L1", "D1"):
            self.decide("source", handle, "x")
            self.decide("target", handle, "+")
        self.decide("target", label.transition, "t")
        self.choose("driver_continuity", label.continuity)
        self.choose("ecology", label.ecology)
        self.choose("dynamics", label.dynamics)
        self.page.get_by_role("textbox", name="Rationale", exact=True).fill(label.rationale)
        self.cite_both_drivers()
        self.page.get_by_label("Confidence, 0 to 100").last.fill(str(label.confidence))

    def submit(self) -> None:
        self.missing(0)
        self.page.keyboard.press("Control+Enter")
        expect(self.page.get_by_text("Submitted. Thank you.")).to_be_visible()

    def missing(self, count: int) -> None:
        expect(self.page.locator("#missing-title .count")).to_have_text(str(count))

    def state(self, name: str) -> None:
        """What the top bar says about the draft."""
        expect(self.page.locator("#save-state")).to_have_attribute("data-state", name)
