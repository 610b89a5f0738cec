"""Who may reach disputes, decisions and agreement."""

from typing import Any

from adjudication.services import claim_case
from tests.adjudication.making import a_dispute
from tests.cast import Cast
from tests.house.permissions import Row

WHY = {"reason_code": "other", "rationale": "It says so."}
EXCLUDED = {"outcome": "excluded", **WHY}
DRAFT = {"revision": 0, "payload": {}}

TABLES = ("weeks", "parts", "boundaries", "drops", "decisions", "reasons", "decided-boundaries")
CHARTS = ("fields", "weeks", "guideline", "domain", "stage", "confusion", "boundaries", "decisions")

ROWS = {
    # The case is in the adjudicator's hands; admins look on, and may reopen.
    ("adjudication:queue", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:next", "GET"): Row("405 405 405 405 405 405"),
    ("adjudication:next", "POST"): Row("302 404 403 403 302 403"),
    ("adjudication:case", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:claim", "POST"): Row("302 404 403 403 302 403"),
    ("adjudication:release", "POST"): Row("302 404 403 403 302 403"),
    ("adjudication:draft", "PUT"): Row("302 404 403 403 200 403", DRAFT, json=True),
    ("adjudication:missing", "GET"): Row("302 404 403 403 200 403"),
    ("adjudication:resolve", "POST"): Row("302 404 403 403 302 403", EXCLUDED),
    ("adjudication:reopen", "POST"): Row("302 404 403 403 302 302", WHY),
    ("adjudication:agreement", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:agreement-fields", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:agreement-confusion", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:agreement-labels", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:agreement-figures", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:agreement-decided", "GET"): Row("302 404 403 403 200 200"),
    **{
        (f"adjudication:agreement-{name}", "GET"): Row("302 404 403 403 200 200")
        for name in (*TABLES, *(f"{chart}-svg" for chart in CHARTS))
    },
    # By name: for admins who do not label.
    ("adjudication:agreement-people", "GET"): Row("302 404 403 403 403 200"),
    ("adjudication:agreement-raters", "GET"): Row("302 404 403 403 403 200"),
    ("adjudication:agreement-kept", "GET"): Row("302 404 403 403 403 200"),
    ("adjudication:agreement-people-csv", "GET"): Row("302 404 403 403 403 200"),
    # For programs
    ("api:disputes", "GET"): Row("401 404 403 403 200 200"),
    ("api:next-dispute", "POST"): Row("401 404 403 403 200 403"),
    ("api:dispute", "GET"): Row("401 404 403 403 200 200"),
    ("api:claim-dispute", "POST"): Row("401 404 403 403 200 403"),
    ("api:release-dispute", "POST"): Row("401 404 403 403 204 403"),
    ("api:dispute-draft", "GET"): Row("401 404 403 403 200 403"),
    ("api:dispute-draft", "PUT"): Row("401 404 403 403 200 403", DRAFT, json=True),
    ("api:resolve-dispute", "POST"): Row("401 404 403 403 201 403", EXCLUDED, json=True),
    ("api:reopen-dispute", "POST"): Row("401 404 403 403 409 409", WHY, json=True),
    ("api:resolutions", "GET"): Row("401 404 200 200 200 200"),
    ("api:agreement", "GET"): Row("401 404 403 403 200 200"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    return {"pair_id": pair.pk}
