"""A pair's answer becomes known: from its gold or as an admin writes it. From then on it is no real unit any more."""

import pytest
from django.db import ProgrammingError, transaction
from django.test import Client

from adjudication.services import mark_gold_known
from annotation.refusal import Conflict, Refused
from annotation.selectors import claimable_units
from annotation.services import add_member, claim_unit
from diffs.models import DiffDraft, KnownAnswer, PaperPair
from diffs.services import begin_known, explain_known, mark_known, unmark_known
from tests.cast import Cast
from tests.diffs.calibrating import WRONG, known
from tests.factories import a_diff, a_pair, an_answer


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    return a_pair(cast)


def claimable(cast: Cast) -> list[int]:
    return [unit.pk for unit in claimable_units(cast.annotator1, cast.project, [])]


def test_a_known_pair_is_handed_to_nobody_as_a_real_one(cast: Cast, pair: PaperPair) -> None:
    assert claimable(cast) == [pair.unit_id]
    known(cast, pair)
    assert claimable(cast) == []
    with pytest.raises(Conflict) as refusal:
        claim_unit(person=cast.annotator1, unit=pair.unit)
    assert refusal.value.faults[0].code == "full"
    unmark_known(by=cast.admin, pair=pair)
    assert claimable(cast) == [pair.unit_id]


def test_who_holds_a_pair_that_becomes_known_may_finish_and_counts(cast: Cast, pair: PaperPair) -> None:
    claim_unit(person=cast.annotator1, unit=pair.unit)
    known(cast, pair)
    assert not a_diff(cast.annotator1, pair).is_surplus


def test_an_incomplete_answer_is_refused_with_all_that_it_lacks(cast: Cast, pair: PaperPair) -> None:
    with pytest.raises(Refused) as refusal:
        mark_known(by=cast.admin, pair=pair, payload={})
    assert len(refusal.value.faults) == 17  # as any submission of nothing (test_submit_diff)
    pair.unit.refresh_from_db()
    assert not pair.unit.is_known


def test_the_same_said_again_is_one_answer_and_another_is_the_next_number(cast: Cast, pair: PaperPair) -> None:
    first = mark_known(by=cast.admin, pair=pair, payload=an_answer(pair))
    assert mark_known(by=cast.admin, pair=pair, payload=an_answer(pair)) == first
    second = mark_known(by=cast.admin, pair=pair, payload=an_answer(pair, **WRONG))
    assert (first.number, second.number) == (1, 2)
    # What was recorded derives mutation by rule 2, whatever is called right.
    assert (second.dynamics, second.rule) == ("speciation", 2)
    third = explain_known(by=cast.admin, pair=pair, use="qualify", explanation="Kept, and close by.")
    assert (third.number, third.use, third.dynamics) == (3, "qualify", "speciation")
    assert list(KnownAnswer.objects.in_use()) == [third]


def test_the_database_itself_keeps_known_answers(cast: Cast, pair: PaperPair) -> None:
    known(cast, pair)
    with pytest.raises(ProgrammingError), transaction.atomic():
        KnownAnswer.objects.update(dynamics="isolation")


def test_gold_becomes_known_with_its_rationale(cast: Cast, pair: PaperPair) -> None:
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pair)
    made = mark_gold_known(by=cast.admin, project=cast.project, pairs=[pair.pk], use="check")
    assert [(each.pair_id, each.dynamics, each.use) for each in made] == [(pair.pk, "mutation", "check")]
    assert made[0].explanation == "The core stays and the rest is mended."


def test_without_gold_none_of_the_chosen_is_marked(cast: Cast, pair: PaperPair) -> None:
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pair)
    open_pair = a_pair(cast, source=pair.target)
    with pytest.raises(Refused):
        mark_gold_known(by=cast.admin, project=cast.project, pairs=[pair.pk, open_pair.pk], use="both")
    assert not KnownAnswer.objects.exists()


def test_an_admin_writes_a_known_answer_on_the_pair_s_own_screen(cast: Cast, pair: PaperPair) -> None:
    client = Client()
    client.force_login(cast.admin)
    screen = f"/projects/demo/pairs/{pair.pk}/"
    assert "Write its known answer" in client.get(screen).content.decode()
    base = f"/projects/demo/calibration/known/{pair.pk}"
    client.post(f"{base}/write/")
    page = client.get(screen).content.decode()
    assert f"{base}/submit/" in page
    assert "heartbeat" not in page
    saved = client.put(
        f"{base}/draft/", {"revision": 0, "payload": {"ecology": "same"}}, content_type="application/json"
    )
    assert (saved.status_code, saved.json()["revision"]) == (200, 1)
    stale = client.put(f"{base}/draft/", {"revision": 0, "payload": {}}, content_type="application/json")
    assert (stale.status_code, stale.json()["payload"]) == (409, {"ecology": "same"})
    assert client.post(f"{base}/submit/", {}, content_type="application/json").status_code == 400
    done = client.post(f"{base}/submit/", an_answer(pair), content_type="application/json")
    assert done.json() == {"url": f"{base}/"}
    assert KnownAnswer.objects.get().dynamics == "mutation"
    assert not DiffDraft.objects.exists()
    assert not pair.diffs.exists()


def test_nobody_with_a_part_in_the_labels_writes_what_is_known(cast: Cast, pair: PaperPair) -> None:
    claim_unit(person=cast.annotator1, unit=pair.unit)
    with pytest.raises(Refused) as refusal:
        begin_known(by=cast.annotator1, pair=pair)
    assert refusal.value.faults[0].code == "has_a_part"


def test_the_api_marks_lists_and_takes_back(cast: Cast, pair: PaperPair) -> None:
    client = Client()
    client.force_login(cast.admin)
    place = f"/api/v1/projects/demo/calibration/known/{pair.pk}/"
    body = {"answer": an_answer(pair), "use": "qualify", "explanation": "So."}
    assert client.put(place, body, content_type="application/json").json()["number"] == 1
    listed = client.get("/api/v1/projects/demo/calibration/known/").json()["results"]
    assert [(each["pair"], each["use"], each["in_use"], each["rule"]) for each in listed] == [
        (pair.pk, "qualify", True, 2)
    ]
    assert client.delete(place).status_code == 204
    assert not client.get("/api/v1/projects/demo/calibration/known/").json()["results"][0]["in_use"]


def test_an_admin_who_labels_is_told_why_the_page_is_closed(cast: Cast, pair: PaperPair) -> None:
    known(cast, pair)
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    client = Client()
    client.force_login(cast.admin)
    answer = client.get("/projects/demo/calibration/")
    assert answer.status_code == 403
    assert "You label in this project" in answer.content.decode()
    assert pair.unit.title not in answer.content.decode()
    assert client.get(f"/projects/demo/calibration/known/{pair.pk}/").status_code == 403
