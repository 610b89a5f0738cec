"""A guideline that changes while people label: each label keeps the version that it was made under."""

from itertools import pairwise

from django.test import Client

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
    publish_guideline(by=cast.admin, project=cast.project, body="# Two")
    submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair, confidence=60))
    assert [(diff.number, diff.guideline.version) for diff in Diff.objects.order_by("number")] == [(1, 1), (2, 2)]
