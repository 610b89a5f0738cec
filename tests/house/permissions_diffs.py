"""Who may reach pairs, drafts and submissions."""

from typing import Any

from annotation.services import claim_unit
from diffs.services import add_curated
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair
from tests.house.permissions import Row

DRAFT = {"revision": 0, "payload": {}}

ROWS = {
    ("diffs:candidates", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:candidates-search", "POST"): Row("302 404 403 403 403 302"),
    ("diffs:candidates-curate", "POST"): Row("302 404 403 403 403 422", {}),
    ("diffs:candidate-accept", "POST"): Row("302 404 403 403 403 302"),
    ("diffs:candidate-reject", "POST"): Row("302 404 403 403 403 302"),
    ("api:candidates", "GET"): Row("401 404 403 403 403 200"),
    ("api:candidates-search", "GET"): Row("401 404 403 403 403 200"),
    ("api:candidates-search", "POST"): Row("401 404 403 403 403 202", {}, json=True),
    ("api:candidates-curate", "POST"): Row("401 404 403 403 403 400", {}, json=True),
    ("api:candidate-accept", "POST"): Row("401 404 403 403 403 200", {}, json=True),
    ("api:candidate-reject", "POST"): Row("401 404 403 403 403 200", {}, json=True),
    ("diffs:pairs", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:pairs", "POST"): Row("302 404 403 403 403 422", {}),
    ("diffs:pair", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:texts", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:sources", "GET"): Row("302 404 200 200 200 200"),
    ("diffs:claim", "POST"): Row("302 404 302 302 403 403"),
    # annotator1 holds the pair; annotator2 would have to take it up first
    ("diffs:draft", "PUT"): Row("302 404 200 400 403 403", DRAFT, json=True),
    ("diffs:submit", "POST"): Row("302 404 400 400 403 403", {}, json=True),
    ("diffs:change", "POST"): Row("302 404 302 302 403 403"),
    ("api:pairs", "GET"): Row("401 404 200 200 200 200"),
    ("api:pairs", "POST"): Row("401 404 403 403 403 400", {}, json=True),
    ("api:pair", "GET"): Row("401 404 200 200 200 200"),
    ("api:pair-claim", "POST"): Row("401 404 200 200 403 403", {}, json=True),
    ("api:draft", "GET"): Row("401 404 200 200 403 403"),
    ("api:draft", "PUT"): Row("401 404 200 400 403 403", DRAFT, json=True),
    ("api:diffs", "GET"): Row("401 404 200 200 200 200"),
    ("api:diffs", "POST"): Row("401 404 400 400 400 400", {}, json=True),
    # annotator1's submission on a pair that still lacks a label: nobody else's to see
    ("api:diff", "GET"): Row("401 404 200 404 404 404"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """Two pairs: annotator1 holds the first and has submitted the second."""
    first, second, third = (a_genome(cast, handed_in=True) for _each in range(3))
    held = a_pair(cast, source=first, target=second)
    submitted = a_pair(cast, source=second, target=third)
    claim_unit(person=cast.annotator1, unit=held.unit)
    diff = a_diff(cast.annotator1, submitted)
    listed = f"A work of which nobody has a copy -> {third.paper.slug}"
    add_curated(by=cast.admin, project=cast.project, text=listed, name="by hand")
    candidate = cast.project.lineage_candidates.get()
    return {"candidate_id": candidate.pk, "pair_id": held.pk, "diff_id": diff.pk}
