"""The pair screen in a browser: a whole answer by keyboard, evidence by selection, a lost network, and axe."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from annotation.models import User
from annotation.services import claim_unit
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.services import save_draft
from genomes.services import hand_in_genome
from tests.cast import Cast, make_cast
from tests.factories import a_diff, a_genome, a_pair, a_paper, an_answer, an_object
from tests.journeys.axe import broken_rules
from tests.journeys.conftest import patience  # noqa: F401 - a fixture for every test
from tests.journeys.keyboard import press

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    """A pair that annotator1 holds: N1, M1 (driver), L1 and D1 on either side."""
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return pair


@pytest.fixture
def opened(live_server: object, page: Page, context: BrowserContext) -> Callable[[User, PaperPair], Page]:
    """Opens a pair as a person, without the sign-in page."""

    def open_pair(person: User, pair: PaperPair) -> Page:
        address = str(live_server)
        client = Client()
        client.force_login(person)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
        page.goto(f"{address}/projects/{pair.project.slug}/pairs/{pair.pk}/")
        return page

    return open_pair


def saved(page: Page) -> None:
    expect(page.locator("#save-state")).to_have_attribute("data-state", "saved")


def card(pair: PaperPair, side: str, handle: str) -> str:
    """A selector for an object's card."""
    return f'[id="o-{getattr(pair, side).paper.slug}:{handle}"]'


Opened = Callable[[User, PaperPair], Page]


def align(page: Page, pair: PaperPair) -> None:
    """N1 inherited, M1 mutated and the driver, the rest lost or novel, D1 the transition driver: keys only."""
    page.keyboard.press("j")  # N1
    page.keyboard.press("=")  # the only open niche across
    page.keyboard.press("w")
    page.keyboard.type("Both must find things while the scene moves.")
    page.locator(card(pair, "source", "M1")).focus()
    page.keyboard.press("~")
    page.keyboard.press("d")
    page.keyboard.press("w")
    page.keyboard.type("One regression in both.")
    page.locator(card(pair, "source", "L1")).focus()
    for key in ("x", "j", "x"):
        page.keyboard.press(key)
    page.locator(card(pair, "target", "L1")).focus()
    for key in ("+", "j", "+", "t"):
        page.keyboard.press(key)


def test_an_answer_is_given_by_keyboard_from_the_first_key_to_submission(
    cast: Cast, pair: PaperPair, opened: Opened
) -> None:
    page = opened(cast.annotator1, pair)
    expect(page.locator("#missing-title .count")).to_have_text("17")
    align(page, pair)
    page.keyboard.press("1")
    expect(page.locator("#derived")).to_be_empty()
    page.get_by_role("radiogroup", name="In the successor it is").get_by_text("mutated").click()
    page.get_by_role("radiogroup", name="Ecology relation").get_by_text("same", exact=True).click()
    expect(page.locator("#derived")).to_contain_text("Rule 2: driver mutated, ecology same.")
    page.get_by_role("textbox", name="Rationale", exact=True).fill("The regression stays, the rest is new.")
    for button in page.get_by_role("button", name="Use the object’s").all():
        button.click()
    page.locator("#confidence").fill("75")
    expect(page.locator("#missing-title .count")).to_have_text("0")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Change my answer")).to_be_visible()
    diff = Diff.objects.get()
    old, new = pair.source.paper.slug, pair.target.paper.slug
    assert diff.author == cast.annotator1
    fates = {"N1": "inherited", "M1": "mutated", "L1": "lost", "D1": "lost"}
    assert diff.answer["fates"] == {f"{old}:{handle}": fate for handle, fate in fates.items()}
    assert diff.decision["alignments"] == [[f"{old}:M1", f"{new}:M1"], [f"{old}:N1", f"{new}:N1"]]
    assert diff.answer["alignments"][1]["similarity"] == "One regression in both."
    assert (diff.dynamics, diff.derived_dynamics, diff.answer["confidence"]) == ("mutation", "mutation", 75)
    assert not DiffDraft.objects.exists()


