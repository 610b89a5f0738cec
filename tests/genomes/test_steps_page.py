"""Split, merge, undo and history on pages and API: without scripts too, and without telling who works on what."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from annotation.services import claim_unit
from genomes.models import Genome, IdeaObject, Operation
from genomes.selectors.flags import neighbours
from genomes.services import reject_object, save_object
from tests.cast import Cast
from tests.factories import a_genome, an_object, evidence

FIRST, SECOND = "A single network looks once at the whole scene.", "The chain of parts is given up."
LIMITATION = "Small things in groups are missed."
HTMX = {"HX-Request": "true"}
API = "/api/v1/projects/demo"
JSON = "application/json"


@pytest.fixture
def genome(cast: Cast, client: Client) -> Genome:
    client.force_login(cast.annotator1)
    return a_genome(cast)


def address(name: str, genome: Genome, *more: Any) -> str:
    return reverse(f"genomes:{name}", args=["demo", genome.paper.slug, *more])


def test_an_object_is_split_without_scripts(cast: Cast, client: Client, genome: Genome) -> None:
    whole = an_object(genome, FIRST, by=cast.annotator1, evidence=[evidence(genome, FIRST), evidence(genome, SECOND)])
    page = client.get(client.get(address("split", genome, whole.pk)).headers["Location"]).content.decode()
    assert page.count("<textarea") == 3  # two parts, and the template of a new object
    sent = {
        "parts": "2",
        "revision": "1",
        "part-0-type": "mechanism",
        "part-0-content": "Looks once",
        "part-0-evidence": [json.dumps(evidence(genome, FIRST))],
        "part-1-type": "delta",
        "part-1-content": "",
        "part-1-evidence": [json.dumps(evidence(genome, SECOND))],
    }
    more = client.post(address("split", genome, whole.pk), {**sent, "more": "1"}).content.decode()
    assert "part-2-content" in more
    refused = client.post(address("split", genome, whole.pk), sent)
    assert refused.status_code == 422
    assert "Say in a sentence what the idea is." in refused.content.decode()
    assert client.post(address("split", genome, whole.pk), {**sent, "part-1-content": "No chain"}).status_code == 302
    assert dict(IdeaObject.objects.values_list("handle", "content")) == {"M1": "Looks once", "D1": "No chain"}


def test_objects_are_merged_without_scripts(cast: Cast, client: Client, genome: Genome) -> None:
    one, other = (an_object(genome, quote, by=cast.annotator1) for quote in (FIRST, SECOND))
    page = client.get(client.get(address("merge", genome, one.pk)).headers["Location"]).content.decode()
    assert f'name="objects" value="{other.pk}"' in page
    client.post(address("merge", genome, one.pk), {"objects": [other.pk], "content": "Both", "constraint": ""})
    assert dict(IdeaObject.objects.values_list("handle", "state")) == {"M1": "accepted", "M2": "rejected"}


def test_a_save_sends_only_the_cards_that_look_different(cast: Cast, client: Client, genome: Genome) -> None:
    limitation = an_object(genome, LIMITATION, by=cast.annotator1, type="limitation")
    bystander = an_object(genome, FIRST, by=cast.annotator1)
    sent = {
        "type": "delta",
        "content": "No chain",
        "contribution_role": "context",
        "lineage_relevant": "on",
        "evidence": [json.dumps(evidence(genome, SECOND))],
        "repairs": [f"{genome.paper.slug}:L1"],
    }
    page = client.post(address("objects", genome), sent, headers=HTMX).content.decode()
    assert f'<li hx-swap-oob="true" class="object" id="object-{limitation.pk}"' in page  # says by what it is repaired
    assert f'id="object-{bystander.pk}"' not in page
    assert '<ol hx-swap-oob="beforeend:#objects-standing">' in page
    assert "Repaired by" in page
    undone = client.post(address("undo", genome), headers=HTMX).content.decode()
    assert 'hx-swap-oob="delete"' in undone
    assert "Repaired by" not in undone


def test_the_history_tells_words_that_came_and_went(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, FIRST, by=cast.annotator1, content="One quick look")
    change = {"type": "mechanism", "content": "One slow look", "evidence": [evidence(genome, FIRST)]}
    save_object(by=cast.annotator1, genome=genome, payload=change, idea_object=made)
    reject_object(by=cast.annotator1, idea_object=made, reason="no idea at all")
    page = client.get(address("object-history", genome, made.pk)).content.decode()
    assert "<del>quick</del>" in page
    assert "<ins>slow</ins>" in page
    assert page.count('class="step"') == 3
    assert page.count("no idea at all") == 1  # the step tells it, its object need not
    assert "you," in page


def test_labellers_read_no_names_in_a_history(cast: Cast, client: Client) -> None:
    genome = a_genome(cast)
    made = an_object(genome, FIRST, by=cast.annotator1)
    genome.unit.assignments.update(state="released")
    claim_unit(person=cast.annotator2, unit=genome.unit)
    reject_object(by=cast.annotator2, idea_object=made)
    seen = {}
    for person in (cast.annotator2, cast.admin):
        client.force_login(person)
        page = client.get(address("history", genome)).content.decode()
        rows = client.get(f"{API}/genomes/{genome.paper.slug}/operations/").json()["results"]
        seen[person.username] = ("annotator1" in page, [row["by"] for row in rows])
    assert seen == {
        "annotator2": (False, ["a former author", "you"]),
        "admin": (True, ["annotator1", "annotator2"]),
    }
    client.force_login(cast.adjudicator)
    assert client.get(address("history", genome)).status_code == 404


def test_a_delta_in_work_is_not_shown_at_the_limitation_it_repairs(cast: Cast, client: Client) -> None:
    old = a_genome(cast, handed_in=True)
    new = a_genome(cast, author=cast.annotator2)
    key = f"{old.paper.slug}:L1"
    an_object(new, SECOND, by=cast.annotator2, type="delta", content="A secret delta", repairs=[key])
    for person, sees in ((cast.annotator1, False), (cast.annotator2, True)):
        client.force_login(person)
        assert ("A secret delta" in client.get(address("paper", old)).content.decode()) is sees


def test_a_program_splits_merges_retypes_undoes_and_reads_the_steps(cast: Cast, client: Client, genome: Genome) -> None:
    whole = an_object(genome, FIRST, by=cast.annotator1)
    part = {"content": "One network", "evidence": [evidence(genome, FIRST)]}
    split = client.post(f"{API}/objects/{whole.pk}/split/", {"parts": [part, part]}, content_type=JSON).json()
    assert [each["handle"] for each in split] == ["M1", "M2"]
    conflict = client.post(f"{API}/objects/{whole.pk}/retype/", {"type": "claim", "revision": 1}, content_type=JSON)
    assert (conflict.status_code, conflict.json()["current"]["handle"]) == (409, "M1")
    merge = {"objects": [each["id"] for each in split], "content": "One"}
    of_genome = f"{API}/genomes/{genome.paper.slug}"
    assert client.post(f"{of_genome}/merge/", merge, content_type=JSON).json()["content"] == "One"
    undone = client.post(f"{of_genome}/undo/", {}, content_type=JSON).json()
    assert (undone["kind"], undone["undoes"], undone["by"]) == ("undo", 3, "you")
    assert client.post(f"{of_genome}/redo/", {"number": 9}, content_type=JSON).status_code == 409
    rows = client.get(f"{of_genome}/operations/").json()["results"]
    assert [row["kind"] for row in rows] == ["create", "split", "merge", "undo"]
    assert "answered_by" not in rows[3]["after"][str(whole.pk)]
    assert rows[0]["before"] == {str(whole.pk): None}


def test_a_history_asks_as_often_for_many_steps_as_for_few(
    cast: Cast, client: Client, genome: Genome, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(40):
        an_object(genome, FIRST, by=cast.annotator1, content=f"Idea {number}")
    assert Operation.objects.count() == 40
    with django_assert_max_num_queries(20):
        page = client.get(address("history", genome)).content.decode()
    assert page.count('class="step"') == 30
    assert "page=2" in page
    with django_assert_max_num_queries(14):
        client.get(f"{API}/genomes/{genome.paper.slug}/operations/")


def test_objects_meet_where_their_evidence_does(cast: Cast, genome: Genome) -> None:
    from genomes.rules import EvidenceFacts, ObjectFacts

    def facts(key: str, start: int, end: int, kind: str = "claim") -> ObjectFacts:
        return ObjectFacts(key=key, type=kind, content="x", evidence=(EvidenceFacts("v", start, end),))

    objects = [facts("C1", 0, 10), facts("C2", 9, 12), facts("C3", 12, 20), facts("M1", 0, 20, "mechanism")]
    assert {key: [each.key for each in others] for key, others in neighbours(objects).items()} == {
        "C1": ["C2"],
        "C2": ["C1"],
    }
