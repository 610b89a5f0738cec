"""Undo and redo: whatever was done comes back whole, and what somebody else built on is not torn away."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from annotation.refusal import Conflict, Refused
from annotation.services import claim_unit
from genomes.models import Genome, IdeaObject, Operation
from genomes.selectors.steps import steps_of, walk
from genomes.services import (
    merge_objects,
    redo_step,
    reject_object,
    restore_object,
    retype_object,
    save_object,
    split_object,
    undo_step,
)
from genomes.services.operations import record, states_of
from tests.cast import Cast, make_cast
from tests.factories import a_genome, an_object, evidence

QUOTES = (
    "A single network looks once at the whole scene.",
    "The chain of parts is given up.",
    "Small things in groups are missed.",
)
TYPES = ("mechanism", "limitation", "delta")


def state(genome: Genome) -> dict[str, Any]:
    """Everything that the genome says, and what other papers say of it."""
    return states_of(genome.objects_all.values_list("pk", flat=True))


def made(cast: Cast, genome: Genome, number: int = 0, **fields: Any) -> IdeaObject:
    return an_object(genome, QUOTES[number], by=cast.annotator1, **fields)


def test_each_step_is_taken_back_and_done_again(cast: Cast) -> None:
    genome = a_genome(cast)
    assert state(genome) == {}
    first = made(cast, genome, type="limitation")
    one = state(genome)
    reject_object(by=cast.annotator1, idea_object=first, reason="no idea")
    two = state(genome)
    undo_step(by=cast.annotator1, genome=genome)
    assert state(genome) == one
    undo_step(by=cast.annotator1, genome=genome)
    assert state(genome) == {}
    redo_step(by=cast.annotator1, genome=genome)
    assert state(genome) == one
    redo_step(by=cast.annotator1, genome=genome)
    assert state(genome) == two
    kinds = list(Operation.objects.filter(genome=genome).order_by("number").values_list("number", "kind"))
    assert kinds == [(1, "create"), (2, "reject"), (3, "undo"), (4, "undo"), (5, "redo"), (6, "redo")]


def test_a_new_step_ends_what_could_be_done_again(cast: Cast) -> None:
    genome = a_genome(cast)
    made(cast, genome)
    undo_step(by=cast.annotator1, genome=genome)
    made(cast, genome, 1)
    with pytest.raises(Refused) as refusal:
        redo_step(by=cast.annotator1, genome=genome)
    assert [fault.code for fault in refusal.value.faults] == ["nothing_to_redo"]
    undo_step(by=cast.annotator1, genome=genome)
    with pytest.raises(Refused) as refusal:
        undo_step(by=cast.annotator1, genome=genome)
    assert [fault.code for fault in refusal.value.faults] == ["nothing_to_undo"]


def test_a_step_is_taken_back_once_however_often_it_is_asked(cast: Cast) -> None:
    genome = a_genome(cast)
    made(cast, genome)
    made(cast, genome, 1)
    answers = [undo_step(by=cast.annotator1, genome=genome, number=2) for _press in range(2)]
    assert answers[0] == answers[1]
    assert list(genome.objects_all.values_list("handle", flat=True)) == ["M1"]
    with pytest.raises(Conflict):
        undo_step(by=cast.annotator1, genome=genome, number=7)


def other_hand(cast: Cast, genome: Genome) -> None:
    """The genome goes to annotator2, whose own steps begin here."""
    genome.unit.assignments.update(state="released")
    claim_unit(person=cast.annotator2, unit=genome.unit)


def test_what_somebody_else_changed_since_is_not_torn_away(cast: Cast) -> None:
    genome = a_genome(cast)
    mine = made(cast, genome)
    other_hand(cast, genome)
    assert steps_of(cast.annotator2, genome).done == ()
    change = {"type": "mechanism", "content": "Theirs", "evidence": [evidence(genome, QUOTES[0])]}
    save_object(by=cast.annotator2, genome=genome, payload=change, idea_object=mine)
    genome.unit.assignments.update(state="released")
    genome.unit.assignments.filter(person=cast.annotator1).update(state="active")
    with pytest.raises(Conflict) as conflict:
        undo_step(by=cast.annotator1, genome=genome)
    assert [(fault.code, fault.field) for fault in conflict.value.faults] == [("changed_since", "M1")]
    assert conflict.value.current["M1"]["content"] == "Theirs"
    assert IdeaObject.objects.get().content == "Theirs"


def test_a_limitation_that_another_paper_answers_does_not_vanish(cast: Cast) -> None:
    genome, elsewhere = a_genome(cast), a_genome(cast)
    made(cast, genome, type="limitation")
    made(cast, elsewhere, 1, type="delta", repairs=[f"{genome.paper.slug}:L1"])
    with pytest.raises(Conflict) as conflict:
        undo_step(by=cast.annotator1, genome=genome)
    assert [fault.code for fault in conflict.value.faults] == ["rested_on"]


def test_links_of_other_papers_come_back_when_a_merge_is_undone(cast: Cast) -> None:
    genome, elsewhere = a_genome(cast), a_genome(cast)
    one, other = (made(cast, genome, number, type="limitation") for number in (0, 2))
    far = made(cast, elsewhere, 1, type="delta", repairs=[f"{genome.paper.slug}:L2"])
    merge_objects(by=cast.annotator1, genome=genome, payload={"objects": [one.pk, other.pk], "content": "Both"})
    assert list(far.repairs.all()) == [one]
    undo_step(by=cast.annotator1, genome=genome)
    assert list(far.repairs.all()) == [other]
    redo_step(by=cast.annotator1, genome=genome)
    assert list(far.repairs.all()) == [one]


def test_evidence_that_waited_for_a_person_waits_again(cast: Cast) -> None:
    genome = a_genome(cast)
    mine = made(cast, genome)
    mine.evidence.update(is_confirmed=False)
    reject_object(by=cast.annotator1, idea_object=mine)
    change = {"type": "mechanism", "content": "Other", "evidence": [evidence(genome, QUOTES[1])]}
    save_object(by=cast.annotator1, genome=genome, payload=change, idea_object=mine)
    undo_step(by=cast.annotator1, genome=genome)
    assert [(row.quote, row.is_confirmed) for row in mine.evidence.all()] == [(QUOTES[0], False)]


def test_nothing_is_written_for_a_step_that_changed_nothing(cast: Cast) -> None:
    genome = a_genome(cast)
    mine = made(cast, genome)
    restore_object(by=cast.annotator1, idea_object=mine)
    assert record(genome=genome, kind="edit", by=cast.annotator1, before=state(genome)) is None
    assert Operation.objects.filter(genome=genome).count() == 1


# -- Any sequence of steps ---------------------------------------------------------------------------------------------

Act = Callable[[Cast, Genome, Sequence[IdeaObject], int], Any]


def _create(cast: Cast, genome: Genome, objects: Sequence[IdeaObject], n: int) -> Any:
    limitation = next((each for each in objects if each.type == "limitation" and each.state == "accepted"), None)
    kind = TYPES[n % 3]
    repairs = [limitation.key] if kind == "delta" and limitation else []
    return made(cast, genome, n % 3, type=kind, content=f"Idea {n}", repairs=repairs)


def _edit(cast: Cast, genome: Genome, objects: Sequence[IdeaObject], n: int) -> Any:
    change = {"type": TYPES[n % 3], "content": f"Changed {n}", "evidence": [evidence(genome, QUOTES[n % 3])]}
    return save_object(by=cast.annotator1, genome=genome, payload=change, idea_object=objects[n % len(objects)])


def _retype(cast: Cast, genome: Genome, objects: Sequence[IdeaObject], n: int) -> Any:
    return retype_object(by=cast.annotator1, idea_object=objects[n % len(objects)], type=TYPES[n % 3])


def _reject(cast: Cast, genome: Genome, objects: Sequence[IdeaObject], n: int) -> Any:
    return reject_object(by=cast.annotator1, idea_object=objects[n % len(objects)], reason=f"why {n}")


def _restore(cast: Cast, genome: Genome, objects: Sequence[IdeaObject], n: int) -> Any:
    return restore_object(by=cast.annotator1, idea_object=objects[n % len(objects)])


def _split(cast: Cast, genome: Genome, objects: Sequence[IdeaObject], n: int) -> Any:
    whole = objects[n % len(objects)]
    places = [{"start": row.start, "end": row.end, "quote": row.quote} for row in whole.evidence.all()]
    parts = [{"content": f"Part {each}", "evidence": places, "type": TYPES[(n + each) % 3]} for each in range(2)]
    return split_object(by=cast.annotator1, idea_object=whole, payload={"parts": parts})


def _merge(cast: Cast, genome: Genome, objects: Sequence[IdeaObject], n: int) -> Any:
    ids = [objects[n % len(objects)].pk, objects[(n + 1) % len(objects)].pk]
    return merge_objects(by=cast.annotator1, genome=genome, payload={"objects": ids, "content": f"Merged {n}"})


ACTS: dict[str, Act] = {
    "create": _create, "edit": _edit, "retype": _retype, "reject": _reject, "restore": _restore, "split": _split,
    "merge": _merge,
}  # fmt: skip


class AnySequence(TestCase):
    @given(st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 8)), min_size=1, max_size=7))
    @settings(max_examples=8, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
    def test_undone_wholly_it_is_the_first_state_and_redone_wholly_the_last(self, plan: list[tuple[str, int]]) -> None:
        cast = make_cast()
        genome = a_genome(cast)
        made(cast, genome, 2, type="limitation")
        seen = [state(genome)]
        for act, n in plan:
            objects = list(genome.objects_all.select_related("genome__source_version__paper").order_by("pk"))
            try:
                ACTS[act](cast, genome, objects, n)
            except Refused:
                continue  # a rejected object is not split, for example: then there is no step
            if state(genome) != seen[-1]:
                seen.append(state(genome))
        steps = len(seen) - 1
        for earlier in reversed(seen[:-1]):
            undo_step(by=cast.annotator1, genome=genome)
            assert state(genome) == earlier
        for later in seen[1:]:
            redo_step(by=cast.annotator1, genome=genome)
            assert state(genome) == later
        assert len(steps_of(cast.annotator1, genome).done) == steps + 1


class _Row:
    def __init__(self, number: int, kind: str) -> None:
        self.number, self.kind = number, kind


@pytest.mark.parametrize(
    ("kinds", "done", "undone"),
    [
        ("create edit", (1, 2), ()),
        ("create edit undo", (1,), (3,)),
        ("create edit undo undo redo", (5,), (3,)),
        ("create undo edit", (3,), ()),
        ("create undo redo undo", (), (4,)),
        ("create carry confirm", (1,), ()),
    ],
)
def test_which_steps_stand(kinds: str, done: tuple[int, ...], undone: tuple[int, ...]) -> None:
    found = walk(_Row(number, kind) for number, kind in enumerate(kinds.split(), 1))
    assert (found.done, found.undone) == (done, undone)
