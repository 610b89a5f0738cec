"""What is pressed twice is one wish, and what was changed since is not taken for the same."""

from typing import Any

import pytest
from django.test import Client

from adjudication.models import Case, GenomeHold, Resolution
from adjudication.services import claim_case, press_next, resolve_case, save_case_draft
from annotation.refusal import Conflict
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, letter_of, lost_driver
from tests.cast import Cast
from tests.factories import a_submitted_reading

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "other", "rationale": "It says so."}


def in_hand(cast: Cast) -> int:
    return Case.objects.held().count() + GenomeHold.objects.held().count()


def test_next_pressed_twice_takes_one_dispute_until_something_is_chosen_in_it(cast: Cast) -> None:
    pairs = {a_dispute(cast).pk for _each in range(2)}
    first = press_next(by=cast.adjudicator, project=cast.project)
    assert isinstance(first, Case)
    assert press_next(by=cast.adjudicator, project=cast.project) == first
    assert in_hand(cast) == 1
    save_case_draft(by=cast.adjudicator, pair=first.pair, payload={"choice.dynamics": "a"}, revision=0)
    second = press_next(by=cast.adjudicator, project=cast.project)
    assert isinstance(second, Case)
    assert {first.pair_id, second.pair_id} == pairs


def test_a_decision_sent_twice_takes_one_next_dispute_whatever_its_kind(cast: Cast, client: Client) -> None:
    pair, _other = a_dispute(cast), a_dispute(cast)
    reading = a_submitted_reading(cast, L1="claim")
    claim_case(by=cast.adjudicator, pair=pair)
    client.force_login(cast.adjudicator)
    form = {"outcome": "excluded", **WHY}
    places = {client.post(f"/projects/demo/disputes/{pair.pk}/resolve/", form)["location"] for _twice in range(2)}
    assert len(places) == 1
    assert (Resolution.objects.count(), in_hand(cast)) == (1, 1)
    at = f"/projects/demo/disputes/genomes/{reading.pk}"
    numbers = reading.typings.filter(first_type="limitation").values_list("number", flat=True)
    form = {**WHY, **{f"choice.{number}": "excluded" for number in numbers}}
    places = {client.post(f"{at}/decide/", form)["location"] for _twice in range(2)}
    assert len(places) == 1


def test_another_answer_of_one_s_own_is_another_decision_though_its_words_are_the_same(cast: Cast) -> None:
    """The form comes back by the browser's back button; told that it is decided, one believed the change was kept."""
    pair: PaperPair = a_dispute(cast)
    own = {"dynamics": "own", "ecology": letter_of(pair, cast.annotator1)}
    facts: dict[str, Any] = {"by": cast.adjudicator, "pair": pair, "outcome": "resolved", **WHY}
    answer = pair.diffs.get(author=cast.annotator1).answer
    kept = resolve_case(**facts, payload={**answer, "confidence": 70}, choices=own)
    assert resolve_case(**facts, payload={**answer, "confidence": 70}, choices=own) == kept
    for changed, choices in (({**answer, "confidence": 20}, own), (lost_driver(pair), None)):
        with pytest.raises(Conflict, match="not in dispute"):
            resolve_case(**facts, payload=changed, choices=choices)
    assert list(Resolution.objects.all()) == [kept]
