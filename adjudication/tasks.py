"""What the worker does for this app: fetch, call one service."""

import logging

from celery import shared_task
from django.db import transaction
from django.http import QueryDict
from kombu.exceptions import OperationalError

from adjudication.filters import wanted_of
from adjudication.selectors.measured import keep_whole
from adjudication.services import tell_undecidable
from adjudication.services.diagnosis import diagnose
from adjudication.services.tallies import count_pairs
from annotation.models import Project, User

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


@shared_task(name="adjudication.count_pairs")
def count_pairs_task(project_id: int) -> None:
    """Count every pair of a project that changed, some at a time: a killed worker has lost nothing."""
    project = Project.objects.filter(pk=project_id).first()
    while project is not None and count_pairs(project=project):
        pass


@shared_task(name="adjudication.count_all")
def count_all_task() -> None:
    """Every hour, from the worker's own clock, so that a page finds little to count."""
    for pk in Project.objects.values_list("pk", flat=True):
        count_pairs_task(pk)


@shared_task(name="adjudication.measure_whole")
def measure_whole_task(project_id: int, query: str, reader_id: int | None = None) -> None:
    """Make the intervals of objects and drivers for these filters and keep them, for a page that waits.

    With a reader, over the labels that they may see: for who labels in the project, too.
    """
    project = Project.objects.filter(pk=project_id).first()
    reader = None if reader_id is None else User.objects.filter(pk=reader_id).first()
    if project is not None and (reader is not None or reader_id is None):
        keep_whole(project, wanted_of(project, QueryDict(query)), reader)
