"""Which question of the boundary rules two dynamics answer differently. Pure: no Django here.

The rules are asked in order (`diffs/rules.py`): hybrids first, then whether the driver was kept, then the ecology or
the evidence. Two labels of one pair part at the first question that they must have answered differently; each of the
fifteen pairs of dynamics has exactly one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from evaluator.vocabulary import Dynamics

KEPT = frozenset({Dynamics.MUTATION, Dynamics.ADAPTIVE_RADIATION})


class Question(StrEnum):
    HYBRID = "hybrid"  # rule 1: drivers from two lineages or more?
    DRIVER = "driver"  # between rules 2 and 3: is the driver kept?
    SHIFT = "shift"  # rule 2: has the ecology shifted?
    EVIDENCE = "evidence"  # rule 3: is there historical evidence of a transition?
    NICHE = "niche"  # between rules 3 and 4: is the ecology the same or adjacent?


def question(one: Dynamics, other: Dynamics) -> Question:
    """The question that two different dynamics part at."""
    both = {one, other}
    if Dynamics.HYBRIDIZATION in both:
        return Question.HYBRID
    if both <= KEPT:
        return Question.SHIFT
    if both & KEPT:
        return Question.DRIVER
    return Question.NICHE if Dynamics.ISOLATION in both else Question.EVIDENCE


@dataclass(slots=True)
class Parted:
    """How often labels parted at one question, by the two dynamics; most frequent first."""

    question: Question
    count: int = 0
    pairs: list[tuple[str, str, int]] = field(default_factory=list)


def parted(cells: Mapping[tuple[str, str], int]) -> list[Parted]:
    """All questions in the order in which the rules ask them, from a confusion of dynamics."""
    found = {each: Parted(each) for each in Question}
    for (one, other), count in sorted(cells.items(), key=lambda item: (-item[1], item[0])):
        if one != other and count:
            at = found[question(Dynamics(one), Dynamics(other))]
            at.count += count
            at.pairs.append((one, other, count))
    return list(found.values())
