"""Write the records of a release into its tables: JSONL and Parquet for what goes out, JSONL for what stays."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from evaluator.jsonschemas import ROW_TYPES
from evaluator.parquet import ParquetTable
from evaluator.schema import ExamInstance
from evaluator.sealing import seal
from evaluator.vocabulary import Split
from evaluator.write import record_line
from releases.parts import Sealing
from releases.released import Traces, rests_on
from releases.spool import SEALED_FOLDER, Pile, Spool

# Columns of a row of ReleasedRecord, without its release.
Led = tuple[str, str, str, list[str], str]


class Sink(Protocol):
    """What takes the records of a release, table by table, in the order of their ids."""

    wants_exam: bool

    def table(self, name: str) -> Any:
        """A context in which the records of a table come; entered, it is a function of split and record."""


class Nowhere:
    """Takes everything and keeps nothing: for a rehearsal."""

    def __init__(self, *, wants_exam: bool = True) -> None:
        self.wants_exam = wants_exam

    @contextmanager
    def table(self, name: str) -> Iterator[Any]:
        yield lambda split, record: None


class Tables:
    """Writes into a spool. `led` gathers what each record rests on."""

    wants_exam = True

    def __init__(self, spool: Spool, splits: Sequence[Split], canary: str, sealing: Sealing, traces: Traces) -> None:
        self.spool, self.splits, self.canary, self.sealing = spool, splits, canary, sealing
        self.traces = traces
        self.led = Pile[Led]()

    @contextmanager
    def table(self, name: str) -> Iterator[Any]:
        open_ones = [split for split in self.splits if split is not Split.SEALED or name == "exam"]
        twins = {split: _Twins(self.spool, name, split, self.canary) for split in open_ones}
        kept = self.spool.new(f"{SEALED_FOLDER}{name}.jsonl") if Split.SEALED in self.splits else None

        def write(split: Split, record: Any) -> None:
            marked = record if isinstance(record, ExamInstance) else replace(record, canary=self.canary)
            shown, held = self._parted(split, marked)
            if held is not None and kept is not None:
                kept.write(record_line(held))
            if shown is not None:
                twins[split].write(shown)
            rests = rests_on(record, self.traces)
            key = (shown or record).id
            self.led.add((name, key, split.value, list(rests.papers), rests.pair))

        try:
            yield write
        finally:
            for each in twins.values():
                each.close()

    def _parted(self, split: Split, record: Any) -> tuple[Any, Any]:
        """What goes out of a record, and what stays."""
        if split is not Split.SEALED:
            return record, None
        if not isinstance(record, ExamInstance):
            return None, record
        shown, held = seal(record, key=self.sealing.key, line=self.sealing.line)
        return shown, held


class _Twins:
    """A table of one split, as JSONL and as Parquet."""

    def __init__(self, spool: Spool, table: str, split: Split, canary: str) -> None:
        self._lines = spool.new(f"data/jsonl/{table}/{split}.jsonl")
        out = spool.new(f"data/parquet/{table}/{split}.parquet")
        self._parquet = ParquetTable(ROW_TYPES[table], out, canary)

    def write(self, record: Any) -> None:
        self._lines.write(record_line(record))
        self._parquet.write([record])

    def close(self) -> None:
        self._parquet.close()
