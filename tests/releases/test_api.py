"""Releases and runs for programs: the same services, files and refusals as the pages."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from evaluator.io import verify_release
from releases.models import Release, Run
from releases.services import freeze_release, score_run
from tests.cast import Cast
from tests.releases.making import answers, disputed_pair, frozen, ready, scored

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = "/api/v1/projects/demo"


def program(person: Any) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.get_or_create(user=person)[0].key}")
    return client


def sent(client: APIClient, address: str, data: bytes, kind: str) -> Any:
    """A POST whose body is the file itself."""
    return client.post(address, data, content_type=kind)


def test_a_release_is_asked_for_watched_and_read(cast: Cast, tmp_path: Any) -> None:
    ready(cast)
    client = program(cast.admin)
    asked = client.post(
        f"{ROOT}/releases/", {"version": "1.0.0", "seed": 2, "notes": "First.", "allow_changed_code": True}
    )
    assert asked.status_code == 202
    assert (asked.json()["state"], asked.json()["audits"]) == ("waiting", [])
    assert client.get(f"{ROOT}/releases/1.0.0/progress/").json()["state"] == "running"
    freeze_release(release_id=Release.objects.get().pk)
    done = client.get(f"{ROOT}/releases/1.0.0/progress/").json()
    assert (done["state"], done["url"]) == ("done", f"{ROOT}/releases/1.0.0/")
    release = client.get(done["url"]).json()
    assert release["counts"]["diffs"] == 1
    # One pair is no balanced gold: a warning, which stops nothing.
    assert [(each["name"], each["stops"]) for each in release["audits"] if not each["passed"]] == [
        ("class_balance", False)
    ]
    assert [row["version"] for row in client.get(f"{ROOT}/releases/").json()["results"]] == ["1.0.0"]
    for row in client.get(f"{ROOT}/releases/1.0.0/files/").json():
        file = client.get(f"{ROOT}/releases/1.0.0/files/{row['path']}")
        assert file["ETag"] == f'"{row["sha256"]}"'
        assert len(file.content) == row["size"]
    archive = tmp_path / "release.zip"
    archive.write_bytes(client.get(f"{ROOT}/releases/1.0.0/zip/").getvalue())
    assert verify_release(archive) == []


def test_a_release_that_failed_tells_its_findings(cast: Cast) -> None:
    ready(cast)
    pair = disputed_pair(cast)
    client = program(cast.admin)
    client.post(f"{ROOT}/releases/", {"version": "1.0.0", "allow_changed_code": True})
    freeze_release(release_id=Release.objects.get().pk)
    found = client.get(f"{ROOT}/releases/1.0.0/").json()
    assert found["state"] == "failed"
    failed = [audit for audit in found["audits"] if audit["stops"] and not audit["passed"]]
    assert [(audit["name"], audit["findings"][0]["subject"]) for audit in failed] == [("open_disputes", pair.key)]
    assert program(cast.annotator1).get(f"{ROOT}/releases/").json()["results"] == []


def test_a_refused_request_names_every_field(cast: Cast) -> None:
    ready(cast)
    client = program(cast.admin)
    answer = client.post(f"{ROOT}/releases/", {"version": "1.0"})
    assert answer.status_code == 400
    assert [(fault["code"], fault["field"]) for fault in answer.json()["faults"]] == [("bad_version", "version")]
    answer = client.post(f"{ROOT}/releases/", {"version": "1.0.0", "seed": -1, "allow_changed_code": True})
    assert [fault["field"] for fault in answer.json()["faults"]] == ["seed"]


def test_predictions_come_as_a_form_or_as_the_body_and_are_one_run(cast: Cast) -> None:
    ready(cast)
    release = frozen(cast)
    data = answers(release)
    client = program(cast.annotator1)
    form = {"system": "Lamp", "predictions": SimpleUploadedFile("p.jsonl", data)}
    first = client.post(f"{ROOT}/releases/1.0.0/runs/", form, format="multipart")
    assert first.status_code == 202, first.content
    run = Run.objects.get()
    assert bytes(run.predictions) == data
    address = f"{ROOT}/releases/1.0.0/runs/?system=Lamp"
    for kind in ("application/x-ndjson", "application/jsonl", "text/plain", "application/octet-stream"):
        again = sent(client, address, data, kind)
        assert (again.status_code, again.json()["id"]) == (202, run.pk)
    score_run(run_id=run.pk)
    known = sent(client, address, data, "application/x-ndjson")
    assert (known.status_code, known.json()["state"], known.json()["total_micro"]) == (200, "scored", 1.0)
    assert Run.objects.count() == 1
    assert client.get(f"{ROOT}/runs/{run.pk}/files/report.json").json()["total"]["micro"] == 1


def test_predictions_without_a_name_or_of_an_odd_kind_are_refused(cast: Cast) -> None:
    ready(cast)
    frozen(cast)
    client = program(cast.annotator1)
    address = f"{ROOT}/releases/1.0.0/runs/"
    nameless = sent(client, address, b"{}", "application/x-ndjson")
    assert nameless.status_code == 400
    assert [fault["field"] for fault in nameless.json()["faults"]] == ["system"]
    odd = sent(client, f"{address}?system=L&seed=x", b"{}", "text/plain")
    assert [fault["field"] for fault in odd.json()["faults"]] == ["seed"]
    assert sent(client, address, b"{}", "image/png").status_code == 415
    empty = client.post(address, {"system": "Lamp", "predictions": SimpleUploadedFile("p", b"")}, format="multipart")
    assert [fault["code"] for fault in empty.json()["faults"]] == ["no_data"]


def test_a_refused_file_lists_its_faults_and_has_no_report(cast: Cast) -> None:
    ready(cast)
    release = frozen(cast)
    run = scored(cast, release, b'{"id": "x", "answer": {}}\nnot JSON\n')
    client = program(cast.annotator2)
    found = client.get(f"{ROOT}/runs/{run.pk}/").json()
    assert found["state"] == "refused"
    assert [(fault["line"], fault["id"]) for fault in found["faults"]] == [(1, "x"), (2, None)]
    assert client.get(f"{ROOT}/runs/{run.pk}/files/report.json").status_code == 404


def test_runs_are_listed_for_the_project_and_for_a_release(cast: Cast) -> None:
    ready(cast)
    first = frozen(cast)
    second = frozen(cast, "1.0.1")
    for release, system in ((first, "Lamp"), (second, "Torch")):
        scored(cast, release, answers(release), system)
    client = program(cast.annotator1)
    systems = {run["system"]: run["release"] for run in client.get(f"{ROOT}/runs/").json()["results"]}
    assert systems == {"Lamp": "1.0.0", "Torch": "1.0.1"}
    only = client.get(f"{ROOT}/releases/1.0.1/runs/").json()["results"]
    assert [run["system"] for run in only] == ["Torch"]
    assert "predictions" not in json.dumps(only).replace("predictions_sha256", "")
