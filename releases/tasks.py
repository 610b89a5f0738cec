"""What the worker does for this app: fetch, call one service."""

import logging
from typing import Any

from celery import shared_task
from django.db import transaction
from kombu.exceptions import OperationalError

from annotation.models import Project
from releases.models import Publication, Release, Run
from releases.publishing import Failed
from releases.services import audit_draft, audit_draft_alone, check_gold, freeze_release, publish, score_run

logger = logging.getLogger(__name__)

MOST_TRIES = 3
MINUTE = 60  # seconds


@shared_task(name="releases.freeze_release")
def freeze_release_task(release_id: int) -> None:
    freeze_release(release_id=release_id)


@shared_task(name="releases.score_run")
def score_run_task(run_id: int) -> None:
    score_run(run_id=run_id)


@shared_task(name="releases.check_gold")
def check_gold_task(project_id: int) -> None:
    check_gold(project_id=project_id)


@shared_task(name="releases.audit_draft")
def audit_draft_task(release_id: int) -> None:
    audit_draft(release_id=release_id)


@shared_task(name="releases.audit_draft_alone")
def audit_draft_alone_task(release_id: int, audit: str) -> None:
    audit_draft_alone(release_id=release_id, audit=audit)


@shared_task(bind=True, name="releases.publish", max_retries=MOST_TRIES)
def publish_task(self: Any, publication_id: int) -> None:
    """What passes, such as a place that is too busy, is tried again after minutes."""
    try:
        publish(publication_id=publication_id, is_last_try=self.request.retries >= MOST_TRIES)
    except Failed as failure:
        raise self.retry(exc=failure, countdown=MINUTE * 2**self.request.retries) from failure


def queue_publication(publication: Publication) -> None:
    """Hand a publication to the worker. Handed over twice, it is published once."""
    _hand_over(publish_task, publication.pk)


def queue_audit(release: Release, audit: str = "") -> None:
    """Hand a draft to the worker for all audits, or for one of them alone."""
    if audit:
        _hand_over(audit_draft_alone_task, release.pk, audit)
    else:
        _hand_over(audit_draft_task, release.pk)


def queue_freeze(release: Release) -> None:
    """Hand a requested release to the worker. Handed over twice, it is frozen once."""
    _hand_over(freeze_release_task, release.pk)


def queue_run(run: Run) -> None:
    """Hand a waiting run to the worker. Handed over twice, it is scored once."""
    _hand_over(score_run_task, run.pk)


def queue_check(project: Project) -> None:
    _hand_over(check_gold_task, project.pk)


def _hand_over(task: Any, pk: int, *more: str) -> None:
    """Send the message once what it is about is committed. A queue that is away loses nothing: the row waits."""

    def send() -> None:
        try:
            task.delay(pk, *more)
        except OperationalError:
            logger.exception("The queue does not answer; %s %s waits", task.name, pk)

    transaction.on_commit(send)
