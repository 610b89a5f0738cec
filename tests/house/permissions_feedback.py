"""Who may read how labels compare with what was decided, and flag a row for the guideline."""

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
    # Without a row or words nothing is asked; the pair is decided, and looked at by who may adjudicate.
    ("adjudication:flag", "POST"): Row("302 404 403 403 422 403", {}),
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
