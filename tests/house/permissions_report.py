"""Who may take the report of agreement along: whoever sees the figures."""

from typing import Any

from tests.cast import Cast
from tests.house.permissions import Row

ROWS = {
    ("adjudication:agreement-report", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:agreement-report-json", "GET"): Row("302 404 403 403 200 200"),
    ("api:agreement-report", "GET"): Row("401 404 403 403 200 200"),
}


def prepare(_cast: Cast) -> dict[str, Any]:
    return {}
