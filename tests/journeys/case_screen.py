"""What an adjudicator does on a case."""

from playwright.sync_api import Locator, Page, expect


class CaseScreen:
    def __init__(self, page: Page) -> None:
        self.page = page

    def letter_of(self, words: str) -> str:
        """Which letter the label with these words has in this case."""
        side = self.page.locator("section.answer", has_text=words).get_attribute("data-side")
        assert side is not None
        return side

    def key_of(self, words: str) -> str:
        """The key that takes the answer of the label with these words: 1 for A, 2 for B."""
        return {"a": "1", "b": "2"}[self.letter_of(words)]

    @property
    def rows(self) -> Locator:
        """The rows in dispute."""
        return self.page.locator(".conflict-row")

    @property
    def current(self) -> Locator:
        return self.page.locator('.conflict-row[aria-current="true"]')

    def names(self) -> list[str]:
        """What is in dispute: field names, and the handles of objects (′ for the successor's)."""
        return [row.locator("legend").inner_text().split("\n")[-1] for row in self.rows.all()]

    def choose(self, key: str) -> None:
        """Press a key on the current row; it must be chosen there and nowhere else."""
        self.page.wait_for_load_state("load")  # before that, nobody listens to keys
        self.page.keyboard.press(key)
        expect(self.current.locator("input:checked")).to_have_count(1)

    def next_row(self) -> None:
        self.page.keyboard.press("j")

    def nothing_is_missing(self) -> None:
        expect(self.page.locator("#pending")).to_contain_text("Nothing is missing")
