"""Known pairs before real work: handed out and told, with feedback that explains the rule; then qualified, or not."""

import pytest
from django.test import Client

from annotation.models import Assignment, Notification, User
from annotation.refusal import Refused
from annotation.services import ask_to_qualify_again, claim_next, claim_unit, qualify_member
from diffs.models import CheckResult, Diff
from diffs.services import reopen_diff
from tests.cast import Cast
from tests.diffs.calibrating import WRONG, answer, known, member, pairs_of, setting, take
from tests.factories import a_pair, an_answer


def told(person: User, kind: str) -> list[str]:
    return [each.params["event"] for each in Notification.objects.filter(recipient=person, kind=kind).order_by("pk")]


def test_two_right_answers_of_two_open_the_real_work(cast: Cast) -> None:
    """Known pairs come first, one at a time; what is answered there is no label; the third unit is a real one."""
    first, second, real = pairs_of(cast, 3)
    known(cast, first)
    known(cast, second, use="qualify")
    setting(cast, qualification_units=2, qualification_percent=100)
    with pytest.raises(Refused) as refusal:
        claim_unit(person=cast.annotator1, unit=real.unit)
    assert refusal.value.faults[0].code == "not_qualified"
    hold = take(cast.annotator1, cast.project)
    assert (hold.purpose, hold.is_announced, hold.unit_id in {first.unit_id, second.unit_id}) == ("check", True, True)
    assert take(cast.annotator1, cast.project) == hold  # the one in hand, not a second one
    diff = answer(cast.annotator1, hold)
    assert diff.is_surplus
    assert not member(cast.annotator1, cast.project).qualified_at
    other = take(cast.annotator1, cast.project)
    assert other.unit_id == ({first.unit_id, second.unit_id} - {hold.unit_id}).pop()
    answer(cast.annotator1, other)
    assert member(cast.annotator1, cast.project).qualified_at
    assert told(cast.annotator1, "qualified") == ["qualified"]
    assert take(cast.annotator1, cast.project).unit_id == real.unit_id
    for pair in (first, second):
        pair.unit.refresh_from_db()
        assert pair.unit.labels_done == 0
    assert not Diff.objects.counted().exists()
    assert not Assignment.objects.filter(is_counted=True, unit__kind="pair").exists()


def test_whoever_fails_all_rounds_waits_for_an_admin_who_lets_them_work(cast: Cast) -> None:
    pair, real = pairs_of(cast, 2)
    known(cast, pair)
    setting(cast, qualification_units=1, qualification_percent=70)
    answer(cast.annotator1, take(cast.annotator1, cast.project), **WRONG)
    assert told(cast.admin, "qualified") == ["stuck"]
    with pytest.raises(Refused) as refusal:
        claim_next(person=cast.annotator1, project=cast.project)
    assert refusal.value.faults[0].code == "nothing_to_qualify_on"
    client = Client()
    client.force_login(cast.admin)
    page = client.get("/projects/demo/calibration/").content.decode()
    assert "no known pair is left to qualify on" in page
    client.post(f"/projects/demo/calibration/people/{cast.annotator1.pk}/let/")
    assert told(cast.annotator1, "qualified") == ["let_work"]
    assert take(cast.annotator1, cast.project).unit_id == real.unit_id


def test_asked_again_the_earlier_answers_no_longer_count(cast: Cast) -> None:
    first, second = pairs_of(cast, 2)
    known(cast, first)
    known(cast, second)
    setting(cast, qualification_units=1)
    answer(cast.annotator1, take(cast.annotator1, cast.project))
    assert member(cast.annotator1, cast.project).qualified_at
    ask_to_qualify_again(by=cast.admin, membership=member(cast.annotator1, cast.project))
    hold = take(cast.annotator1, cast.project)
    assert hold.is_announced
    answer(cast.annotator1, hold, **WRONG)
    assert not member(cast.annotator1, cast.project).qualified_at
    qualify_member(by=cast.admin, membership=member(cast.annotator1, cast.project))
    assert member(cast.annotator1, cast.project).qualified_at


def test_who_has_labelled_before_keeps_working_when_qualifying_is_switched_on(cast: Cast) -> None:
    labelled, pair = pairs_of(cast, 2)
    answer(cast.annotator1, claim_unit(person=cast.annotator1, unit=labelled.unit))
    Assignment.objects.filter(person=cast.annotator2).delete()
    known(cast, pair)
    setting(cast, qualification_units=1)
    assert member(cast.annotator1, cast.project).qualified_at
    assert not member(cast.annotator2, cast.project).qualified_at


def test_the_feedback_names_the_rule_the_cause_and_the_words_of_who_knows(cast: Cast) -> None:
    """Known: mutation by rule 2. Answered: the driver is lost and replaced, so rule 3 fires and derives competition."""
    pair = known(cast, a_pair(cast), explanation="The driver is **kept**.")
    setting(cast, qualification_units=1)
    client = Client()
    client.force_login(cast.annotator1)
    client.post("/projects/demo/work/next/")
    screen = client.get(f"/projects/demo/pairs/{pair.pk}/").content.decode()
    assert "The answer of this pair is known" in screen
    old, new = pair.source.paper.slug, pair.target.paper.slug
    right = an_answer(pair)
    given = an_answer(
        pair,
        fates={**right["fates"], f"{old}:M1": "lost"},
        origins={**right["origins"], f"{new}:M1": "novel"},
        alignments=right["alignments"][:1],
        driver_continuity="replaced",
        dynamics="niche_competition",
    )
    sent = client.post(f"/projects/demo/pairs/{pair.pk}/submit/", given, content_type="application/json")
    assert sent.json() == {"url": f"/projects/demo/pairs/{pair.pk}/feedback/"}
    page = client.get(sent.json()["url"]).content.decode()
    # Six of eleven fields differ: dynamics, lineage, continuity, fates, origins, alignments.
    assert "agrees with the known one in 5 of 11 fields" in page
    assert "Rule 2: driver inherited, ecology same." in page
    assert "Rule 3: driver replaced, ecology same, no transition evidence." in page
    assert "replaced here, inherited in the known answer" in page
    assert "The driver is <strong>kept</strong>." in page
    assert "/projects/demo/guidelines/#g-driver" in page
    result = CheckResult.objects.get()
    wrong = {name for name, is_right in result.fields.items() if not is_right}
    assert wrong == {"dynamics", "lineage", "driver_continuity", "fates", "origins", "alignments"}
    assert (result.is_right, round(result.share, 3)) == (False, 0.455)
    with pytest.raises(Refused) as refusal:
        reopen_diff(by=cast.annotator1, pair=pair)
    assert refusal.value.faults[0].code == "known_answer_shown"


def test_my_work_tells_how_far_one_is(cast: Cast) -> None:
    known(cast, a_pair(cast))
    setting(cast, qualification_units=3)
    answer(cast.annotator1, take(cast.annotator1, cast.project))
    client = Client()
    client.force_login(cast.annotator1)
    assert "/projects/demo/work/calibration/" in client.get("/projects/demo/work/").content.decode()
    card = client.get("/projects/demo/work/calibration/", headers={"hx-request": "true"}).content.decode()
    assert "3 to a round. You have done 1, with the known dynamics in 1." in card
    own = client.get("/api/v1/projects/demo/work/calibration/").json()
    assert (own["must_qualify"], own["qualifying_right"], own["qualifying_n"], own["percent"]) == (True, 1, 1, None)
