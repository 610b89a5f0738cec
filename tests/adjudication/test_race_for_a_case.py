"""Two adjudicators at once, in real threads on the real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from adjudication.models import Case, CaseDraft, Resolution
from adjudication.services import claim_case, claim_next_case, press_next, resolve_case, save_case_draft
from annotation.models import User
from annotation.refusal import Conflict
from annotation.services import add_member, create_account
from tests.adjudication.making import a_dispute, an_answer, moved
from tests.cast import Cast, make_cast

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(people: list[User], act: Callable[[User], object]) -> list[object]:
    """What each person gets (a Conflict is a result, too) when all act at the same moment."""
    start = Barrier(len(people))

    def run(person: User) -> object:
        try:
            start.wait(timeout=30)
            return act(person)
        except Conflict as conflict:
            return conflict
        finally:
            connection.close()

    with ThreadPoolExecutor(len(people)) as pool:
        return list(pool.map(run, people))


def adjudicators(cast: Cast, number: int) -> list[User]:
    people = [cast.adjudicator]
    for each in range(1, number):
        person = create_account(by=None, username=f"adjudicator-{each}")
        add_member(by=cast.admin, project=cast.project, user=person, role="adjudicator")
        people.append(person)
    return people


def test_of_two_who_resolve_one_case_at_once_one_wins_and_the_other_is_told() -> None:
    cast = make_cast()
    pair = a_dispute(cast)
    people = adjudicators(cast, 2)
    answers = {people[0].pk: an_answer(pair), people[1].pk: moved(pair)}

    def resolve(person: User) -> object:
        why: dict[str, Any] = {"reason_code": "other", "rationale": f"Decided by {person.pk}."}
        return resolve_case(by=person, pair=pair, outcome="resolved", payload=answers[person.pk], **why)

    results = at_once(people, resolve)
    won = [result for result in results if isinstance(result, Resolution)]
    assert len(won) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert list(Resolution.objects.all()) == won


def test_the_same_decision_sent_twice_at_once_is_one_resolution_that_both_get() -> None:
    cast = make_cast()
    pair = a_dispute(cast)

    def resolve(person: User) -> object:
        why: dict[str, Any] = {"reason_code": "other", "rationale": "Sent twice."}
        return resolve_case(by=person, pair=pair, outcome="resolved", payload=moved(pair), **why)

    results = at_once([cast.adjudicator, cast.adjudicator], resolve)
    assert results[0] == results[1] == Resolution.objects.get()


def test_four_who_press_next_together_get_different_cases() -> None:
    cast = make_cast()
    pairs = {a_dispute(cast).pk for _each in range(3)}
    people = adjudicators(cast, 4)
    results = at_once(people, lambda person: claim_next_case(by=person, project=cast.project))
    cases = [result for result in results if isinstance(result, Case)]
    assert {case.pair_id for case in cases} == pairs
    assert len(cases) == 3
    assert results.count(None) == 1


def test_one_person_who_presses_next_twice_at_once_holds_one_case() -> None:
    cast = make_cast()
    for _each in range(2):
        a_dispute(cast)
    results = at_once([cast.adjudicator] * 2, lambda person: press_next(by=person, project=cast.project))
    assert results[0] == results[1] == Case.objects.get()


def test_who_took_a_lapsed_case_and_who_comes_back_to_it_at_once_never_both_hold_it() -> None:
    """Both press at the moment: one holds it, the other is told, and the draft of the first is not lost."""
    cast = make_cast()
    pair = a_dispute(cast)
    first, second = adjudicators(cast, 2)
    claim_case(by=first, pair=pair)
    save_case_draft(by=first, pair=pair, payload={"choice.dynamics": "a"}, revision=0)
    Case.objects.filter(pair=pair).update(lease_expires_at=timezone.now() - timedelta(minutes=1))
    results = at_once([first, second], lambda person: claim_case(by=person, pair=pair))
    holders = {result.adjudicator_id for result in results if isinstance(result, Case)}
    assert holders == {Case.objects.get(pair=pair).adjudicator_id}
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert CaseDraft.objects.get().payload == {"choice.dynamics": "a"}


def test_two_tabs_that_save_at_once_keep_one_draft_and_the_other_is_shown_it() -> None:
    cast = make_cast()
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    tabs = iter(("a", "b"))

    def save(person: User) -> object:
        return save_case_draft(by=person, pair=pair, payload={"choice.dynamics": next(tabs)}, revision=0)

    results = at_once([cast.adjudicator, cast.adjudicator], save)
    (saved,) = [result for result in results if isinstance(result, CaseDraft)]
    (conflict,) = [result for result in results if isinstance(result, Conflict)]
    assert conflict.current["payload"] == CaseDraft.objects.get().payload == saved.payload
