"""What a record of a release rests on: the row that leads from a paper or a pair to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from evaluator.schema import AlignmentRecord, DiffRecord, ExamInstance, ObjectRecord, PaperRecord, TraceRecord
from releases.models import Release, ReleasedRecord

Traces = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Rests:
    """`papers` in the order of the lineage where there is one; `pair` is the key of the gold diff, "" for none."""

    papers: tuple[str, ...]
    pair: str = ""


def released_record(
    release: Release, table: str, record: Any, split: str, traces: Traces, key: str = ""
) -> ReleasedRecord:
    """The row for a record, unsaved. `traces` is trace id → papers.

    An exam instance is given as it was before it was sealed, since sealed it names nothing, with the id that it goes
    out under as `key`.
    """
    rests = rests_on(record, traces)
    facts = {"papers": list(rests.papers), "pair": rests.pair}
    return ReleasedRecord(release=release, table=table, key=key or record.id, split=split, **facts)


@singledispatch
def rests_on(record: Any, traces: Traces) -> Rests:
    """Raises TypeError for what is no record of a release."""
    raise TypeError(f"no record of a release: {type(record).__name__}")


@rests_on.register
def _(record: PaperRecord, traces: Traces) -> Rests:
    return Rests((record.id,))


@rests_on.register
def _(record: ObjectRecord, traces: Traces) -> Rests:
    return Rests((record.paper,))


@rests_on.register
def _(record: DiffRecord, traces: Traces) -> Rests:
    return Rests((record.source, record.target), record.id)


@rests_on.register
def _(record: AlignmentRecord, traces: Traces) -> Rests:
    return Rests(tuple(dict.fromkeys(each.rpartition(":")[0] for each in (record.source, record.target))), record.diff)


@rests_on.register
def _(record: TraceRecord, traces: Traces) -> Rests:
    return Rests(record.papers)


@rests_on.register
def _(record: ExamInstance, traces: Traces) -> Rests:
    """Papers of the trace that it was drawn from come first and in their order, so that steps stay neighbours."""
    shown: Mapping[str, Any] = record.metadata["source_versions"]  # type: ignore[assignment]  # a JSON object
    trace = traces.get(str(record.metadata["trace"]), ())
    papers = [*(paper for paper in trace if paper in shown), *(paper for paper in sorted(shown) if paper not in trace)]
    return Rests(tuple(papers), str(record.metadata["pair"] or ""))
