"""Files of an export, written while they are read: lines of a table, and a zip of all of them. No Django.

The same rows give the same bytes, on one build of zlib: entries are dated 1980-01-01 and stand in a fixed order.
"""

import hashlib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudication.export_rows import MOMENTS, ROWS, row_schema
from evaluator.canonical import JsonObject
from evaluator.write import CHECKSUMS, MANIFEST, json_file

SCHEMA_VERSION = "1"
ENDINGS = ("jsonl", "csv")
PART = 256 * 1024  # bytes that are gathered before they are sent on
FIXED_DATE = (1980, 1, 1, 0, 0, 0)
FILE_MODE, UNIX = 0o100644 << 16, 3

Records = Iterator[dict[str, Any]]
# Records to lines: JSONL or CSV.
Writer = Callable[[Iterable[Mapping[str, Any]], str], Iterator[bytes]]


@dataclass
class Written:
    """What went into a file, counted as it went by."""

    path: str
    rows: int | None = None
    size: int = 0
    newest: str = ""
    sha256: Any = field(default_factory=hashlib.sha256)

    def entry(self) -> JsonObject:
        return {"path": self.path, "sha256": self.sha256.hexdigest(), "size": self.size, "rows": self.rows}


@dataclass(frozen=True, slots=True)
class Export:
    """What is exported: the records of each table, read when their turn comes, and what the manifest says beside."""

    project: str
    people: str
    ending: str
    tables: Mapping[str, Callable[[], Records]]
    left_out: Callable[[], JsonObject]


def zipped(export: Export, writer: Writer) -> Iterator[bytes]:
    """The export as one zip, part by part; nothing of it is kept. The manifest comes last and speaks of the others."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, parts in files_of(export, writer):
            with archive.open(_entry(path), "w", force_zip64=True) as out:
                for part in parts:
                    out.write(part)
                    if sink.size >= PART:
                        yield sink.taken()
    yield sink.taken()


def files_of(export: Export, writer: Writer) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Path and content of every file of an export, each to be read before the next is asked for."""
    done: list[Written] = []
    for path, data in [("README.md", README.encode()), *_schemas()]:
        yield path, _counted(path, iter([data]), done)
    for table, records in export.tables.items():
        path = f"{table}.{export.ending}"
        yield path, _table(path, table, records(), writer, done)
    manifest = Written(MANIFEST)
    data = json_file(_manifest(export, done))
    yield MANIFEST, _counted(MANIFEST, iter([data]), done, manifest)
    lines = (f"{each.sha256.hexdigest()}  {each.path}\n" for each in sorted(done, key=lambda each: each.path))
    yield CHECKSUMS, iter(["".join(lines).encode()])


def _table(path: str, table: str, records: Records, writer: Writer, done: list[Written]) -> Iterator[bytes]:
    written = Written(path, rows=0)
    yield from _counted(path, writer(_watched(table, records, written), table), done, written)


def _watched(table: str, records: Records, written: Written) -> Records:
    when = MOMENTS.get(table)
    for record in records:
        written.rows = (written.rows or 0) + 1
        if when is not None:
            written.newest = max(written.newest, record[when])
        yield record


def _counted(path: str, parts: Iterator[bytes], done: list[Written], written: Written | None = None) -> Iterator[bytes]:
    written = written or Written(path)
    for part in parts:
        written.size += len(part)
        written.sha256.update(part)
        yield part
    done.append(written)


def _schemas() -> Iterator[tuple[str, bytes]]:
    return ((f"schema/{table}.schema.json", json_file(row_schema(table))) for table in sorted(ROWS))


def _manifest(export: Export, done: list[Written]) -> JsonObject:
    """`as_of` is the newest moment in any row, so that the same rows have the same manifest whenever it is made."""
    return {
        "schema_version": SCHEMA_VERSION,
        "project": export.project,
        "people": export.people,
        "as_of": max((each.newest for each in done), default="") or None,
        "files": [each.entry() for each in done],
        "left_out": export.left_out(),
    }


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, date_time=FIXED_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system, entry.external_attr = UNIX, FILE_MODE
    return entry


class _Sink:
    """Where the zip is written to: it holds what has not been sent yet, and cannot be wound back."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.size = 0

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Nothing is open."""

    def taken(self) -> bytes:
        data = b"".join(self._parts)
        self._parts, self.size = [], 0
        return data


README = """\
# Export of a labelling project

One row to a line; `schema/<table>.schema.json` is the JSON Schema of a row. `manifest.json` names every file with its
SHA-256 and rows, and what was left out; `sha256sum -c checksums.sha256` checks all of them. `as_of` is the newest
moment in any row. People are pseudonyms, the same in every table of this project, unless `people` says "names".

labels       every version of every label of pairs that have all of theirs; can be imported again
resolutions  every decision of an adjudicator about a pair, reopened ones too; row_notes say why single rows differ
gold         a row for each pair with all its labels: unanimous, adjudicated, unresolved or excluded
typings      what author and second reader say of each object of a genome
rulings      every decision about an object that both typed differently
comments     what was said about units, without what was withdrawn
guidelines   every version of the guideline, with its notes
assignments  when units were claimed, opened and finished, and the time at work on them

Nothing of a unit that lacks labels is here, and nothing by which people were measured.
"""
