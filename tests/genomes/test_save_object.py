"""Saving an idea object: what is kept quotes its text, and everything that is wrong is said at once."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from annotation.refusal import Conflict, Refused
from genomes.models import Evidence, Genome, Passage, SourceVersion
from genomes.selectors import resolve_pointer
from genomes.services import reject_object, restore_object, save_object
from tests.cast import Cast
from tests.factories import a_genome, an_object, evidence

QUOTE = "A single network looks once at the whole scene."


@pytest.fixture
def genome(cast: Cast) -> Genome:
    return a_genome(cast)


def payload(genome: Genome, **fields: Any) -> dict[str, Any]:
    return {"type": "mechanism", "content": "One look", "evidence": [evidence(genome, QUOTE)], **fields}


def faults_of(cast: Cast, genome: Genome, wish: dict[str, Any]) -> dict[str, str]:
    """Field → code of everything that is refused."""
    with pytest.raises(Refused) as refusal:
        save_object(by=cast.annotator1, genome=genome, payload=wish)
    assert not genome.objects_all.exists()
    assert all(str(fault.message) for fault in refusal.value.faults)
    return {fault.field: fault.code for fault in refusal.value.faults}


def test_an_object_is_kept_with_its_place_context_and_passage(cast: Cast, genome: Genome) -> None:
    made = save_object(by=cast.annotator1, genome=genome, payload=payload(genome, constraint=" on a grid "))
    row = made.evidence.get()
    text = genome.source_version.text
    assert (made.handle, made.constraint, made.state, made.revision) == ("M1", "on a grid", "accepted", 1)
    assert text[row.start : row.end] == row.quote == QUOTE
    assert row.prefix == text[row.start - 32 : row.start]
    assert row.suffix == text[row.end : row.end + 32]
    assert row.text_sha256 == genome.source_version.text_sha256
    assert row.passage is not None
    assert (row.passage.kind, row.passage.start, row.passage.end) == ("sentence", row.start, row.end)


def test_the_first_save_names_the_author(cast: Cast, genome: Genome) -> None:
    assert genome.author is None
    save_object(by=cast.annotator1, genome=genome, payload=payload(genome))
    genome.refresh_from_db()
    assert genome.author == cast.annotator1


def test_positions_outside_the_text_are_refused_each_by_its_field(cast: Cast, genome: Genome) -> None:
    wish = payload(genome, evidence=[{"start": 999999, "end": -5, "quote": "nowhere to be found"}])
    assert faults_of(cast, genome, wish) == {
        "evidence[0].start": "bad_anchor",
        "evidence[0].end": "bad_anchor",
        "evidence[0].quote": "quote_not_found",
    }


def test_an_unknown_type_is_named_beside_bad_evidence(cast: Cast, genome: Genome) -> None:
    wish = payload(genome, type="gadget", evidence=[{"start": 999999, "end": -5, "quote": QUOTE}])
    assert faults_of(cast, genome, wish) == {
        "type": "not_a_choice",
        "evidence[0].start": "bad_anchor",
        "evidence[0].end": "bad_anchor",
    }


def test_a_quote_that_is_not_there_is_refused(cast: Cast, genome: Genome) -> None:
    wish = payload(genome, evidence=[evidence(genome, QUOTE), {"start": 0, "end": 6, "quote": "Kinder"}])
    assert faults_of(cast, genome, wish) == {"evidence[1].quote": "quote_differs"}


def test_an_end_before_the_start_is_refused(cast: Cast, genome: Genome) -> None:
    wish = payload(genome, evidence=[{"start": 9, "end": 3, "quote": "x"}])
    assert faults_of(cast, genome, wish)["evidence[0].end"] == "bad_anchor"


def test_no_content_and_no_evidence_are_both_said(cast: Cast, genome: Genome) -> None:
    wish = {"type": "claim", "content": "  ", "evidence": []}
    assert faults_of(cast, genome, wish) == {"content": "empty_content", "evidence": "no_evidence"}


def test_the_same_place_twice_is_refused(cast: Cast, genome: Genome) -> None:
    place = evidence(genome, QUOTE)
    assert faults_of(cast, genome, payload(genome, evidence=[place, place])) == {"evidence": "same_evidence_twice"}


def test_shapes_are_refused_with_their_fields(cast: Cast, genome: Genome) -> None:
    wish = {"type": None, "content": 7, "evidence": [{"start": "4", "end": 6}], "colour": "red"}
    assert faults_of(cast, genome, wish) == {
        "colour": "unknown_field",
        "type": "not_a_choice",
        "content": "not_text",
        "evidence[0].start": "not_a_whole_number",
        "evidence[0].quote": "missing",
    }


def test_offsets_are_code_points(cast: Cast) -> None:
    """`💩This is an annotation.`: the sign is one code point, so "annotation" stands at 12 to 22."""
    genome = a_genome(cast, text="💩This is an annotation.")
    span = {"start": 12, "end": 22, "quote": "annotation"}
    wish = {"type": "claim", "content": "An annotation", "evidence": [span]}
    made = save_object(by=cast.annotator1, genome=genome, payload=wish)
    row = made.evidence.get()
    assert SourceVersion.objects.get(pk=row.source_version_id).text[row.start : row.end] == "annotation"


def test_the_database_refuses_evidence_that_does_not_quote_its_text(cast: Cast, genome: Genome) -> None:
    row = an_object(genome, QUOTE, by=cast.annotator1).evidence.get()
    for change in ({"quote": "something else"}, {"start": row.start + 1}, {"text_sha256": "0" * 64}):
        with pytest.raises(DatabaseError, match="does not quote"), transaction.atomic():
            Evidence.objects.filter(pk=row.pk).update(**change)


def test_texts_and_passages_cannot_be_changed(genome: Genome) -> None:
    version = genome.source_version
    with pytest.raises(DatabaseError), transaction.atomic():
        SourceVersion.objects.filter(pk=version.pk).update(text="other")
    with pytest.raises(DatabaseError), transaction.atomic():
        Passage.objects.filter(source_version=version).update(start=0)
    version.refresh_from_db()
    assert QUOTE in version.text


def test_handles_count_per_type_and_are_never_used_again(cast: Cast, genome: Genome) -> None:
    first = an_object(genome, QUOTE, by=cast.annotator1)
    reject_object(by=cast.annotator1, idea_object=first)
    second = an_object(genome, QUOTE, by=cast.annotator1)
    claim = an_object(genome, QUOTE, by=cast.annotator1, type="claim")
    assert (first.handle, second.handle, claim.handle) == ("M1", "M2", "C1")


def test_a_change_of_type_changes_the_handle(cast: Cast, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    wish = payload(genome, type="claim", revision=1)
    changed = save_object(by=cast.annotator1, genome=genome, payload=wish, idea_object=made)
    assert (changed.pk, changed.handle, changed.revision) == (made.pk, "C1", 2)


def test_further_evidence_is_added_and_the_first_is_kept(cast: Cast, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    before = made.evidence.get()
    places = [evidence(genome, QUOTE), evidence(genome, "Small things in groups are missed.")]
    save_object(by=cast.annotator1, genome=genome, payload=payload(genome, evidence=places), idea_object=made)
    assert made.evidence.count() == 2
    assert made.evidence.get(quote=QUOTE).pk == before.pk


def test_a_change_from_an_old_state_conflicts_and_shows_what_stands(cast: Cast, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    save_object(
        by=cast.annotator1, genome=genome, payload=payload(genome, content="Newer", revision=1), idea_object=made
    )
    with pytest.raises(Conflict) as conflict:
        save_object(
            by=cast.annotator1, genome=genome, payload=payload(genome, content="Older", revision=1), idea_object=made
        )
    assert conflict.value.status == 409
    assert conflict.value.current.content == "Newer"
    made.refresh_from_db()
    assert made.content == "Newer"


def test_only_a_delta_repairs_and_only_a_limitation_that_one_may_see(cast: Cast, genome: Genome) -> None:
    slug = genome.paper.slug
    hidden = a_genome(cast, author=cast.annotator2)
    an_object(hidden, "Small things in groups are missed.", by=cast.annotator2, type="limitation")
    assert faults_of(cast, genome, payload(genome, repairs=[f"{slug}:L1"])) == {"repairs": "only_deltas_repair"}
    wish = payload(genome, type="delta", repairs=[f"{hidden.paper.slug}:L1", "nothing"])
    assert faults_of(cast, genome, wish) == {
        "repairs[0]": "no_such_limitation",
        "repairs[1]": "no_such_limitation",
    }


def test_a_delta_repairs_a_limitation_of_another_paper(cast: Cast, genome: Genome) -> None:
    other = a_genome(cast, author=cast.annotator2, handed_in=True)
    wish = payload(genome, type="delta", repairs=[f"{other.paper.slug}:L1"])
    made = save_object(by=cast.annotator1, genome=genome, payload=wish)
    assert [each.key for each in made.repairs.all()] == [f"{other.paper.slug}:L1"]


def test_a_rejected_object_keeps_its_reason_and_comes_back(cast: Cast, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    rejected = reject_object(by=cast.annotator1, idea_object=made, reason="no idea of its own")
    assert (rejected.state, rejected.reject_reason) == ("rejected", "no idea of its own")
    restored = restore_object(by=cast.annotator1, idea_object=made)
    assert (restored.state, restored.reject_reason, restored.evidence.count()) == ("accepted", "", 1)


def test_a_pointer_is_completed_or_refused_by_its_field(genome: Genome) -> None:
    version = genome.source_version
    place = {"paper": genome.paper.slug, **evidence(genome, QUOTE)}
    pointer = resolve_pointer(version=version, data=place, field="evidence[0]")
    assert (pointer.quote, pointer.text_sha256) == (QUOTE, version.text_sha256)
    with pytest.raises(Refused) as refusal:
        resolve_pointer(version=version, data={**place, "text_sha256": "0" * 64, "quote": "x"}, field="evidence[0]")
    assert [fault.field for fault in refusal.value.faults] == ["evidence[0].quote", "evidence[0].text_sha256"]
    with pytest.raises(Refused) as refusal:
        resolve_pointer(version=version, data={"paper": "x", "start": 1.5, "end": 2}, field="evidence[0]")
    assert [fault.field for fault in refusal.value.faults] == ["evidence[0].start", "evidence[0].quote"]
