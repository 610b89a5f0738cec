"""Being handed work, and holding it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Assignment, Unit, User
from annotation.refusal import Conflict, Refused
from annotation.services import (
    add_member,
    claim_next,
    claim_unit,
    finish_unit,
    release_unit,
    renew_lease,
    set_ready,
)
from tests.cast import Cast
from tests.factories import make_unit


def next_unit(cast: Cast, person: User, kind: str | None = None) -> Unit | None:
    hold = claim_next(person=person, project=cast.project, kind=kind)
    return hold.unit if hold else None


def let_lapse(unit: Unit, person: User) -> None:
    now = timezone.now()
    Assignment.objects.filter(unit=unit, person=person).update(
        claimed_at=now - timedelta(hours=5), lease_expires_at=now - timedelta(hours=1)
    )


def test_no_unit_gives_nothing(cast: Cast) -> None:
    assert next_unit(cast, cast.annotator1) is None


def test_two_people_are_handed_a_unit_of_overlap_two_and_each_only_once(cast: Cast) -> None:
    unit = make_unit(cast.project)
    assert next_unit(cast, cast.annotator1) == unit
    assert next_unit(cast, cast.annotator1) is None
    assert next_unit(cast, cast.annotator2) == unit


def test_after_one_finishes_the_other_is_still_offered_the_unit_and_the_first_never_again(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=2)
    claim_next(person=cast.annotator1, project=cast.project)
    assert finish_unit(person=cast.annotator1, unit=unit) is True
    assert next_unit(cast, cast.annotator1) is None
    let_lapse(unit, cast.annotator1)
    assert next_unit(cast, cast.annotator1) is None
    assert next_unit(cast, cast.annotator2) == unit


def test_a_lapsed_lease_returns_the_unit(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_next(person=cast.annotator1, project=cast.project)
    assert next_unit(cast, cast.annotator2) is None
    let_lapse(unit, cast.annotator1)
    assert next_unit(cast, cast.annotator2) == unit


def test_a_person_takes_up_their_own_lapsed_unit_in_the_same_row(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    first = claim_next(person=cast.annotator1, project=cast.project)
    let_lapse(unit, cast.annotator1)
    again = claim_next(person=cast.annotator1, project=cast.project)
    assert first is not None
    assert again is not None
    assert again.pk == first.pk
    assert again.lease_expires_at > timezone.now()


def test_a_unit_given_back_is_offered_to_the_same_person_last(cast: Cast) -> None:
    first, second = make_unit(cast.project), make_unit(cast.project)
    claim_next(person=cast.annotator1, project=cast.project)
    release_unit(person=cast.annotator1, unit=first)
    assert next_unit(cast, cast.annotator1) == second
    assert next_unit(cast, cast.annotator1) == first


def test_units_of_a_known_domain_come_first_then_urgent_ones_then_those_nearly_done(cast: Cast) -> None:
    add_member(
        by=cast.admin, project=cast.project, user=cast.annotator1, role="annotator", expertise=["vision", " vision "]
    )
    plain = make_unit(cast.project, domain="nlp")
    nearly = make_unit(cast.project, domain="nlp")
    urgent = make_unit(cast.project, domain="nlp", priority=1)
    known = make_unit(cast.project, domain="vision")
    finish_unit(person=cast.annotator2, unit=nearly)
    order = [next_unit(cast, cast.annotator1) for _each in range(4)]
    assert order == [known, urgent, nearly, plain]


def test_only_the_wanted_kind_is_handed_out(cast: Cast) -> None:
    make_unit(cast.project, kind="pair")
    genome = make_unit(cast.project, kind="genome")
    assert next_unit(cast, cast.annotator1, kind="genome") == genome


def test_units_that_are_paused_or_not_ready_are_not_handed_out(cast: Cast) -> None:
    waiting = make_unit(cast.project, is_ready=False)
    paused = make_unit(cast.project)
    Unit.objects.filter(pk=paused.pk).update(is_paused=True)
    assert next_unit(cast, cast.annotator1) is None
    set_ready(unit=waiting, is_ready=True)
    assert next_unit(cast, cast.annotator1) == waiting


def test_the_sixth_open_unit_is_refused_with_what_to_do(cast: Cast) -> None:
    for _each in range(6):
        make_unit(cast.project)
    for _each in range(5):
        claim_next(person=cast.annotator1, project=cast.project)
    with pytest.raises(Refused, match="Submit one or give one back") as refusal:
        claim_next(person=cast.annotator1, project=cast.project)
    assert refusal.value.faults[0].code == "too_many_open"


@pytest.mark.parametrize("who", ["adjudicator", "admin", "outsider"])
def test_only_annotators_are_handed_work(cast: Cast, who: str) -> None:
    make_unit(cast.project)
    with pytest.raises(Refused) as refusal:
        claim_next(person=getattr(cast, who), project=cast.project)
    assert refusal.value.faults[0].code == "not_an_annotator"


def test_opening_a_held_unit_again_renews_its_lease(cast: Cast) -> None:
    unit = make_unit(cast.project)
    first = claim_unit(person=cast.annotator1, unit=unit)
    again = claim_unit(person=cast.annotator1, unit=unit)
    assert again.pk == first.pk
    assert again.claimed_at == first.claimed_at
    assert again.lease_expires_at > first.lease_expires_at


def test_a_full_unit_cannot_be_taken(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    with pytest.raises(Conflict) as refusal:
        claim_unit(person=cast.annotator2, unit=unit)
    assert refusal.value.faults[0].code == "full"


def test_the_reasons_for_not_handing_out_a_named_unit(cast: Cast) -> None:
    paused, waiting = make_unit(cast.project), make_unit(cast.project, is_ready=False)
    Unit.objects.filter(pk=paused.pk).update(is_paused=True)
    for unit, code in [(paused, "paused"), (waiting, "not_ready")]:
        with pytest.raises(Refused) as refusal:
            claim_unit(person=cast.annotator1, unit=unit)
        assert refusal.value.faults[0].code == code


def test_one_person_never_labels_and_adjudicates_the_same_unit(cast: Cast) -> None:
    unit, other = make_unit(cast.project), make_unit(cast.project)
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="annotator")
    claim_unit(person=cast.adjudicator, unit=unit, purpose="adjudicate")
    release_unit(person=cast.adjudicator, unit=unit)
    claim_unit(person=cast.adjudicator, unit=other)
    assert next_unit(cast, cast.adjudicator) is None
    for wrong, purpose in [(unit, "label"), (other, "adjudicate")]:
        with pytest.raises(Refused) as refusal:
            claim_unit(person=cast.adjudicator, unit=wrong, purpose=purpose)
        assert refusal.value.faults[0].code == "other_purpose"
        with pytest.raises(Refused):
            finish_unit(person=cast.adjudicator, unit=wrong, purpose=purpose)


def test_adjudicating_takes_no_place_from_the_annotators(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.adjudicator, unit=unit, purpose="adjudicate")
    assert finish_unit(person=cast.adjudicator, unit=unit, purpose="adjudicate") is False
    assert next_unit(cast, cast.annotator1) == unit


def test_a_second_adjudicator_waits_for_the_first(cast: Cast) -> None:
    unit = make_unit(cast.project)
    claim_unit(person=cast.adjudicator, unit=unit, purpose="adjudicate")
    with pytest.raises(Conflict):
        claim_unit(person=cast.admin, unit=unit, purpose="adjudicate")


def test_working_on_keeps_the_lease(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    hold = claim_unit(person=cast.annotator1, unit=unit)
    assert renew_lease(person=cast.annotator1, unit=unit).lease_expires_at > hold.lease_expires_at


def test_a_lapsed_lease_is_renewed_only_while_the_place_is_free(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    let_lapse(unit, cast.annotator1)
    assert renew_lease(person=cast.annotator1, unit=unit).lease_expires_at > timezone.now()
    let_lapse(unit, cast.annotator1)
    claim_unit(person=cast.annotator2, unit=unit)
    with pytest.raises(Conflict):
        renew_lease(person=cast.annotator1, unit=unit)


def test_what_is_not_held_cannot_be_renewed(cast: Cast) -> None:
    unit = make_unit(cast.project)
    with pytest.raises(Refused) as refusal:
        renew_lease(person=cast.annotator1, unit=unit)
    assert refusal.value.faults[0].code == "not_held"
    claim_unit(person=cast.annotator1, unit=unit)
    release_unit(person=cast.annotator1, unit=unit)
    with pytest.raises(Refused):
        renew_lease(person=cast.annotator1, unit=unit)
