"""Who may reach what is suggested for a pair, and the report of how often it was taken."""

from typing import Any

from annotation.services import claim_unit
from diffs.services import suggest_pair
from tests.cast import Cast
from tests.factories import a_pair
from tests.house.permissions import Row

ROWS = {
    # annotator1 holds the pair; annotator2 would have to take it up first
    ("diffs:pair-suggestions", "GET"): Row("302 404 200 403 200 200"),
    ("diffs:suggestion-take", "POST"): Row("302 404 400 400 403 403", {}, json=True),
    ("diffs:suggestions", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:suggestions-table", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:suggestions-compute", "POST"): Row("302 404 403 403 403 302"),
    ("api:pair-suggestions", "GET"): Row("401 404 200 403 200 200"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A pair with suggestions that annotator1 holds."""
    pair = a_pair(cast)
    suggest_pair(pair_id=pair.pk)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return {"pair_id": pair.pk}
