"""Two genomes of sixty objects each, aligned by keys alone; the links stay where the cards are."""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from diffs.models import Diff, DiffDraft
from tests.cast import Cast
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import choose_radio, press, tab_to
from tests.journeys.pair_screen import PairScreen
from tests.journeys.sixty import SIDE, SUBJECTS, a_large_pair

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

# Of each link that is drawn: its name, and how far its ends are from its cards, whose heads are 18 pixels down.
ENDS = """() => [...document.querySelectorAll("#links path")].filter((path) => path.getAttribute("d")).map((path) => {
  const at = (length) => {
    const { x, y } = path.getPointAtLength(length).matrixTransform(path.getScreenCTM());
    return { x, y };
  };
  const box = (key) => document.getElementById(`o-${key}`).getBoundingClientRect();
  const [from, to] = [box(path.dataset.source), box(path.dataset.target)];
  const [start, end] = [at(0), at(path.getTotalLength())];
  const far = [start.x - from.right, start.y - from.top - 18, end.x - to.left, end.y - to.top - 18];
  const off = far.every((each) => Math.abs(each) <= 1) ? "" : ` off by ${far}`;
  return `${path.dataset.source} ${path.dataset.target}${off}`;
}).sort()"""
ONE_TO_MANY = ["older:M1 newer:M1", "older:M1 newer:M2"]
LINKS = [*ONE_TO_MANY, "older:M2 newer:M1"]
NEW_ROWS = """() => {
  window.made = 0;
  const rows = (record) => [...record.addedNodes].filter((node) => node.matches?.(".diff-row"));
  const observer = new MutationObserver((records) => { window.made += records.flatMap(rows).length; });
  observer.observe(document.getElementById("bands"), { childList: true, subtree: true });
}"""


def links_are(page: Page, *names: str) -> None:
    """These links are drawn and no others, each from head to head."""
    page.wait_for_function(f"(names) => JSON.stringify(({ENDS})()) === JSON.stringify(names)", arg=sorted(names))


def test_sixty_objects_a_side_are_aligned_filtered_folded_undone_and_submitted_by_keys(
    cast: Cast, live_server: LiveServer, enter: Enter
) -> None:
    pair = a_large_pair(cast)
    page = enter(cast.annotator1)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_server.url}/projects/demo/pairs/{pair.pk}/")
    screen = PairScreen(page)
    screen.ready()
    assert page.evaluate("document.documentElement.scrollHeight") == 900
    link_mechanisms(page)
    links_follow(page)
    decide_the_rest(page)
    hidden_work_is_saved(page)
    undo_and_redo(page)
    mend_by_the_list(page)
    decide_by_keys(page)
    screen.submit()
    answer = Diff.objects.get().answer
    # M1 and M2 of sixty are kept; two targets have sources, M1 even two.
    assert Counter(answer["fates"].values()) == {"inherited": 1, "mutated": 1, "lost": SIDE - 2}
    assert Counter(answer["origins"].values()) == {"aligned": 2, "novel": SIDE - 2}
    reasons = {f"{edge['source']} {edge['target']}": edge["similarity"] for edge in answer["alignments"]}
    assert reasons == dict(zip(LINKS, ("The same grid.", "The grid was split.", "Two became one."), strict=True))


def link_mechanisms(page: Page) -> None:
    """M1 becomes M1 and M2, and M2 goes into M1, too: pick, pick, press."""
    screen = PairScreen(page)
    press(page, "j", "Shift+M")
    expect(screen.card("source", "M1")).to_be_focused()
    expect(screen.card("source", "M1").locator(".object-text .katex")).to_be_visible()
    press(page, "Enter", "Shift+M")
    expect(screen.card("target", "M1")).to_be_focused()
    press(page, "Shift+Enter", "j", "Shift+Enter", "=")
    links_are(page, *ONE_TO_MANY)
    press(page, "j", "Enter", "Shift+M", "~")
    links_are(page, *LINKS)
    expect(screen.card("source", "M2")).to_be_focused()
    # The links of the cursor's object stand out.
    expect(page.locator("#links path[data-near]")).to_have_count(1)


