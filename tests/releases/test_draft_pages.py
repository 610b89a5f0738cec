"""Drafts, notices and differences on pages and for programs: what each shows and keeps, with constant queries."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from releases.models import Release
from releases.services import audit_draft, freeze_release
from tests.cast import Cast
from tests.releases.making import agreed_pair, frozen, ready

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = "/projects/demo/releases"
API = "/api/v1/projects/demo/releases"
ALLOWED = {"allow_changed_code": "on"}


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def shown(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def test_a_draft_is_planned_audited_and_frozen_on_its_page(cast: Cast) -> None:
    ready(cast)
    admin = signed_in(cast.admin)
    planned = admin.post(f"{ROOT}/drafts/", {"version": "1.0.0", "seed": 3, **ALLOWED})
    assert planned["Location"] == f"{ROOT}/1.0.0/"
    assert "Not audited yet" in shown(admin, f"{ROOT}/1.0.0/")
    shown(signed_in(cast.annotator1), f"{ROOT}/1.0.0/", 403)

    plan = {"version": "1.0.0", "seed": 4, "per_task": 1, "options": 5, "near": "0.2", "empty_share": "0", **ALLOWED}
    wrong = admin.post(f"{ROOT}/1.0.0/plan/", {**plan, "sealed_share": "0", "options": 99})
    assert wrong.status_code == 422
    assert Release.objects.get().seed == 3
    kept = admin.post(
        f"{ROOT}/1.0.0/plan/", {**plan, "sealed_share": "0", "cutoff": "2030-01-01", "task_driver": 2, "notes": "One."}
    )
    assert kept.status_code == 302
    release = Release.objects.get()
    assert (release.seed, release.plan["tasks"], release.plan["near"]) == (4, {"driver": 2}, 0.2)
    assert release.plan["splits"] == {"sealed_share": 0.0, "cutoff": "2030-01-01", "calibration": False}

    admin.post(f"{ROOT}/1.0.0/audit/")
    assert admin.get(f"{ROOT}/1.0.0/audit/progress/").json()["state"] == "running"
    assert audit_draft(release_id=release.pk).state == "audited", Release.objects.get().audits
    page = shown(admin, f"{ROOT}/1.0.0/")
    assert "No audit fails, 1 warns." in page
    assert "There is no genome, pair or trace of the kind that the task is drawn from." in page
    assert admin.post(f"{ROOT}/1.0.0/freeze/").status_code == 302
    assert freeze_release(release_id=release.pk).state == "frozen", Release.objects.get().error
    assert ">frozen</span>" in shown(admin, f"{ROOT}/1.0.0/")


def test_a_program_plans_changes_and_throws_away(cast: Cast) -> None:
    ready(cast)
    admin = signed_in(cast.admin)
    wish = {"version": "1.0.0", "allow_changed_code": True, "plan": {"per_task": 2, "splits": {"sealed_share": 0.5}}}
    made = admin.post(f"{API}/drafts/", wish, content_type="application/json")
    assert (made.status_code, made.json()["state"], made.json()["plan"]["per_task"]) == (201, "draft", 2)
    bad = admin.patch(f"{API}/1.0.0/", {"plan": {"tasks": {"nonsense": 1}}}, content_type="application/json")
    assert [fault["code"] for fault in bad.json()["faults"]] == ["unknown_task"]
    changed = admin.patch(f"{API}/1.0.0/", {"version": "1.0.1"}, content_type="application/json").json()
    assert (changed["version"], changed["plan"]["per_task"], changed["allow_changed_code"]) == ("1.0.1", 2, True)
    assert admin.post(f"{API}/1.0.1/freeze/").status_code == 400
    assert admin.delete(f"{API}/1.0.1/").status_code == 204
    assert not Release.objects.exists()


def test_the_difference_between_two_releases_is_shown_field_by_field_and_kept_in_a_file(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pair = ready(cast)
    paper = pair.source.paper
    frozen(cast)
    paper.venue = "Journal of Lamps"
    paper.save(update_fields=["venue"])
    for _more in range(2):
        agreed_pair(cast)
    frozen(cast, "2.0.0")
    reader = signed_in(cast.annotator1)
    page = shown(reader, f"{ROOT}/difference/")
    assert "From 1.0.0 to 2.0.0" in page
    assert "Journal of Lamps" in shown(reader, f"{ROOT}/difference/?table=papers&kind=changed")
    assert "No record fits this filter" in shown(reader, f"{ROOT}/difference/?table=traces")
    with django_assert_max_num_queries(8):  # of 23 records, 20 are on the page
        reader.get(f"{ROOT}/difference/?before=1.0.0&after=2.0.0")

    lines = reader.get(f"{ROOT}/difference/1.0.0/2.0.0.jsonl").getvalue().splitlines()
    rows = [json.loads(line) for line in lines]
    whole = json.loads(reader.get(f"{API}/difference/1.0.0/2.0.0.json").getvalue())
    assert whole == {"before": "1.0.0", "after": "2.0.0", "changes": rows}
    assert len(rows) == 1 + 2 * 11  # a venue; of each new pair the diff, two papers and eight objects
    venue = {"field": "venue", "before": "", "after": "Journal of Lamps"}
    only = reader.get(f"{API}/difference/1.0.0/2.0.0/?kind=changed").json()
    assert only["results"] == [{"table": "papers", "record": paper.slug, "kind": "changed", "changes": [venue]}]
    # Seen from the other side, what came has gone.
    back = reader.get(f"{API}/difference/2.0.0/1.0.0/?table=diffs").json()["results"]
    assert {row["kind"] for row in back} == {"withdrawn"}


def test_what_is_said_of_a_release_stands_on_its_pages(cast: Cast) -> None:
    pair = ready(cast)
    frozen(cast)
    admin, reader = signed_in(cast.admin), signed_in(cast.annotator1)
    admin.post(f"{ROOT}/1.0.0/errata/", {"text": "Wrong venue.", "table": "diffs", "record": pair.key})
    assert (
        "no record"
        in admin.post(
            f"{ROOT}/1.0.0/errata/", {"text": "x", "table": "diffs", "record": "none"}, follow=True
        ).content.decode()
    )
    page = shown(reader, f"{ROOT}/1.0.0/")
    assert "Wrong venue." in page
    assert "Withdraw the release" not in page
    frozen(cast, "1.0.1")
    assert "has superseded 1.0.0" in shown(reader, f"{ROOT}/1.0.0/")
    assert "superseded" in shown(reader, f"{ROOT}/")
    admin.post(f"{ROOT}/1.0.1/withdraw/", {"reason": "A licence was wrong."})
    for place in ("releases/1.0.1/", "releases/1.0.1/runs/"):
        assert "A licence was wrong." in shown(reader, f"/projects/demo/{place}")
    told = {row["version"]: (row["status"], row["newer"]) for row in reader.get(f"{API}/").json()["results"]}
    assert told == {"1.0.1": ("withdrawn", "1.0.0"), "1.0.0": ("frozen", "")}
    notices = reader.get(f"{API}/1.0.1/").json()["notices"]
    assert [(notice["kind"], notice["text"]) for notice in notices] == [("withdrawn", "A licence was wrong.")]
