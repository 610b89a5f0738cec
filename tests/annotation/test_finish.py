"""Finishing work: counted up to the labels wanted, once per person, never lost."""

import pytest
from django.db import IntegrityError, ProgrammingError, transaction

from annotation.models import Assignment
from annotation.refusal import Refused
from annotation.services import claim_unit, finish_unit, release_unit, remove_member
from tests.annotation.test_claim import let_lapse
from tests.cast import Cast
from tests.factories import make_unit


def test_a_second_finish_counts_nothing_and_answers_the_same(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=2)
    assert finish_unit(person=cast.annotator1, unit=unit) is True
    assert finish_unit(person=cast.annotator1, unit=unit) is True
    unit.refresh_from_db()
    assert unit.labels_done == 1


def test_two_past_their_lease_never_give_one_label_too_many(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    let_lapse(unit, cast.annotator1)
    claim_unit(person=cast.annotator2, unit=unit)
    let_lapse(unit, cast.annotator2)
    assert finish_unit(person=cast.annotator1, unit=unit) is True
    assert finish_unit(person=cast.annotator2, unit=unit) is False
    assert finish_unit(person=cast.annotator2, unit=unit) is False
    unit.refresh_from_db()
    assert unit.labels_done == 1
    assert Assignment.objects.filter(unit=unit, is_counted=True).count() == 1


def test_finished_work_cannot_be_given_back(cast: Cast) -> None:
    unit = make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=unit)
    with pytest.raises(Refused) as refusal:
        release_unit(person=cast.annotator1, unit=unit)
    assert refusal.value.faults[0].code == "finished"


def test_the_database_itself_keeps_finished_work_finished(cast: Cast) -> None:
    unit = make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=unit)
    with pytest.raises(ProgrammingError), transaction.atomic():
        Assignment.objects.filter(unit=unit).update(state="released", finished_at=None, is_counted=False)


def test_the_database_itself_holds_no_label_above_the_wanted_number(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    unit.labels_done = 2
    with pytest.raises(IntegrityError), transaction.atomic():
        unit.save()


def test_work_given_back_may_still_be_finished(cast: Cast) -> None:
    unit = make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=unit)
    release_unit(person=cast.annotator1, unit=unit)
    assert finish_unit(person=cast.annotator1, unit=unit) is True


def test_the_units_of_a_removed_annotator_go_back_and_what_they_finished_stays(cast: Cast) -> None:
    held, done = make_unit(cast.project, overlap=1), make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=held)
    finish_unit(person=cast.annotator1, unit=done)
    remove_member(by=cast.admin, project=cast.project, user=cast.annotator1)
    assert claim_unit(person=cast.annotator2, unit=held).state == "active"
    done.refresh_from_db()
    assert done.labels_done == 1
