"""Who may read how labels compare with what was decided."""

from typing import Any

from adjudication.services import resolve_case
from tests.adjudication.making import a_dispute, an_answer
from tests.cast import Cast
from tests.house.permissions import Row

ROWS = {
    # One's own labels, of a decided pair that both annotators labelled.
    ("adjudication:feedback", "GET"): Row("302 404 200 200 403 403"),
    ("adjudication:feedback-of", "GET"): Row("302 404 200 200 403 403"),
    ("api:feedback", "GET"): Row("401 404 200 200 403 403"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    pair = a_dispute(cast)
    resolve_case(
        by=cast.adjudicator,
        pair=pair,
        outcome="resolved",
        payload=an_answer(pair),
        reason_code="other",
        rationale="So.",
    )
    return {"pair_id": pair.pk}
