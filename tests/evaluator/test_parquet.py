"""Tables as Parquet: the same rows as JSONL, the same bytes each time, in row groups."""

import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator import parquet
from evaluator.canonical import canonical_bytes
from evaluator.jsonschemas import ROW_TYPES
from evaluator.manifest import TABLES
from evaluator.parquet import NotParquet, ParquetTable, arrow_schema, parquet_rows, rows_from_parquet
from evaluator.schema import FieldChange, RevisionRecord
from evaluator.vocabulary import RevisionKind
from evaluator.write import record_line
from tests.evaluator.tiny_release import exam, tiny_release


def written(kind: type[Any], rows: Any, canary: str = "") -> bytes:
    out = io.BytesIO()
    table = ParquetTable(kind, out, canary)
    table.write(rows)
    table.close()
    return out.getvalue()


@pytest.mark.parametrize("table", TABLES)
def test_parquet_holds_the_rows_of_jsonl(table: str) -> None:
    rows = list(tiny_release().rows.table(table).values())
    data = written(ROW_TYPES[table], rows)
    back = list(rows_from_parquet(ROW_TYPES[table], io.BytesIO(data)))
    assert [record_line(row) for row in back] == [record_line(row) for row in rows]
    assert parquet_rows(io.BytesIO(data)) == len(rows)
    assert written(ROW_TYPES[table], iter(rows)) == data


def test_a_sealed_instance_has_no_gold_and_free_json_is_one_string() -> None:
    import pyarrow.parquet as pq

    open_one = exam()[0]
    sealed = replace(open_one, id="i99", gold=None, sealed="0" * 64)
    data = written(ROW_TYPES["exam"], [open_one, sealed])
    assert pq.read_table(io.BytesIO(data)).column("gold").to_pylist() == ['{"type":"mechanism"}', None]
    assert list(rows_from_parquet(ROW_TYPES["exam"], io.BytesIO(data))) == [open_one, sealed]


def test_only_optional_fields_may_be_null() -> None:
    schema = arrow_schema(ROW_TYPES["alignments"])
    assert [f.name for f in schema if f.nullable] == ["secondary", "secondary_confidence"]
    fates = arrow_schema(ROW_TYPES["diffs"]).field("answer").type.field("fates").type
    assert str(fates.value_type) == "struct<key: string not null, value: string not null>"


def test_memory_is_bounded_by_a_row_group(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet as pq

    monkeypatch.setattr(parquet, "BATCH", 2)
    monkeypatch.setattr(parquet, "ROW_GROUP", 4)
    rows = [replace(exam()[0], id=f"i{number:02}") for number in range(11)]
    file = pq.ParquetFile(io.BytesIO(written(ROW_TYPES["exam"], rows)))
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [4, 4, 3]
    monkeypatch.setattr(parquet, "GROUP_BYTES", 1)
    file = pq.ParquetFile(io.BytesIO(written(ROW_TYPES["exam"], rows)))
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [2, 2, 2, 2, 2, 1]


def test_a_table_without_rows_can_be_read() -> None:
    data = written(ROW_TYPES["traces"], [])
    assert parquet_rows(io.BytesIO(data)) == 0
    assert list(rows_from_parquet(ROW_TYPES["traces"], io.BytesIO(data))) == []


def test_the_canary_stands_in_the_footer() -> None:
    import pyarrow.parquet as pq

    data = written(ROW_TYPES["exam"], exam(), canary="IDEAGENE-CANARY 1")
    assert pq.read_schema(io.BytesIO(data)).metadata == {b"canary": b"IDEAGENE-CANARY 1"}
    assert b"IDEAGENE-CANARY 1" in data
    assert len(list(rows_from_parquet(ROW_TYPES["exam"], io.BytesIO(data)))) == 10


def test_what_is_no_such_table_is_refused() -> None:
    with pytest.raises(NotParquet):
        parquet_rows(io.BytesIO(b"PAR1 not really PAR1"))
    with pytest.raises(NotParquet, match="the columns are not those of PaperRecord"):
        list(rows_from_parquet(ROW_TYPES["papers"], io.BytesIO(written(ROW_TYPES["traces"], []))))


# What a release may hold: no U+0000, and no two keys that are one after normalisation.
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
KEYS = st.text("aZ\u00e9\ue000\U0001f600", min_size=1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(before=JSON, after=JSON)
def test_what_changed_comes_back_as_it_was(before: Any, after: Any) -> None:
    """Null is a value here: free JSON is never a null of Parquet where the field is not optional."""
    change = FieldChange(field="answer.dynamics", before=before, after=after)
    row = RevisionRecord(
        id="1.0.0-1", release="1.0.0", table="diffs", record="a__b", kind=RevisionKind.CHANGED, changes=(change,),
        reason_code="", why="", role="", when="",
    )  # fmt: skip
    (back,) = rows_from_parquet(RevisionRecord, io.BytesIO(written(RevisionRecord, [row])))
    assert canonical_bytes(back.changes[0].before) == canonical_bytes(before)
    assert canonical_bytes(back.changes[0].after) == canonical_bytes(after)
