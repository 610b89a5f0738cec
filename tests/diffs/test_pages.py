"""Pages and API of pairs and traces: what they say, and that no list asks more with more rows."""

import json
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import User
from annotation.services import claim_unit
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.services import create_trace
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair, an_answer


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def queries(client: Client, address: str) -> int:
    client.get(address)  # the first request also fills caches
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("address", ["/projects/demo/pairs/", "/projects/demo/traces/"])
def test_a_list_asks_the_same_whatever_its_length(cast: Cast, address: str) -> None:
    genomes = [a_genome(cast, handed_in=True) for _each in range(3)]
    pairs = [a_pair(cast, source=one, target=other) for one, other in pairwise(genomes)]
    create_trace(by=cast.admin, project=cast.project, name="First", pairs=pairs)
    client = signed_in(cast.admin)
    few = queries(client, address)
    more = [a_genome(cast, handed_in=True) for _each in range(2)]
    pairs += [a_pair(cast, source=genomes[2], target=more[0]), a_pair(cast, source=more[0], target=more[1])]
    create_trace(by=cast.admin, project=cast.project, name="Second", pairs=pairs)
    create_trace(by=cast.admin, project=cast.project, name="Third", pairs=pairs[1:])
    assert queries(client, address) == few


@pytest.mark.parametrize("address", ["pairs/", "diffs/", "traces/"])
def test_a_list_of_the_api_asks_the_same_whatever_its_length(cast: Cast, address: str) -> None:
    client = signed_in(cast.admin)
    pair = a_pair(cast)
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pair)
    few = queries(client, f"/api/v1/projects/demo/{address}")
    other = a_pair(cast)
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, other)
    assert queries(client, f"/api/v1/projects/demo/{address}") == few


def test_the_pair_screen_asks_a_pinned_number_of_times(cast: Cast) -> None:
    """17 for an open pair and one more for the texts that an answer quotes, however much there is of either."""
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    client = signed_in(cast.annotator1)
    assert queries(client, f"/projects/demo/pairs/{pair.pk}/") == 17
    body = {"revision": 0, "payload": an_answer(pair)}
    client.put(f"/projects/demo/pairs/{pair.pk}/draft/", body, content_type="application/json")
    assert queries(client, f"/projects/demo/pairs/{pair.pk}/") == 18


def test_annotators_list_only_the_pairs_that_they_work_on(cast: Cast) -> None:
    mine, _other = a_pair(cast), a_pair(cast)
    claim_unit(person=cast.annotator1, unit=mine.unit)
    answer = signed_in(cast.annotator1).get("/api/v1/projects/demo/pairs/").json()
    assert [(each["id"], each["state"], each["labels"]) for each in answer["results"]] == [(mine.pk, "active", None)]
    assert len(signed_in(cast.admin).get("/api/v1/projects/demo/pairs/").json()["results"]) == 2


def test_an_admin_makes_a_pair_on_the_page_and_is_told_why_not(cast: Cast) -> None:
    first, second = a_genome(cast, handed_in=True), a_genome(cast, handed_in=True)
    client = signed_in(cast.admin)
    wrong = client.post("/projects/demo/pairs/", {"source": second.pk, "target": first.pk})
    assert wrong.status_code == 422
    assert "is published later than the successor" in wrong.content.decode()
    right = client.post("/projects/demo/pairs/", {"source": first.pk, "target": second.pk})
    assert right.status_code == 302
    assert PaperPair.objects.get().source == first


@pytest.fixture
def held(cast: Cast) -> tuple[Client, PaperPair]:
    """A signed-in annotator1 and the pair that they hold."""
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return signed_in(cast.annotator1), pair


def put(client: Client, pair: PaperPair, revision: int, payload: Any) -> Any:
    body = {"revision": revision, "payload": payload}
    return client.put(f"/projects/demo/pairs/{pair.pk}/draft/", body, content_type="application/json")


