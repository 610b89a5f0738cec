"""Who may reach the second reading of a genome: annotator1 wrote it, annotator2 has the reading in hand."""

from typing import Any

from annotation.services import claim_unit
from tests.cast import Cast
from tests.factories import a_reading
from tests.house.permissions import Row

DRAFT = {"revision": 0, "payload": {"type.1": "niche"}}

ROWS = {
    ("genomes:reading", "GET"): Row("302 404 200 200 200 200"),
    ("genomes:reading-take", "POST"): Row("302 404 302 302 403 403"),
    # the author holds no reading and never will
    ("genomes:reading-draft", "PUT"): Row("302 404 400 200 403 403", DRAFT, json=True),
    ("genomes:reading-submit", "POST"): Row("302 404 422 422 403 403", {}),
    ("genomes:reading-waive", "POST"): Row("302 404 403 403 403 302", {"reason": "There is nobody else."}),
    ("api:reading", "GET"): Row("401 404 200 200 200 200"),
    ("api:reading-claim", "POST"): Row("401 404 400 200 403 403", {}, json=True),
    ("api:reading-draft", "GET"): Row("401 404 200 200 403 403"),
    ("api:reading-draft", "PUT"): Row("401 404 400 200 403 403", DRAFT, json=True),
    ("api:reading-submit", "POST"): Row("401 404 400 400 403 403", {"payload": {}}, json=True),
}


def prepare(cast: Cast) -> dict[str, Any]:
    reading = a_reading(cast)
    claim_unit(person=cast.annotator2, unit=reading.unit)
    return {"paper_slug": reading.genome.paper.slug}
