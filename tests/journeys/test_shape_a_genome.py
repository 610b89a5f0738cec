"""A genome made by keys alone, in two tabs and in a tunnel: ideas are split and merged, and nothing is lost."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from genomes.models import Genome, IdeaObject, Operation
from genomes.services import save_object
from tests.cast import Cast
from tests.factories import a_genome, an_object, evidence
from tests.journeys.conftest import Enter
from tests.journeys.genome_screen import GenomeScreen
from tests.journeys.keyboard import press, tab_to

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

LIMITATION = "Small things in groups are missed."


@pytest.fixture
def genome(cast: Cast) -> Genome:
    """An empty genome in the hands of annotator1."""
    return a_genome(cast)


@pytest.fixture
def page(cast: Cast, genome: Genome, enter: Enter, live_server: LiveServer) -> Page:
    """The genome's screen before annotator1, once somebody listens to keys."""
    page = enter(cast.annotator1)
    page.goto(f"{live_server.url}/projects/demo/papers/{genome.paper.slug}/", wait_until="load")
    return page


def states() -> dict[str, tuple[str, str]]:
    return {each.handle: (each.content, each.state) for each in IdeaObject.objects.all()}


def make(page: Page, key: str, handle: str, content: str) -> None:
    """Select the next sentence of the current passage and make an object of it, by keys."""
    press(page, "s", key)
    GenomeScreen(page).editor.wait_for()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(content)
    GenomeScreen(page).save(handle)


def test_a_genome_is_made_split_merged_and_handed_in_by_keys_alone(page: Page, genome: Genome) -> None:
    screen = GenomeScreen(page)
    press(page, "j")
    make(page, "n", "N1", "Finding things while the scene moves")
    make(page, "l", "L1", "Older chains are slow since their parts are trained apart")
    press(page, "j")
    make(page, "m", "M1", "One regression, and one look at the scene")
    split_by_keys(page)
    press(page, "t", "o")  # the second part is an observation after all
    expect(screen.card("O1")).to_have_attribute("aria-current", "true")
    expect(page.locator("[data-step-undo]")).to_be_enabled()
    press(page, "z")
    expect(screen.card("M2")).to_have_attribute("aria-current", "true")
    merge_by_keys(page)
    press(page, "z")
    expect(page.locator('#objects-standing [data-handle="M2"]')).to_be_visible()
    expect(page.locator("[data-step-redo]")).to_be_enabled()
    press(page, "Shift+z")
    expect(page.locator('#objects-rejected [data-handle="M2"]')).to_be_attached()
    expect(page.locator("[data-step-redo]")).to_be_disabled()
    expect(screen.card("M1")).to_have_attribute("aria-current", "true")
    read_the_history(page)
    # To another object in the list, to the passage before, and from there to what rests on it.
    press(page, "[", "k", "v")
    expect(screen.card("N1")).to_have_attribute("aria-current", "true")
    press(page, "v", "]")
    expect(screen.card("M1")).to_have_attribute("aria-current", "true")
    make_it_the_driver(page)
    press(page, "Control+Shift+Enter")
    expect(page.get_by_text("Handed in").first).to_be_visible()
    standing = {handle: content for handle, (content, state) in states().items() if state == "accepted"}
    assert standing["M1"] == "One regression of the whole scene"
    assert set(standing) == {"N1", "L1", "M1"}
    kinds = list(Operation.objects.order_by("number").values_list("kind", flat=True))
    assert kinds == [*["create"] * 3, "split", "retype", "undo", "merge", "undo", "redo", "edit"]


