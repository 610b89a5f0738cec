"""A paper comes in as a file and leaves as a genome: each object rests on the very words that were selected."""

import pytest
from playwright.sync_api import FilePayload, Page, expect
from pytest_django.live_server_helper import LiveServer

from genomes.models import Evidence, IdeaObject
from tests.cast import Cast
from tests.journeys.conftest import Enter
from tests.journeys.genome_screen import GenomeScreen

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

# The characters 💩 and 𝔾 are one code point each and two units of a browser's text.
MARKDOWN = """---
title: Glance
published: 2016-06-27
licence: CC0-1.0
---

## Niche

💩 Robots must *find things* while the scene still moves.

## Method

Glance treats finding as one regression. A single network looks once at all 𝔾 cells of the scene.

## Limits

Small things in groups are missed. Coarse cells are given up for finer ones.
"""
NICHE = "Robots must find things while the scene still moves."
MECHANISM = "Glance treats finding as one regression."
ACROSS = "as one regression. A single network looks once at all 𝔾 cells"
LIMITATION = "Small things in groups are missed."
DELTA = "Coarse cells are given up for finer ones."


def test_a_file_becomes_a_genome_whose_evidence_is_what_was_selected(
    cast: Cast, live_server: LiveServer, enter: Enter, celery_worker_process: int
) -> None:
    import_through_the_page(enter(cast.admin), live_server.url)
    page = enter(cast.annotator1)
    page.goto(f"{live_server.url}/projects/demo/work/")
    page.keyboard.press("n")
    expect(page).to_have_url(f"{live_server.url}/projects/demo/papers/glance/")
    screen = GenomeScreen(page)
    make_a_genome(screen)
    change_one_and_reject_another(screen)
    let_a_machine_propose(screen)
    page.keyboard.press("Control+Shift+Enter")
    expect(page.get_by_text("Handed in").first).to_be_visible()
    stands_on_the_words_that_were_selected(cast)


def import_through_the_page(page: Page, base: str) -> None:
    """Two files: one is read, the other named with its reason, and neither stops the other."""
    page.goto(f"{base}/projects/demo/papers/")
    page.keyboard.press("i")
    files = [
        FilePayload(name="glance.md", mimeType="text/markdown", buffer=MARKDOWN.encode()),
        FilePayload(name="broken.xml", mimeType="text/xml", buffer=b"<article><front>"),
    ]
    page.locator('input[type="file"]').set_input_files(files)
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#import-progress")).to_have_attribute("data-state", "done")
    expect(page.get_by_text("Imported: 1. Known already: 0. Refused: 1.")).to_be_visible()
    expect(page.locator('li[data-state="refused"] .import-reason')).not_to_be_empty()
    expect(page.get_by_role("link", name="Glance", exact=True)).to_be_visible()


def make_a_genome(screen: GenomeScreen) -> None:
    """Each object from a selection and the key of its type."""
    page = screen.page
    screen.drag(NICHE)
    screen.make("n", "N1", "Finding things while the scene moves")
    screen.select(MECHANISM)
    page.keyboard.press("m")
    screen.editor.get_by_role("radio", name="driver").check()
    screen.save("M1")
    # From the middle of what is marked as M1 now to the middle of the next sentence, which is not marked.
    screen.select("as one regression.", "looks once at all 𝔾 cells")
    screen.make("m", "M2")
    screen.select(LIMITATION)
    screen.make("l", "L1")
    screen.select(DELTA)
    page.keyboard.press("d")
    screen.editor.get_by_role("checkbox", name="Small things in groups are missed.").check()
    screen.save("D1")


def change_one_and_reject_another(screen: GenomeScreen) -> None:
    """The delta is said more shortly, the second mechanism is no idea of its own; both by keys."""
    page = screen.page
    page.keyboard.press("e")
    expect(screen.editor.get_by_role("textbox", name="The idea")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Finer cells")
    screen.save("D1")
    screen.card("M2").locator(".object-text").click()
    page.keyboard.press("x")
    page.keyboard.type("the same idea as M1")
    page.keyboard.press("Enter")
    expect(page.locator('.aside-objects [data-handle="M2"]')).to_be_attached()


def let_a_machine_propose(screen: GenomeScreen) -> None:
    """The worker finds places with the cues of a limitation; beside the one that is made already, they are let go."""
    page = screen.page
    page.locator("#extraction > summary").click()
    for name in ("niche", "mechanism", "observation", "delta", "claim"):
        page.locator("#extraction").get_by_role("checkbox", name=name).uncheck()
    page.get_by_role("button", name="Propose candidates").click()
    ghosts = page.locator('[data-object-card][data-state="candidate"]')
    expect(ghosts).not_to_have_count(0)  # they come without a reload, when the pass is done
    expect(page.locator("#extraction-body")).to_have_attribute("data-state", "idle")
    page.get_by_role("button", name="Reject the").click()
    expect(ghosts).to_have_count(0)
    page.wait_for_load_state("load")  # before that, nobody listens to keys


def stands_on_the_words_that_were_selected(cast: Cast) -> None:
    found = {row.handle: row for row in IdeaObject.objects.prefetch_related("evidence__source_version")}
    states = {handle: (row.content, row.state, row.created_by) for handle, row in found.items()}
    assert states == {
        "N1": ("Finding things while the scene moves", "accepted", cast.annotator1),
        "M1": (MECHANISM, "accepted", cast.annotator1),
        "M2": (ACROSS, "rejected", cast.annotator1),
        "L1": (LIMITATION, "accepted", cast.annotator1),
        "D1": ("Finer cells", "accepted", cast.annotator1),
        "L2": (DELTA, "rejected", cast.annotator1),  # what the machine took for a limitation
    }
    assert found["M2"].reject_reason == "the same idea as M1"
    assert [row.handle for row in found["D1"].repairs.all()] == ["L1"]
    quotes = {"N1": NICHE, "M1": MECHANISM, "M2": ACROSS, "L1": LIMITATION, "D1": DELTA}
    for handle, quote in quotes.items():
        (row,) = Evidence.objects.filter(idea_object__handle=handle).select_related("source_version")
        text = row.source_version.text
        assert (row.quote, text[row.start : row.end], row.start) == (quote, quote, text.index(quote))
