"""Who may reach releases, the exam in them, runs and the leaderboard."""

from typing import Any

from releases.models import Run
from tests.cast import Cast
from tests.house.permissions import Row
from tests.releases.making import VERSION, answers, exam_instances, frozen_inside, ready, scored

WISH = {"version": "2.0.0", "seed": 1, "notes": "", "allow_changed_code": True}
MEMBERS = "302 404 200 200 200 200"
ADMINS_POST = "302 404 403 403 403 302"

ROWS = {
    # Releases
    ("releases:list", "GET"): Row(MEMBERS),
    ("releases:list", "POST"): Row(ADMINS_POST, WISH),
    ("releases:check", "POST"): Row(ADMINS_POST),
    ("releases:checking", "GET"): Row("302 404 403 403 403 200"),
    ("releases:release", "GET"): Row(MEMBERS),
    ("releases:again", "POST"): Row(ADMINS_POST),
    ("releases:progress", "GET"): Row(MEMBERS),
    ("releases:file", "GET"): Row(MEMBERS),
    ("releases:download", "GET"): Row(MEMBERS),
    # The exam
    ("releases:exam", "GET"): Row(MEMBERS),
    ("releases:task", "GET"): Row(MEMBERS),
    ("releases:instance", "GET"): Row(MEMBERS),
    # Runs; the form is sent without its file
    ("releases:runs", "GET"): Row(MEMBERS),
    ("releases:runs", "POST"): Row("302 404 422 422 422 422", {"system": "Lamp"}),
    ("releases:run", "GET"): Row(MEMBERS),
    ("releases:run-again", "POST"): Row("302 404 302 302 302 302"),
    ("releases:run-progress", "GET"): Row(MEMBERS),
    ("releases:run-instances", "GET"): Row(MEMBERS),
    ("releases:run-file", "GET"): Row(MEMBERS),
    ("releases:leaderboard", "GET"): Row(MEMBERS),
    # For programs
    ("api:releases", "GET"): Row("401 404 200 200 200 200"),
    ("api:releases", "POST"): Row("401 404 403 403 403 202", WISH, json=True),
    ("api:one-release", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-progress", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-files", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-file", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-zip", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-runs", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-runs", "POST"): Row("401 404 400 400 400 400", {"system": "Lamp"}),
    ("api:runs", "GET"): Row("401 404 200 200 200 200"),
    ("api:run", "GET"): Row("401 404 200 200 200 200"),
    ("api:run-file", "GET"): Row("401 404 200 200 200 200"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A frozen release with a scored run."""
    ready(cast)
    release = frozen_inside(cast)
    run = scored(cast, release, answers(release))
    assert run.state == Run.State.SCORED
    instance = exam_instances(release)[0]
    return {
        "version": VERSION,
        "path": "data/jsonl/exam/public.jsonl",
        "task": instance.task,
        "instance_id": instance.id,
        "run_id": run.pk,
        "name": "report.json",
    }