def read_the_history(page: Page) -> None:
    """M1 is current: its history opens at its heading, and Escape closes it."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)  # else h asks amid a swap
    press(page, "h")
    history = page.locator("#history")
    expect(history.get_by_role("heading", name="History of M1")).to_be_focused()
    expect(history.locator(".step")).to_have_count(5)  # made, split, merged, undone, done again
    press(page, "Escape")
    expect(history).to_be_empty()


def split_by_keys(page: Page) -> None:
    """M1 is current: its words go to two parts, which rest on the same place."""
    press(page, "p")
    form = page.get_by_role("form", name="Split M1")
    expect(form.locator("textarea").first).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("One regression")
    tab_to(page, form.locator("textarea").nth(1))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("One look")
    press(page, "Control+Enter")
    expect(page.locator("[data-parts-editor]")).to_have_count(0)
    expect(GenomeScreen(page).card("M2")).to_contain_text("One look")
    press(page, "]")
    expect(GenomeScreen(page).card("M2")).to_have_attribute("aria-current", "true")


def merge_by_keys(page: Page) -> None:
    """M1 becomes current and takes M2 in."""
    press(page, "[")
    expect(GenomeScreen(page).card("M1")).to_have_attribute("aria-current", "true")
    press(page, "g")
    form = page.get_by_role("form", name="Merge into M1")
    tab_to(page, form.get_by_role("checkbox").first)
    press(page, " ")
    tab_to(page, form.get_by_role("textbox", name="The idea"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("One regression of the whole scene")
    press(page, "Control+Enter")
    expect(page.locator("[data-parts-editor]")).to_have_count(0)
    expect(GenomeScreen(page).card("M1")).to_contain_text("of the whole scene")


def make_it_the_driver(page: Page) -> None:
    press(page, "e")
    tab_to(page, page.get_by_role("radio", name="context"))
    press(page, "ArrowUp", "ArrowUp")
    GenomeScreen(page).save("M1")


def test_two_objects_made_without_a_network_arrive_once_and_in_order(cast: Cast, page: Page, genome: Genome) -> None:
    screen = GenomeScreen(page)
    page.context.set_offline(True)
    for key, words in (("m", "A single network looks once"), ("l", LIMITATION)):
        screen.select(words)
        page.keyboard.press(key)
        screen.editor.wait_for()
        page.keyboard.press("Control+Enter")
        expect(screen.editor).to_have_count(0)
    expect(page.locator("#save-state")).to_contain_text("Offline, 2 changes kept here")
    expect(page.locator("#kept-changes li")).to_have_count(2)
    assert states() == {}
    address = page.url
    page.close()  # the queue outlives the page
    page.context.set_offline(False)
    again = page.context.new_page()
    again.goto(address)
    expect(again.locator("#save-state")).to_have_attribute("data-state", "saved")
    expect(again.locator("#kept-changes")).to_be_hidden()
    expect(GenomeScreen(again).card("L1")).to_be_visible()
    assert states() == {"M1": ("A single network looks once", "accepted"), "L1": (LIMITATION, "accepted")}
    assert list(IdeaObject.objects.order_by("pk").values_list("handle", flat=True)) == ["M1", "L1"]


def test_a_change_kept_in_a_tunnel_meets_another_one_and_is_a_choice(cast: Cast, page: Page, genome: Genome) -> None:
    made = an_object(genome, LIMITATION, by=cast.annotator1, type="limitation")
    page.reload(wait_until="load")
    screen = GenomeScreen(page)
    screen.card("L1").locator(".object-text").click()
    page.keyboard.press("e")
    screen.editor.get_by_role("textbox", name="The idea").fill("Typed in the tunnel")
    page.context.set_offline(True)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#kept-changes li")).to_have_count(1)
    change = {
        "type": "limitation",
        "content": "Meanwhile",
        "evidence": [evidence(genome, LIMITATION)],
        "constraint": "x",
    }
    save_object(by=cast.annotator1, genome=genome, payload=change, idea_object=made)
    page.context.set_offline(False)
    page.get_by_role("button", name="Look").click()
    expect(screen.editor.get_by_role("textbox", name="The idea")).to_have_value("Typed in the tunnel")
    holds = screen.editor.locator('[data-take-field="constraint"]')
    holds.click()  # theirs in one field, mine in the other
    screen.save("L1")
    made.refresh_from_db()
    assert (made.content, made.constraint) == ("Typed in the tunnel", "x")


def test_two_tabs_keep_their_own_unsaved_objects(page: Page, genome: Genome) -> None:
    other = page.context.new_page()
    other.goto(page.url, wait_until="load")
    for each, words, typed in (
        (page, LIMITATION, "From the first tab"),
        (other, "The chain of parts", "From the second"),
    ):
        GenomeScreen(each).select(words)
        each.keyboard.press("l")
        GenomeScreen(each).editor.get_by_role("textbox", name="The idea").fill(typed)
    for each, typed in ((page, "From the first tab"), (other, "From the second")):
        each.reload(wait_until="load")
        expect(GenomeScreen(each).editor.get_by_role("textbox", name="The idea")).to_have_value(typed)
    GenomeScreen(page).save("L1")
    GenomeScreen(other).save("L2")
    assert {content for content, _state in states().values()} == {"From the first tab", "From the second"}
