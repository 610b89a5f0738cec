"""Taking cases: a third person, one at a time, never an annotator of the pair."""

from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication.models import Case
from adjudication.selectors import sides_of_case
from adjudication.services import claim_case, claim_next_case, release_case, resolve_case
from annotation.models import Assignment
from annotation.refusal import Conflict, Refused
from annotation.services import add_member, claim_next, claim_unit, create_account
from tests.adjudication.making import a_dispute, a_pair, an_answer, lost_driver
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_the_case_that_parts_in_most_fields_comes_first_then_the_oldest(cast: Cast) -> None:
    small_old, small_new = a_dispute(cast), a_dispute(cast)
    pair = a_pair(cast)
    large = a_dispute(cast, an_answer(pair), lost_driver(pair), pair=pair)
    taken = [claim_next_case(by=cast.adjudicator, project=cast.project) for _each in range(3)]
    assert [case.pair for case in taken if case] == [large, small_old, small_new]


def test_no_dispute_gives_nothing(cast: Cast) -> None:
    assert claim_next_case(by=cast.adjudicator, project=cast.project) is None


def test_taking_a_case_holds_it_and_fixes_which_label_is_a(cast: Cast) -> None:
    pair = a_dispute(cast)
    case = claim_case(by=cast.adjudicator, pair=pair)
    assert case.adjudicator == cast.adjudicator
    assert case.lease_expires_at is not None
    assert case.lease_expires_at > timezone.now()
    assert case.order == [str(side.diff.pk) for side in sides_of_case(pair)]
    Case.objects.filter(pk=case.pk).update(order=case.order[::-1])
    claim_case(by=cast.adjudicator, pair=pair)
    assert [str(side.diff.pk) for side in sides_of_case(pair)] == case.order[::-1]


def test_who_labelled_a_pair_can_never_decide_it(cast: Cast) -> None:
    pair = a_dispute(cast)
    add_member(by=cast.admin, project=cast.project, user=cast.annotator1, role="adjudicator")
    with pytest.raises(Refused) as refusal:
        claim_case(by=cast.annotator1, pair=pair)
    assert refusal.value.faults[0].code == "not_a_third_person"
    assert claim_next_case(by=cast.annotator1, project=cast.project) is None
    with pytest.raises(Refused):
        resolve_case(
            by=cast.annotator1, pair=pair, outcome="excluded", reason_code="other", rationale="I would like to."
        )


def test_who_holds_a_pair_to_label_it_can_not_decide_it(cast: Cast) -> None:
    pair = a_dispute(cast)
    both = create_account(by=None, username="both")
    for role in ("annotator", "adjudicator"):
        add_member(by=cast.admin, project=cast.project, user=both, role=role)
    now = timezone.now()
    Assignment.objects.create(unit=pair.unit, person=both, claimed_at=now, lease_expires_at=now + timedelta(hours=1))
    with pytest.raises(Refused):
        claim_case(by=both, pair=pair)


def test_who_took_a_case_is_never_handed_the_pair_to_label(cast: Cast) -> None:
    pair = a_dispute(cast)
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="annotator")
    claim_case(by=cast.adjudicator, pair=pair)
    release_case(by=cast.adjudicator, pair=pair)
    pair.unit.overlap = 3
    pair.unit.save(update_fields=["overlap"])
    assert claim_next(person=cast.adjudicator, project=cast.project, kind="pair") is None
    with pytest.raises(Refused):
        claim_unit(person=cast.adjudicator, unit=pair.unit)


def test_a_held_case_is_refused_to_another_until_it_is_given_back_or_lapses(cast: Cast) -> None:
    pair = a_dispute(cast)
    second = create_account(by=None, username="second")
    add_member(by=cast.admin, project=cast.project, user=second, role="adjudicator")
    claim_case(by=cast.adjudicator, pair=pair)
    with pytest.raises(Conflict):
        claim_case(by=second, pair=pair)
    assert claim_next_case(by=second, project=cast.project) is None
    release_case(by=second, pair=pair)  # not theirs: changes nothing
    with pytest.raises(Conflict):
        claim_case(by=second, pair=pair)
    release_case(by=cast.adjudicator, pair=pair)
    assert claim_case(by=second, pair=pair).adjudicator == second
    past = timezone.now() - timedelta(minutes=1)
    Case.objects.filter(pair=pair).update(lease_expires_at=past)
    Assignment.objects.filter(unit=pair.unit, person=second).update(
        claimed_at=past - timedelta(hours=4), lease_expires_at=past
    )
    case = claim_next_case(by=cast.adjudicator, project=cast.project)
    assert case is not None
    assert case.adjudicator == cast.adjudicator


def test_a_pair_that_is_not_in_dispute_cannot_be_taken(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        claim_case(by=cast.adjudicator, pair=a_pair(cast))
    assert refusal.value.faults[0].code == "not_disputed"
