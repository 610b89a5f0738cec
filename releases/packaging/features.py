"""The columns of the Parquet tables as a Hugging Face data card writes them out."""

from typing import Any

import pyarrow as pa

from evaluator.jsonschemas import ROW_TYPES
from evaluator.parquet import arrow_schema

_NAMES = {"double": "float64"}


def features(table: str) -> list[dict[str, Any]]:
    """`dataset_info.features` of a table: name and dtype, struct or list of each column."""
    return [_feature(column) for column in arrow_schema(ROW_TYPES[table])]


def _feature(column: Any) -> dict[str, Any]:
    return {"name": column.name, **_type(column.type)}


def _type(kind: Any) -> dict[str, Any]:
    if pa.types.is_struct(kind):
        return {"struct": [_feature(column) for column in kind]}
    if pa.types.is_list(kind):
        inner = _type(kind.value_type)
        return {"list": inner.get("dtype", inner.get("struct"))}
    return {"dtype": _NAMES.get(str(kind), str(kind))}
