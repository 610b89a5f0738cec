"""The edges of a diff as rows of their own, for tools that do not look into a nested answer."""

from collections.abc import Iterator

from evaluator.schema import AlignmentRecord, DiffRecord
from evaluator.vocabulary import Fate


def alignment_records(diff: DiffRecord) -> Iterator[AlignmentRecord]:
    """One row per edge, in the order of the answer. The fate is that of the edge's source object."""
    for number, edge in enumerate(diff.answer.alignments, start=1):
        yield AlignmentRecord(
            id=f"{diff.id}#{number}",
            diff=diff.id,
            source=edge.source,
            target=edge.target,
            fate=diff.answer.fates.get(edge.source, Fate.LOST),
            similarity=edge.similarity,
            source_evidence=edge.source_evidence,
            target_evidence=edge.target_evidence,
            secondary=edge.secondary,
            secondary_confidence=edge.secondary_confidence,
            canary=diff.canary,
        )
