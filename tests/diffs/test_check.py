"""Known pairs that come unannounced: when, to whom, what is measured, and who is paused for it."""

from contextlib import AbstractContextManager
from datetime import timedelta

import pgtrigger
from django.utils import timezone

from adjudication.permissions import is_third_person
from adjudication.selectors import gold
from adjudication.selectors.agreement import labelled
from annotation.models import Assignment, Notification
from annotation.rules import check_distance
from annotation.selectors import work_page
from annotation.selectors.checks import check_before, draw, may_change_answer
from annotation.services import (
    add_member,
    claim_next,
    claim_unit,
    pause_member,
    release_unit,
    renew_lease,
    resume_member,
)
from diffs.models import CheckResult, Diff
from diffs.selectors.calibration import FEWEST_TO_TELL, own_calibration, people_measured
from tests.cast import Cast
from tests.diffs.calibrating import WRONG, answer, known, member, pairs_of, setting, take
from tests.factories import a_diff


def test_a_known_pair_comes_after_the_drawn_number_and_counts_for_nothing(cast: Cast) -> None:
    """Every second one, about: the drawn distance is 1, 2 or 3 pairs. My work names each unit before it is taken."""
    pairs = pairs_of(cast, 6)
    secret = known(cast, pairs[0])
    setting(cast, check_every=2)
    person, project = cast.annotator1, cast.project
    distance = check_distance(2, draw(person.pk, project.pk, 0))
    for number in range(distance + 1):
        upcoming = work_page(person, project).next_unit
        hold = take(person, project)
        assert hold.unit == upcoming
        assert (hold.purpose, hold.is_announced) == ("label" if number < distance else "check", False)
        answer(person, hold)
    assert hold.unit_id == secret.unit_id
    secret.unit.refresh_from_db()
    assert secret.unit.labels_done == 0
    check = Diff.objects.get(pair=secret)
    assert (check.is_surplus, check.check_result.is_right) == (True, True)
    assert not Diff.objects.counted().filter(pair=secret).exists()
    assert secret.pk not in {each.pair for each in labelled(project)}
    assert not is_third_person(person, secret)


def test_it_measures_beyond_the_labels_of_a_complete_pair_and_enters_neither_gold_nor_agreement(cast: Cast) -> None:
    """Both annotators agree on a pair that is then known; a third is measured on it and says otherwise."""
    secret, *rest = pairs_of(cast, 3)
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, secret)
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    known(cast, secret)
    setting(cast, check_every=1)
    answer(cast.outsider, take(cast.outsider, cast.project))  # of 1 the distance is always 1
    hold = take(cast.outsider, cast.project)
    assert (hold.unit_id, hold.purpose) == (secret.unit_id, "check")
    answer(cast.outsider, hold, **WRONG)
    assert [str(each.answer.dynamics) for each in gold(cast.project)] == ["mutation"]
    assert len(labelled(cast.project)) == 2
    assert not CheckResult.objects.get().is_right
    assert rest


def test_nobody_meets_a_pair_twice_and_the_page_says_when_none_is_left(cast: Cast) -> None:
    pairs = pairs_of(cast, 4)
    known(cast, pairs[0])
    setting(cast, check_every=1)
    taken = [take(cast.annotator1, cast.project) for _each in range(3)]
    assert [each.purpose for each in taken] == ["label", "check", "label"]
    left = {each.membership.user.username: each for each in people_measured(cast.project)}
    assert (left["annotator1"].unseen["check"], left["annotator1"].nothing_left) == (0, True)
    assert (left["annotator2"].unseen["check"], left["annotator2"].nothing_left) == (1, False)


def test_overseers_and_whoever_wrote_the_answer_are_never_measured_unannounced(cast: Cast) -> None:
    pairs = pairs_of(cast, 3)
    known(cast, pairs[0])
    setting(cast, check_every=1)
    for person in (cast.adjudicator, cast.admin):
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
        assert [take(person, cast.project).purpose for _each in range(2)] == ["label", "label"]


def test_a_known_pair_comes_only_in_front_of_a_real_pair(cast: Cast) -> None:
    secret, real = pairs_of(cast, 2)
    known(cast, secret)
    setting(cast, check_every=1)
    assert take(cast.annotator1, cast.project).unit_id == real.unit_id
    assert claim_next(person=cast.annotator1, project=cast.project) is None
    assert check_before(member(cast.annotator1, cast.project), None) is None


