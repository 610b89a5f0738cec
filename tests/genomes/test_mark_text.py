"""Marking a paper in the browser: what is selected is what is kept, to the code point."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from genomes.models import Evidence, Genome, IdeaObject
from genomes.services import save_object
from tests.cast import Cast
from tests.factories import a_genome, an_object, evidence
from tests.journeys.axe import barriers

Open = Callable[..., Page]

MIXED = """---
title: Mixed
---

## First

💩This is an annotation. It goes on with $a < b$ and ends.

## Second

Another 𝒳 paragraph stands here.

| Name | Value |
| --- | --- |
| YOLO | 63.4 |

$$
\\frac{a}{b}
$$
"""

# Selects from the first place of one word to the last place of another, through the browser's own selection.
SELECT = """([from, to]) => {
  const walker = document.createTreeWalker(document.querySelector('[data-reading]'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let started = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest('[data-run]')) continue;
    const first = node.data.indexOf(from);
    if (!started && first >= 0) { range.setStart(node, first); started = true; }
    const last = node.data.indexOf(to, started && node === range.startContainer ? range.startOffset : 0);
    if (started && last >= 0) { range.setEnd(node, last + to.length); break; }
  }
  const selection = document.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}"""


def select(page: Page, first: str, last: str = "") -> None:
    page.evaluate(SELECT, [first, last or first])
    expect(page.locator("#type-popover")).to_be_visible()


def save(page: Page) -> None:
    page.keyboard.press("Control+Enter")
    expect(page.locator("#editor form")).to_have_count(0)


@pytest.fixture
def genome(people: Cast) -> Genome:
    return a_genome(people, text=MIXED, title="Mixed")


def test_a_word_behind_an_emoji_is_kept_at_its_code_points(open_genome: Open, genome: Genome) -> None:
    page = open_genome(genome)
    select(page, "annotation")
    page.keyboard.press("c")
    save(page)
    row = Evidence.objects.get()
    text = genome.source_version.text
    assert text[row.start : row.end] == row.quote == "annotation"
    assert row.idea_object.type == "claim"
    expect(page.locator("mark")).to_have_text("annotation")
    expect(page.locator("[data-object-card]")).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(
    ("first", "last", "quote"),
    [
        ("goes", "ends", "goes on with $a < b$ and ends"),  # over a drawn formula
        ("ends", "Another", "ends.\n\nSecond\n\nAnother"),  # over a heading
        ("paragraph", "YOLO", "paragraph stands here.\n\nName | Value\nYOLO"),  # into a table
        ("YOLO", "63.4", "YOLO | 63.4"),  # a row
    ],
)
def test_a_selection_over_several_parts_quotes_the_stored_text(
    open_genome: Open, genome: Genome, complaints: list[str], first: str, last: str, quote: str
) -> None:
    page = open_genome(genome)
    select(page, first, last)
    page.keyboard.press("m")
    save(page)
    row = Evidence.objects.get()
    assert row.quote == genome.source_version.text[row.start : row.end] == quote
    assert complaints == []


def test_a_second_object_can_overlap_the_first(open_genome: Open, genome: Genome) -> None:
    page = open_genome(genome)
    select(page, "This is an")
    page.keyboard.press("n")
    save(page)
    select(page, "is an", "annotation")
    page.keyboard.press("m")
    save(page)
    assert [row.quote for row in Evidence.objects.order_by("start")] == ["This is an", "is an annotation"]
    expect(page.locator("mark mark")).to_have_text("is an")  # what both share


def test_everything_can_be_done_by_keys_alone(open_genome: Open, people: Cast, genome: Genome) -> None:
    page = open_genome(genome)
    for key in ("j", "s", "n"):
        page.keyboard.press(key)
    expect(page.locator("#editor_content")).to_be_focused()
    save(page)
    for key in ("j", "s", "+"):
        page.keyboard.press(key)
    expect(page.locator("[data-evidence-list] li")).to_have_count(2)
    save(page)
    made = IdeaObject.objects.get()
    assert [row.quote for row in made.evidence.all()] == [
        "💩This is an annotation.",
        "Another 𝒳 paragraph stands here.",
    ]
    for key in ("j", "m"):  # a table, as a whole
        page.keyboard.press(key)
    save(page)
    assert Evidence.objects.get(idea_object__handle="M1").quote == "Name | Value\nYOLO | 63.4"
    page.keyboard.press("x")
    page.keyboard.type("only a figure")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("M1")
    assert IdeaObject.objects.get(handle="M1").reject_reason == "only a figure"
    page.locator(".toast button", has_text="Undo").click()
    expect(page.locator('[data-objects] [data-handle="M1"]')).to_be_visible()


def test_an_equation_is_used_as_evidence_by_its_button(open_genome: Open, genome: Genome) -> None:
    page = open_genome(genome)
    page.locator('[data-kind="equation"]').hover()
    page.locator('[data-kind="equation"] [data-select-block]').click()
    page.keyboard.press("m")
    save(page)
    assert Evidence.objects.get().quote == "$$\\frac{a}{b}$$"
    expect(page.locator('[data-kind="equation"] .handle')).to_have_text("M1")


def test_an_open_form_survives_a_reload(open_genome: Open, genome: Genome) -> None:
    page = open_genome(genome)
    select(page, "annotation")
    page.keyboard.press("l")
    page.fill("#editor_content", "Half a thought")
    page.reload(wait_until="networkidle")
    expect(page.locator("#editor_content")).to_have_value("Half a thought")
    expect(page.locator('#editor input[value="limitation"]')).to_be_checked()
    save(page)
    assert IdeaObject.objects.get().content == "Half a thought"
    page.reload(wait_until="networkidle")
    expect(page.locator("#editor form")).to_have_count(0)


def test_a_conflict_shows_both_and_lets_one_choose(open_genome: Open, people: Cast, genome: Genome) -> None:
    made = an_object(genome, "annotation", by=people.annotator1, content="First")
    page = open_genome(genome)
    page.locator("[data-object-card]").click()
    page.keyboard.press("e")
    page.fill("#editor_content", "Typed here")
    save_object(
        by=people.annotator1,
        genome=genome,
        payload={"type": "mechanism", "content": "Saved there", "evidence": [evidence(genome, "annotation")]},
        idea_object=made,
    )
    page.keyboard.press("Control+Enter")
    expect(page.locator(".conflict-list")).to_contain_text("Saved there")
    expect(page.locator("#editor_content")).to_have_value("Typed here")
    page.locator("[data-take-field='content']").click()
    expect(page.locator("#editor_content")).to_have_value("Saved there")
    page.fill("#editor_content", "Both in one")
    save(page)
    made.refresh_from_db()
    assert made.content == "Both in one"


def test_a_refused_save_keeps_the_form_and_names_the_field(open_genome: Open, genome: Genome) -> None:
    page = open_genome(genome)
    select(page, "annotation")
    page.keyboard.press("m")
    page.fill("#editor_content", "  ")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#editor .errorlist")).to_contain_text("Say in a sentence")
    assert not IdeaObject.objects.exists()


def test_a_lost_network_keeps_what_was_typed(open_genome: Open, context: BrowserContext, genome: Genome) -> None:
    page = open_genome(genome)
    select(page, "annotation")
    page.keyboard.press("m")
    context.set_offline(True)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#save-state")).to_have_attribute("data-state", "offline")
    expect(page.locator("#editor form")).to_have_count(0)  # kept in the browser; one goes on with the next object
    assert not IdeaObject.objects.exists()
    context.set_offline(False)
    expect(page.locator('[data-handle="M1"]')).to_have_count(1)
    assert IdeaObject.objects.count() == 1


def test_text_and_objects_are_linked_both_ways(open_genome: Open, people: Cast, genome: Genome) -> None:
    an_object(genome, "annotation", by=people.annotator1)
    an_object(genome, "paragraph", by=people.annotator1, type="claim")
    page = open_genome(genome)
    page.locator("mark", has_text="paragraph").click()
    expect(page.locator('[data-handle="C1"]')).to_have_attribute("aria-current", "true")
    page.locator('[data-handle="M1"] .object-text').click()
    expect(page.locator("mark", has_text="annotation")).to_have_attribute("data-state", "current")
    page.locator('[data-handle="C1"]').hover()
    expect(page.locator("mark", has_text="paragraph")).to_have_attribute("data-state", "hover")
    page.locator('[data-show="type:claim"]').click()
    expect(page.locator('[data-handle="M1"]')).to_be_hidden()


def test_the_screen_has_no_barriers(open_genome: Open, people: Cast, genome: Genome) -> None:
    an_object(genome, "annotation", by=people.annotator1)
    page = open_genome(genome)
    select(page, "paragraph")
    page.keyboard.press("d")
    expect(page.locator("#editor_content")).to_be_focused()
    assert barriers(page) == []
