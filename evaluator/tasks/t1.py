"""T1 Genome Abstraction: read one genome."""

from evaluator.tasks.spec import TaskSpec, value
from evaluator.vocabulary import Axis
from evaluator.vocabulary import ErrorClass as E

T1 = (
    TaskSpec(
        task="field_type",
        axis=Axis.T1,
        question="Which type of idea object is the marked text?",
        context="One object's text, with two neighbours of its paper.",
        gold="The object's type, where author and second reader agree.",
        distractors="The six types.",
        fields={"type": value(E.E5)},
    ),
    TaskSpec(
        task="driver",
        axis=Axis.T1,
        question="Which object is the driver: the one that carries the paper's lineage?",
        context="One genome.",
        gold="The single object with the role driver.",
        distractors="The other objects of the genome.",
        fields={"driver": value(E.E2)},
    ),
    TaskSpec(
        task="contribution_role",
        axis=Axis.T1,
        question="What is the contribution role of the marked object?",
        context="One genome, one object marked.",
        gold="The object's contribution role.",
        distractors="The three roles.",
        fields={"role": value(E.E6)},
    ),
    TaskSpec(
        task="lineage_position",
        axis=Axis.T1,
        question="The papers form one lineage, shown in no order. Where does the marked paper stand in it?",
        context="The genomes of a trace in no order, one marked.",
        gold="The paper's place in the trace.",
        distractors="The three places.",
        fields={"position": value(E.E4)},
    ),
    TaskSpec(
        task="evidence_match",
        axis=Axis.T1,
        question="Which passage of the paper is the object's evidence?",
        context="One object and passages of its paper.",
        gold="The passage that the object's evidence lies in.",
        distractors="Evidence of other objects. Near: what stands next to it in the text. Far: what stands farthest.",
        fields={"passage": value(E.E8)},
    ),
)
