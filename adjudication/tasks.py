"""What the worker does for this app: fetch, call one service."""

import logging

from celery import shared_task
from django.db import transaction
from kombu.exceptions import OperationalError

from adjudication.services import tell_undecidable
from adjudication.services.diagnosis import diagnose
from annotation.models import Project

logger = logging.getLogger(__name__)


@shared_task(name="adjudication.tell_undecidable")
def tell_undecidable_task() -> None:
    """Every hour, from the worker's own clock."""
    tell_undecidable()


@shared_task(name="adjudication.diagnose")
def diagnose_task(project_id: int) -> None:
    diagnose(project_id=project_id)


def queue_diagnosis(project: Project) -> None:
    """Hand a diagnosis to the worker once what asked for it is committed. Handed over twice, it is made twice alike."""

    def send() -> None:
        try:
            diagnose_task.delay(project.pk)
        except OperationalError:
            logger.exception("The queue does not answer; the diagnosis of project %s waits to be asked for", project.pk)

    transaction.on_commit(send)
