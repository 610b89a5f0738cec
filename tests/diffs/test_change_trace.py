"""Changing and deleting a trace: its name, its papers; what stands in a frozen release never changes with it."""

import pytest
from django.test import Client

from annotation.refusal import Conflict, Refused
from diffs.models import PaperPair, Trace
from diffs.services import change_trace, create_trace, delete_trace
from genomes.models import Genome, Paper
from releases.models import Release
from releases.selectors import release_bytes
from releases.services import freeze_release, request_release
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair
from tests.journeys.scene import a_project_that_can_publish


@pytest.fixture
def genomes(cast: Cast) -> list[Genome]:
    """Four genomes in a row, joined by three pairs."""
    found = [a_genome(cast, handed_in=True, domain="vision") for _each in range(4)]
    for number in range(3):
        a_pair(cast, source=found[number], target=found[number + 1])
    return found


@pytest.fixture
def trace(cast: Cast, genomes: list[Genome]) -> Trace:
    """The first three."""
    return create_trace(by=cast.admin, project=cast.project, name="Finders", papers=papers(genomes, 0, 1, 2))


def papers(genomes: list[Genome], *numbers: int) -> list[Paper]:
    return [genomes[number].paper for number in numbers]


def test_a_trace_gets_another_name_and_keeps_its_steps(cast: Cast, genomes: list[Genome], trace: Trace) -> None:
    before = list(trace.steps.values_list("pk", "pair"))
    change_trace(by=cast.admin, trace=trace, name=" Seekers ", papers=papers(genomes, 0, 1, 2))
    trace.refresh_from_db()
    assert trace.name == "Seekers"
    assert list(trace.steps.values_list("pk", "pair")) == before


def test_a_trace_gets_other_papers_in_their_order(cast: Cast, genomes: list[Genome], trace: Trace) -> None:
    change_trace(by=cast.admin, trace=trace, name="Finders", papers=papers(genomes, 0, 1, 2, 3))
    assert trace.papers() == papers(genomes, 0, 1, 2, 3)
    change_trace(by=cast.admin, trace=trace, name="Finders", papers=papers(genomes, 1, 2, 3))
    assert trace.papers() == papers(genomes, 1, 2, 3)
    assert [step.position for step in trace.steps.all()] == [1, 2]


def test_what_would_be_incoherent_is_refused_and_nothing_is_written(
    cast: Cast, genomes: list[Genome], trace: Trace
) -> None:
    other = create_trace(by=cast.admin, project=cast.project, name="Others", papers=papers(genomes, 1, 2, 3))
    with pytest.raises(Refused) as refusal:
        change_trace(by=cast.admin, trace=trace, name=other.name, papers=papers(genomes, 0, 2, 1))
    # 0 → 2 has no pair; 2 → 1 has it the other way round, and its dates run backwards.
    codes = ["name_taken", "no_pair", "wrong_direction", "dates_run_backwards"]
    assert [fault.code for fault in refusal.value.faults] == codes
    assert [fault.field for fault in refusal.value.faults] == ["name", "papers[0]", "papers[1]", "papers[1]"]
    trace.refresh_from_db()
    assert (trace.name, trace.papers()) == ("Finders", papers(genomes, 0, 1, 2))


def test_two_who_change_it_at_once_get_a_choice(cast: Cast, genomes: list[Genome], trace: Trace) -> None:
    was = list(trace.steps.order_by("position").values_list("pair", flat=True))
    change_trace(by=cast.admin, trace=trace, name="First", papers=papers(genomes, 0, 1, 2, 3), was=was)
    with pytest.raises(Conflict) as conflict:
        change_trace(by=cast.admin, trace=trace, name="Second", papers=papers(genomes, 1, 2, 3), was=was)
    assert [fault.code for fault in conflict.value.faults] == ["changed_meanwhile"]
    assert conflict.value.current["name"] == "First"
    assert trace.papers() == papers(genomes, 0, 1, 2, 3)


def test_a_deleted_trace_leaves_its_pairs(cast: Cast, trace: Trace) -> None:
    delete_trace(by=cast.admin, trace=trace)
    assert not Trace.objects.exists()
    assert PaperPair.objects.count() == 3
    delete_trace(by=cast.admin, trace=trace)  # pressed twice


@pytest.mark.django_db(transaction=True)
def test_a_frozen_release_keeps_the_trace_as_it_was(cast: Cast, genomes: list[Genome], trace: Trace) -> None:
    a_project_that_can_publish(cast)
    for pair in PaperPair.objects.order_by("pk"):
        a_diff(cast.annotator1, pair)
        a_diff(cast.annotator2, pair)
    wish = request_release(by=cast.admin, project=cast.project, version="1.0.0", allow_changed_code=True)
    frozen = freeze_release(release_id=wish.pk)
    assert frozen.state == Release.State.FROZEN
    before = release_bytes(frozen)
    assert b"Finders" in before["data/jsonl/traces/public.jsonl"]
    change_trace(by=cast.admin, trace=trace, name="Seekers", papers=papers(genomes, 1, 2, 3))
    assert release_bytes(frozen) == before
    delete_trace(by=cast.admin, trace=trace)
    assert release_bytes(frozen) == before
    client = Client()
    client.force_login(cast.admin)
    assert "Finders" in client.get("/projects/demo/releases/1.0.0/").content.decode()


def test_programs_change_what_they_name_and_leave_the_rest(cast: Cast, genomes: list[Genome], trace: Trace) -> None:
    client = Client()
    client.force_login(cast.admin)
    address = f"/api/v1/projects/demo/traces/{trace.pk}/"
    renamed = client.patch(address, {"name": "Seekers"}, content_type="application/json").json()
    assert (renamed["name"], len(renamed["papers"])) == ("Seekers", 3)
    body = {"papers": [paper.slug for paper in papers(genomes, 0, 1, 2, 3)], "was": renamed["pairs"]}
    longer = client.patch(address, body, content_type="application/json").json()
    assert (longer["name"], longer["papers"]) == ("Seekers", body["papers"])
    stale = client.patch(address, body, content_type="application/json")
    assert (stale.status_code, stale.json()["faults"][0]["code"]) == (409, "changed_meanwhile")
    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404
