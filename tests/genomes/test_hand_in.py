"""Handing a genome in: it is fixed from then on, visible to the project, and counts as the unit's label."""

import pytest

from annotation.models import Assignment
from annotation.refusal import Refused
from annotation.services import claim_unit
from genomes.models import Genome, IdeaObject
from genomes.selectors import genome_gaps_of
from genomes.services import hand_in_genome, reject_object, save_object
from tests.cast import Cast
from tests.factories import a_genome, an_object, evidence


def codes(refusal: Refused) -> list[str]:
    return [fault.code for fault in refusal.faults]


def test_a_complete_genome_is_handed_in_and_finishes_its_unit(cast: Cast) -> None:
    genome = a_genome(cast, handed_in=True)
    assignment = Assignment.objects.get(unit=genome.unit)
    assert genome.handed_in_at is not None
    assert genome.author == cast.annotator1
    assert (assignment.state, assignment.is_counted) == ("finished", True)


def test_an_empty_genome_is_refused(cast: Cast) -> None:
    genome = a_genome(cast)
    with pytest.raises(Refused) as refusal:
        hand_in_genome(by=cast.annotator1, genome=genome)
    assert codes(refusal.value) == ["no_objects"]
    assert Genome.objects.get(pk=genome.pk).handed_in_at is None


def test_everything_that_is_missing_is_named_at_once(cast: Cast) -> None:
    genome = a_genome(cast)
    an_object(genome, "Small things in groups are missed.", by=cast.annotator1, type="limitation")
    faults = genome_gaps_of(genome)
    assert [(fault.code, fault.field) for fault in faults] == [
        ("no_niche", "type"),
        ("no_mechanism", "type"),
        ("no_driver", "contribution_role"),
    ]
    assert all(str(fault.message) for fault in faults)


def test_two_drivers_are_allowed(cast: Cast) -> None:
    """A hybrid carries the drivers of two lineages."""
    genome = a_genome(cast)
    niche, first, second = (
        "The parts of older chains are trained apart, so they are slow.",
        "A single network looks once at the whole scene.",
        "The chain of parts is given up.",
    )
    an_object(genome, niche, by=cast.annotator1, type="niche")
    for quote in (first, second):
        an_object(genome, quote, by=cast.annotator1, contribution_role="driver")
    assert hand_in_genome(by=cast.annotator1, genome=genome).handed_in_at is not None


def test_an_undecided_candidate_keeps_it_back(cast: Cast) -> None:
    genome = a_genome(cast)
    made = an_object(genome, "Small things in groups are missed.", by=cast.annotator1)
    IdeaObject.objects.filter(pk=made.pk).update(state=IdeaObject.State.CANDIDATE)
    assert ("open_candidates", "M1") in [(fault.code, fault.field) for fault in genome_gaps_of(genome)]


def test_rejected_objects_and_metadata_do_not_count(cast: Cast) -> None:
    genome = a_genome(cast)
    niche = an_object(genome, "The chain of parts is given up.", by=cast.annotator1, type="niche")
    reject_object(by=cast.annotator1, idea_object=niche, reason="said twice")
    an_object(genome, "Small things in groups are missed.", by=cast.annotator1, lineage_relevant=False)
    assert [fault.code for fault in genome_gaps_of(genome)] == ["no_objects"]


def test_a_genome_that_is_handed_in_cannot_be_changed(cast: Cast) -> None:
    genome = a_genome(cast, handed_in=True)
    quote = "A single network looks once at the whole scene."
    payload = {"type": "claim", "content": quote, "evidence": [evidence(genome, quote)]}
    with pytest.raises(Refused) as refusal:
        save_object(by=cast.annotator1, genome=genome, payload=payload)
    assert codes(refusal.value) == ["handed_in"]
    with pytest.raises(Refused):
        reject_object(by=cast.annotator1, idea_object=genome.objects_all.get(handle="M1"))


def test_who_does_not_hold_the_unit_cannot_write_the_genome(cast: Cast) -> None:
    genome = a_genome(cast)
    quote = "Small things in groups are missed."
    payload = {"type": "claim", "content": quote, "evidence": [evidence(genome, quote)]}
    for person in (cast.annotator2, cast.admin):
        with pytest.raises(Refused) as refusal:
            save_object(by=person, genome=genome, payload=payload)
        assert codes(refusal.value) == ["not_held"]
    assert not genome.objects_all.exists()


def test_a_lapsed_genome_goes_on_in_other_hands(cast: Cast) -> None:
    genome = a_genome(cast)
    an_object(genome, "Small things in groups are missed.", by=cast.annotator1, type="limitation")
    lapsed = Assignment.objects.get(unit=genome.unit)
    Assignment.objects.filter(pk=lapsed.pk).update(lease_expires_at=lapsed.claimed_at)
    assert not Genome.objects.visible_to(cast.annotator2).exists()
    claim_unit(person=cast.annotator2, unit=genome.unit)
    assert Genome.objects.visible_to(cast.annotator2).get() == genome
    an_object(genome, "The chain of parts is given up.", by=cast.annotator2, type="delta")
    genome.refresh_from_db()
    assert genome.author == cast.annotator2
    assert genome.objects_all.count() == 2
    assert not Genome.objects.visible_to(cast.annotator1).exists()


def test_a_genome_in_work_is_seen_by_its_author_and_admins_alone(cast: Cast) -> None:
    genome = a_genome(cast)
    an_object(genome, "Small things in groups are missed.", by=cast.annotator1)
    seeing = [
        person.username
        for person in (cast.annotator1, cast.annotator2, cast.adjudicator, cast.admin, cast.outsider)
        if Genome.objects.visible_to(person).exists() and IdeaObject.objects.visible_to(person).exists()
    ]
    assert seeing == ["annotator1", "admin"]


def test_a_genome_that_is_handed_in_is_seen_by_the_project(cast: Cast) -> None:
    a_genome(cast, handed_in=True)
    for person in (cast.annotator2, cast.adjudicator, cast.admin):
        assert IdeaObject.objects.visible_to(person).count() == 4
    assert not IdeaObject.objects.visible_to(cast.outsider).exists()