def test_one_source_goes_into_two_targets_and_undo_takes_it_back(cast: Cast, opened: Opened) -> None:
    source = a_genome(cast, handed_in=True)
    paper = a_paper(cast)
    target = paper.versions.get().genome
    claim_unit(person=cast.annotator1, unit=target.unit)
    an_object(target, "Small things in groups are missed.", by=cast.annotator1, type="niche")
    quotes = (f"{paper.title} treats finding as one regression.", "A single network looks once at the whole scene.")
    for quote in quotes:
        an_object(target, quote, by=cast.annotator1, contribution_role="driver")
    hand_in_genome(by=cast.annotator1, genome=target)
    target.refresh_from_db()
    pair = a_pair(cast, source=source, target=target)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    page = opened(cast.annotator1, pair)
    for handle in ("M1", "M2"):
        for side, each in (("source", "M1"), ("target", handle)):
            page.locator(card(pair, side, each)).focus()
            page.keyboard.press("Enter")
        page.keyboard.press("=")
    expect(page.locator("#links path")).to_have_count(2)
    expect(page.locator("#links path[data-across]")).to_have_count(1)  # the link to M2 leaves its row
    expect(page.locator(f'.slot a[href="#o-{source.paper.slug}:M1"]')).to_be_visible()
    saved(page)
    assert [edge["target"][-2:] for edge in DiffDraft.objects.get().payload["alignments"]] == ["M1", "M2"]
    page.keyboard.press("z")
    expect(page.locator("#links path")).to_have_count(1)
    expect(page.locator("#step-line")).to_have_text(f"Undone: link {source.paper.slug} M1 to {paper.slug} M2")
    page.keyboard.press("Shift+Z")
    expect(page.locator("#links path")).to_have_count(2)
    page.keyboard.press("-")  # of two links, one is chosen below
    expect(page.locator("[data-unlink]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#links path")).to_have_count(1)
    saved(page)
    assert [edge["target"][-2:] for edge in DiffDraft.objects.get().payload["alignments"]] == ["M2"]
    assert DiffDraft.objects.get().payload["fates"] == {f"{source.paper.slug}:M1": "inherited"}


def test_a_selection_in_the_text_is_cited_by_code_points(cast: Cast, opened: Opened) -> None:
    """A pile of poo is one character to Python and two to a browser, and a drawn formula is neither: the words stay."""
    text = "# Poo\n\n💩Where $E = mc^2$ holds: an annotation.\n\nThe niche of $x^2$.\n\nThe driver."
    paper = a_paper(cast, title="Poo", text=text)
    genome = paper.versions.get().genome
    claim_unit(person=cast.annotator1, unit=genome.unit)
    an_object(genome, "The niche of $x^2$.", by=cast.annotator1, type="niche")
    an_object(genome, "The driver.", by=cast.annotator1, contribution_role="driver")
    hand_in_genome(by=cast.annotator1, genome=genome)
    genome.refresh_from_db()
    pair = a_pair(cast, source=genome)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    page = opened(cast.annotator1, pair)
    niche = page.locator(card(pair, "source", "N1"))
    expect(niche.locator(".object-text .katex")).to_be_visible()
    niche.focus()
    press(page, "v")
    line = page.locator("#texts p", has_text="annotation")
    expect(line.locator(".katex")).to_be_visible()
    # The text follows the cursor to the evidence of its object, a formula included.
    tinted = "[...CSS.highlights.get('place')].map((range) => range.toString().replace(/x2.*?x2/, 'x²'))"
    page.wait_for_function(f"CSS.highlights.has('place') && {tinted}.join().startsWith('The niche of')")
    line.evaluate(
        """(element) => {
          const words = element.lastChild;
          const at = words.data.indexOf("annotation");
          getSelection().setBaseAndExtent(words, at, words, at + "annotation".length);
        }"""
    )
    expect(page.locator("[data-selection-quote]")).to_have_text("annotation")
    page.keyboard.press("r")
    saved(page)
    (pointer,) = DiffDraft.objects.get().payload["evidence"]
    stored = genome.source_version.text
    assert pointer["paper"] == paper.slug
    assert stored[pointer["start"] : pointer["end"]] == pointer["quote"] == "annotation"


def test_an_external_object_asks_where_it_comes_from(cast: Cast, pair: PaperPair, opened: Opened) -> None:
    page = opened(cast.annotator1, pair)
    page.locator(card(pair, "target", "D1")).focus()
    page.keyboard.press(">")
    page.locator('[data-provenance="citation"]').fill("Ren et al. 2015")
    page.get_by_role("combobox", name="Lineage").fill("Region proposals")
    saved(page)
    key = f"{pair.target.paper.slug}:D1"
    draft = DiffDraft.objects.get().payload
    assert draft["origins"] == {key: "external"}
    assert draft["provenance"][key] == {
        "kind": "citation",
        "paper": "",
        "citation": "Ren et al. 2015",
        "lineage": "Region proposals",
    }
    page.keyboard.press("Escape")
    page.locator(card(pair, "source", "N1")).focus()
    page.reload()
    expect(page.get_by_text("From another lineage: Region proposals (Ren et al. 2015)")).to_be_visible()


