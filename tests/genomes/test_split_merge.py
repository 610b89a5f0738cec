"""Splitting, merging and retyping: the ideas change shape, their evidence and links are not lost."""

from typing import Any

import pytest

from annotation.refusal import Conflict, Refused
from annotation.services import claim_unit
from genomes.models import Genome, IdeaObject, Operation
from genomes.selectors import repairs_of
from genomes.services import merge_objects, reject_object, retype_object, save_object, split_object
from tests.cast import Cast
from tests.factories import a_genome, an_object, evidence

FIRST, SECOND = "A single network looks once at the whole scene.", "The chain of parts is given up."
LIMITATION = "Small things in groups are missed."


@pytest.fixture
def genome(cast: Cast) -> Genome:
    return a_genome(cast)


@pytest.fixture
def both(cast: Cast, genome: Genome) -> IdeaObject:
    """A mechanism that rests on two sentences."""
    places = [evidence(genome, FIRST), evidence(genome, SECOND)]
    return an_object(genome, FIRST, by=cast.annotator1, content="Looks once, drops the chain", evidence=places)


def part(genome: Genome, content: str, *quotes: str, **more: Any) -> dict[str, Any]:
    return {"content": content, "evidence": [evidence(genome, quote) for quote in quotes], **more}


def quotes_of(idea_object: IdeaObject) -> list[str]:
    return [row.quote for row in idea_object.evidence.order_by("start")]


def faults_of(refusal: pytest.ExceptionInfo[Refused]) -> set[tuple[str, str]]:
    return {(fault.field, fault.code) for fault in refusal.value.faults}


def test_a_split_divides_the_evidence_and_the_first_part_goes_on(cast: Cast, genome: Genome, both: IdeaObject) -> None:
    parts = [part(genome, "Looks once", FIRST), part(genome, "No chain", SECOND, type="delta")]
    first, second = split_object(by=cast.annotator1, idea_object=both, payload={"parts": parts, "revision": 1})
    assert (first.pk, first.handle, first.content, quotes_of(first)) == (both.pk, "M1", "Looks once", [FIRST])
    assert (second.handle, second.type, second.content, quotes_of(second)) == ("D1", "delta", "No chain", [SECOND])
    step = Operation.objects.get(kind="split")
    assert step.before[str(second.pk)] is None
    assert len(step.before[str(both.pk)]["evidence"]) == 2
    assert step.after[str(both.pk)]["content"] == "Looks once"


def test_two_parts_may_rest_on_one_place(cast: Cast, genome: Genome) -> None:
    whole = an_object(genome, FIRST, by=cast.annotator1)
    parts = [part(genome, "One network", FIRST), part(genome, "One look", FIRST)]
    made = split_object(by=cast.annotator1, idea_object=whole, payload={"parts": parts})
    assert [quotes_of(each) for each in made] == [[FIRST], [FIRST]]


def test_a_split_names_everything_that_is_wrong_with_it(cast: Cast, genome: Genome, both: IdeaObject) -> None:
    with pytest.raises(Refused) as refusal:
        split_object(by=cast.annotator1, idea_object=both, payload={"parts": [part(genome, " ", FIRST)]})
    assert faults_of(refusal) == {
        ("parts[0].content", "empty_content"),
        ("parts", "too_few"),
        ("parts", "evidence_left_over"),
    }
    wrong = {"content": "x", "evidence": [{"start": 0, "end": 4, "quote": "Nope"}]}
    with pytest.raises(Refused) as refusal:
        split_object(by=cast.annotator1, idea_object=both, payload={"parts": [part(genome, "a", FIRST, SECOND), wrong]})
    assert ("parts[1].evidence[0].quote", "quote_differs") in faults_of(refusal)
    assert not Operation.objects.filter(kind="split").exists()


def test_a_split_of_what_was_changed_elsewhere_shows_what_stands(cast: Cast, genome: Genome, both: IdeaObject) -> None:
    parts = [part(genome, "a", FIRST), part(genome, "b", SECOND)]
    with pytest.raises(Conflict) as conflict:
        split_object(by=cast.annotator1, idea_object=both, payload={"parts": parts, "revision": 7})
    assert conflict.value.current == both


