"""Who may hand out work, and see how it goes."""

from typing import Any

from annotation.services import assign_unit, create_stage
from tests.cast import Cast
from tests.factories import make_unit
from tests.house.permissions import Row

ADMIN_PAGE = "302 404 403 403 403 200"
ADMIN_POST = "302 404 403 403 403 302"
ADMIN_API = "401 404 403 403 403 200"

ROWS = {
    ("annotation:away", "POST"): Row("302 404 302 302 403 403", {"away_from": "2030-01-01"}),
    ("annotation:open", "POST"): Row("302 404 302 403 403 403"),
    ("annotation:progress-people", "GET"): Row(ADMIN_PAGE),
    ("annotation:progress-forecast", "GET"): Row(ADMIN_PAGE),
    ("annotation:distribute", "GET"): Row(ADMIN_PAGE),
    ("annotation:distribute", "POST"): Row("302 404 403 403 403 422", {"people": []}),
    ("annotation:unit", "GET"): Row(ADMIN_PAGE),
    ("annotation:assign", "POST"): Row(ADMIN_POST, {"person": 0}),
    ("annotation:return", "POST"): Row(ADMIN_POST, {"person": 0}),
    ("annotation:unit-change", "POST"): Row(ADMIN_POST, {"priority": "1", "due": ""}),
    ("annotation:taking-part", "POST"): Row(ADMIN_POST, {"weekly_limit": "3"}),
    ("annotation:pause", "POST"): Row(ADMIN_POST, {"note": "x"}),
    ("annotation:return-units", "POST"): Row(ADMIN_POST),
    ("annotation:stages", "GET"): Row(ADMIN_PAGE),
    ("annotation:stages", "POST"): Row(ADMIN_POST, {"new-name": "Main", "new-overlap": "2"}),
    ("annotation:stage", "POST"): Row(ADMIN_POST, {"name": "First", "overlap": "2"}),
    ("annotation:outside-stages", "POST"): Row(ADMIN_POST, {"overlap": "2"}),
    ("api:away", "PUT"): Row("401 404 204 204 403 403", {"away_from": "2030-01-01"}, json=True),
    ("api:taking-part", "PATCH"): Row(ADMIN_API, {"weekly_limit": 3}, json=True),
    ("api:return-units", "POST"): Row("401 404 403 403 403 204"),
    ("api:stages", "GET"): Row(ADMIN_API),
    ("api:stages", "POST"): Row("401 404 403 403 403 201", {"name": "Main", "overlap": 2}, json=True),
    ("api:overlap-effect", "GET"): Row("401 404 403 403 403 200", {"overlap": "2"}),
    ("api:stage", "PATCH"): Row(ADMIN_API, {"overlap": 3}, json=True),
    ("api:stage", "DELETE"): Row("401 404 403 403 403 204"),
    ("api:progress", "GET"): Row(ADMIN_API),
    ("api:units", "GET"): Row(ADMIN_API),
    ("api:distribute", "POST"): Row(ADMIN_API, {"people": [1]}, json=True),
    ("api:unit", "GET"): Row(ADMIN_API),
    ("api:unit", "PATCH"): Row(ADMIN_API, {"priority": 1}, json=True),
    ("api:assign", "POST"): Row(ADMIN_API, {"person": 0}, json=True),
    ("api:return", "POST"): Row(ADMIN_API, {"person": 0}, json=True),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A unit that waits for annotator1 to open it, and a stage without units."""
    unit = make_unit(cast.project)
    assign_unit(by=cast.admin, unit=unit, person=cast.annotator1)
    stage = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=2)
    holder = {"person": cast.annotator1.pk}
    for name, method in (
        ("annotation:assign", "POST"),
        ("annotation:return", "POST"),
        ("api:assign", "POST"),
        ("api:return", "POST"),
    ):
        row = ROWS[name, method]
        ROWS[name, method] = Row(row.statuses, holder, json=row.json)
    return {"unit_id": unit.pk, "user_id": cast.annotator1.pk, "stage_id": stage.pk}
