"""A guideline that changes while people label: each label keeps the version that it was made under."""

from itertools import pairwise

import pytest
from django.test import Client

from annotation.refusal import Conflict
from annotation.services import claim_unit, publish_guideline
from diffs.models import Diff
from diffs.services import submit_diff
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair, an_answer


def test_twelve_labels_keep_their_version_after_a_thirteenth_is_made_under_the_next(cast: Cast) -> None:
    genomes = [a_genome(cast, handed_in=True) for _each in range(7)]
    pairs = [a_pair(cast, source=first, target=second) for first, second in pairwise(genomes)]
    for pair in pairs:
        for person in (cast.annotator1, cast.annotator2):
            a_diff(person, pair)
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="A rule is clearer.")
    last = a_pair(cast, source=genomes[0], target=genomes[2])
    a_diff(cast.annotator1, last)
    assert [diff.guideline.version for diff in Diff.objects.order_by("submitted_at")] == [1] * 12 + [2]
    client = Client()
    client.force_login(cast.annotator1)
    assert "# Two" not in client.get("/api/v1/projects/demo/guidelines/1/").json()["body"]
    old = Diff.objects.filter(author=cast.annotator1).order_by("submitted_at")[0]
    assert client.get(f"/api/v1/projects/demo/diffs/{old.pk}/").json()["guideline"] == 1


def test_a_changed_answer_is_made_under_the_version_of_its_own_moment(cast: Cast) -> None:
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair))
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Clearer.")
    submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair, confidence=60))
    assert [(diff.number, diff.guideline.version) for diff in Diff.objects.order_by("number")] == [(1, 1), (2, 2)]


def test_a_label_read_under_the_last_version_is_asked_about_and_then_made_under_the_next(cast: Cast) -> None:
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Anchor boxes are passengers.")
    with pytest.raises(Conflict) as refusal:
        submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair), guideline=1)
    assert refusal.value.current == {"guideline": 2}
    assert not Diff.objects.exists()
    diff = submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair), guideline=2)
    assert diff.guideline.version == 2
    # What was submitted already is answered the same, whatever the screen still shows.
    assert submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair), guideline=1) == diff


def test_the_screen_hears_of_a_new_version_with_each_save_and_before_its_submission(cast: Cast) -> None:
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    client, page = Client(), f"/projects/demo/pairs/{pair.pk}/"
    client.force_login(cast.annotator1)
    assert '"guideline": 1' in client.get(page).content.decode()
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Anchor boxes are passengers.")
    body = {"revision": 0, "payload": an_answer(pair)}
    saved = client.put(f"{page}draft/", body, content_type="application/json").json()
    assert saved["guideline"] == {"version": 2, "note": "Anchor boxes are passengers."}
    stale = client.post(f"{page}submit/?guideline=1", an_answer(pair), content_type="application/json")
    assert (stale.status_code, stale.json()["faults"][0]["code"]) == (409, "guideline_changed")
    assert stale.json()["guideline"]["version"] == 2
    api = {"pair": pair.pk, "answer": an_answer(pair), "guideline": 1}
    assert client.post("/api/v1/projects/demo/diffs/", api, content_type="application/json").status_code == 409
    fresh = client.post(f"{page}submit/?guideline=2", an_answer(pair), content_type="application/json")
    assert fresh.status_code == 200
    assert Diff.objects.get().guideline.version == 2
