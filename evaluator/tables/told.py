"""What `python -m evaluator check-tables` tells, as JSON and as lines."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, cast

from evaluator.canonical import JsonObject
from evaluator.tables.check import check
from evaluator.tables.claims import read_claims
from evaluator.tables.printed import read_sheet

DIGITS = 6


def tables_json(table: bytes, claims: bytes) -> JsonObject:
    """Every cell that cannot be right. Raises FileFaults for a table or claims that cannot be read."""
    sheet = read_sheet(table)
    listed = read_claims(claims, sheet)
    found = [
        {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in asdict(each).items()}
        for each in check(sheet, listed)
    ]
    return {"ok": not found, "rows": len(sheet.rows), "claims": len(listed), "impossible": found}


def tables_text(result: JsonObject) -> Iterator[str]:
    found = cast(list[Any], result["impossible"])
    for each in found:
        where = f"{each['row']}, {each['column']}" if each["row"] else each["column"]
        yield (
            f"{where}: {each['printed']} cannot be right ({each['claim']}): it would lie from {each['low']:g} to "
            f"{each['high']:g}, and is off by {each['off_by']:g}"
        )
    yield f"{result['rows']} rows, {result['claims']} claims, {len(found)} cells that cannot be right"
