"""Ids of another project in a body: whoever belongs to one project reaches nothing of another, whatever they send.

The people belong to `demo`; what they name lies in `other`, whose short names they have guessed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from adjudication.services import claim_case
from annotation.services import claim_unit
from diffs.models import Diff, PaperPair, Trace
from genomes.models import Genome, IdeaObject
from tests.adjudication.making import a_dispute
from tests.cast import Cast, make_cast
from tests.factories import a_genome, a_pair, a_pointer, an_answer, evidence

API, PAGES = "/api/v1/projects/demo", "/projects/demo"
JSON = "application/json"


@pytest.fixture
def other(cast: Cast) -> Cast:
    return make_cast("other", "other-")


@pytest.fixture
def theirs(other: Cast) -> PaperPair:
    """A pair of the other project; its papers are older than any of ours."""
    return a_pair(other)


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def fields(answer: Any) -> set[str]:
    return {fault["field"] for fault in answer.json()["faults"]}


def test_no_pair_is_made_of_another_project_s_genomes(cast: Cast, theirs: PaperPair) -> None:
    ours, client = a_genome(cast, handed_in=True), signed_in(cast.admin)
    body = {"source": theirs.source.paper.slug, "target": ours.paper.slug}
    answer = client.post(f"{API}/pairs/", body, content_type=JSON)
    assert (answer.status_code, fields(answer)) == (400, {"source"})
    page = client.post(f"{PAGES}/pairs/", {"source": theirs.source_id, "target": ours.pk})
    assert page.status_code == 422
    assert not PaperPair.objects.filter(project=cast.project).exists()


def test_no_trace_is_made_of_another_project_s_papers(cast: Cast, theirs: PaperPair) -> None:
    client = signed_in(cast.admin)
    papers = [theirs.source.paper, theirs.target.paper, theirs.source.paper]
    answer = client.post(f"{API}/traces/", {"name": "x", "papers": [p.slug for p in papers]}, content_type=JSON)
    assert answer.status_code == 400
    form = {"do": "save", "name": "x", "paper": [paper.slug for paper in papers]}
    assert client.post(f"{PAGES}/traces/new/", form).status_code == 422
    added = client.post(f"{PAGES}/traces/new/", {"do": f"add:{papers[0].slug}"})
    assert papers[0].slug not in added["Location"]
    checked = client.post(f"{API}/traces/check/", {"papers": [papers[0].slug]}, content_type=JSON)
    assert checked.status_code == 400
    assert not Trace.objects.exists()


def repairs(cast: Cast, genome: Genome, key: str) -> Any:
    quote = "Small things in groups are missed."
    body = {"type": "delta", "content": quote, "evidence": [evidence(genome, quote)], "repairs": [key]}
    client = signed_in(cast.annotator1)
    return client.post(f"{API}/genomes/{genome.paper.slug}/objects/", body, content_type=JSON)


def test_a_delta_repairs_no_limitation_of_another_project(cast: Cast, theirs: PaperPair) -> None:
    genome = a_genome(cast)
    answer = repairs(cast, genome, f"{theirs.source.paper.slug}:L1")
    assert (answer.status_code, fields(answer)) == (400, {"repairs[0]"})
    nowhere = repairs(cast, genome, "nowhere:L1")
    words = [each.json()["faults"][0]["message"].split("”")[1] for each in (answer, nowhere)]
    assert words[0] == words[1]  # what exists elsewhere and what exists nowhere are told alike
    found = signed_in(cast.annotator1).get(f"{PAGES}/papers/{genome.paper.slug}/genome/limitations/?q=Small")
    assert theirs.source.paper.slug not in found.content.decode()


Parts = Callable[[PaperPair, PaperPair], dict[str, Any]]

ANSWERS: dict[str, Parts] = {
    "a pointer of the rationale": lambda ours, theirs: {"evidence": [a_pointer(theirs.source, "M1")]},
    "a pointer of the transition": lambda ours, theirs: {"transition_evidence": [a_pointer(theirs.source, "M1")]},
    "the driver": lambda ours, theirs: {"predecessor_driver": f"{theirs.source.paper.slug}:M1"},
    "the transition driver": lambda ours, theirs: {"transition_driver": f"{theirs.target.paper.slug}:M1"},
    "a fate": lambda ours, theirs: {"fates": {f"{theirs.source.paper.slug}:M1": "lost"}},
    "a paper of provenance": lambda ours, theirs: {
        "origins": {**an_answer(ours)["origins"], f"{ours.target.paper.slug}:L1": "external"},
        "provenance": {f"{ours.target.paper.slug}:L1": {"kind": "paper", "paper": theirs.source.paper.slug}},
    },
}


@pytest.mark.parametrize("what", ANSWERS)
def test_an_answer_names_nothing_of_another_project(cast: Cast, theirs: PaperPair, what: str) -> None:
    ours = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=ours.unit)
    client = signed_in(cast.annotator1)
    payload = an_answer(ours, **ANSWERS[what](ours, theirs))
    answer = client.post(f"{API}/diffs/", {"pair": ours.pk, "answer": payload}, content_type=JSON)
    assert answer.status_code == 400
    assert not Diff.objects.filter(pair=ours).exists()
    # A draft may hold anything, and its page shows none of the other project's words.
    draft = {"revision": 0, "payload": payload}
    assert client.put(f"{API}/drafts/{ours.pk}/", draft, content_type=JSON).status_code == 200
    shown = client.get(f"{PAGES}/pairs/{ours.pk}/")
    assert shown.status_code == 200
    text = shown.content.decode()
    for pointer in payload["evidence"] + payload.get("transition_evidence", []):
        text = text.replace(pointer["quote"], "")  # what people typed themselves comes back to them
    assert theirs.source.paper.title not in text


def test_a_decision_names_nothing_of_another_project(cast: Cast, theirs: PaperPair) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    client = signed_in(cast.adjudicator)
    answer = an_answer(pair, evidence=[a_pointer(theirs.source, "M1")])
    body = {"outcome": "resolved", "answer": answer, "reason_code": "other", "rationale": "x"}
    assert client.post(f"{API}/disputes/{pair.pk}/resolve/", body, content_type=JSON).status_code == 400
    assert client.get(f"{API}/disputes/{theirs.pk}/").status_code == 404


def test_an_object_of_another_project_is_not_there_under_any_paper_of_ours(cast: Cast, theirs: PaperPair) -> None:
    genome, client = a_genome(cast), signed_in(cast.annotator1)
    foreign = IdeaObject.objects.get(genome=theirs.source, handle="M1")
    page = f"{PAGES}/papers/{genome.paper.slug}/genome/objects/{foreign.pk}/"
    statuses = [client.get(page).status_code, client.post(page, {}).status_code]
    posts = ("reject", "restore", "retype", "split", "merge")
    statuses += [client.post(f"{page}{each}/").status_code for each in posts]
    statuses += [client.get(f"{page}{each}/").status_code for each in ("split", "merge", "history")]
    statuses += [client.post(f"{API}/objects/{foreign.pk}/{each}/").status_code for each in ("retype", "split")]
    statuses += [client.patch(f"{API}/objects/{foreign.pk}/", {"content": "x"}, content_type=JSON).status_code]
    statuses += [client.get(f"{PAGES}/papers/{genome.paper.slug}/?edit={foreign.pk}").status_code]
    statuses += [client.get(f"{PAGES}/papers/{genome.paper.slug}/?object={foreign.pk}&do=split").status_code]
    assert set(statuses) == {404}
    assert IdeaObject.objects.get(pk=foreign.pk).revision == foreign.revision


def test_a_person_of_another_project_is_no_member_to_be_changed(cast: Cast, other: Cast) -> None:
    client = signed_in(cast.admin)
    person = other.annotator1
    assert client.delete(f"{API}/members/{person.pk}/").status_code == 404
    assert client.put(f"{API}/members/{person.pk}/", {"roles": ["admin"]}, content_type=JSON).status_code == 404
    assert client.post(f"{PAGES}/members/{person.pk}/", {"roles": ["admin"]}).status_code == 404
    assert person.memberships.get().project == other.project
