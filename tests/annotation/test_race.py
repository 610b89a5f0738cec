"""Many people at once, on real threads and a real PostgreSQL."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from annotation.models import Assignment, Project, Unit, User
from annotation.refusal import Refused
from annotation.services import (
    add_member,
    assign_unit,
    claim_next,
    claim_unit,
    create_account,
    create_first_admin,
    distribute,
    finish_unit,
    publish_guideline,
)
from tests.annotation.test_claim import let_lapse
from tests.cast import make_cast
from tests.factories import make_unit

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 8


@contextmanager
def crowd(number: int) -> Iterator[Callable[[Callable[[int], Any]], list[Any]]]:
    """Run one action for each of `number` people, all let go at the same moment; refusals are answers too."""
    barrier = Barrier(number)

    def act(action: Callable[[int], Any], index: int) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=30)
            return action(index)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as pool:
        yield lambda action: list(pool.map(lambda index: act(action, index), range(number)))


def annotators(project: Project, admin: User) -> list[User]:
    people = [create_account(by=admin, username=f"person{number}") for number in range(PEOPLE)]
    for person in people:
        add_member(by=admin, project=project, user=person, role="annotator")
    return people


@pytest.mark.parametrize("overlap", [1, 2, 5])
def test_eight_people_press_next_and_exactly_the_wanted_number_get_the_unit(overlap: int) -> None:
    cast = make_cast()
    people = annotators(cast.project, cast.admin)
    unit = make_unit(cast.project, overlap=overlap)
    with crowd(PEOPLE) as all_at_once:
        holds = all_at_once(lambda index: claim_next(person=people[index], project=cast.project))
    assert [hold.unit_id for hold in holds if hold] == [unit.pk] * overlap
    assert Assignment.objects.filter(unit=unit, state="active").count() == overlap


def test_eight_people_press_next_on_eight_units_and_nobody_leaves_empty_handed() -> None:
    cast = make_cast()
    people = annotators(cast.project, cast.admin)
    units = {make_unit(cast.project, overlap=1).pk for _each in range(PEOPLE)}
    with crowd(PEOPLE) as all_at_once:
        holds = all_at_once(lambda index: claim_next(person=people[index], project=cast.project))
    assert {hold.unit_id for hold in holds} == units


def test_people_of_two_domains_who_press_next_on_two_units_never_block_one_another() -> None:
    cast = make_cast()
    people = annotators(cast.project, cast.admin)
    units = [make_unit(cast.project, overlap=1, domain=domain) for domain in ("vision", "nlp")]
    for number, person in enumerate(people):
        expertise = [units[number % 2].domain]
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator", expertise=expertise)
    with crowd(PEOPLE) as all_at_once:
        holds = all_at_once(lambda index: claim_next(person=people[index], project=cast.project))
    assert sorted(hold.unit_id for hold in holds if hold) == [unit.pk for unit in units]


def test_one_person_who_presses_next_eight_times_at_once_keeps_to_the_limit() -> None:
    cast = make_cast()
    for _each in range(PEOPLE):
        make_unit(cast.project)
    with crowd(PEOPLE) as all_at_once:
        answers = all_at_once(lambda index: claim_next(person=cast.annotator1, project=cast.project))
    assert sum(isinstance(each, Refused) for each in answers) == 3  # 8 presses, 5 units at a time
    assert Assignment.objects.filter(person=cast.annotator1).count() == 5


def test_opening_the_same_unit_in_eight_tabs_holds_it_once() -> None:
    cast = make_cast()
    unit = make_unit(cast.project, overlap=1)
    with crowd(PEOPLE) as all_at_once:
        holds = all_at_once(lambda index: claim_unit(person=cast.annotator1, unit=unit))
    assert len({hold.pk for hold in holds}) == 1


def test_eight_past_their_leases_finish_at_once_and_only_the_wanted_number_count() -> None:
    cast = make_cast()
    people = annotators(cast.project, cast.admin)
    unit = make_unit(cast.project, overlap=2)
    for person in people:
        claim_unit(person=person, unit=unit)
        let_lapse(unit, person)
    with crowd(PEOPLE) as all_at_once:
        counted = all_at_once(lambda index: finish_unit(person=people[index], unit=unit))
    assert sorted(counted) == [False] * 6 + [True] * 2
    assert Unit.objects.get(pk=unit.pk).labels_done == 2
    assert Assignment.objects.filter(unit=unit, state="finished").count() == PEOPLE


def test_the_same_finish_sent_eight_times_at_once_counts_once() -> None:
    cast = make_cast()
    unit = make_unit(cast.project, overlap=2)
    with crowd(PEOPLE) as all_at_once:
        counted = all_at_once(lambda index: finish_unit(person=cast.annotator1, unit=unit))
    assert counted == [True] * PEOPLE
    assert Unit.objects.get(pk=unit.pk).labels_done == 1


def test_eight_guidelines_published_at_once_get_eight_versions() -> None:
    cast = make_cast()
    with crowd(PEOPLE) as all_at_once:
        made = all_at_once(
            lambda index: publish_guideline(by=cast.admin, project=cast.project, body=f"# {index}", note="x")
        )
    assert sorted(each.version for each in made) == list(range(2, 10))  # 1 came with the project


def test_eight_guidelines_based_on_the_same_version_give_one_and_seven_conflicts() -> None:
    cast = make_cast()
    with crowd(PEOPLE) as all_at_once:
        made = all_at_once(
            lambda index: publish_guideline(
                by=cast.admin, project=cast.project, body=f"# {index}", note="x", based_on=1
            )
        )
    assert sum(isinstance(each, Refused) for each in made) == 7


def test_eight_people_set_an_empty_site_up_at_once_and_one_becomes_the_administrator() -> None:
    with crowd(PEOPLE) as all_at_once:
        made = all_at_once(lambda index: create_first_admin(username=f"root{index}", password="long-enough-word"))
    assert [person for person in made if isinstance(person, User)] == list(User.objects.all())
    assert User.objects.count() == 1


def test_an_assignment_and_seven_claims_of_the_last_place_at_once_give_it_to_one() -> None:
    """One admin assigns it to somebody while seven people press next."""
    cast = make_cast()
    people = annotators(cast.project, cast.admin)
    unit = make_unit(cast.project, overlap=1)

    def act(index: int) -> Any:
        if index == 0:
            return assign_unit(by=cast.admin, unit=unit, person=people[0])
        return claim_next(person=people[index], project=cast.project)

    with crowd(PEOPLE) as all_at_once:
        answers = all_at_once(act)
    assert sum(isinstance(each, Assignment) for each in answers) == 1
    assert Assignment.objects.filter(unit=unit, state="active").count() == 1


def test_a_distribution_and_claims_at_once_never_give_a_unit_to_too_many() -> None:
    """Six units of two places: one admin distributes them over four people while seven people press next."""
    cast = make_cast()
    people = annotators(cast.project, cast.admin)
    units = [make_unit(cast.project, overlap=2).pk for _each in range(6)]

    def act(index: int) -> Any:
        if index == 0:
            chosen = [each.pk for each in people[:4]]
            return distribute(by=cast.admin, project=cast.project, units=units, people=chosen)
        return claim_next(person=people[index], project=cast.project)

    with crowd(PEOPLE) as all_at_once:
        answers = all_at_once(act)
    assert not [each for each in answers if isinstance(each, Refused)]
    for unit in units:
        assert Assignment.objects.filter(unit=unit, state="active").count() <= 2
    assert Assignment.objects.filter(state="active").count() == 12  # every place is taken, none twice


def test_reassigning_while_the_holder_submits_ends_with_one_of_the_two() -> None:
    """Either the label is in and the reassignment refused, or it comes from a unit given back and counts as well."""
    cast = make_cast()
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)

    def act(index: int) -> Any:
        if index == 0:
            return finish_unit(person=cast.annotator1, unit=unit)
        return assign_unit(by=cast.admin, unit=unit, person=cast.annotator2, instead_of=cast.annotator1)

    with crowd(2) as all_at_once:
        finished, _assigned = all_at_once(act)
    assert finished is True
    unit.refresh_from_db()
    assert unit.labels_done == Assignment.objects.filter(unit=unit, is_counted=True).count() == 1
    assert Assignment.objects.get(unit=unit, person=cast.annotator1).state == "finished"
