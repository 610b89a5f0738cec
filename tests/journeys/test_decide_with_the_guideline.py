"""Settings, lineages and the guideline at hand, by keyboard: what is written stays apart, found and told in time."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from annotation.services import claim_unit, publish_guideline
from diffs.models import Diff, DiffDraft, PaperPair
from tests.cast import Cast, make_cast
from tests.factories import a_diff, a_genome, a_pair, a_paper
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import press
from tests.journeys.pair_screen import Label, PairScreen

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

GUIDE = "# Guide\n\n## Ecology\n\nCompare tasks.\n\n## Dynamics\n\n> [!example] YOLO → YOLOv2\n> One network.\n"
SETTING = {"task": "object detection", "benchmark": "VOC", "dataset": "", "community": ""}


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def a_scene(cast: Cast) -> PaperPair:
    """A pair that annotator1 holds, whose predecessor they described in an earlier one; a paper to come from."""
    publish_guideline(by=cast.admin, project=cast.project, body=GUIDE, note="Sections.")
    middle = a_genome(cast, handed_in=True)
    first = a_pair(cast, source=a_genome(cast, handed_in=True, published=date(2019, 1, 1)), target=middle)
    a_diff(cast.annotator1, first, target_ecology=SETTING)
    a_paper(cast, title="Region proposals", slug="proposals", lineage="Region proposals", published=date(2018, 1, 1))
    pair = a_pair(cast, source=middle)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return pair


def describe_the_settings(page: Page) -> None:
    """One's own earlier words by one key, into the empty fields of that paper only; what is shared is marked."""
    task = page.locator("[name='source_ecology.task']")
    press(page, "Shift+E")
    expect(task).to_have_value("object detection")
    expect(page.locator("[name='target_ecology.task']")).to_have_value("")
    page.locator("[name='target_ecology.task']").fill("Detection in video")
    expect(page.locator("[data-shared='task']")).to_have_text("shared: detection")
    expect(task).to_have_value("object detection")


def consult_the_guideline(page: Page) -> None:
    """It opens at the section of a field, or at its top, and gives the focus back."""
    help_button = page.get_by_role("button", name="Guideline: dynamics").first
    help_button.focus()
    press(page, "Enter")
    expect(page.locator("#g-dynamics")).to_be_focused()
    expect(page.locator(".guideline-drawer .example-title")).to_have_text("Worked example: YOLO → YOLOv2")
    press(page, "Escape")
    expect(page.locator("#guideline-drawer")).to_be_hidden()
    expect(help_button).to_be_focused()
    press(page, "g")
    expect(page.locator("#guideline-title")).to_be_focused()
    press(page, "g")
    expect(page.locator("#guideline-drawer")).to_be_hidden()


def say_where_it_comes_from(page: Page, screen: PairScreen) -> None:
    """A paper of the library is sought as one types and chosen by keys; a passenger does not count."""
    screen.decide("target", "L1", ">", "w")
    page.keyboard.type("region")
    expect(page.locator("#combo-paper [role='option']")).to_have_count(1)
    press(page, "ArrowDown", "Enter")
    expect(page.locator(".provenance [data-provenance='lineage']")).to_have_value("Region proposals")
    expect(page.locator("#lineages")).to_contain_text("does not count: external, but no driver of the successor")
    screen.decide("target", "L1", "+")


def test_a_person_decides_with_settings_lineages_and_the_guideline_beside_them(
    cast: Cast, enter: Enter, live_server: object
) -> None:
    pair = a_scene(cast)
    page = enter(cast.annotator1)
    page.goto(f"{live_server}/projects/demo/pairs/{pair.pk}/")
    screen = PairScreen(page)
    screen.ready()
    describe_the_settings(page)
    consult_the_guideline(page)
    say_where_it_comes_from(page, screen)
    screen.answer(Label("~", "mutated", "D1", "same", "isolation", "As the texts say.", 70))
    expect(page.locator("#derived")).to_contain_text("Your record derives Mutation.")
    page.locator("#dynamics_reason").fill("The texts say otherwise.")
    screen.missing(0)
    # A version that comes out meanwhile is told before the label is made under it.
    publish_guideline(by=cast.admin, project=cast.project, body=f"{GUIDE}\nMore.\n", note="One line more.")
    press(page, "Control+Enter")
    news = page.locator("#guideline-news")
    expect(news).to_contain_text("Guideline 3 came into force while you were labelling. One line more.")
    assert not Diff.objects.filter(pair=pair).exists()
    draft = DiffDraft.objects.get(pair=pair).payload
    tasks = (draft["source_ecology"]["task"], draft["target_ecology"]["task"])
    assert tasks == ("object detection", "Detection in video")
    news.get_by_role("button", name="I have read it, go on").click()
    expect(news).to_be_hidden()
    screen.submit()
    assert Diff.objects.get(pair=pair).guideline.version == 3
