"""Who may take the project along as a whole."""

from typing import Any

from tests.cast import Cast
from tests.factories import a_pair
from tests.house.permissions import Row

GOLD = {"name": "gold"}

ROWS = {
    ("adjudication:exports", "GET"): Row("302 404 403 403 403 200"),
    ("adjudication:export-everything", "GET"): Row("302 404 403 403 403 200"),
    ("adjudication:export-jsonl", "GET"): Row("302 404 403 403 403 200", kwargs=GOLD),
    ("adjudication:export-csv", "GET"): Row("302 404 403 403 403 200", kwargs=GOLD),
    # For programs
    ("api:exports", "GET"): Row("401 404 403 403 403 200"),
    ("api:export-everything", "GET"): Row("401 404 403 403 403 200"),
    ("api:export-table", "GET"): Row("401 404 403 403 403 200", kwargs=GOLD),
    ("api:export-schema", "GET"): Row("401 404 403 403 403 200", kwargs=GOLD),
}


def prepare(cast: Cast) -> dict[str, Any]:
    a_pair(cast)
    return {}
