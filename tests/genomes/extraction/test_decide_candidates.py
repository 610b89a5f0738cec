from typing import Any

import pytest

from annotation.refusal import Refused
from genomes.models import Candidate, Genome, IdeaObject
from genomes.services import reject_object, reject_open_candidates, restore_object, save_object
from tests.cast import Cast
from tests.factories import a_genome, evidence
from tests.genomes.extraction.making import a_run_pass, candidates

pytestmark = pytest.mark.django_db


@pytest.fixture
def genome(cast: Cast) -> Genome:
    genome = a_genome(cast, title="Finder")
    a_run_pass(genome, by=cast.annotator1)
    return genome


def payload(idea_object: IdeaObject, **changes: Any) -> dict[str, Any]:
    row = idea_object.evidence.get()
    place = {"start": row.start, "end": row.end, "quote": row.quote}
    return {"type": idea_object.type, "content": idea_object.content, "evidence": [place], **changes}


def decision(idea_object: IdeaObject) -> tuple[str, str | None]:
    row = Candidate.objects.select_related("decided_by").get(idea_object=idea_object)
    assert (row.decided_at is None) == (row.decided_by is None)
    return row.decision, row.decided_by.username if row.decided_by else None


def test_accepting_and_rejecting_are_recorded_with_who(cast: Cast, genome: Genome) -> None:
    one, other, *_rest = candidates(genome)
    assert decision(one) == ("open", None)
    restore_object(by=cast.annotator1, idea_object=one)
    reject_object(by=cast.annotator1, idea_object=other, reason="No idea.")
    assert (decision(one), decision(other)) == (("accepted", "annotator1"), ("rejected", "annotator1"))


def test_a_decision_follows_the_object(cast: Cast, genome: Genome) -> None:
    (one, *_rest) = candidates(genome)
    reject_object(by=cast.annotator1, idea_object=one)
    restore_object(by=cast.annotator1, idea_object=one)
    assert decision(one)[0] == "accepted"


@pytest.mark.parametrize(
    "changes",
    [{"content": "Groups of small things are missed."}, {"type": "observation"}, {"constraint": "in groups"}],
)
def test_a_candidate_saved_with_changes_is_accepted_with_changes(
    cast: Cast, genome: Genome, changes: dict[str, str]
) -> None:
    (one, *_rest) = candidates(genome)
    save_object(by=cast.annotator1, genome=genome, idea_object=one, payload=payload(one, **changes))
    assert decision(one)[0] == "edited"


def test_another_place_is_a_change(cast: Cast, genome: Genome) -> None:
    (one, *_rest) = candidates(genome)
    changed = payload(one, evidence=[evidence(genome, "in groups")])
    save_object(by=cast.annotator1, genome=genome, idea_object=one, payload=changed)
    assert decision(one)[0] == "edited"


def test_a_role_is_the_person_s_own_addition(cast: Cast, genome: Genome) -> None:
    (one, *_rest) = candidates(genome)
    saved = save_object(
        by=cast.annotator1, genome=genome, idea_object=one, payload=payload(one, contribution_role="passenger")
    )
    assert (saved.state, decision(one)[0]) == ("accepted", "accepted")


def test_the_rest_of_a_pass_is_rejected_at_once(cast: Cast, genome: Genome) -> None:
    first, *rest = candidates(genome)
    restore_object(by=cast.annotator1, idea_object=first)
    extraction = first.candidate.extraction
    done = reject_open_candidates(by=cast.annotator1, extraction=extraction, reason="Noise.")
    assert done == rest
    assert {decision(each) for each in rest} == {("rejected", "annotator1")}
    assert set(genome.objects_all.filter(state="rejected").values_list("reject_reason", flat=True)) == {"Noise."}
    assert decision(first)[0] == "accepted"
    assert reject_open_candidates(by=cast.annotator1, extraction=extraction) == []


def test_who_does_not_hold_the_genome_rejects_nothing(cast: Cast, genome: Genome) -> None:
    extraction = candidates(genome)[0].candidate.extraction
    with pytest.raises(Refused):
        reject_open_candidates(by=cast.annotator2, extraction=extraction)
    assert Candidate.objects.exclude(decision="open").count() == 0