def links_follow(page: Page) -> None:
    """The links stay with their cards on scroll, in another window, beside a wider rail, and where rows go."""
    press(page, "End")
    links_are(page, *LINKS)
    page.set_viewport_size({"width": 1120, "height": 700})
    links_are(page, *LINKS)
    tab_to(page, page.locator("#divider"))
    before = page.locator("#decision").bounding_box()
    press(page, *["ArrowLeft"] * 4)
    after = page.locator("#decision").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] == pytest.approx(before["width"] + 64, abs=2)  # four steps of 16 pixels
    links_are(page, *LINKS)
    page.set_viewport_size({"width": 1024, "height": 720})  # what a window of 1280 by 900 is at 125 %
    links_are(page, *LINKS)
    page.set_viewport_size({"width": 1280, "height": 900})
    links_are(page, *LINKS)
    press(page, "s")
    page.keyboard.type("grid")  # the first object of each type, in either genome; M2 speaks of anchors
    expect(page.locator("[data-hidden-all]")).to_contain_text("hidden")
    links_are(page, "older:M1 newer:M1")
    press(page, "Escape", "Escape")
    links_are(page, *LINKS)
    press(page, "Shift+M", "f")
    expect(page.locator('.band[data-type="mechanism"] [data-hidden]')).to_have_text("20 hidden")
    links_are(page)
    press(page, "f")
    links_are(page, *LINKS)


def decide_the_rest(page: Page) -> None:
    """Only what is open is shown; from one open object to the next, sources are lost and targets novel."""
    press(page, "o", "Home")
    page.evaluate(NEW_ROWS)
    press(page, "x")
    assert page.evaluate("window.made") == 1  # of more than a hundred rows, the one that changed
    niches, others = len(SUBJECTS), len(SUBJECTS) - 2
    press(page, *["]", "x"] * (niches - 1), *["]", "+"] * niches)
    press(page, *["]", "x"] * others, *["]", "+"] * others)
    for _type in "OLDC":
        press(page, *["]", "x"] * len(SUBJECTS), *["]", "+"] * len(SUBJECTS))
    expect(page.locator("[data-open-count]")).to_have_text("0")
    press(page, "]")
    expect(page.get_by_text("No object is open.")).to_be_visible()


def hidden_work_is_saved(page: Page) -> None:
    """A filter leaves out all but the cursor's row, and every band is folded: what is saved is whole."""
    press(page, "Shift+F")
    expect(page.locator("[data-hidden-all]")).to_have_text(f"{2 * SIDE} hidden")
    PairScreen(page).state("saved")
    payload = DiffDraft.objects.get().payload
    assert (len(payload["fates"]), len(payload["origins"]), len(payload["alignments"])) == (SIDE, SIDE, 3)


def undo_and_redo(page: Page) -> None:
    said = page.locator("#step-line")
    press(page, "z", "z")
    expect(said).to_have_text("Undone: Newer C9 novel")
    expect(page.locator("[data-open-count]")).to_have_text("2")
    press(page, "Shift+Z", "Control+Shift+Z")
    expect(said).to_have_text("Done again: Newer C10 novel")
    expect(page.locator("[data-open-count]")).to_have_text("0")
    press(page, "Shift+Z")
    expect(said).to_have_text("There is nothing to do again.")


def mend_by_the_list(page: Page) -> None:
    """A gap leads to its field, though its band is folded and its row is left out."""
    screen = PairScreen(page)
    gap = page.locator('#missing a[data-gap="edge_without_similarity"]')
    expect(gap).to_have_count(3)
    tab_to(page, gap.first)
    press(page, "Enter")
    expect(page.locator('.edge-edit[data-source="older:M1"][data-target="newer:M1"] input:focus')).to_be_visible()
    page.keyboard.type("The same grid.")
    press(page, "Escape", "w")
    expect(page.locator('.edge-edit[data-source="older:M1"][data-target="newer:M2"] input:focus')).to_be_visible()
    page.keyboard.type("The grid was split.")
    press(page, "Escape", "d", "j", "w")
    expect(page.locator('.edge-edit[data-source="older:M2"] input:focus')).to_be_visible()
    page.keyboard.type("Two became one.")
    press(page, "Escape", "Shift+M", "t")
    expect(screen.card("target", "M1")).to_be_focused()
    expect(gap).to_have_count(0)


def decide_by_keys(page: Page) -> None:
    choose_radio(page, "driver_continuity", "inherited")
    choose_radio(page, "ecology", "same")
    press(page, "1")
    tab_to(page, page.get_by_role("textbox", name="Rationale", exact=True))
    page.keyboard.type("It stays.")
    for button in page.get_by_role("button", name="Use the object’s").all():
        tab_to(page, button)
        press(page, "Enter")
    tab_to(page, page.locator("#confidence"))
    press(page, "ArrowRight")
