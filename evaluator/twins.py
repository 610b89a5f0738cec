"""Do the Parquet tables of a release stand beside its JSONL tables, with the same columns and as many rows?"""

import io
import re
from collections.abc import Iterator, Mapping

from evaluator.faults import Fault
from evaluator.jsonschemas import ROW_TYPES

_PATH = re.compile(r"data/(?:parquet|jsonl)/([^/]+)/([a-z][a-z0-9_]*)\.(parquet|jsonl)")


def rows_in(path: str, data: bytes) -> int | None:
    """Rows of a table: line feeds of JSONL, or what the footer of a Parquet file says. None for any other file.

    Raises evaluator.parquet.NotParquet when a file ends in .parquet and is none.
    """
    if path.endswith(".jsonl"):
        return data.count(b"\n")
    if path.endswith(".parquet"):
        from evaluator.parquet import parquet_rows  # half a second, which not every command needs

        return parquet_rows(io.BytesIO(data))
    return None


def parquet_faults(files: Mapping[str, bytes]) -> Iterator[Fault]:
    """Each Parquet table against its JSONL twin. A release without any Parquet is read all the same."""
    matches = (match for path in files if (match := _PATH.fullmatch(path)))
    found = {(match[1], match[2], match[3]): match[0] for match in matches}
    for (table, split, format), path in sorted(found.items()):
        if format == "parquet":
            yield from _faults_of(table, path, files, found.get((table, split, "jsonl")))
        elif any(key[2] == "parquet" for key in found) and (table, split, "parquet") not in found:
            yield Fault(message=f"is missing beside {path}", path=f"data/parquet/{table}/{split}.parquet")


def _faults_of(table: str, path: str, files: Mapping[str, bytes], twin: str | None) -> Iterator[Fault]:
    from evaluator.parquet import NotParquet, has_columns_of

    if table not in ROW_TYPES:
        yield Fault(message="is no table of a release", path=path)
        return
    try:
        if not has_columns_of(ROW_TYPES[table], io.BytesIO(files[path])):
            yield Fault(message=f"has other columns than the table {table}", path=path)
        rows = rows_in(path, files[path])
    except NotParquet as error:
        yield Fault(message=f"is no Parquet file: {error}", path=path)
        return
    if twin is None:
        yield Fault(message="has no JSONL file of the same rows beside it", path=path)
    elif rows != rows_in(twin, files[twin]):
        yield Fault(message=f"has {rows} rows, and {twin} has {rows_in(twin, files[twin])}", path=path)