def test_it_can_be_given_back_lapse_and_be_taken_up_like_any_unit(cast: Cast) -> None:
    pairs = pairs_of(cast, 4)
    secret = known(cast, pairs[0])
    setting(cast, check_every=1)
    take(cast.annotator1, cast.project)
    hold = take(cast.annotator1, cast.project)
    long_ago = timezone.now() - timedelta(hours=9)
    Assignment.objects.filter(pk=hold.pk).update(claimed_at=long_ago, lease_expires_at=long_ago)
    lapsed = next(each for each in work_page(cast.annotator1, cast.project).lapsed)
    assert (lapsed.unit, lapsed.has_place) == (secret.unit, True)
    assert renew_lease(person=cast.annotator1, unit=secret.unit).lease_expires_at > timezone.now()
    release_unit(person=cast.annotator1, unit=secret.unit)
    again = claim_unit(person=cast.annotator1, unit=secret.unit)
    assert (again.pk, again.purpose, again.state) == (hold.pk, "check", "active")


def test_an_answer_stays_open_as_long_as_one_of_the_labels_was(cast: Cast) -> None:
    """The labels came a day apart: it is open for a day or not at all, as the draw says."""
    pairs = pairs_of(cast, 3)
    secret = pairs[0]
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, secret)
    first, second = Assignment.objects.filter(unit=secret.unit, is_counted=True).order_by("finished_at")
    Assignment.objects.filter(pk=first.pk).update(finished_at=second.finished_at - timedelta(days=1))
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    known(cast, secret)
    setting(cast, check_every=1)
    take(cast.outsider, cast.project)
    answer(cast.outsider, take(cast.outsider, cast.project))
    hold = Assignment.objects.get(unit=secret.unit, person=cast.outsider)
    seems_first = draw(cast.outsider.pk, secret.unit_id) % 2 == 0
    assert may_change_answer(secret.unit, hold) == seems_first
    hold.finished_at = timezone.now() - timedelta(days=1, minutes=1)
    assert not may_change_answer(secret.unit, hold)


def test_who_falls_below_is_paused_and_told_kindly_and_goes_on_with_a_clean_window(cast: Cast) -> None:
    """A window of 2 at 60 % needs two right (1 of 2 is 50 %): the first wrong one decides."""
    pairs = pairs_of(cast, 6)
    first, second = known(cast, pairs[0]), known(cast, pairs[1])
    setting(cast, check_every=1, check_window=2, check_percent=60)
    person, project = cast.annotator1, cast.project
    real = take(person, project)
    check = take(person, project)
    answer(person, check, **WRONG)
    paused = member(person, project)
    assert (paused.paused_because, bool(paused.paused_at)) == ("accuracy", True)
    mine = Notification.objects.get(recipient=person, kind="paused")
    theirs = Notification.objects.get(recipient=cast.admin, kind="paused")
    assert (mine.unit, mine.params["event"]) == (None, "accuracy")
    assert (theirs.unit, theirs.params["event"], theirs.params["right"], theirs.params["of"]) == (
        None, "accuracy_of", 0, 1,
    )  # fmt: skip
    assert not Notification.objects.filter(recipient=cast.annotator2).exists()
    answer(person, real)  # what they hold they may finish
    resume_member(by=cast.admin, project=project, user=person)
    answer(person, take(person, project))
    other = take(person, project)
    assert {check.unit_id, other.unit_id} == {first.unit_id, second.unit_id}
    answer(person, other)
    assert member(person, project).paused_at is None  # one of one, though one of two all told


def test_a_pause_by_an_admin_stays_theirs(cast: Cast) -> None:
    pairs = pairs_of(cast, 3)
    known(cast, pairs[0])
    setting(cast, check_every=1, check_window=1)
    take(cast.annotator1, cast.project)
    check = take(cast.annotator1, cast.project)
    pause_member(by=cast.admin, project=cast.project, user=cast.annotator1, note="Until Monday.")
    answer(cast.annotator1, check, **WRONG)
    assert member(cast.annotator1, cast.project).paused_because == "admin"


def test_own_accuracy_is_of_the_weeks_before_and_of_enough_answers(cast: Cast) -> None:
    """What is handed in this week moves nothing, so no unit is told; six days of last week, four of five right."""
    pairs = pairs_of(cast, 2 * FEWEST_TO_TELL + 1)
    for pair in pairs[:FEWEST_TO_TELL]:
        known(cast, pair)
    setting(cast, check_every=1, check_percent=0)
    person, project = cast.annotator1, cast.project
    wrong = [WRONG, {}, {}, {}, {}]
    for _each in range(2 * FEWEST_TO_TELL):
        hold = take(person, project)
        answer(person, hold, **(wrong.pop(0) if hold.purpose == "check" else {}))
    assert not wrong
    assert own_calibration(person, project).percent is None
    with _unguarded():
        CheckResult.objects.update(created_at=timezone.now() - timedelta(days=7))
    assert own_calibration(person, project).percent == 80


def _unguarded() -> AbstractContextManager[None]:
    return pgtrigger.ignore("diffs.CheckResult:check_result_is_append_only")
