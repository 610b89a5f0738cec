"""T4 Lineage Verification: find what does not belong."""

from evaluator.tasks.spec import TaskSpec, set_of, value
from evaluator.vocabulary import Axis
from evaluator.vocabulary import ErrorClass as E

T4 = (
    TaskSpec(
        task="intruder",
        axis=Axis.T4,
        question="All papers but one form a lineage. Which one does not belong to it?",
        context="The genomes of a trace and one foreign paper, in no order.",
        gold="The inserted paper.",
        distractors="Near: a paper of the same niche in another lineage. Far: one of another domain.",
        fields={"intruder": value(E.E9)},
    ),
    TaskSpec(
        task="wrong_step",
        axis=Axis.T4,
        question="One step of the lineage is labelled with the wrong dynamics. Which, and what is the right one?",
        context="The genomes of a trace with the dynamics of each step, one of them altered.",
        gold="The altered step and its true label.",
        distractors="The other steps; the six dynamics.",
        fields={"step": value(E.E9), "dynamics": value(E.E1)},
    ),
    TaskSpec(
        task="missing_link",
        axis=Axis.T4,
        question="One paper of the lineage is missing. Which candidate is it, and after which paper does it stand?",
        context="The genomes of a trace without one, and candidates.",
        gold="The removed paper and its place.",
        distractors="Near: papers of the same niche. Far: papers of other domains.",
        fields={"paper": value(E.E9), "after": value(E.E4)},
    ),
    TaskSpec(
        task="citation_conflict",
        axis=Axis.T4,
        question="Some claimed edges may run against time. List them; the list may be empty.",
        context="Claimed edges of descent, with dates relative to the first paper.",
        gold="The reversed edges.",
        distractors="The edges that run with time.",
        fields={"edges": set_of(E.E9)},
        may_be_empty=True,
    ),
    TaskSpec(
        task="parent_mismatch",
        axis=Axis.T4,
        question="Is the claimed parent the child's predecessor by lineage, and which candidate is its parent?",
        context="A child, a claimed parent, and candidates.",
        gold="The predecessor; half of the claims are replaced.",
        distractors="Papers without descent to the child.",
        fields={"valid": value(E.E9), "parent": value(E.E8)},
    ),
    TaskSpec(
        task="false_inheritance",
        axis=Axis.T4,
        question="Some claims may name what the predecessor never held. List them; the list may be empty.",
        context="Two genomes and claims of what was inherited.",
        gold="The injected claims.",
        distractors="Near: the successor's own new objects. Far: objects of papers without descent to it.",
        fields={"false": set_of(E.E9)},
        may_be_empty=True,
    ),
    TaskSpec(
        task="repair_mismatch",
        axis=Axis.T4,
        question="Some deltas may be claimed for the wrong limitation. List the claims; the list may be empty.",
        context="Claims that a delta answers a limitation.",
        gold="The swapped pairs.",
        distractors="The claims that hold.",
        fields={"wrong": set_of(E.E9)},
        may_be_empty=True,
    ),
    TaskSpec(
        task="evidence_conflict",
        axis=Axis.T4,
        question="List the objects that the passage beside them does not support; the list may be empty.",
        context="Objects, each beside a passage, some exchanged.",
        gold="The objects whose passages were exchanged.",
        distractors="The objects that stand beside their own evidence.",
        fields={"unsupported": set_of(E.E9)},
        may_be_empty=True,
    ),
)