def test_saving_a_draft_answers_what_is_still_missing(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    answer = put(client, pair, 0, {**an_answer(pair), "confidence": None}).json()
    assert answer["revision"] == 1
    assert [(gap["code"], gap["field"]) for gap in answer["gaps"]] == [("confidence_missing", "confidence")]
    assert 'href="#part-confidence"' in answer["missing"]
    assert answer["missing_count"] == 1


def test_each_missing_fate_is_a_link_to_its_object(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    answer = put(client, pair, 0, {}).json()
    assert f'href="#o-{pair.source.paper.slug}:L1"' in answer["missing"]
    assert answer["missing_count"] == 17


def test_what_the_record_derives_is_not_said_before_a_choice(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    silent = put(client, pair, 0, {**an_answer(pair), "dynamics": None}).json()
    assert "Mutation" not in silent["derived"]
    assert "utation" not in json.dumps(silent["gaps"])
    agreeing = put(client, pair, 1, an_answer(pair)).json()
    assert "Rule 2: driver inherited, ecology same." in agreeing["derived"]
    assert agreeing["differs"] is False
    differing = put(client, pair, 2, {**an_answer(pair), "dynamics": "isolation"}).json()
    assert differing["differs"] is True
    assert "Your record derives Mutation. Say why you chose Isolation." in differing["missing"]


def test_two_tabs_conflict_with_what_is_saved(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    put(client, pair, 0, {"rationale": "first tab"})
    conflict = put(client, pair, 0, {"rationale": "second tab"})
    assert conflict.status_code == 409
    assert conflict.json()["revision"] == 1
    assert conflict.json()["payload"] == {"rationale": "first tab"}


@pytest.mark.parametrize("body", ["", "[]", "{", '{"revision": "1", "payload": {}}', '{"payload": {}}'])
def test_a_body_that_is_no_draft_is_refused(held: tuple[Client, PaperPair], body: str) -> None:
    client, pair = held
    answer = client.put(f"/projects/demo/pairs/{pair.pk}/draft/", body, content_type="application/json")
    assert answer.status_code == 400
    assert not DiffDraft.objects.exists()


def test_an_unfinished_submission_is_refused_with_the_list(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    address = f"/projects/demo/pairs/{pair.pk}/submit/"
    refused = client.post(address, {**an_answer(pair), "rationale": ""}, content_type="application/json")
    assert refused.status_code == 400
    assert [fault["code"] for fault in refused.json()["faults"]] == ["rationale_missing"]
    plain = client.post(address, {"payload": json.dumps({**an_answer(pair), "rationale": ""})})
    assert plain.status_code == 422
    assert "Write the rationale." in plain.content.decode()


def test_a_submission_leads_back_to_the_pair_to_read_and_can_be_changed(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    address = f"/projects/demo/pairs/{pair.pk}/"
    done = client.post(f"{address}submit/", an_answer(pair), content_type="application/json")
    assert done.json() == {"url": address}
    page = client.get(address).content.decode()
    assert "The core stays and the rest is mended." in page
    assert 'name="rationale"' not in page
    assert client.post(f"{address}change/").status_code == 302
    assert 'name="rationale"' in client.get(address).content.decode()
    client.post(f"{address}change/", {"keep": "1"})
    assert 'name="rationale"' not in client.get(address).content.decode()


def test_programs_submit_twice_and_get_one_submission(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    body = {"pair": pair.pk, "answer": an_answer(pair)}
    first, second = (
        client.post("/api/v1/projects/demo/diffs/", body, content_type="application/json") for _each in range(2)
    )
    assert first.status_code == second.status_code == 201
    assert first.json()["id"] == second.json()["id"]
    assert Diff.objects.count() == 1


def test_programs_are_told_every_fault_with_its_field(held: tuple[Client, PaperPair]) -> None:
    """Evidence that points nowhere, ends before it begins, and words that are not of the vocabulary."""
    client, pair = held
    bad = {"paper": pair.source.paper.slug, "start": 999_999, "end": -5, "quote": "not there"}
    body = {"pair": pair.pk, "answer": {**an_answer(pair), "evidence": [bad], "ecology": "sideways"}}
    answer = client.post("/api/v1/projects/demo/diffs/", body, content_type="application/json")
    assert answer.status_code == 400
    assert {fault["field"] for fault in answer.json()["faults"]} == {"evidence[0].end", "ecology"}
    bad["end"] = 1_000_003
    body["answer"] = {**an_answer(pair), "evidence": [bad]}
    answer = client.post("/api/v1/projects/demo/diffs/", body, content_type="application/json")
    assert {"evidence[0].start", "evidence[0].end"} <= {fault["field"] for fault in answer.json()["faults"]}


def test_programs_save_drafts_and_conflict_like_tabs(held: tuple[Client, PaperPair]) -> None:
    client, pair = held
    address = f"/api/v1/projects/demo/drafts/{pair.pk}/"
    assert client.get(address).json()["revision"] == 0
    body = {"revision": 0, "payload": {"rationale": "So far"}}
    assert client.put(address, body, content_type="application/json").json()["revision"] == 1
    conflict = client.put(address, body, content_type="application/json")
    assert conflict.status_code == 409
    assert conflict.json()["current"]["payload"] == {"rationale": "So far"}


def test_programs_make_pairs_and_traces(cast: Cast) -> None:
    slugs = [a_genome(cast, handed_in=True).paper.slug for _each in range(3)]
    client = signed_in(cast.admin)
    for source, target in pairwise(slugs):
        body = {"source": source, "target": target}
        made = client.post("/api/v1/projects/demo/pairs/", body, content_type="application/json")
        assert made.status_code == 201
        assert (made.json()["source"], made.json()["target"]) == (source, target)
    again = client.post("/api/v1/projects/demo/pairs/", body, content_type="application/json")
    assert again.status_code == 409
    assert again.json()["current"] == {"id": made.json()["id"]}
    trace = client.post(
        "/api/v1/projects/demo/traces/", {"name": "Finders", "papers": slugs}, content_type="application/json"
    )
    assert trace.status_code == 201
    assert trace.json()["papers"] == slugs
