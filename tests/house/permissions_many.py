"""Who may filter, change, bring and take along many pairs and their labels at once."""

from typing import Any

from annotation.services.saved_views import save_view
from tests.cast import Cast
from tests.factories import a_pair
from tests.house.permissions import Row

BULK = {"all": "1", "action": "pause"}

ROWS = {
    ("diffs:pairs-bulk", "POST"): Row("302 404 403 403 403 200", BULK),
    ("diffs:pairs-undo", "POST"): Row("302 404 403 403 403 302", {}),
    ("diffs:pair-list", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:pair-list", "POST"): Row("302 404 403 403 403 422", {}),
    ("diffs:pair-list-template", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:labels", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:labels", "POST"): Row("302 404 403 403 403 422", {}),
    ("diffs:labels-jsonl", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:labels-csv", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:candidates-accept", "POST"): Row("302 404 403 403 403 302", {}),
    ("api:pairs-bulk", "POST"): Row("401 404 403 403 403 200", {"all": True, "action": "pause"}, json=True),
    ("api:pair-list", "POST"): Row("401 404 403 403 403 200", {"text": "source,target\na,b"}, json=True),
    ("api:labels", "GET"): Row("401 404 200 200 200 200"),
    ("api:labels", "POST"): Row("401 404 403 403 403 400", {"text": ""}, json=True),
    ("api:candidates-accept", "POST"): Row("401 404 403 403 403 200", {"ids": [1]}, json=True),
    ("annotation:view-save", "POST"): Row("302 404 302 302 302 302", {"page": "pairs", "name": "Mine", "query": "q=a"}),
    # annotator1's own view: nobody else sees it
    ("annotation:view-delete", "POST"): Row("302 404 302 404 404 404"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    a_pair(cast)
    view = save_view(by=cast.annotator1, project=cast.project, page="pairs", name="Late", query="due=overdue")
    return {"view_id": view.pk}
