"""Does a release hang together? Every id that a row names is there, every quote is at its place, every gold fits.

Rows come one by one, table by table. What is remembered of them is small: ids, where texts lie, hashes of edges.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Self

from evaluator.alignments import alignment_records
from evaluator.answers import AnswerSchemas, gold_faults
from evaluator.canonical import canonical_bytes, sha256_hex
from evaluator.convert import to_json
from evaluator.faults import Fault
from evaluator.manifest import TABLES, Manifest
from evaluator.rows import Place, Row
from evaluator.schema import (
    AlignmentRecord,
    DiffAnswer,
    DiffRecord,
    ExamInstance,
    ObjectRecord,
    PaperRecord,
    Pointer,
    TraceRecord,
)
from evaluator.texts import Texts


class References:
    """Give it every row in the order of TABLES, then ask for `missing`. It keeps the papers' texts in a file of its
    own until it is closed.
    """

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self._listed = {entry.paper: entry for entry in manifest.source_versions}
        self._counts = dict.fromkeys(TABLES, 0)
        self._texts = Texts()
        self._papers: dict[str, str] = {}  # id → SHA-256 of its text
        self._objects: dict[str, str] = {}  # id → paper
        self._repairs: list[tuple[Place, tuple[str, ...]]] = []
        self._diffs: dict[str, tuple[str, str]] = {}
        self._edges: dict[str, tuple[bytes, Place] | None] = {}  # id of an edge → what its diff says; None once told
        self._schemas = AnswerSchemas()
        self._checks: Mapping[str, Callable[[Any, Place], Iterator[Fault]]] = {
            "papers": self._paper,
            "objects": self._object,
            "diffs": self._diff,
            "alignments": self._alignment,
            "traces": self._trace,
            "exam": self._instance,
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._texts.close()

    def row(self, row: Row) -> Iterator[Fault]:
        """What is wrong between this row and those before it."""
        self._counts[row.table] += 1
        if row.table != "exam" and row.record.canary != self.manifest.canary:
            yield row.place.fault("must hold the canary string of the manifest", "canary")
        yield from self._checks[row.table](row.record, row.place)

    def missing(self) -> Iterator[Fault]:
        """What the rows name, or the manifest lists, and no row was."""
        for unknown in sorted(set(self._listed) - set(self._papers)):
            message = f"names the paper {unknown}, which is not there"
            yield Fault(message=message, path="manifest.json", field="source_versions")
        for place, repaired in self._repairs:
            for id in repaired:
                if id not in self._objects:
                    yield place.fault(f"there is no object {id}", "repairs")
        for edge, said in self._edges.items():
            if said is not None:
                yield said[1].fault(f"its edge {edge} is no row of the alignments", "answer.alignments")
        for table, found in self._counts.items():
            said_rows = getattr(self.manifest.counts, table)
            if found != said_rows:
                message = f"says {said_rows}, but {found} rows could be read"
                yield Fault(message=message, path="manifest.json", field=f"counts.{table}")

    def _paper(self, paper: PaperRecord, place: Place) -> Iterator[Fault]:
        self._papers[paper.id] = paper.text_sha256
        entry = self._listed.get(paper.id)
        if entry is None or (entry.file_sha256, entry.text_sha256) != (paper.file_sha256, paper.text_sha256):
            yield place.fault("is not the source version that the manifest lists", "text_sha256")
        if paper.text is None:
            return
        self._texts.keep(paper.id, paper.text)
        if sha256_hex(paper.text.encode()) != paper.text_sha256:
            yield place.fault("is not the SHA-256 of the text", "text_sha256")
        if not paper.redistributable:
            yield place.fault("may not be redistributed, yet the text is here", "text")

    def _object(self, record: ObjectRecord, place: Place) -> Iterator[Fault]:
        self._objects[record.id] = record.paper
        if record.paper not in self._papers:
            yield place.fault(f"there is no paper {record.paper}", "paper")
        if record.id != f"{record.paper}:{record.handle}":
            yield place.fault("must be the paper's id, a colon and the handle", "id")
        if record.repairs:
            self._repairs.append((place, record.repairs))
        for index, pointer in enumerate(record.evidence):
            message = self._pointer_fault(pointer, (record.paper,))
            if message:
                yield place.fault(message, f"evidence[{index}]")

    def _pointer_fault(self, pointer: Pointer, papers: Iterable[str]) -> str:
        """What is wrong with a pointer, or nothing."""
        text_sha256 = self._papers.get(pointer.paper)
        if text_sha256 is None:
            return f"there is no paper {pointer.paper}"
        if pointer.paper not in papers:
            return f"points into {pointer.paper}, another paper"
        if pointer.text_sha256 != text_sha256:
            return "points into another version of the text"
        text = self._texts.of(pointer.paper)
        if text is not None and text[pointer.start : pointer.end] != pointer.quote:
            return "the quote is not at its place in the text"
        return ""

    def _diff(self, diff: DiffRecord, place: Place) -> Iterator[Fault]:
        self._diffs[diff.id] = (diff.source, diff.target)
        for name, paper in (("source", diff.source), ("target", diff.target)):
            if paper not in self._papers:
                yield place.fault(f"there is no paper {paper}", name)
        yield from self._named_objects(diff, place)
        for target, provenance in diff.answer.provenance.items():
            if provenance.paper and provenance.paper not in self._papers:
                yield place.fault(f"there is no paper {provenance.paper}", f"answer.provenance[{target}].paper")
        for name, pointer in _pointers(diff.answer):
            message = self._pointer_fault(pointer, (diff.source, diff.target))
            if message:
                yield place.fault(message, f"answer.{name}")
        for label in diff.labels:
            if label.guideline not in self.manifest.guideline_versions:
                yield place.fault(f"the manifest lists no guideline {label.guideline}", "labels")
        for edge in alignment_records(diff):
            self._edges[edge.id] = (_told(edge), place)

    def _named_objects(self, diff: DiffRecord, place: Place) -> Iterator[Fault]:
        for name, id, papers in _named_objects(diff):
            found = self._objects.get(id)
            if found is None:
                yield place.fault(f"there is no object {id}", f"answer.{name}")
            elif found not in papers:
                yield place.fault(f"{id} is an object of another paper", f"answer.{name}")

    def _alignment(self, record: AlignmentRecord, place: Place) -> Iterator[Fault]:
        """Each edge of each diff is a row, and the row says what the diff says."""
        said = self._edges.get(record.id)
        if said is None:
            yield place.fault("no diff of the release has this edge", "id")
            return
        self._edges[record.id] = None
        if said[0] != _told(record):
            yield place.fault("says something else than its diff", "diff")

    def _trace(self, trace: TraceRecord, place: Place) -> Iterator[Fault]:
        for paper in trace.papers:
            if paper not in self._papers:
                yield place.fault(f"there is no paper {paper}", "papers")
        if len(trace.diffs) != len(trace.papers) - 1:
            yield place.fault("must have one diff per step", "diffs")
            return
        for index, id in enumerate(trace.diffs):
            step, ends = trace.papers[index : index + 2], self._diffs.get(id)
            if ends is None:
                yield place.fault(f"there is no diff {id}", f"diffs[{index}]")
            elif ends != step:
                yield place.fault(f"{id} does not lead from {step[0]} to {step[1]}", f"diffs[{index}]")

    def _instance(self, instance: ExamInstance, place: Place) -> Iterator[Fault]:
        for name, message in gold_faults(instance, self._schemas):
            yield place.fault(message, name)
        if instance.metadata.get("canary") != self.manifest.canary:
            yield place.fault("must hold the canary string of the manifest", "metadata.canary")


def _told(edge: AlignmentRecord) -> bytes:
    """A short stand-in for what an edge says."""
    return hashlib.blake2b(canonical_bytes(to_json(edge)), digest_size=16).digest()


def _named_objects(diff: DiffRecord) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(field, object id, papers it may belong to) of every object that an answer names."""
    answer, source, target = diff.answer, (diff.source,), (diff.target,)
    yield from ((f"fates[{id}]", id, source) for id in answer.fates)
    yield from ((f"origins[{id}]", id, target) for id in answer.origins)
    yield from ((f"provenance[{id}]", id, target) for id in answer.provenance)
    for index, edge in enumerate(answer.alignments):
        yield f"alignments[{index}].source", edge.source, source
        yield f"alignments[{index}].target", edge.target, target
    if answer.predecessor_driver is not None:
        yield "predecessor_driver", answer.predecessor_driver, source
    if answer.transition_driver is not None:
        yield "transition_driver", answer.transition_driver, source + target


def _pointers(answer: DiffAnswer) -> Iterator[tuple[str, Pointer]]:
    """(field, pointer) of the pointers that must lead into one of the pair's two papers."""
    for index, edge in enumerate(answer.alignments):
        yield from ((f"alignments[{index}].source_evidence", pointer) for pointer in edge.source_evidence)
        yield from ((f"alignments[{index}].target_evidence", pointer) for pointer in edge.target_evidence)
    yield from (("evidence", pointer) for pointer in answer.evidence)
    yield from (("transition_evidence", pointer) for pointer in answer.transition_evidence)
