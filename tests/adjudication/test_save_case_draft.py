"""Drafts of cases decide nothing, and are never lost."""

import pytest

from adjudication.models import CaseDraft, Resolution
from adjudication.selectors import disputes
from adjudication.services import claim_case, release_case, save_case_draft
from annotation.refusal import Conflict, Refused
from tests.adjudication.making import a_dispute
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_a_draft_is_saved_with_the_next_revision_and_decides_nothing(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    first = save_case_draft(by=cast.adjudicator, pair=pair, payload={"choice.dynamics": "a"}, revision=0)
    second = save_case_draft(by=cast.adjudicator, pair=pair, payload={"choice.dynamics": "b"}, revision=1)
    assert (first.revision, second.revision) == (1, 2)
    assert list(disputes(cast.project)) == [pair]
    assert not Resolution.objects.exists()


def test_a_second_tab_conflicts_and_is_told_what_is_saved(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    save_case_draft(by=cast.adjudicator, pair=pair, payload={"choice.dynamics": "a"}, revision=0)
    with pytest.raises(Conflict) as refusal:
        save_case_draft(by=cast.adjudicator, pair=pair, payload={"choice.dynamics": "b"}, revision=0)
    assert refusal.value.current["payload"] == {"choice.dynamics": "a"}
    assert refusal.value.current["revision"] == 1


def test_a_draft_survives_giving_the_case_back(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    save_case_draft(by=cast.adjudicator, pair=pair, payload={"choice.dynamics": "a"}, revision=0)
    release_case(by=cast.adjudicator, pair=pair)
    assert CaseDraft.objects.visible_to(cast.adjudicator).get().payload == {"choice.dynamics": "a"}
    assert not CaseDraft.objects.visible_to(cast.admin).exists()


def test_who_never_took_the_case_cannot_save_a_draft_of_it(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        save_case_draft(by=cast.adjudicator, pair=a_dispute(cast), payload={}, revision=0)
    assert refusal.value.faults[0].code == "not_held"
