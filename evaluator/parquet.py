"""The tables of a release as Parquet, with schemas derived from the record dataclasses; and back again.

A record is a row, a dataclass inside it a struct, a tuple a list. A mapping with typed values (`fates`) is a
list<struct<key, value>> sorted by key, since every reader knows lists; free JSON (`context`, `gold`, …) is a string by
RFC 8785. Only optional fields may be null. The same records give the same bytes with the same version of pyarrow.
"""

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, BinaryIO, NamedTuple, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from evaluator.canonical import canonical_bytes
from evaluator.convert import from_json
from evaluator.shapes import field_types
from evaluator.strictjson import BadJson, parse

T = TypeVar("T")
Change = Callable[[Any], Any]

WRITER = f"pyarrow {pa.__version__}"
ROW_GROUP = 5_000  # rows
GROUP_BYTES = 32 * 1024**2  # of a row group in memory: texts of papers are long
BATCH = 250  # rows that are Python objects at once
_SCALARS: Mapping[Any, pa.DataType] = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}


class NotParquet(ValueError):
    """The bytes are no Parquet file, or hold other columns than the table's."""


class ParquetTable:
    """Writes records of one dataclass into a Parquet file, row group by row group; `close` completes it.

    Memory is bounded by one row group. `out` stays open. The canary goes into the footer, beside the columns.
    """

    def __init__(self, kind: type[Any], out: BinaryIO, canary: str = "") -> None:
        self._codec = _record(kind)
        schema = arrow_schema(kind)
        if canary:
            schema = schema.with_metadata({"canary": canary})
        self._writer = pq.ParquetWriter(out, schema, compression="zstd", compression_level=3)
        self._batches: list[pa.RecordBatch] = []
        self._rows: list[dict[str, Any]] = []
        self.rows = 0

    def write(self, records: Iterable[Any]) -> None:
        """Add records. They must be of the dataclass that the table was opened for."""
        for record in records:
            self._rows.append(self._codec.encode(record))
            self.rows += 1
            if len(self._rows) == BATCH:
                self._pack()

    def close(self) -> None:
        """Write what is left, and the footer. A table without rows is a file without row groups."""
        self._pack()
        self._flush()
        self._writer.close()

    def _pack(self) -> None:
        """Rows into Arrow's compact form; row groups end where a batch does."""
        if self._rows:
            self._batches.append(pa.RecordBatch.from_pylist(self._rows, schema=self._writer.schema))
            self._rows = []
        if sum(len(b) for b in self._batches) >= ROW_GROUP or sum(b.nbytes for b in self._batches) >= GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._batches:
            table = pa.Table.from_batches(self._batches).combine_chunks()
            self._writer.write_table(table, row_group_size=len(table))
            self._batches = []


def arrow_schema(kind: type[Any]) -> pa.Schema:
    """The columns of a table whose rows are the dataclass `kind`."""
    return pa.schema(list(_record(kind).type))


def parquet_rows(source: BinaryIO) -> int:
    """How many rows a Parquet file holds, read from its footer alone. Raises NotParquet."""
    try:
        return int(pq.read_metadata(source).num_rows)
    except (pa.ArrowException, OSError) as error:
        raise NotParquet(str(error)) from error


class Footer(NamedTuple):
    """Whether a Parquet file has the columns of a table, and the canary it holds, "" for none."""

    has_columns: bool
    canary: str


def footer(kind: type[Any], source: BinaryIO) -> Footer:
    """What the footer of a Parquet file says; nothing else of it is read. Raises NotParquet."""
    try:
        schema = pq.read_schema(source)
    except (pa.ArrowException, OSError) as error:
        raise NotParquet(str(error)) from error
    canary = (schema.metadata or {}).get(b"canary", b"")
    return Footer(bool(schema.equals(arrow_schema(kind))), canary.decode("utf-8", "replace"))


def rows_from_parquet(kind: type[T], source: BinaryIO) -> Iterator[T]:
    """The records of a Parquet file in order: the inverse of ParquetTable.

    Raises NotParquet for other columns, and evaluator.faults.DataFaults for a row that is no such record.
    """
    try:
        file = pq.ParquetFile(source)
        if not file.schema_arrow.equals(arrow_schema(kind)):
            raise NotParquet(f"the columns are not those of {kind.__name__}")
        for batch in file.iter_batches(batch_size=BATCH):
            for row in batch.to_pylist():
                yield from_json(kind, _record(kind).decode(row))
    except (pa.ArrowException, OSError, BadJson) as error:
        raise NotParquet(str(error)) from error


@dataclass(frozen=True, slots=True)
class _Codec:
    """A type of Arrow; `encode` makes a value of it out of a record's, `decode` plain JSON out of it."""

    type: pa.DataType
    encode: Change
    decode: Change
    nullable: bool = False


def _same(value: Any) -> Any:
    return value


_JSON = _Codec(pa.string(), lambda value: canonical_bytes(value).decode(), lambda text: parse(text.encode()))
_RECORDS: dict[type[Any], _Codec] = {}


def _codec(kind: Any) -> _Codec:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is UnionType:
        return _optional(_codec(next(part for part in inner if part is not NoneType)))
    if origin is tuple:
        return _list(_codec(inner[0]))
    if kind is object or (origin is not None and inner[1] is object):
        return _JSON
    if origin is not None:
        return _mapping(_codec(inner[1]))
    if kind in _SCALARS:
        return _Codec(_SCALARS[kind], _same, _same)
    if issubclass(kind, StrEnum):
        return _Codec(pa.string(), str, _same)
    return _record(kind)


def _optional(inner: _Codec) -> _Codec:
    def encode(value: Any) -> Any:
        return None if value is None else inner.encode(value)

    def decode(value: Any) -> Any:
        return None if value is None else inner.decode(value)

    return _Codec(inner.type, encode, decode, nullable=True)


def _list(inner: _Codec) -> _Codec:
    kind = pa.list_(pa.field("element", inner.type, nullable=inner.nullable))
    return _Codec(
        kind,
        lambda value: [inner.encode(item) for item in value],
        lambda value: [inner.decode(item) for item in value],
    )


def _mapping(inner: _Codec) -> _Codec:
    entry = pa.struct(
        [pa.field("key", pa.string(), nullable=False), pa.field("value", inner.type, nullable=inner.nullable)]
    )

    def encode(value: Mapping[str, Any]) -> Any:
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))  # the order of RFC 8785
        return [{"key": key, "value": inner.encode(value[key])} for key in keys]

    def decode(value: Any) -> Any:
        return {each["key"]: inner.decode(each["value"]) for each in value}

    return _Codec(pa.list_(pa.field("element", entry, nullable=False)), encode, decode)


def _record(kind: type[Any]) -> _Codec:
    if kind not in _RECORDS:
        _RECORDS[kind] = _struct(kind)
    return _RECORDS[kind]


def _struct(kind: type[Any]) -> _Codec:
    columns = {f.name: _codec(field_types(kind)[f.name]) for f in fields(kind)}
    type = pa.struct([pa.field(name, each.type, nullable=each.nullable) for name, each in columns.items()])
    return _Codec(
        type,
        lambda value: {name: each.encode(getattr(value, name)) for name, each in columns.items()},
        lambda value: {name: each.decode(value[name]) for name, each in columns.items()},
    )
