"""The way through the queue: a real worker freezes, checks and scores what the pages ask for."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from config.heartbeat import KEY, broker
from releases.models import Release, ReleaseFile, Run
from releases.selectors import bytes_of
from releases.services import freeze_release, request_release, score_run, submit_predictions
from releases.tasks import freeze_release_task, queue_freeze, queue_run, score_run_task
from tests.cast import Cast
from tests.releases.making import agreed_pair, answers, disputed_pair, frozen, ready

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60
CHANGED = {"allow_changed_code": "on"}


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def awaited(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The last answer of a progress address."""
    deadline = time.monotonic() + PATIENCE
    while (answer := ask())["state"] == "running":
        assert time.monotonic() < deadline, answer
        time.sleep(0.2)
    return answer


def test_a_freeze_asked_for_on_the_page_is_done_by_the_worker(cast: Cast, celery_worker_process: int) -> None:
    ready(cast)
    client = signed_in(cast.admin)
    asked = client.post("/projects/demo/releases/", {"version": "1.0.0", "seed": 3, "notes": "First.", **CHANGED})
    assert asked["Location"] == "/projects/demo/releases/1.0.0/"
    answer = awaited(lambda: client.get("/projects/demo/releases/1.0.0/progress/").json())
    assert (answer["state"], answer["url"]) == ("done", "/projects/demo/releases/1.0.0/")
    release = Release.objects.get()
    assert (release.state, release.seed) == (Release.State.FROZEN, 3)
    upload = {"system": "Lamp", "predictions": SimpleUploadedFile("p.jsonl", answers(release))}
    run = signed_in(cast.annotator1).post("/projects/demo/releases/1.0.0/runs/", upload)["Location"]
    assert awaited(lambda: client.get(f"{run}progress/").json())["state"] == "done"
    assert Run.objects.get().total_micro == 1
    assert "100.0 %" in client.get(run).content.decode()


def test_a_freeze_that_fails_says_what_each_audit_found_and_can_be_asked_again(
    cast: Cast, celery_worker_process: int
) -> None:
    ready(cast)
    pair = disputed_pair(cast)
    client = signed_in(cast.admin)
    client.post("/projects/demo/releases/", {"version": "1.0.0", "seed": 1, **CHANGED})
    answer = awaited(lambda: client.get("/projects/demo/releases/1.0.0/progress/").json())
    assert answer["state"] == "failed"
    page = client.get("/projects/demo/releases/1.0.0/").content.decode()
    assert pair.key in page
    assert f"/projects/demo/pairs/{pair.pk}/" in page
    client.post("/projects/demo/releases/", {"version": "1.0.0", "seed": 1, "leave_out_disputes": "on", **CHANGED})
    assert awaited(lambda: client.get("/projects/demo/releases/1.0.0/progress/").json())["state"] == "done"


def test_the_gold_is_checked_by_the_worker(cast: Cast, celery_worker_process: int) -> None:
    ready(cast)
    frozen(cast)
    agreed_pair(cast)
    client = signed_in(cast.admin)
    client.post("/projects/demo/releases/check/")
    awaited(lambda: client.get("/projects/demo/releases/check/progress/").json())
    page = client.get("/projects/demo/releases/").content.decode()
    # A pair, its two papers and their objects were added: MINOR.
    assert "At least MINOR" in page
    assert 'value="1.1.0"' in page
    assert Release.objects.count() == 1


def test_a_message_delivered_twice_freezes_and_scores_once(cast: Cast, celery_worker_process: int) -> None:
    ready(cast)
    release = request_release(by=cast.admin, project=cast.project, version="1.0.0", allow_changed_code=True)
    for _time in range(3):
        queue_freeze(release)
    client = signed_in(cast.admin)
    awaited(lambda: client.get("/projects/demo/releases/1.0.0/progress/").json())
    release.refresh_from_db()
    first = (release.frozen_at, list(ReleaseFile.objects.values_list("path", "sha256")))
    run = submit_predictions(by=cast.admin, release=release, system="Lamp", data=answers(release))
    for _time in range(3):
        queue_run(run)
    awaited(lambda: client.get(f"/projects/demo/runs/{run.pk}/progress/").json())
    run.refresh_from_db()
    freeze_release_task(release.pk)
    score_run_task(run.pk)
    release.refresh_from_db()
    again = Run.objects.get()
    assert (release.frozen_at, list(ReleaseFile.objects.values_list("path", "sha256"))) == first
    assert again.finished_at == run.finished_at


def at_once(job: Callable[[], Any], times: int = 4) -> list[Any]:
    """The results of a job done in several threads, each with its own connection."""

    def alone(_number: int) -> Any:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(alone, range(times)))


def test_freezing_at_once_freezes_once(cast: Cast) -> None:
    ready(cast)
    release = request_release(by=cast.admin, project=cast.project, version="1.0.0", allow_changed_code=True)
    found = at_once(lambda: freeze_release(release_id=release.pk))
    assert {each.state for each in found} == {Release.State.FROZEN}
    assert len({each.frozen_at for each in found}) == 1


def test_two_versions_frozen_at_once_follow_each_other(cast: Cast) -> None:
    ready(cast)
    facts: dict[str, Any] = {"by": cast.admin, "project": cast.project, "allow_changed_code": True}
    wishes = iter([request_release(version=version, **facts).pk for version in ("1.0.0", "1.0.1")])
    at_once(lambda: freeze_release(release_id=next(wishes)), times=2)
    states = dict(Release.objects.values_list("version", "state"))
    # Whichever came second saw the first: 1.0.1 after 1.0.0, or 1.0.0 refused after 1.0.1.
    assert states["1.0.1"] == Release.State.FROZEN
    assert states["1.0.0"] in {Release.State.FROZEN, Release.State.FAILED}
    if states["1.0.0"] == Release.State.FROZEN:
        assert b'"previous":{' in bytes_of(Release.objects.get(version="1.0.1"), "manifest.json")


def test_the_same_file_handed_in_at_once_is_one_run_scored_once(cast: Cast) -> None:
    ready(cast)
    release = frozen(cast)
    data = answers(release)
    runs = at_once(lambda: submit_predictions(by=cast.admin, release=release, system="Lamp", data=data))
    assert len({run.pk for run in runs}) == 1
    found = at_once(lambda: score_run(run_id=runs[0].pk))
    assert len({run.finished_at for run in found}) == 1


def test_without_a_worker_the_page_says_so_and_keeps_the_request(cast: Cast, celery_worker_process: int) -> None:
    ready(cast)
    client = signed_in(cast.admin)
    with asleep(celery_worker_process):
        client.post("/projects/demo/releases/", {"version": "1.0.0", "seed": 1, **CHANGED})
        page = client.get("/projects/demo/releases/1.0.0/").content.decode()
        assert "No worker is running" in page
        assert "No worker" in client.get("/projects/demo/releases/1.0.0/progress/").json()["text"]
        assert Release.objects.get().state == Release.State.WAITING
    assert awaited(lambda: client.get("/projects/demo/releases/1.0.0/progress/").json())["state"] == "done"


@contextmanager
def asleep(worker: int) -> Iterator[None]:
    """A worker that hangs: it takes no message, and its last sign of life is gone."""
    os.kill(worker, signal.SIGSTOP)
    try:
        with closing(broker()) as client:
            client.delete(KEY)
        yield
    finally:
        os.kill(worker, signal.SIGCONT)
