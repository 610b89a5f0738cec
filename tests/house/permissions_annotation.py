"""Who may reach people and work."""

from typing import Any

from annotation.services import claim_unit, publish_guideline
from tests.cast import Cast
from tests.factories import make_unit
from tests.house.permissions import Row

NEW_TEXT = {"body": "# Two", "note": "clearer", "based_on": 2}
MEMBER = {"username": "outsider", "role": "annotator", "expertise": ""}
ACCOUNT = {"account-username": "newcomer", "account-role": "annotator"}
SETTINGS = {"name": "Demo", "overlap": 2, "lease_hours": 4, "reservation_days": 7, "object_length_limit": 400}

ROWS = {
    # The entrance
    ("annotation:home", "GET"): Row("302 302 302 302 302 302"),
    ("annotation:setup", "GET"): Row("302 302 302 302 302 302"),
    ("annotation:setup", "POST"): Row("302 302 302 302 302 302"),
    ("annotation:token", "GET"): Row("302 200 200 200 200 200"),
    ("annotation:token", "POST"): Row("302 200 200 200 200 200"),
    ("annotation:projects", "GET"): Row("302 200 200 200 200 200"),
    ("annotation:projects", "POST"): Row("302 403 403 403 403 403", {"name": "Mine", "slug": "mine"}),
    ("annotation:project", "GET"): Row("302 404 302 302 302 302"),
    # Own work
    ("annotation:work", "GET"): Row("302 404 200 200 403 403"),
    ("annotation:next", "GET"): Row("405 405 405 405 405 405"),
    ("annotation:next", "POST"): Row("302 404 302 302 403 403"),
    ("annotation:release", "POST"): Row("302 404 302 302 403 403"),
    ("annotation:heartbeat", "POST"): Row("302 404 200 400 403 403"),
    # For admins
    ("annotation:settings", "GET"): Row("302 404 403 403 403 200"),
    ("annotation:settings", "POST"): Row("302 404 403 403 403 302", SETTINGS),
    ("annotation:members", "GET"): Row("302 404 403 403 403 200"),
    ("annotation:members", "POST"): Row("302 404 403 403 403 302", MEMBER),
    ("annotation:accounts", "POST"): Row("302 404 403 403 403 200", ACCOUNT),
    ("annotation:member", "POST"): Row("302 404 403 403 403 302", {"roles": ["adjudicator"], "expertise": ""}),
    ("annotation:progress", "GET"): Row("302 404 403 403 403 200"),
    # The guideline is everybody's to read
    ("annotation:guidelines", "GET"): Row("302 404 200 200 200 200"),
    ("annotation:guideline", "GET"): Row("302 404 200 200 200 200"),
    ("annotation:guideline-edit", "GET"): Row("302 404 403 403 403 200"),
    ("annotation:guideline-edit", "POST"): Row("302 404 403 403 403 302", NEW_TEXT),
    ("annotation:guideline-preview", "POST"): Row("302 404 403 403 403 200", {"body": "*x*"}),
    # The description of the API holds nobody's data
    ("api-schema", "GET"): Row("200 200 200 200 200 200"),
    ("api-docs", "GET"): Row("200 200 200 200 200 200"),
    ("api:token", "POST"): Row("400 400 400 400 400 400", {"username": "admin", "password": "wrong"}, json=True),
    ("api:own-token", "DELETE"): Row("401 204 204 204 204 204"),
    ("api:projects", "GET"): Row("401 200 200 200 200 200"),
    ("api:projects", "POST"): Row("401 403 403 403 403 403", {"slug": "mine", "name": "Mine"}, json=True),
    ("api:project", "GET"): Row("401 404 200 200 200 200"),
    ("api:project", "PATCH"): Row("401 404 403 403 403 200", {"licence": "CC-BY-4.0"}, json=True),
    ("api:members", "GET"): Row("401 404 403 403 403 200"),
    ("api:members", "POST"): Row("401 404 403 403 403 201", {**MEMBER, "expertise": []}, json=True),
    ("api:member", "PUT"): Row("401 404 403 403 403 200", {"roles": ["adjudicator"]}, json=True),
    ("api:member", "DELETE"): Row("401 404 403 403 403 204"),
    ("api:guidelines", "GET"): Row("401 404 200 200 200 200"),
    ("api:guidelines", "POST"): Row("401 404 403 403 403 201", {"body": "# Two", "note": "clearer"}, json=True),
    ("api:guideline", "GET"): Row("401 404 200 200 200 200"),
    ("api:work", "GET"): Row("401 404 200 200 403 403"),
    ("api:next", "POST"): Row("401 404 201 201 403 403", {}, json=True),
    ("api:release", "POST"): Row("401 404 204 204 403 403"),
    ("api:heartbeat", "POST"): Row("401 404 200 400 403 403", {}, json=True),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A unit that annotator1 holds, another that is free, a second guideline version."""
    held = make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=held)
    make_unit(cast.project)
    publish_guideline(by=cast.admin, project=cast.project, body="# One", note="shorter")
    return {"unit_id": held.pk, "user_id": cast.annotator2.pk, "version": 2}
