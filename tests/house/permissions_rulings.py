"""Who may reach genome disputes: annotator1 wrote the genome, annotator2 read it and typed one object differently."""

from typing import Any

from adjudication.selectors.genome_disputes import Wish
from adjudication.services import claim_genome, rule_objects
from tests.cast import Cast
from tests.factories import a_submitted_reading
from tests.house.permissions import Row

DRAFT = {"revision": 0, "payload": {}}
WHY = {"reason_code": "other", "rationale": "It says so."}

ROWS = {
    ("adjudication:genomes", "GET"): Row("302 404 403 403 302 302"),
    ("adjudication:genome", "GET"): Row("302 404 403 403 200 200"),
    ("adjudication:genome-claim", "POST"): Row("302 404 403 403 302 403"),
    ("adjudication:genome-release", "POST"): Row("302 404 403 403 302 403"),
    ("adjudication:genome-draft", "PUT"): Row("302 404 403 403 200 403", DRAFT, json=True),
    ("adjudication:skip", "POST"): Row("302 404 403 403 302 403"),
    ("adjudication:reassign", "POST"): Row("302 404 403 403 403 404"),
    ("adjudication:genome-decide", "POST"): Row("302 404 403 403 422 403", {}),
    ("adjudication:object-reopen", "POST"): Row("302 404 403 403 302 302", WHY),
    ("adjudication:agreement-typings", "GET"): Row("302 404 403 403 200 200"),
    ("api:genome-disputes", "GET"): Row("401 404 403 403 200 200"),
    ("api:genome-dispute", "GET"): Row("401 404 403 403 200 200"),
    ("api:next-genome-dispute", "POST"): Row("401 404 403 403 200 403"),
    ("api:claim-genome", "POST"): Row("401 404 403 403 200 403"),
    ("api:release-genome", "POST"): Row("401 404 403 403 204 403"),
    ("api:genome-dispute-draft", "GET"): Row("401 404 403 403 200 403"),
    ("api:genome-dispute-draft", "PUT"): Row("401 404 403 403 200 403", DRAFT, json=True),
    ("api:skip-dispute", "POST"): Row("401 404 403 403 204 403", {}, json=True),
    ("api:skip-dispute", "DELETE"): Row("401 404 403 403 204 403"),
    ("api:reassign-dispute", "POST"): Row("401 404 403 403 403 204", {"person": "adjudicator"}, json=True),
    ("api:rule-objects", "POST"): Row("401 404 403 403 400 403", {"rulings": []}, json=True),
    ("api:reopen-object", "POST"): Row("401 404 403 403 201 201", WHY, json=True),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """One of the two objects that were typed differently is decided."""
    reading = a_submitted_reading(cast, L1="claim", D1="claim")
    number = reading.typings.get(first_type="limitation").number
    wish = Wish(number, "excluded", reason_code="other", rationale="It is unclear.")
    claim_genome(by=cast.adjudicator, reading=reading)
    rule_objects(by=cast.adjudicator, reading=reading, wishes=[wish])
    return {"reading_id": reading.pk, "number": number, "unit_id": reading.unit_id}
