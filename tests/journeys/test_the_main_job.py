"""The main job: two people label a pair, a third settles it, an admin freezes it, a system is scored on it."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import Resolution
from diffs.models import Diff, PaperPair
from tests.cast import Cast
from tests.factories import a_genome
from tests.journeys import blindness, publishing
from tests.journeys.case_screen import CaseScreen
from tests.journeys.conftest import Enter
from tests.journeys.keyboard import press
from tests.journeys.pair_screen import Label, PairScreen
from tests.journeys.scene import a_project_that_can_publish, an_open_pair

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

MARKER = "quokka-7431"
KEPT = Label("~", "mutated", "D1", "same", "mutation", f"The regression stays: {MARKER}.", 80)
REPLACED = Label("x", "replaced", "M1", "adjacent", "niche_competition", "Another network took its place.", 60)

# The gold has two papers of four objects, one pair whose dynamics is a lineage, and no trace. So each object gives an
# instance of field_type, each genome one of driver, contribution_role and evidence_conflict (evidence_match wants five
# passages), and the pair one of each task on a pair (N1 and M1 are aligned, so there are claims of inheritance).
# Tasks on traces or with papers that are strangers have none, nor those on repairs, imports and secondary dynamics.
INSTANCES = Counter(
    {"field_type": 8, "driver": 2, "contribution_role": 2, "evidence_conflict": 2, "false_inheritance": 1}
    | dict.fromkeys(("align_objects", "find_inherited", "find_lost", "find_novel", "find_counterpart"), 1)
    | dict.fromkeys(("dynamics", "transition_driver", "object_fate", "fate_map", "ecology_relation"), 1)
    | dict.fromkeys(("boundary_rule", "dynamics_with_driver", "driver_fate", "origin_map", "lineage_or_not"), 1)
)
# n = 8 + 3 · 2 + 1 + 15 = 30; the dynamics is answered wrong and find_lost not at all: 28 / 30 = 93.3 %.
WRONG, MISSING = "dynamics", "find_lost"
MICRO = "93.3"
# The wrong one is on T3, the missing one on T2.
AXES = {"T1": "12 of 12", "T2": "4 of 5", "T3": "9 of 10", "T4": "3 of 3"}


def test_two_labels_a_dispute_a_decision_a_release_and_a_score(
    cast: Cast, live_server: LiveServer, sign_in: Enter, celery_worker_process: int
) -> None:
    a_project_that_can_publish(cast)
    # Papers of fixed names, since exam items are drawn by them: the false claim of these two has one place to stand in.
    old, new = (
        a_genome(cast, handed_in=True, domain="vision", title=f"Finder {n}", slug=f"finder-{n}") for n in (1, 3)
    )
    pair = an_open_pair(cast, source=old, target=new)
    first, second = sign_in(cast.annotator1), sign_in(cast.annotator2)
    for page in (first, second):
        press(page, "n")
        expect(page).to_have_url(f"{live_server.url}/projects/demo/pairs/{pair.pk}/")
    untouched = blindness.pages_as_served(second, pair, live_server.url)
    PairScreen(first).answer(KEPT)
    PairScreen(first).submit()
    sees_nothing_of_the_first(second, pair, live_server.url, untouched)
    PairScreen(second).answer(REPLACED)
    PairScreen(second).submit()
    expect(second.locator("main")).not_to_contain_text(MARKER)
    settle(sign_in(cast.adjudicator))
    is_decided_as_chosen(cast, pair)
    publish_and_score(sign_in(cast.admin), celery_worker_process)


def is_decided_as_chosen(cast: Cast, pair: PaperPair) -> None:
    decided = Resolution.objects.get()
    assert (decided.adjudicator, decided.reason_code) == (cast.adjudicator, "annotator_error")
    # Of six rows in dispute, five went to the first label and the ecology to the second.
    assert decided.answer["ecology"] == "adjacent"
    assert decided.answer["dynamics"] == "mutation"
    assert decided.answer["fates"][f"{pair.source.paper.slug}:M1"] == "mutated"


def sees_nothing_of_the_first(page: Page, pair: PaperPair, base: str, untouched: dict[str, str]) -> None:
    """The second annotator has not submitted and tries every route; `untouched` was served before the first had."""
    others = Diff.objects.get()
    assert MARKER in others.answer["rationale"]
    page.reload()
    expect(PairScreen(page).card("source", "N1")).to_be_visible()
    assert MARKER not in page.content()
    assert blindness.pages_as_served(page, pair, base) == untouched
    for path in blindness.every_address(pair, others):
        _status, text = blindness.ask(page, base, path)
        assert MARKER not in text, path
        assert others.decision_key not in text, path
        assert str(others.pk) not in text, path
    # The first half of the marker is asked for and may be echoed; the second half would be the other's words.
    asked, telling = MARKER.split("-")
    for path in [*blindness.searches(asked), *blindness.searches("annotator1")]:
        status, text = blindness.ask(page, base, path)
        assert (path, status) == (path, 200)
        assert telling not in text, path
    refused = {path: blindness.ask(page, base, path) for path in blindness.forbidden(pair)}
    assert {path: status for path, (status, _text) in refused.items()} == dict.fromkeys(refused, 403)
    absent = {path: blindness.ask(page, base, path) for path in blindness.not_there(others)}
    assert {path: status for path, (status, _text) in absent.items()} == dict.fromkeys(absent, 404)


def settle(page: Page) -> None:
    """The adjudicator takes the one dispute and decides it row by row, by keys."""
    page.get_by_role("link", name="Disputes", exact=True).click()
    expect(page.get_by_role("heading", name="Disputes", level=1)).to_be_visible()
    press(page, "n")
    case = CaseScreen(page)
    expect(case.rows).to_have_count(6)
    kept, replaced = case.key_of(MARKER), case.key_of(REPLACED.rationale)
    for _row in range(6):
        about = case.current.locator("legend").inner_text()
        case.choose(replaced if "Ecology" in about else kept)
        case.next_row()
    page.get_by_role("radio", name="annotator error").check()
    page.get_by_label("Rationale of the decision").fill("One regression in both texts.")
    case.nothing_is_missing()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("No open dispute")).to_be_visible()


def publish_and_score(page: Page, worker: int) -> None:
    """The admin freezes, fetches the exam, and hands in answers: all right but one wrong and one missing."""
    with publishing.held_up(worker):
        publishing.ask_for_a_freeze(page, "1.0.0")
    publishing.is_frozen(page, "1.0.0")
    assert [publishing.fact(page, name) for name in ("Papers", "Idea objects", "Gold diffs", "adjudicated")] == [
        *("2", "8", "1", "1")
    ]
    assert publishing.fact(page, "Exam instances") == str(sum(INSTANCES.values()))
    files = publishing.download(page)
    exam = [json.loads(line) for line in files["data/jsonl/exam/public.jsonl"].splitlines()]
    found = Counter(row["task"] for row in exam)
    assert found == INSTANCES
    with publishing.held_up(worker):
        publishing.hand_in(page, "Imaginary 1", predictions(exam))
    assert publishing.figure(page, "Micro accuracy").startswith(f"Micro accuracy {MICRO} % 28 of 30 instances right")
    # A macro over 42 tasks is no mean of the 20 that are there.
    assert "undefined" in publishing.figure(page, "Macro accuracy")
    assert publishing.figure(page, "Answered").startswith("Answered 29 of 30")
    assert publishing.axes(page) == AXES
    page.get_by_role("link", name="Leaderboard", exact=True).click()
    expect(page.get_by_role("row", name="Imaginary 1").first).to_contain_text(MICRO)


def predictions(exam: list[dict[str, Any]]) -> bytes:
    """Gold for every instance but two: isolation for the mutation, nothing for what was lost."""
    answers = {row["id"]: row["gold"] for row in exam if row["task"] != MISSING}
    answers |= {row["id"]: {"dynamics": "isolation"} for row in exam if row["task"] == WRONG}
    return "".join(json.dumps({"id": id, "answer": answer}) + "\n" for id, answer in answers.items()).encode()
