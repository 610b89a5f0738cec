"""The panel beside a genome and the admins' pages: what they show, to whom, and at what cost."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from annotation.services import change_project
from genomes.models import ExtractionPass, Genome, RawReply
from genomes.selectors.extraction import rates_of
from genomes.services import reject_object, restore_object, save_object
from tests.cast import Cast
from tests.factories import a_genome
from tests.genomes.extraction.making import a_pass, a_run_pass, candidates
from tests.genomes.extraction.test_decide_candidates import payload

pytestmark = pytest.mark.django_db
TEXT = """Finder

## Method

A network looks once.

## Limits

Small things in groups are missed. Dark scenes are too slow to read. Long chains cannot be learned. Rain remains hard.
"""
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def idle_worker(monkeypatch: pytest.MonkeyPatch) -> list[ExtractionPass]:
    """Passes that were handed to the queue; a worker is there, and has not begun."""
    queued: list[ExtractionPass] = []
    monkeypatch.setattr("genomes.views.extraction.queue_passes", queued.extend)
    monkeypatch.setattr("genomes.api.extraction.queue_passes", queued.extend)
    monkeypatch.setattr("config.health.broker_and_worker", lambda: (True, True))
    return queued


@pytest.fixture
def genome(cast: Cast) -> Genome:
    return a_genome(cast, title="Finder", text=TEXT)


def panel_address(genome: Genome) -> str:
    return reverse("genomes:passes", args=["demo", genome.paper.slug])


def screen(client: Client, genome: Genome) -> str:
    return client.get(reverse("genomes:paper", args=["demo", genome.paper.slug])).content.decode()


def panel(client: Client, genome: Genome, **query: Any) -> str:
    return client.get(panel_address(genome), query, headers=HTMX).content.decode()


def test_the_holder_and_admins_find_the_panel_and_nobody_else(cast: Cast, client: Client, genome: Genome) -> None:
    shown = {}
    for name in ("annotator1", "annotator2", "adjudicator", "admin"):
        client.force_login(getattr(cast, name))
        shown[name] = 'id="extraction"' in screen(client, genome)
    assert shown == {"annotator1": True, "annotator2": False, "adjudicator": False, "admin": True}


def test_starting_hands_the_passes_to_the_queue_and_shows_progress(
    cast: Cast, client: Client, genome: Genome, idle_worker: list[ExtractionPass]
) -> None:
    client.force_login(cast.annotator1)
    form = {"types": ["niche", "claim"], "provider": "cues"}
    page = client.post(panel_address(genome), form, headers=HTMX).content.decode()
    assert [each.type for each in idle_worker] == ["niche", "claim"]
    assert "0 / 2" in page
    assert 'hx-trigger="every 1s"' in page
    plain = client.post(panel_address(genome), form)
    assert plain.status_code == 302
    assert plain["Location"].endswith("#extraction")


def test_what_is_wrong_is_said_in_the_panel(cast: Cast, client: Client, genome: Genome) -> None:
    client.force_login(cast.annotator1)
    page = client.post(panel_address(genome), {"provider": "cues"}, headers=HTMX).content.decode()
    assert "Choose at least one type of object." in page


def test_without_a_worker_the_panel_says_so(
    cast: Cast, client: Client, genome: Genome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.health.broker_and_worker", lambda: (True, False))
    a_pass(genome, by=cast.annotator1)
    client.force_login(cast.annotator1)
    page = panel(client, genome)
    assert "No worker is running." in page
    assert 'hx-trigger="every 4s"' in page


def test_a_language_model_that_is_off_says_how_to_switch_it_on(
    cast: Cast, client: Client, genome: Genome, settings: Settings
) -> None:
    client.force_login(cast.annotator1)
    assert "EXTRACTION_BASE_URL" in screen(client, genome)
    settings.EXTRACTION_ENDPOINT = {"base_url": "http://127.0.0.1:9/v1", "model": "tiny"}
    assert "stay in the house" in screen(client, genome)
    change_project(by=cast.admin, project=cast.project, may_send_texts=True, may_send_restricted_texts=True)
    assert "Sends the text in parts to tiny." in screen(client, genome)


def test_new_candidates_come_with_the_panel_once(cast: Cast, client: Client, genome: Genome) -> None:
    a_run_pass(genome, by=cast.annotator1)
    client.force_login(cast.annotator1)
    first, *rest = candidates(genome)
    appended = 'hx-swap-oob="beforeend:#objects-standing"'
    assert panel(client, genome, seen=0).count(appended) == 1 + len(rest)
    later = panel(client, genome, seen=first.pk)
    assert later.count(appended) == len(rest)
    assert f'id="object-{first.pk}"' not in later
    for seen in (rest[-1].pk, "9" * 40, "x", "-1"):
        assert appended not in panel(client, genome, seen=seen)


def test_a_ghost_says_where_it_comes_from_and_why(cast: Cast, client: Client, genome: Genome) -> None:
    a_run_pass(genome, by=cast.annotator1)
    client.force_login(cast.annotator1)
    page = screen(client, genome)
    assert "built-in cues" in page
    assert "“missed” · § Limits" in page


def test_a_model_s_words_are_shown_as_words(cast: Cast, client: Client, genome: Genome) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    extraction.candidates.update(why="<script>alert(1)</script>")
    RawReply.objects.create(
        extraction=extraction, part=0, attempt=1, status=200, body="</pre><script>alert(2)</script>"
    )
    client.force_login(cast.admin)
    address = reverse("genomes:extraction-pass", args=["demo", extraction.pk])
    for page in (screen(client, genome), client.get(address, {"show": "replies"}).content.decode()):
        assert "<script>alert(" not in page


def test_the_rest_of_a_pass_is_rejected_from_the_panel_and_comes_back_with_undo(
    cast: Cast, client: Client, genome: Genome
) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    client.force_login(cast.annotator1)
    address = reverse("genomes:pass-reject", args=["demo", genome.paper.slug, extraction.pk])
    assert address in panel(client, genome)
    client.post(address)
    assert candidates(genome) == []
    from genomes.services.undoing import undo_step

    undo_step(by=cast.annotator1, genome=genome)
    assert len(candidates(genome)) == extraction.proposed
    assert set(extraction.candidates.values_list("decision", flat=True)) == {"open"}


def test_rejecting_the_rest_answers_with_the_panel_and_the_cards_and_leaves_the_drawer(
    cast: Cast, client: Client, genome: Genome
) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    client.force_login(cast.annotator1)
    first = candidates(genome)[0]
    address = reverse("genomes:pass-reject", args=["demo", genome.paper.slug, extraction.pk])
    answer = client.post(f"{address}?seen=1", headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert (answer.status_code, 'id="extraction"' in page, address in page) == (200, False, False)
    assert 'id="extraction-body"' in page
    assert f'<div id="object-{first.pk}" hx-swap-oob="delete"></div>' in page
    assert f'<span class="count" id="rejected-count" hx-swap-oob="true">{extraction.proposed}</span>' in page
    assert "candidates are rejected" in answer.headers["HX-Trigger"]


def test_a_pass_of_another_genome_is_not_found(cast: Cast, client: Client, genome: Genome) -> None:
    other = a_pass(a_genome(cast, author=cast.annotator2), by=cast.annotator2)
    client.force_login(cast.admin)
    for name in ("genomes:pass-cancel", "genomes:pass-reject"):
        status = client.post(reverse(name, args=["demo", genome.paper.slug, other.pk])).status_code
        assert (name, status) in {("genomes:pass-cancel", 404), ("genomes:pass-reject", 403)}


def test_rates_count_what_was_decided(cast: Cast, genome: Genome) -> None:
    a_run_pass(genome, by=cast.annotator1)
    one, two, three, *rest = candidates(genome)
    assert rates_of(cast.admin, cast.project)[0].percent is None
    restore_object(by=cast.annotator1, idea_object=one)
    changed = payload(two, content="Small things are missed.")
    save_object(by=cast.annotator1, genome=genome, idea_object=two, payload=changed)
    reject_object(by=cast.annotator1, idea_object=three)
    (rate,) = rates_of(cast.admin, cast.project)
    assert (rate.accepted, rate.edited, rate.rejected, rate.undecided) == (1, 1, 1, len(rest))
    # two of the three that were decided are in the genome
    assert (rate.decided, rate.percent) == (3, 67)


def test_the_overview_shows_rates_and_passes(cast: Cast, client: Client, genome: Genome) -> None:
    client.force_login(cast.admin)
    address = reverse("genomes:extraction", args=["demo"])
    assert "No pass yet" in client.get(address).content.decode()
    a_run_pass(genome, by=cast.annotator1)
    restore_object(by=cast.annotator1, idea_object=candidates(genome)[0])
    page = client.get(address).content.decode()
    assert "<strong>100 %</strong>" in page
    assert "Finder" in page


def test_the_table_has_a_row_for_each_pass(cast: Cast, client: Client, genome: Genome) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    client.force_login(cast.admin)
    answer = client.get(reverse("genomes:extraction-table", args=["demo"]))
    (row,) = csv.DictReader(io.StringIO(answer.getvalue().decode()))
    assert (row["paper"], row["state"], row["open"]) == (genome.paper.slug, "done", str(extraction.proposed))


def test_pages_ask_as_often_for_many_passes_as_for_few(
    cast: Cast, client: Client, genome: Genome, django_assert_num_queries: Any
) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    RawReply.objects.create(extraction=extraction, part=0, attempt=1, status=200)
    client.force_login(cast.admin)
    addresses = [
        reverse("genomes:extraction", args=["demo"]),
        reverse("genomes:extraction-pass", args=["demo", extraction.pk]),
        f"{reverse('genomes:extraction-pass', args=['demo', extraction.pk])}?show=replies",
        reverse("genomes:extraction-table", args=["demo"]),
    ]
    costs = []
    for address in addresses:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).getvalue()
        costs.append(len(asked))
    for kind in ("niche", "claim", "mechanism"):
        a_run_pass(genome, by=cast.admin, type=kind)
    for number in range(1, 6):
        RawReply.objects.create(extraction=extraction, part=number, attempt=1, status=200)
    for address, cost in zip(addresses, costs, strict=True):
        with django_assert_num_queries(cost):
            assert client.get(address).getvalue()
    assert max(costs) <= 10


def test_programs_start_watch_cancel_and_let_go(
    cast: Cast, client: Client, genome: Genome, idle_worker: list[ExtractionPass]
) -> None:
    client.force_login(cast.annotator1)
    passes = f"/api/v1/projects/demo/genomes/{genome.paper.slug}/passes/"
    started = client.post(passes, {"types": ["limitation"]}, content_type="application/json")
    assert (started.status_code, len(idle_worker)) == (202, 1)
    (made,) = started.json()
    address = f"/api/v1/projects/demo/passes/{made['id']}/"
    assert client.get(address).json()["state"] == "waiting"
    assert client.post(f"{address}cancel/").json()["state"] == "cancelled"
    extraction = a_run_pass(genome, by=cast.annotator1)
    rejected = client.post(f"/api/v1/projects/demo/passes/{extraction.pk}/reject/").json()
    assert rejected == {"rejected": extraction.proposed}
    refused = client.post(passes, {"types": ["poem"]}, content_type="application/json")
    assert refused.status_code == 400