def test_a_merge_unites_evidence_and_takes_the_links_along(cast: Cast, genome: Genome) -> None:
    one = an_object(genome, LIMITATION, by=cast.annotator1, type="limitation")
    other = an_object(genome, FIRST, by=cast.annotator1, type="limitation", contribution_role="driver")
    key = f"{genome.paper.slug}:{other.handle}"
    delta = an_object(genome, SECOND, by=cast.annotator1, type="delta", repairs=[key])
    elsewhere = a_genome(cast)
    far = an_object(elsewhere, SECOND, by=cast.annotator1, type="delta", repairs=[key])
    claim_unit(person=cast.annotator1, unit=genome.unit)
    kept = merge_objects(
        by=cast.annotator1, genome=genome, payload={"objects": [one.pk, other.pk], "content": "Small and crowded"}
    )
    assert (kept.pk, kept.handle, kept.content, kept.contribution_role) == (one.pk, "L1", "Small and crowded", "driver")
    assert quotes_of(kept) == sorted([FIRST, LIMITATION], key=genome.source_version.text.index)
    other.refresh_from_db()
    assert (other.state, other.reject_reason) == ("rejected", "merged into L1")
    assert repairs_of(delta) == repairs_of(far) == [one]
    step = Operation.objects.get(kind="merge")
    assert set(step.before) == {str(one.pk), str(other.pk), str(delta.pk)}


def test_a_merge_wants_two_objects_that_stand(cast: Cast, genome: Genome) -> None:
    one, other = (an_object(genome, quote, by=cast.annotator1) for quote in (FIRST, SECOND))
    with pytest.raises(Refused) as refusal:
        merge_objects(by=cast.annotator1, genome=genome, payload={"objects": [one.pk, one.pk], "content": "x"})
    assert faults_of(refusal) == {("objects", "too_few")}
    reject_object(by=cast.annotator1, idea_object=other)
    with pytest.raises(Refused) as refusal:
        merge_objects(by=cast.annotator1, genome=genome, payload={"objects": [one.pk, other.pk], "content": " "})
    assert faults_of(refusal) == {("objects", "is_rejected"), ("content", "empty_content")}


def test_an_object_of_another_genome_is_not_merged(cast: Cast, genome: Genome) -> None:
    one, foreign = an_object(genome, FIRST, by=cast.annotator1), an_object(a_genome(cast), FIRST, by=cast.annotator1)
    with pytest.raises(Refused) as refusal:
        merge_objects(by=cast.annotator1, genome=genome, payload={"objects": [one.pk, foreign.pk], "content": "x"})
    assert faults_of(refusal) == {("", "no_such_object")}


def test_retyping_gives_a_new_handle_and_keeps_the_links(cast: Cast, genome: Genome) -> None:
    limitation = an_object(genome, LIMITATION, by=cast.annotator1, type="limitation")
    delta = an_object(genome, SECOND, by=cast.annotator1, type="delta", repairs=[f"{genome.paper.slug}:L1"])
    there = retype_object(by=cast.annotator1, idea_object=limitation, type="observation", revision=1)
    assert (there.handle, there.type, repairs_of(delta)) == ("O1", "observation", [])
    back = retype_object(by=cast.annotator1, idea_object=there, type="limitation")
    assert (back.handle, repairs_of(IdeaObject.objects.get(pk=delta.pk))) == ("L1", [limitation])
    former = retype_object(by=cast.annotator1, idea_object=delta, type="claim")
    assert (former.handle, list(former.repairs.all())) == ("C1", [])
    with pytest.raises(Refused) as refusal:
        retype_object(by=cast.annotator1, idea_object=former, type="gadget")
    assert faults_of(refusal) == {("type", "unknown_type")}


def test_more_than_anybody_means_is_refused_by_its_field(cast: Cast, genome: Genome) -> None:
    text = genome.source_version.text
    places = [{"start": at, "end": at + 1, "quote": text[at]} for at in range(51)]
    long = {"type": "delta", "content": "x" * 4001, "constraint": "y" * 4001, "repairs": ["a:L1"] * 51}
    with pytest.raises(Refused) as refusal:
        save_object(by=cast.annotator1, genome=genome, payload={**long, "evidence": places})
    found = faults_of(refusal)
    assert {
        ("content", "too_long"),
        ("constraint", "too_long"),
        ("evidence", "too_many"),
        ("repairs", "too_many"),
    } <= found


def test_a_change_that_was_sent_twice_is_no_conflict_with_oneself(cast: Cast, genome: Genome) -> None:
    made = an_object(genome, FIRST, by=cast.annotator1)
    wish = {"type": "mechanism", "content": "One look", "evidence": [evidence(genome, FIRST)], "revision": 1}
    for _sending in range(2):
        save_object(by=cast.annotator1, genome=genome, payload=wish, idea_object=made)
    made.refresh_from_db()
    assert (made.content, made.revision) == ("One look", 2)
    with pytest.raises(Conflict):
        save_object(by=cast.annotator1, genome=genome, payload={**wish, "content": "Other"}, idea_object=made)
