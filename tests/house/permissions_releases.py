"""Who may reach releases, the exam in them, runs and the leaderboard."""

from typing import Any

from releases.models import Publication, Run
from releases.services import open_release
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
    # Drafts; what is sent of a frozen release is refused after the permission
    ("releases:drafts", "POST"): Row(ADMINS_POST, WISH),
    ("releases:change", "POST"): Row("302 404 403 403 403 422"),
    ("releases:audit", "POST"): Row(ADMINS_POST),
    ("releases:audit-alone", "POST"): Row(ADMINS_POST),
    ("releases:auditing", "GET"): Row("302 404 403 403 403 200"),
    ("releases:freeze", "POST"): Row(ADMINS_POST),
    ("releases:discard", "POST"): Row(ADMINS_POST),
    # What is said of a frozen release, and what differs between two
    ("releases:withdraw", "POST"): Row(ADMINS_POST, {"reason": "Wrong."}),
    ("releases:erratum", "POST"): Row(ADMINS_POST, {"text": "Wrong."}),
    ("releases:difference", "GET"): Row(MEMBERS),
    ("releases:difference-file", "GET"): Row(MEMBERS),
    ("releases:file", "GET"): Row(MEMBERS),
    ("releases:download", "GET"): Row(MEMBERS),
    # The exam
    ("releases:exam", "GET"): Row(MEMBERS),
    ("releases:task", "GET"): Row(MEMBERS),
    ("releases:instance", "GET"): Row(MEMBERS),
    # Where each record comes from, and what was released of something
    ("releases:released", "GET"): Row(MEMBERS, {"of": "mine"}),
    ("releases:record", "GET"): Row(MEMBERS),
    # Where it is published; the release is open to the public
    ("releases:publish", "POST"): Row(ADMINS_POST, {"place": "folder"}),
    ("releases:opening", "POST"): Row(ADMINS_POST),
    ("releases:publication-progress", "GET"): Row("302 404 403 403 403 200"),
    ("api:publications", "GET"): Row("401 404 403 403 403 200"),
    ("api:publications", "POST"): Row("401 404 403 403 403 400", {"place": "folder"}, json=True),
    ("api:opening", "PUT"): Row("401 404 403 403 403 200", {"is_open": False}, json=True),
    ("public:release", "GET"): Row("200 200 200 200 200 200"),
    ("public:download", "GET"): Row("200 200 200 200 200 200"),
    ("public:file", "GET"): Row("200 200 200 200 200 200"),
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
    ("api:one-release", "PATCH"): Row("401 404 403 403 403 409", {"notes": "New."}, json=True),
    ("api:one-release", "DELETE"): Row("401 404 403 403 403 409"),
    ("api:drafts", "POST"): Row("401 404 403 403 403 201", WISH, json=True),
    ("api:draft-audit", "POST"): Row("401 404 403 403 403 409"),
    ("api:draft-audit-alone", "POST"): Row("401 404 403 403 403 409"),
    ("api:draft-freeze", "POST"): Row("401 404 403 403 403 409"),
    ("api:withdraw", "POST"): Row("401 404 403 403 403 200", {"reason": "Wrong."}, json=True),
    ("api:errata", "POST"): Row("401 404 403 403 403 201", {"text": "Wrong."}, json=True),
    ("api:difference", "GET"): Row("401 404 200 200 200 200"),
    ("api:difference-file", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-progress", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-files", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-file", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-zip", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-runs", "GET"): Row("401 404 200 200 200 200"),
    ("api:release-runs", "POST"): Row("401 404 400 400 400 400", {"system": "Lamp"}),
    ("api:released", "GET"): Row("401 404 200 200 200 200", {"of": "mine"}),
    ("api:runs", "GET"): Row("401 404 200 200 200 200"),
    ("api:run", "GET"): Row("401 404 200 200 200 200"),
    ("api:run-file", "GET"): Row("401 404 200 200 200 200"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A frozen release with a scored run."""
    pair = ready(cast)
    release = frozen_inside(cast)
    run = scored(cast, release, answers(release))
    assert run.state == Run.State.SCORED
    open_release(by=cast.admin, release=release)
    publication = Publication.objects.create(release=release, place="folder", requested_by=cast.admin)
    instance = exam_instances(release)[0]
    return {
        "version": VERSION,
        "before": VERSION,
        "after": VERSION,
        "kind": "jsonl",
        "path": "data/jsonl/exam/public.jsonl",
        "audit": "licences",
        "task": instance.task,
        "instance_id": instance.id,
        "table": "papers",
        "key": pair.source.paper.slug,
        "run_id": run.pk,
        "name": "report.json",
        "publication_id": publication.pk,
    }
