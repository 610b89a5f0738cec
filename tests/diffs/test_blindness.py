"""Before a person has submitted on a pair, nothing shows what others did on it: no page, no API, no count, no words."""

from typing import Any

import pytest
from django.test import Client

from annotation.services import add_member, claim_unit
from diffs.models import Diff, PaperPair
from diffs.services import save_draft
from tests.cast import Cast, make_cast
from tests.factories import a_diff, a_genome, a_pair, an_answer

SECRET = "xyzzy-the-first-label"


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    """A pair that annotator1 has submitted with a telling word, and that annotator2 holds."""
    pair = a_pair(cast)
    a_diff(cast.annotator1, pair, rationale=SECRET, dynamics="speciation", dynamics_reason=SECRET)
    claim_unit(person=cast.annotator2, unit=pair.unit)
    return pair


def everything_seen(person: Any, cast: Cast, pair: PaperPair) -> str:
    """All that a person can read about a pair, on pages and through the API."""
    client = Client()
    client.force_login(person)
    pages = [f"/projects/{cast.project.slug}/{path}" for path in ("pairs/", f"pairs/{pair.pk}/", "traces/", "work/")]
    api = [
        f"/api/v1/projects/{cast.project.slug}/{path}"
        for path in ("pairs/", f"pairs/{pair.pk}/", f"drafts/{pair.pk}/", "diffs/", f"diffs/?pair={pair.pk}")
    ]
    return "\n".join(client.get(address).content.decode() for address in [*pages, *api])


def test_the_second_annotator_sees_the_same_as_if_nobody_had_labelled(cast: Cast, pair: PaperPair) -> None:
    """The API's answers are compared byte for byte with those about a pair that has no label at all."""
    fresh = a_pair(cast, source=pair.source, target=a_genome(cast, handed_in=True))
    claim_unit(person=cast.annotator2, unit=fresh.unit)
    client = Client()
    client.force_login(cast.annotator2)
    answers = []
    for each in (pair, fresh):
        body = client.get(f"/api/v1/projects/demo/pairs/{each.pk}/").json()
        draft = client.get(f"/api/v1/projects/demo/drafts/{each.pk}/").json()
        assert draft["payload"] == {}
        answers.append({**body, "id": 0, "unit": 0, "target": "", "created_at": ""})
    assert answers[0] == answers[1]
    assert answers[0]["labels"] is None


def test_no_word_of_the_first_label_reaches_the_second_annotator(cast: Cast, pair: PaperPair) -> None:
    seen = everything_seen(cast.annotator2, cast, pair)
    assert SECRET not in seen
    assert cast.annotator1.username not in seen
    mine = Diff.objects.get(author=cast.annotator1)
    assert str(mine.pk) not in seen
    assert mine.decision_key not in seen


def test_a_draft_reaches_nobody_else_whatever_their_role(cast: Cast, pair: PaperPair) -> None:
    save_draft(by=cast.annotator2, pair=pair, payload={"rationale": "xyzzy-a-draft"}, revision=0)
    for other in (cast.annotator1, cast.adjudicator, cast.admin):
        assert "xyzzy-a-draft" not in everything_seen(other, cast, pair)


def test_overseers_see_labels_only_when_all_are_in(cast: Cast, pair: PaperPair) -> None:
    assert SECRET not in everything_seen(cast.admin, cast, pair)
    assert SECRET not in everything_seen(cast.adjudicator, cast, pair)
    a_diff(cast.annotator2, pair)
    assert SECRET in everything_seen(cast.admin, cast, pair)
    assert SECRET in everything_seen(cast.adjudicator, cast, pair)


def test_annotators_never_see_each_others_labels_not_even_afterwards(cast: Cast, pair: PaperPair) -> None:
    a_diff(cast.annotator2, pair)
    assert SECRET not in everything_seen(cast.annotator2, cast, pair)


def test_an_admin_who_also_labels_sees_no_number_and_no_label_before_their_own(cast: Cast, pair: PaperPair) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    a_diff(cast.annotator2, pair)
    client = Client()
    client.force_login(cast.admin)
    listed = client.get("/api/v1/projects/demo/pairs/").json()["results"]
    assert [each["labels"] for each in listed] == [None]
    assert b"2 / 2" not in client.get("/projects/demo/pairs/").content
    assert SECRET not in everything_seen(cast.admin, cast, pair)


def test_names_on_labels_are_for_admins_alone(cast: Cast, pair: PaperPair) -> None:
    a_diff(cast.annotator2, pair)
    for person, names in ((cast.adjudicator, {""}), (cast.admin, {"annotator1", "annotator2"})):
        client = Client()
        client.force_login(person)
        assert {each["author"] for each in client.get("/api/v1/projects/demo/diffs/").json()["results"]} == names


def test_a_refusal_says_nothing_about_others(cast: Cast, pair: PaperPair) -> None:
    client = Client()
    client.force_login(cast.annotator2)
    answer = client.post(f"/projects/demo/pairs/{pair.pk}/submit/", {}, content_type="application/json")
    assert answer.status_code == 400
    assert SECRET not in answer.content.decode()


def test_a_pair_of_another_project_is_not_there_whatever_the_body_says(cast: Cast, pair: PaperPair) -> None:
    other = make_cast("other", "other-")
    foreign = a_pair(other)
    client = Client()
    client.force_login(cast.annotator1)
    answer = client.post(
        "/api/v1/projects/demo/diffs/",
        {"pair": foreign.pk, "answer": an_answer(foreign)},
        content_type="application/json",
    )
    assert answer.status_code == 404
    assert client.get(f"/projects/demo/pairs/{foreign.pk}/").status_code == 404
    assert client.get(f"/projects/other/pairs/{foreign.pk}/").status_code == 404
