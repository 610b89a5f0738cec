"""The Parquet tables of a release are checked against the JSONL beside them."""

import io
from collections.abc import Mapping
from typing import Any

import pytest

from evaluator.io import verify_files
from evaluator.jsonschemas import ROW_TYPES
from evaluator.manifest import TABLES
from evaluator.parquet import ParquetTable
from evaluator.write import complete_files, manifest_entry
from tests.evaluator.tiny_release import CANARY, manifest_of, tiny_files, tiny_release

ROWS: dict[str, list[Any]] = {table: list(tiny_release().rows.table(table).values()) for table in TABLES}
EXAM = "data/parquet/exam/public.parquet"


def parquet(table: str, rows: list[Any]) -> bytes:
    out = io.BytesIO()
    writer = ParquetTable(ROW_TYPES[table], out, CANARY)
    writer.write(rows)
    writer.close()
    return out.getvalue()


def twinned(**changes: bytes | None) -> dict[str, bytes]:
    """The tiny release with Parquet. `changes` replace the file of a table, None leaves it out."""
    twins = {table: changes.get(table, parquet(table, rows)) for table, rows in ROWS.items()}
    files = {
        **{path: data for path, data in tiny_files().items() if path not in ("manifest.json", "checksums.sha256")},
        **{f"data/parquet/{table}/public.parquet": data for table, data in twins.items() if data is not None},
    }
    return complete_files(files, manifest_of(files, ROWS, {}))


def faults(files: Mapping[str, bytes]) -> list[str]:
    return [str(fault) for fault in verify_files(files)]


def test_a_release_with_both_is_sound() -> None:
    files = twinned()
    assert faults(files) == []
    assert manifest_entry(EXAM, files[EXAM]).rows == 10


@pytest.mark.parametrize(
    ("exam", "fault"),
    [
        (parquet("exam", ROWS["exam"][:-1]), f"{EXAM}: has 9 rows, and data/jsonl/exam/public.jsonl has 10"),
        (None, f"{EXAM}: is missing beside data/jsonl/exam/public.jsonl"),
        (parquet("traces", ROWS["traces"]), f"{EXAM}: has other columns than the table exam"),
    ],
)
def test_what_differs_is_said(exam: bytes | None, fault: str) -> None:
    assert fault in faults(twinned(exam=exam))


def test_a_damaged_file_is_said_and_stops_nothing() -> None:
    files = twinned()
    found = faults({**files, EXAM: b"PAR1" + files[EXAM][4:-8]})
    assert any(each.startswith(f"{EXAM}: is no Parquet file") for each in found)
    assert any(each.startswith(f"{EXAM}: was changed") for each in found)


def test_the_manifest_must_say_how_many_rows_the_footer_does() -> None:
    files = twinned()
    said = f'"path":"{EXAM}","rows":'.encode()
    lying = files["manifest.json"].replace(said + b"10", said + b"11")
    assert f"{EXAM}: has 10 rows, the manifest says 11" in faults({**files, "manifest.json": lying})


def test_a_parquet_file_of_no_table_is_refused() -> None:
    path = "data/parquet/battles/public.parquet"
    assert f"{path}: is no table of a release" in faults({**twinned(), path: parquet("exam", [])})
    path = "data/parquet/exam/sealed.parquet"
    assert f"{path}: has no JSONL file of the same rows beside it" in faults({**twinned(), path: parquet("exam", [])})
