"""Who may see what the labels say together: overseers who do not label; annotators by name admins alone."""

from typing import Any

from tests.cast import Cast
from tests.house.permissions import Row

ROWS = {
    ("adjudication:diagnosis", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:diagnosis-compute", "POST"): Row("302 404 403 403 302 302"),
    ("adjudication:diagnosis-progress", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:diagnosis-gold", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:diagnosis-annotators", "GET"): Row("302 404 403 403 403 200"),
    ("adjudication:diagnosis-units", "GET"): Row("302 404 403 403 200 200"),
    # For programs
    ("api:diagnosis", "GET"): Row("401 404 403 403 200 200"),
    ("api:diagnosis-compute", "POST"): Row("401 404 403 403 202 202", {}, json=True),
}


def prepare(_cast: Cast) -> dict[str, Any]:
    return {}
