"""Do the Parquet tables of a release stand beside its JSONL tables, with the same columns and as many rows?"""

import re
from collections.abc import Iterator, Mapping

from evaluator.faults import Fault
from evaluator.files import open_file
from evaluator.jsonschemas import ROW_TYPES
from evaluator.measure import Measure

_PATH = re.compile(r"data/(?:parquet|jsonl)/([^/]+)/([a-z][a-z0-9_]*)\.(parquet|jsonl)")


def parquet_faults(files: Mapping[str, bytes], measures: Mapping[str, Measure], canary: str) -> Iterator[Fault]:
    """Each Parquet table against its JSONL twin. A release without any Parquet is read all the same."""
    matches = (match for path in files if (match := _PATH.fullmatch(path)))
    found = {(match[1], match[2], match[3]): match[0] for match in matches}
    for (table, split, format), path in sorted(found.items()):
        if format == "parquet":
            yield from _footer_faults(table, path, files, canary)
            yield from _row_faults(path, found.get((table, split, "jsonl")), measures)
        elif any(key[2] == "parquet" for key in found) and (table, split, "parquet") not in found:
            yield Fault(message=f"is missing beside {path}", path=f"data/parquet/{table}/{split}.parquet")


def _footer_faults(table: str, path: str, files: Mapping[str, bytes], canary: str) -> Iterator[Fault]:
    from evaluator.parquet import NotParquet, footer

    if table not in ROW_TYPES:
        yield Fault(message="is no table of a release", path=path)
        return
    try:
        with open_file(files, path) as file:
            found = footer(ROW_TYPES[table], file)
    except NotParquet as error:
        yield Fault(message=f"is no Parquet file: {error}", path=path)
        return
    if not found.has_columns:
        yield Fault(message=f"has other columns than the table {table}", path=path)
    if canary and found.canary != canary:
        yield Fault(message="does not hold the canary string of the manifest in its footer", path=path)


def _row_faults(path: str, twin: str | None, measures: Mapping[str, Measure]) -> Iterator[Fault]:
    rows = measures[path].rows
    if twin is None:
        yield Fault(message="has no JSONL file of the same rows beside it", path=path)
    elif rows is not None and rows != measures[twin].rows:
        yield Fault(message=f"has {rows} rows, and {twin} has {measures[twin].rows}", path=path)
