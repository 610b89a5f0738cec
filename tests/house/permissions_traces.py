"""Who may reach traces: everybody in the project reads them, admins build and change them."""

from typing import Any

from diffs.services import create_trace
from tests.cast import Cast
from tests.factories import a_genome, a_pair
from tests.house.permissions import Row

ROWS = {
    ("diffs:traces", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:trace", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:trace-graph", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:trace-new", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:trace-new", "POST"): Row("302 404 403 403 403 422", {"do": "save"}),
    ("diffs:trace-edit", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:trace-edit", "POST"): Row("302 404 403 403 403 302", {"do": "at:0"}),
    ("diffs:trace-delete", "POST"): Row("302 404 403 403 403 302"),
    ("api:traces", "GET"): Row("401 404 200 200 200 200"),
    ("api:traces", "POST"): Row("401 404 403 403 403 400", {}, json=True),
    ("api:traces-check", "POST"): Row("401 404 200 200 200 200", {"papers": []}, json=True),
    ("api:trace", "GET"): Row("401 404 200 200 200 200"),
    ("api:trace", "PATCH"): Row("401 404 403 403 403 200", {"name": "Seekers"}, json=True),
    ("api:trace", "DELETE"): Row("401 404 403 403 403 204", {}, json=True),
    ("api:trace-faults", "GET"): Row("401 404 200 200 200 200"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """Two pairs in a trace."""
    first, second, third = (a_genome(cast, handed_in=True) for _each in range(3))
    pairs = [a_pair(cast, source=first, target=second), a_pair(cast, source=second, target=third)]
    trace = create_trace(by=cast.admin, project=cast.project, name="Finders", pairs=pairs)
    return {"trace_id": trace.pk}
