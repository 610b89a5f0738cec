"""Papers, genomes and objects for programs."""

from typing import Any

import pytest
from django.test import Client

from genomes.models import Genome, IdeaObject
from tests.cast import Cast
from tests.factories import a_genome, a_paper, an_object, evidence

BASE = "/api/v1/projects/demo"
QUOTE = "A single network looks once at the whole scene."


@pytest.fixture
def genome(cast: Cast, client: Client) -> Genome:
    client.force_login(cast.annotator1)
    return a_genome(cast)


def send(client: Client, method: str, path: str, body: Any = None) -> Any:
    call = getattr(client, method)
    return call(f"{BASE}/{path}", body if body is not None else {}, content_type="application/json")


def payload(genome: Genome, **fields: Any) -> dict[str, Any]:
    return {"type": "mechanism", "content": "One look", "evidence": [evidence(genome, QUOTE)], **fields}


def test_a_genome_is_made_by_a_program_from_claim_to_hand_in(cast: Cast, client: Client) -> None:
    paper = a_paper(cast)
    client.force_login(cast.annotator2)
    assert send(client, "post", f"genomes/{paper.slug}/claim/").status_code == 200
    text = client.get(f"{BASE}/papers/{paper.slug}/versions/1/").json()
    sentences = [each for each in text["passages"] if each["kind"] == "sentence"]
    for each, (kind, role) in zip(sentences, (("niche", "context"), ("mechanism", "driver")), strict=False):
        span = {"start": each["start"], "end": each["end"], "quote": text["text"][each["start"] : each["end"]]}
        body = {"type": kind, "content": span["quote"], "contribution_role": role, "evidence": [span]}
        assert send(client, "post", f"genomes/{paper.slug}/objects/", body).status_code == 201
    answer = send(client, "post", f"genomes/{paper.slug}/hand-in/")
    assert answer.status_code == 200
    assert answer.json()["handed_in_at"]
    assert [each["key"] for each in client.get(f"{BASE}/genomes/{paper.slug}/objects/").json()] == [
        f"{paper.slug}:N1",
        f"{paper.slug}:M1",
    ]


def test_bad_evidence_is_refused_with_every_field_named(client: Client, genome: Genome) -> None:
    body = payload(genome, type="gadget", evidence=[{"start": 999999, "end": -5, "quote": "nowhere"}])
    answer = send(client, "post", f"genomes/{genome.paper.slug}/objects/", body)
    assert answer.status_code == 400
    assert {fault["field"] for fault in answer.json()["faults"]} == {
        "type",
        "evidence[0].start",
        "evidence[0].end",
        "evidence[0].quote",
    }
    assert not IdeaObject.objects.exists()


def test_code_points_come_back_as_they_were_sent(cast: Cast, client: Client) -> None:
    """`💩This is an annotation.`: "annotation" is text[12:22]."""
    genome = a_genome(cast, text="💩This is an annotation.")
    client.force_login(cast.annotator1)
    body = {"type": "claim", "content": "A", "evidence": [{"start": 12, "end": 22, "quote": "annotation"}]}
    made = send(client, "post", f"genomes/{genome.paper.slug}/objects/", body).json()
    text = client.get(f"{BASE}/papers/{genome.paper.slug}/versions/1/").json()["text"]
    place = made["evidence"][0]
    assert text[place["start"] : place["end"]] == "annotation"


def test_a_part_of_an_object_is_changed_and_the_rest_stays(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1, constraint="on a grid")
    answer = send(client, "patch", f"objects/{made.pk}/", {"content": "Newer", "revision": 1})
    assert answer.status_code == 200
    assert (answer.json()["content"], answer.json()["constraint"], answer.json()["revision"]) == (
        "Newer",
        "on a grid",
        2,
    )
    assert [each["quote"] for each in answer.json()["evidence"]] == [QUOTE]


def test_a_conflict_answers_with_what_stands(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    send(client, "patch", f"objects/{made.pk}/", {"content": "There", "revision": 1})
    answer = send(client, "patch", f"objects/{made.pk}/", {"content": "Here", "revision": 1})
    assert answer.status_code == 409
    assert answer.json()["current"]["content"] == "There"
    assert answer.json()["faults"][0]["field"] == "revision"


def test_rejecting_and_restoring(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    assert send(client, "post", f"objects/{made.pk}/reject/", {"reason": "no"}).json()["state"] == "rejected"
    assert send(client, "post", f"objects/{made.pk}/restore/").json()["state"] == "accepted"


def test_handing_in_too_early_lists_what_is_missing(client: Client, genome: Genome) -> None:
    answer = send(client, "post", f"genomes/{genome.paper.slug}/hand-in/")
    assert answer.status_code == 400
    assert [fault["code"] for fault in answer.json()["faults"]] == ["no_objects"]


def test_work_of_others_is_not_there_until_it_is_handed_in(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    client.force_login(cast.annotator2)
    assert client.get(f"{BASE}/genomes/").json()["results"] == []
    assert client.get(f"{BASE}/genomes/{genome.paper.slug}/objects/").status_code == 404
    assert client.get(f"{BASE}/objects/{made.pk}/").status_code == 404
    assert client.get(f"{BASE}/papers/{genome.paper.slug}/").json()["objects_count"] == 0


def test_papers_are_listed_and_filtered(cast: Cast, client: Client) -> None:
    a_paper(cast, title="Alpha", domain="nlp")
    a_genome(cast, title="Beta", domain="nlp", handed_in=True)
    client.force_login(cast.annotator1)

    def titles(query: str) -> list[str]:
        return [each["title"] for each in client.get(f"{BASE}/papers/{query}").json()["results"]]

    assert titles("") == ["Alpha", "Beta"]
    assert titles("?state=handed_in&domain=nlp") == ["Beta"]


def test_facts_are_patched_by_admins_and_unknown_ones_refused(cast: Cast, client: Client) -> None:
    paper = a_paper(cast)
    client.force_login(cast.admin)
    answer = send(client, "patch", f"papers/{paper.slug}/", {"lineage": "Grid detectors", "aliases": ["LOOK"]})
    assert answer.status_code == 200
    assert (answer.json()["lineage"], answer.json()["aliases"]) == ("Grid detectors", ["LOOK"])
    answer = send(client, "patch", f"papers/{paper.slug}/", {"colour": "red"})
    assert answer.status_code == 400
    assert answer.json()["faults"][0]["field"] == "colour"
    assert send(client, "patch", f"papers/{paper.slug}/", {"published": "yesterday"}).status_code == 400
