"""Gold as an exam needs it: without what no task shows, and each repeated word in memory once."""

from dataclasses import replace
from sys import intern

from evaluator.schema import AlignmentEdge, DiffAnswer, DiffRecord, LabelRecord, ObjectRecord, Pointer, Provenance


def lean_object(record: ObjectRecord) -> ObjectRecord:
    """Without the words around its evidence."""
    return replace(
        record,
        id=intern(record.id),
        paper=intern(record.paper),
        repairs=tuple(map(intern, record.repairs)),
        evidence=tuple(_pointer(each) for each in record.evidence),
    )


def lean_diff(record: DiffRecord) -> DiffRecord:
    """Without rationales, evidence, and who labelled when: of the labels only the versions of the guidelines stay."""
    guidelines = sorted({label.guideline for label in record.labels})
    return replace(
        record,
        id=intern(record.id),
        source=intern(record.source),
        target=intern(record.target),
        domain=intern(record.domain),
        answer=_answer(record.answer),
        resolution_rationale="",
        labels=tuple(LABELS.setdefault(each, _label(each)) for each in guidelines),
    )


LABELS: dict[str, LabelRecord] = {}


def _label(guideline: str) -> LabelRecord:
    return LabelRecord(rater="", guideline=guideline, submitted="", decision_key="")


def _pointer(pointer: Pointer) -> Pointer:
    return replace(pointer, paper=intern(pointer.paper), prefix="", suffix="", text_sha256=intern(pointer.text_sha256))


def _answer(answer: DiffAnswer) -> DiffAnswer:
    return replace(
        answer,
        fates={intern(id): fate for id, fate in answer.fates.items()},
        origins={intern(id): origin for id, origin in answer.origins.items()},
        provenance={intern(id): _provenance(each) for id, each in answer.provenance.items()},
        alignments=tuple(_edge(edge) for edge in answer.alignments),
        rationale="",
        evidence=(),
        transition_evidence=(),
    )


def _provenance(provenance: Provenance) -> Provenance:
    return replace(provenance, paper=intern(provenance.paper)) if provenance.paper else provenance


def _edge(edge: AlignmentEdge) -> AlignmentEdge:
    source, target = intern(edge.source), intern(edge.target)
    return replace(edge, source=source, target=target, similarity="", source_evidence=(), target_evidence=())
