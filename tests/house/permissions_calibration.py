"""Who may see what is known and how people do on it: admins who do not label; and who qualifies, their own feedback."""

from typing import Any

from annotation.services import claim_next, set_calibration
from diffs.models import CheckResult
from diffs.services import begin_known, mark_known, submit_diff
from tests.cast import Cast
from tests.factories import a_genome, a_pair, an_answer
from tests.house.permissions import Row

ROWS = {
    ("diffs:calibration", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:calibration", "POST"): Row("302 404 403 403 403 422", {}),
    ("diffs:accuracy", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:accuracy-table", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:results", "GET"): Row("302 404 403 403 403 200"),
    # annotator1's own, who was told; to others it does not exist
    ("diffs:result", "GET"): Row("302 404 200 404 404 200"),
    ("diffs:feedback", "GET"): Row("302 404 200 404 404 404"),
    ("diffs:own-calibration", "GET"): Row("302 404 200 200 404 404"),
    ("diffs:known", "GET"): Row("302 404 403 403 403 200"),
    ("diffs:known", "POST"): Row("302 404 403 403 403 422", {}),
    ("diffs:unmark", "POST"): Row("302 404 403 403 403 302"),
    ("diffs:known-write", "POST"): Row("302 404 403 403 403 302"),
    ("diffs:known-draft", "PUT"): Row("302 404 403 403 403 200", {"revision": 0, "payload": {}}, json=True),
    ("diffs:known-submit", "POST"): Row("302 404 403 403 403 400", {}, json=True),
    ("diffs:let-work", "POST"): Row("302 404 403 403 403 302"),
    ("diffs:ask-again", "POST"): Row("302 404 403 403 403 302"),
    ("diffs:resume-measured", "POST"): Row("302 404 403 403 403 302"),
    ("adjudication:known-from-gold", "GET"): Row("302 404 403 403 403 200"),
    ("adjudication:known-from-gold", "POST"): Row("302 404 403 403 403 302", {}),
    ("api:calibration", "GET"): Row("401 404 403 403 403 200"),
    ("api:calibration", "PATCH"): Row("401 404 403 403 403 200", {}, json=True),
    ("api:known-answers", "GET"): Row("401 404 403 403 403 200"),
    ("api:known-answer", "PUT"): Row("401 404 403 403 403 400", {}, json=True),
    ("api:known-answer", "DELETE"): Row("401 404 403 403 403 204"),
    ("api:results", "GET"): Row("401 404 403 403 403 200"),
    ("api:accuracy", "GET"): Row("401 404 403 403 403 200"),
    ("api:measured-people", "GET"): Row("401 404 403 403 403 200"),
    ("api:measured-person", "POST"): Row("401 404 403 403 403 200", {"qualified": True}, json=True),
    ("api:own-calibration", "GET"): Row("401 404 200 200 404 404"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A known pair whose answer an admin is changing; annotator1 has qualified on it."""
    pair = a_pair(cast, source=a_genome(cast, handed_in=True), target=a_genome(cast, handed_in=True))
    mark_known(by=cast.admin, pair=pair, payload=an_answer(pair))
    begin_known(by=cast.admin, pair=pair)
    set_calibration(by=cast.admin, project=cast.project, qualification_units=1)
    hold = claim_next(person=cast.annotator1, project=cast.project)
    assert hold is not None
    submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair))
    return {"pair_id": pair.pk, "result_id": CheckResult.objects.get().pk, "user_id": cast.annotator1.pk}
