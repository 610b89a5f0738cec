"""What an annotator does on the screen of a paper and its genome."""

from playwright.sync_api import Locator, Page, expect

# Selects the words between two texts of the reading, as a drag of the mouse does: from the first character of
# `first` to the last of `last`, whatever marks and other elements lie between.
SELECT = """([first, last]) => {
  const reading = document.querySelector("[data-reading]");
  const place = (words, atEnd) => {
    const walker = document.createTreeWalker(reading, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(words);
      if (at >= 0) return [node, atEnd ? at + words.length : at];
    }
    throw new Error(`No text "${words}" in one piece`);
  };
  getSelection().setBaseAndExtent(...place(first, false), ...place(last, true));
}"""


class GenomeScreen:
    def __init__(self, page: Page) -> None:
        self.page = page

    def select(self, first: str, last: str = "") -> None:
        """Select from one piece of text to another (or that piece alone); the choice of types then stands beside it."""
        self.page.wait_for_load_state("load")  # before that, nobody listens to selections and keys
        self.page.evaluate(SELECT, [first, last or first])
        expect(self.page.get_by_role("dialog", name="Make an object from the selection")).to_be_visible()

    def drag(self, words: str) -> None:
        """Select words with the mouse, from their left edge to their right."""
        box = self.page.evaluate(
            """async (words) => {
              await document.fonts.ready; // another font would move the words
              const walker = document.createTreeWalker(document.querySelector("[data-reading]"), NodeFilter.SHOW_TEXT);
              for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const at = node.data.indexOf(words);
                if (at < 0) continue;
                node.parentElement.scrollIntoView({ block: "center" });
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + words.length);
                const { left, right, top, bottom } = range.getBoundingClientRect();
                return { left, right, y: (top + bottom) / 2 };
              }
              throw new Error(`No text "${words}" in one piece`);
            }""",
            words,
        )
        mouse = self.page.mouse
        mouse.move(box["left"] + 0.5, box["y"])
        mouse.down()
        mouse.move(box["right"] - 0.5, box["y"], steps=8)
        mouse.up()
        expect(self.page.get_by_role("dialog", name="Make an object from the selection")).to_be_visible()

    @property
    def editor(self) -> Locator:
        return self.page.locator("[data-object-editor]")

    def card(self, handle: str) -> Locator:
        return self.page.locator(f'[data-object-card][data-handle="{handle}"]')

    def make(self, key: str, handle: str, content: str = "") -> None:
        """Press the key of a type on what is selected, say it in one's own words if need be, and save."""
        self.page.keyboard.press(key)
        expect(self.editor).to_be_visible()
        if content:
            self.page.keyboard.type(content)
        self.save(handle)

    def save(self, handle: str) -> None:
        """Save the open form; the object then stands in the list and is the current one."""
        self.page.keyboard.press("Control+Enter")
        expect(self.card(handle)).to_have_attribute("aria-current", "true")
        expect(self.editor).to_have_count(0)
