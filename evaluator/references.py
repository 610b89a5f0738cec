"""Does a release hang together? Every id that a row names is there, every quote is at its place, every gold fits."""

from collections.abc import Iterable, Iterator

from evaluator.alignments import alignment_records
from evaluator.answers import AnswerSchemas, gold_faults
from evaluator.canonical import sha256_hex
from evaluator.faults import Fault
from evaluator.manifest import TABLES, Manifest
from evaluator.rows import Rows
from evaluator.schema import DiffAnswer, DiffRecord, ObjectRecord, Pointer


def reference_faults(rows: Rows, manifest: Manifest) -> Iterator[Fault]:
    """Every fault between rows, tables and manifest."""
    yield from _paper_faults(rows, manifest)
    for record in rows.objects.values():
        yield from _object_faults(rows, record)
    for diff in rows.diffs.values():
        yield from _diff_faults(rows, diff, manifest)
    yield from _alignment_faults(rows)
    yield from _trace_faults(rows)
    yield from _exam_faults(rows, manifest)
    yield from _count_faults(rows, manifest)


def _paper_faults(rows: Rows, manifest: Manifest) -> Iterator[Fault]:
    listed = {entry.paper: entry for entry in manifest.source_versions}
    for paper in rows.papers.values():
        entry = listed.get(paper.id)
        if entry is None or (entry.file_sha256, entry.text_sha256) != (paper.file_sha256, paper.text_sha256):
            yield rows.fault("papers", paper.id, "is not the source version that the manifest lists", "text_sha256")
        if paper.text is not None and sha256_hex(paper.text.encode()) != paper.text_sha256:
            yield rows.fault("papers", paper.id, "is not the SHA-256 of the text", "text_sha256")
        if paper.text is not None and not paper.redistributable:
            yield rows.fault("papers", paper.id, "may not be redistributed, yet the text is here", "text")
    for unknown in sorted(set(listed) - set(rows.papers)):
        yield Fault(
            message=f"names the paper {unknown}, which is not there", path="manifest.json", field="source_versions"
        )


def _object_faults(rows: Rows, record: ObjectRecord) -> Iterator[Fault]:
    if record.paper not in rows.papers:
        yield rows.fault("objects", record.id, f"there is no paper {record.paper}", "paper")
    if record.id != f"{record.paper}:{record.handle}":
        yield rows.fault("objects", record.id, "must be the paper's id, a colon and the handle", "id")
    for repaired in record.repairs:
        if repaired not in rows.objects:
            yield rows.fault("objects", record.id, f"there is no object {repaired}", "repairs")
    for index, pointer in enumerate(record.evidence):
        message = _pointer_fault(rows, pointer, (record.paper,))
        if message:
            yield rows.fault("objects", record.id, message, f"evidence[{index}]")


def _pointer_fault(rows: Rows, pointer: Pointer, papers: Iterable[str]) -> str:
    """What is wrong with a pointer, or nothing."""
    paper = rows.papers.get(pointer.paper)
    if paper is None:
        return f"there is no paper {pointer.paper}"
    if pointer.paper not in papers:
        return f"points into {pointer.paper}, another paper"
    if pointer.text_sha256 != paper.text_sha256:
        return "points into another version of the text"
    if paper.text is not None and paper.text[pointer.start : pointer.end] != pointer.quote:
        return "the quote is not at its place in the text"
    return ""


def _diff_faults(rows: Rows, diff: DiffRecord, manifest: Manifest) -> Iterator[Fault]:
    for name, paper in (("source", diff.source), ("target", diff.target)):
        if paper not in rows.papers:
            yield rows.fault("diffs", diff.id, f"there is no paper {paper}", name)
    yield from _answer_object_faults(rows, diff)
    for target, provenance in diff.answer.provenance.items():
        if provenance.paper and provenance.paper not in rows.papers:
            message = f"there is no paper {provenance.paper}"
            yield rows.fault("diffs", diff.id, message, f"answer.provenance[{target}].paper")
    for name, pointer in _pointers(diff.answer):
        message = _pointer_fault(rows, pointer, (diff.source, diff.target))
        if message:
            yield rows.fault("diffs", diff.id, message, f"answer.{name}")
    for label in diff.labels:
        if label.guideline not in manifest.guideline_versions:
            yield rows.fault("diffs", diff.id, f"the manifest lists no guideline {label.guideline}", "labels")


def _answer_object_faults(rows: Rows, diff: DiffRecord) -> Iterator[Fault]:
    for name, id, papers in _named_objects(diff):
        found = rows.objects.get(id)
        if found is None:
            yield rows.fault("diffs", diff.id, f"there is no object {id}", f"answer.{name}")
        elif found.paper not in papers:
            yield rows.fault("diffs", diff.id, f"{id} is an object of another paper", f"answer.{name}")


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


def _alignment_faults(rows: Rows) -> Iterator[Fault]:
    """Each edge of each diff is a row, and the row says what the diff says."""
    told = {record.id: record for diff in rows.diffs.values() for record in alignment_records(diff)}
    for id, record in rows.alignments.items():
        if id not in told:
            yield rows.fault("alignments", id, "no diff of the release has this edge", "id")
        elif told[id] != record:
            yield rows.fault("alignments", id, "says something else than its diff", "diff")
    for id in sorted(set(told) - set(rows.alignments)):
        message = f"its edge {id} is no row of the alignments"
        yield rows.fault("diffs", id.rpartition("#")[0], message, "answer.alignments")


def _trace_faults(rows: Rows) -> Iterator[Fault]:
    for trace in rows.traces.values():
        for paper in trace.papers:
            if paper not in rows.papers:
                yield rows.fault("traces", trace.id, f"there is no paper {paper}", "papers")
        if len(trace.diffs) != len(trace.papers) - 1:
            yield rows.fault("traces", trace.id, "must have one diff per step", "diffs")
            continue
        for index, id in enumerate(trace.diffs):
            diff = rows.diffs.get(id)
            if diff is None:
                yield rows.fault("traces", trace.id, f"there is no diff {id}", f"diffs[{index}]")
            elif (diff.source, diff.target) != trace.papers[index : index + 2]:
                message = f"{id} does not lead from {trace.papers[index]} to {trace.papers[index + 1]}"
                yield rows.fault("traces", trace.id, message, f"diffs[{index}]")


def _exam_faults(rows: Rows, manifest: Manifest) -> Iterator[Fault]:
    schemas = AnswerSchemas()
    for instance in rows.exam.values():
        for name, message in gold_faults(instance, schemas):
            yield rows.fault("exam", instance.id, message, name)
        if instance.metadata.get("canary") != manifest.canary:
            yield rows.fault("exam", instance.id, "must hold the canary string of the manifest", "metadata.canary")


def _count_faults(rows: Rows, manifest: Manifest) -> Iterator[Fault]:
    for table in TABLES:
        found, said = len(rows.table(table)), getattr(manifest.counts, table)
        if found != said:
            message = f"says {said}, but {found} rows could be read"
            yield Fault(message=message, path="manifest.json", field=f"counts.{table}")