def test_work_without_a_network_is_said_and_comes_back_whole(
    cast: Cast, pair: PaperPair, opened: Opened, context: BrowserContext
) -> None:
    page = opened(cast.annotator1, pair)
    context.set_offline(True)
    page.locator(card(pair, "source", "L1")).focus()
    page.keyboard.press("x")
    page.get_by_role("textbox", name="Rationale", exact=True).fill("Written on a train.")
    expect(page.locator("#save-state")).to_have_attribute("data-state", "offline")
    assert not DiffDraft.objects.exists()
    context.set_offline(False)
    saved(page)
    draft = DiffDraft.objects.get().payload
    assert draft["rationale"] == "Written on a train."
    assert draft["fates"] == {f"{pair.source.paper.slug}:L1": "lost"}


def test_two_tabs_are_asked_what_to_keep_and_lose_nothing(
    cast: Cast, pair: PaperPair, opened: Opened, context: BrowserContext
) -> None:
    first = opened(cast.annotator1, pair)
    second = context.new_page()
    second.goto(first.url)
    first.get_by_role("textbox", name="Rationale", exact=True).fill("From the first tab.")
    first.locator(card(pair, "source", "N1")).focus()
    first.keyboard.press("=")
    saved(first)
    second.locator(card(pair, "source", "L1")).focus()
    second.keyboard.press("x")
    panel = second.get_by_role("dialog")
    expect(panel.get_by_role("group", name="Rationale")).to_contain_text("From the first tab.")
    old, new = pair.source.paper.slug, pair.target.paper.slug
    expect(panel.get_by_role("group", name=f"Fates: {old} L1")).to_contain_text("lost")
    expect(panel.get_by_role("group", name=f"Links: {old} N1 to {new} N1")).to_contain_text(f"{old} ¶1, {new} ¶1")
    # The rationale, two fates, an origin and a link differ, and nothing else is asked.
    expect(panel.get_by_role("group")).to_have_count(5)
    panel.locator("form").evaluate("(form) => form.requestSubmit()")
    saved(second)
    draft = DiffDraft.objects.get().payload
    assert draft["rationale"] == "From the first tab."
    assert draft["fates"] == {f"{old}:L1": "lost", f"{old}:N1": "inherited"}
    assert draft["origins"] == {f"{new}:N1": "aligned"}
    assert [(edge["source"], edge["target"]) for edge in draft["alignments"]] == [(f"{old}:N1", f"{new}:N1")]


def test_a_tab_that_is_behind_never_replaces_what_another_tab_submitted(
    cast: Cast, pair: PaperPair, opened: Opened, context: BrowserContext
) -> None:
    save_draft(by=cast.annotator1, pair=pair, payload=an_answer(pair), revision=0)
    first = opened(cast.annotator1, pair)
    second = context.new_page()
    second.goto(first.url)
    first.get_by_role("textbox", name="Rationale", exact=True).fill("Thought through.")
    saved(first)
    press(first, "Control+Enter")
    expect(first.get_by_text("Change my answer")).to_be_visible()
    press(second, "Control+Enter")
    expect(second.get_by_text("You have gone on with this pair in another tab")).to_be_visible()
    assert Diff.objects.get().answer["rationale"] == "Thought through."


def test_a_refused_submission_says_what_is_missing_and_leads_there(cast: Cast, pair: PaperPair, opened: Opened) -> None:
    page = opened(cast.annotator1, pair)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#missing-title")).to_be_focused()
    page.locator("#missing").get_by_role("link", name="Choose the dynamics.").click()
    expect(page.locator("#part-dynamics input:focus")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # panes scroll, the page does not
    assert not Diff.objects.exists()


def test_the_screen_has_no_accessibility_fault_in_any_mode(cast: Cast, pair: PaperPair, opened: Opened) -> None:
    page = opened(cast.annotator1, pair)
    page.keyboard.press("j")
    page.keyboard.press("=")
    page.keyboard.press("e")
    page.keyboard.press("v")
    expect(page.locator(".texts-column").first).to_be_visible()
    faults = [broken_rules(page)]
    a_diff(cast.annotator1, pair)
    opened(cast.annotator1, pair)
    faults.append(broken_rules(page))
    opened(cast.admin, pair)
    faults.append(broken_rules(page))
    assert faults == [[], [], []]


def test_the_screen_reads_without_scripts(
    cast: Cast, pair: PaperPair, opened: Opened, browser: Browser, context: BrowserContext
) -> None:
    address = opened(cast.annotator1, pair).url
    plain = browser.new_context(java_script_enabled=False, storage_state=context.storage_state())
    page = plain.new_page()
    page.goto(address)
    quote = pair.source.objects_all.get(handle="M1").evidence.get().quote
    expect(page.get_by_text(quote).first).to_be_visible()
    expect(page.get_by_role("link", name="Choose the dynamics.")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    plain.close()
