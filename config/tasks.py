"""Hand out again what waits. Called when a worker starts.

The queue keeps the message of a killed worker to itself until its visibility timeout, an hour, has passed, and
forgets everything when its folder is lost. Our tables know what waits; tasks are idempotent, so a second message
does no harm.
"""

import logging
from typing import Any

from celery import shared_task
from django.db.models import QuerySet

from annotation.models import Notification
from annotation.tasks import mail_notification_task
from diffs.models import CandidateSearch
from diffs.selectors.suggestions import pairs_to_suggest
from diffs.tasks import find_candidates_task, suggest_pair_task
from genomes.models import ExtractionPass, ImportFile, LookUp
from genomes.tasks import look_up_paper_task, read_import_file_task, run_pass_task
from releases.models import Publication, Release, Run
from releases.tasks import freeze_release_task, publish_task, score_run_task

logger = logging.getLogger(__name__)


@shared_task(name="config.queue_what_waits")
def queue_what_waits() -> None:
    """Files to import, passes to go on with, papers and candidates to look for, suggestions, mails, releases, runs,
    publications."""
    waiting: list[tuple[QuerySet[Any], Any]] = [
        (ImportFile.objects.filter(state=ImportFile.State.WAITING), read_import_file_task),
        (ExtractionPass.objects.filter(state__in=ExtractionPass.OPEN_STATES), run_pass_task),
        (LookUp.objects.filter(state=LookUp.State.WAITING), look_up_paper_task),
        (CandidateSearch.objects.filter(state=CandidateSearch.State.WAITING), find_candidates_task),
        (pairs_to_suggest(), suggest_pair_task),
        (Notification.objects.to_mail(), mail_notification_task),
        (Release.objects.filter(state=Release.State.WAITING), freeze_release_task),
        (Run.objects.filter(state=Run.State.WAITING), score_run_task),
        (Publication.objects.filter(state=Publication.State.WAITING), publish_task),
    ]
    for rows, task in waiting:
        for pk in rows.values_list("pk", flat=True):
            logger.info("%s %s waits; handed out again", task.name, pk)
            task.delay(pk)
