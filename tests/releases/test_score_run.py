"""Scoring: the evaluator's own bytes, once for each file; a bad file is refused with every fault."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.refusal import Refused
from releases.models import Release, Run
from releases.selectors import release_zip
from releases.services import score_run, scoring, submit_predictions
from tests.cast import Cast
from tests.releases.making import answers, exam_instances, frozen, ready, report, scored

pytestmark = pytest.mark.django_db(transaction=True)

REPORTS = ("report.json", "report.md", "instances.jsonl")


@pytest.fixture
def release(cast: Cast) -> Release:
    ready(cast)
    return frozen(cast)


def command_line(release: Release, data: bytes, folder: Path, *options: str) -> dict[str, bytes]:
    """What `python -m evaluator score` writes for the same release and predictions, without Django's settings."""
    archive, predictions, out = folder / "release.zip", folder / "predictions.jsonl", folder / "out"
    with release_zip(release) as stream:
        archive.write_bytes(stream.read())
    predictions.write_bytes(data)
    program = [sys.executable, "-m", "evaluator", "score", str(archive), str(predictions), "--out", str(out), *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {path.name: path.read_bytes() for path in out.iterdir()}


def test_web_api_and_command_line_give_the_same_bytes(cast: Cast, release: Release, tmp_path: Path) -> None:
    data = answers(release, dynamics={"dynamics": "isolation"}, driver=None)
    expected = command_line(release, data, tmp_path, "--system", "Lamp & Söhne", "--seed", "7")
    assert set(expected) == set(REPORTS)
    client = Client()
    client.force_login(cast.annotator1)
    upload = {"system": "Lamp & Söhne", "seed": 7, "predictions": SimpleUploadedFile("p.jsonl", data)}
    answer = client.post(f"/projects/demo/releases/{release.version}/runs/", upload)
    run = score_run(run_id=int(answer["Location"].rstrip("/").rpartition("/")[2]))
    for name in REPORTS:
        assert client.get(f"/projects/demo/runs/{run.pk}/files/{name}").content == expected[name]
        assert client.get(f"/api/v1/projects/demo/runs/{run.pk}/files/{name}").content == expected[name]
    assert client.get(f"/projects/demo/runs/{run.pk}/files/predictions.jsonl").content == data


def test_all_gold_answers_score_one_and_each_kind_of_failure_is_counted_apart(cast: Cast, release: Release) -> None:
    everything = report(scored(cast, release, answers(release), "Right"))
    count = len(exam_instances(release))
    assert everything["counts"]["right"] == count
    assert everything["total"]["micro"] == 1
    # Most of the 42 task types cannot be drawn from one pair, so a macro figure over all of them is undefined.
    assert everything["total"]["macro"] is None
    assert "absent" in everything["total"]["macro_reason"]
    per_task = {task: figures["instances"] for task, figures in everything["tasks"].items()}
    rows = [
        *json_rows(answers(release, driver=None, dynamics=None, object_fate=None)),
        *({"id": i.id, "answer": None, "status": "no_response"} for i in of_task(release, "dynamics")),
        *({"id": i.id, "answer": "It was lost, I think."} for i in of_task(release, "object_fate")),
    ]
    mixed = report(scored(cast, release, lines(rows), "Mixed"))["counts"]
    assert mixed["missing"] == per_task["driver"]
    assert mixed["no_response"] == per_task["dynamics"]
    assert mixed["unparseable"] == per_task["object_fate"]
    assert mixed["instances"] == count


def json_rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def lines(rows: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def of_task(release: Release, task: str) -> list[Any]:
    return [instance for instance in exam_instances(release) if instance.task == task]


def test_the_same_file_twice_is_the_same_run_and_another_system_or_seed_is_not(cast: Cast, release: Release) -> None:
    data = answers(release)
    first = scored(cast, release, data)
    again = submit_predictions(by=cast.annotator2, release=release, system=" Lamp ", data=data)
    assert again.pk == first.pk
    assert again.submitted_by == cast.annotator1
    assert scored(cast, release, data, "Torch").pk != first.pk
    assert scored(cast, release, data, seed=1).pk != first.pk


def test_scoring_twice_changes_nothing(cast: Cast, release: Release) -> None:
    run = scored(cast, release, answers(release))
    again = score_run(run_id=run.pk)
    assert again.finished_at == run.finished_at
    assert bytes(again.report or b"") == bytes(run.report or b"")


def test_a_bad_file_is_refused_with_every_fault_by_line_id_and_field(cast: Cast, release: Release) -> None:
    first, second = exam_instances(release)[:2]
    data = "\n".join(
        [
            json.dumps({"id": first.id, "answer": {}}),
            json.dumps({"id": first.id, "answer": {}}),
            json.dumps({"id": "nowhere\x00", "answer": {}}),
            f'{{"id": "{second.id}", "answer": {{}}, "confidence": NaN}}',
            json.dumps({"id": second.id, "answer": 3, "confidence": 2}),
            "{}",
            "not JSON",
        ]
    )
    run = scored(cast, release, data.encode())
    assert run.state == Run.State.REFUSED
    assert run.report is None
    found = [(fault["line"], fault["field"]) for fault in run.faults]
    # Lines 3, 4 and 7 are no JSON that can be kept: a NUL, a NaN, plain words.
    assert found == [
        (2, "id"),
        (3, None),
        (4, None),
        (5, "answer"),
        (5, "confidence"),
        (6, "id"),
        (6, "answer"),
        (7, None),
    ]
    assert run.faults[0]["id"] == first.id
    assert "line 1" in run.faults[0]["message"]
    client = Client()
    client.force_login(cast.annotator1)
    page = client.get(f"/projects/demo/runs/{run.pk}/").content.decode()
    assert "8 faults" in page
    for fault in run.faults:
        assert f">{fault['line']}<" in page


def test_thousands_of_faults_are_listed_page_by_page(cast: Cast, release: Release) -> None:
    run = scored(cast, release, b"x\n" * 10_002)
    # 10,000 faults are kept, and a last line that says how many more there are.
    assert len(run.faults) == 10_001
    assert run.faults[-1]["message"].startswith("2 more")
    client = Client()
    client.force_login(cast.annotator1)
    page = client.get(f"/projects/demo/runs/{run.pk}/?page=3").content.decode()
    # Fifty a page.
    assert ">101<" in page
    assert ">100<" not in page


def test_another_release_s_predictions_are_refused(cast: Cast, release: Release) -> None:
    run = scored(cast, release, b'{"release": "9.9.9"}\n' + answers(release))
    assert run.state == Run.State.REFUSED
    assert [fault["field"] for fault in run.faults] == ["release"]


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        ({"system": "  "}, ["no_system"]),
        ({"system": "a\nb"}, ["no_system"]),
        ({"system": "x" * 201}, ["long_system"]),
        ({"data": b""}, ["no_data"]),
        ({"seed": -1}, ["bad_seed"]),
        ({"system": "", "data": b"", "seed": 2**60}, ["no_system", "no_data", "bad_seed"]),
    ],
)
def test_a_request_is_refused_with_all_its_faults(
    cast: Cast, release: Release, facts: dict[str, Any], codes: list[str]
) -> None:
    wish = {"system": "Lamp", "data": b"{}", **facts}
    with pytest.raises(Refused) as refusal:
        submit_predictions(by=cast.annotator1, release=release, **wish)
    assert [fault.code for fault in refusal.value.faults] == codes
    assert not Run.objects.exists()


def test_too_large_a_file_is_refused(cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "LARGEST_PREDICTIONS", 10)
    with pytest.raises(Refused) as refusal:
        submit_predictions(by=cast.annotator1, release=release, system="Lamp", data=b"x" * 11)
    assert [fault.code for fault in refusal.value.faults] == ["too_large"]


def test_a_failure_of_ours_is_said_and_the_file_can_be_scored_again(
    cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = submit_predictions(by=cast.annotator1, release=release, system="Lamp", data=answers(release))

    def broken(*args: Any, **facts: Any) -> None:
        raise KeyError("driver")

    with monkeypatch.context() as patched:
        patched.setattr(scoring, "score", broken)
        with pytest.raises(KeyError):
            score_run(run_id=run.pk)
    run.refresh_from_db()
    assert run.state == Run.State.FAILED
    client = Client()
    client.force_login(cast.annotator1)
    assert "not of your file" in client.get(f"/projects/demo/runs/{run.pk}/").content.decode()
    client.post(f"/projects/demo/runs/{run.pk}/again/")
    assert score_run(run_id=run.pk).state == Run.State.SCORED
