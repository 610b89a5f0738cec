"""Two adjudicators on one genome at once, in real threads on the real database."""

import pytest

from adjudication.models import GenomeHold, ObjectRuling
from adjudication.selectors.genome_disputes import Wish
from adjudication.services import claim_genome, rule_objects, save_genome_draft
from annotation.models import User
from annotation.refusal import Conflict
from tests.adjudication.test_race_for_a_case import adjudicators, at_once
from tests.cast import make_cast
from tests.factories import a_submitted_reading

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_of_two_takes_it_and_decides_the_other_is_told_and_keeps_the_draft() -> None:
    cast = make_cast()
    reading = a_submitted_reading(cast, L1="claim")
    number = reading.typings.get(first_type="limitation").number
    people = adjudicators(cast, 2)
    results = at_once(people, lambda person: claim_genome(by=person, reading=reading))
    assert sum(isinstance(result, GenomeHold) for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 1
    holder = GenomeHold.objects.get().adjudicator
    assert holder is not None
    save_genome_draft(by=holder, reading=reading, payload={f"choice.{number}": "a"}, revision=0)
    GenomeHold.objects.update(lease_expires_at="2020-01-01T00:00:00Z")  # from now on both may decide

    def decide(person: User) -> object:
        wish = Wish(number, "excluded", reason_code="other", rationale=f"Decided by {person.pk}.")
        return rule_objects(by=person, reading=reading, wishes=[wish])

    decided = at_once(people, decide)
    assert sum(isinstance(result, list) for result in decided) == 1
    assert sum(isinstance(result, Conflict) for result in decided) == 1
    winner = ObjectRuling.objects.get().adjudicator
    # Whoever lost keeps what they had chosen; the winner's draft is done with.
    assert [draft.adjudicator for draft in reading.case_drafts.all()] == ([] if winner == holder else [holder])
