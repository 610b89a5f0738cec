"""What the worker does for this app: fetch, call one service."""

from celery import shared_task

from releases.services import freeze_release, score_run


@shared_task(name="releases.freeze_release")
def freeze_release_task(release_id: int) -> None:
    freeze_release(release_id=release_id)


@shared_task(name="releases.score_run")
def score_run_task(run_id: int) -> None:
    score_run(run_id=run_id)
