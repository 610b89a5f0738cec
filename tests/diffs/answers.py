"""A small pair and a complete answer about it, plain data: two source objects, three target objects."""

from dataclasses import replace
from typing import Any

from diffs.rules import Idea, Side
from evaluator.schema import AlignmentEdge, DiffAnswer, Pointer, Provenance
from evaluator.vocabulary import (
    Continuity,
    ContributionRole,
    Dynamics,
    Ecology,
    Fate,
    ObjectType,
    Origin,
    ProvenanceKind,
)

DRIVER, PASSENGER = ContributionRole.DRIVER, ContributionRole.PASSENGER
MECHANISM, LIMITATION = ObjectType.MECHANISM, ObjectType.LIMITATION

SOURCE = Side(
    "old",
    "One-pass detectors",
    {"old:M1": Idea(MECHANISM, DRIVER), "old:L1": Idea(LIMITATION, PASSENGER)},
)
TARGET = Side(
    "new",
    "One-pass detectors",
    {
        "new:M1": Idea(MECHANISM, DRIVER),
        "new:M2": Idea(MECHANISM, PASSENGER),
        "new:D1": Idea(ObjectType.DELTA, PASSENGER),
    },
)


def pointer(paper: str) -> Pointer:
    return Pointer(paper=paper, start=0, end=4, quote="text")


def from_paper(lineage: str, paper: str = "other") -> Provenance:
    return Provenance(kind=ProvenanceKind.PAPER, paper=paper, lineage=lineage)


COMPLETE = DiffAnswer(
    fates={"old:M1": Fate.INHERITED, "old:L1": Fate.LOST},
    origins={"new:M1": Origin.ALIGNED, "new:M2": Origin.EXTERNAL, "new:D1": Origin.NOVEL},
    provenance={"new:M2": from_paper("Region proposals")},
    alignments=(
        AlignmentEdge(
            source="old:M1",
            target="new:M1",
            similarity="the same single pass",
            source_evidence=(pointer("old"),),
            target_evidence=(pointer("new"),),
        ),
    ),
    predecessor_driver="old:M1",
    driver_continuity=Continuity.INHERITED,
    transition_driver="new:D1",
    ecology=Ecology.SAME,
    dynamics=Dynamics.MUTATION,
    rationale="The core stays.",
    evidence=(pointer("old"), pointer("new")),
    confidence=80,
)


def answer_with(**parts: Any) -> DiffAnswer:
    """The complete answer with some parts replaced."""
    return replace(COMPLETE, **parts)


def edge_with(**parts: Any) -> tuple[AlignmentEdge, ...]:
    """The complete answer's single edge with some parts replaced."""
    return (replace(COMPLETE.alignments[0], **parts),)
