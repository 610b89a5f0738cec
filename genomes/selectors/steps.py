"""Which step of a person on a genome can be undone, and which can be done again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from annotation.models import User
from genomes.models import Genome, Operation

Kind = Operation.Kind
# Carried evidence is decided about on a page of its own, which would not know that its decision was taken back.
NOT_UNDONE = (Kind.CARRY, Kind.CONFIRM)


class Step(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Steps:
    """The numbers of a person's steps that stand, the last one last, and of the undoings that can be done again."""

    done: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()

    @property
    def to_undo(self) -> int | None:
        return self.done[-1] if self.done else None

    @property
    def to_redo(self) -> int | None:
        return self.undone[-1] if self.undone else None


def walk(steps: Iterable[Step]) -> Steps:
    """Follow a person's steps in order: an undoing takes the last one off, a new step forgets what was undone."""
    done: list[int] = []
    undone: list[int] = []
    for step in steps:
        if step.kind in NOT_UNDONE:
            continue
        if step.kind == Kind.UNDO:
            done.pop()
            undone.append(step.number)
            continue
        if step.kind == Kind.REDO:
            undone.pop()
        else:
            undone.clear()
        done.append(step.number)
    return Steps(tuple(done), tuple(undone))


def steps_of(person: User, genome: Genome) -> Steps:
    """The person's own steps: what somebody else did is never undone for them. One query."""
    steps = Operation.objects.filter(genome=genome, by=person).order_by("number")
    return walk(steps.values_list("number", "kind", named=True))
