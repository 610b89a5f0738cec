"""What the worker does for this app: fetch, call one service."""

import logging
from collections.abc import Iterable

from celery import shared_task
from django.db.models import QuerySet
from kombu.exceptions import OperationalError

from genomes.models import ExtractionPass, ImportBatch, ImportFile, LookUp
from genomes.services import look_up_paper, read_import_file, run_pass

logger = logging.getLogger(__name__)


@shared_task(name="genomes.read_import_file")
def read_import_file_task(import_file_id: int) -> None:
    row = read_import_file(import_file_id=import_file_id)
    if row.state == ImportFile.State.OPENED:
        _queue(row.children.all(), f"the files of {row}")


def queue_batch(batch: ImportBatch) -> bool:
    """Hand every waiting file of a stored batch to the worker; False when the queue does not answer.

    Call it after the batch is committed. A file that is handed over twice is read once.
    """
    return _queue(batch.files.all(), f"import {batch.pk}")


def _queue(files: QuerySet[ImportFile], what: str) -> bool:
    try:
        for pk in files.filter(state=ImportFile.State.WAITING).values_list("pk", flat=True):
            read_import_file_task.delay(pk)
    except OperationalError:
        logger.exception("The queue does not answer; %s waits", what)
        return False
    return True


@shared_task(name="genomes.run_pass")
def run_pass_task(pass_id: int) -> None:
    run_pass(pass_id=pass_id)


def queue_passes(passes: Iterable[ExtractionPass]) -> bool:
    """Hand stored passes to the worker; False when the queue does not answer.

    Call it after they are committed. A pass that is handed over twice is run once.
    """
    try:
        for each in passes:
            run_pass_task.delay(each.pk)
    except OperationalError:
        logger.exception("The queue does not answer; extraction passes wait")
        return False
    return True


@shared_task(name="genomes.look_up_paper")
def look_up_paper_task(lookup_id: int) -> None:
    look_up_paper(lookup_id=lookup_id)


def queue_look_up(row: LookUp) -> bool:
    """Hand a stored look-up to the worker; False when the queue does not answer. Handed over twice, it asks once."""
    try:
        look_up_paper_task.delay(row.pk)
    except OperationalError:
        logger.exception("The queue does not answer; look-up %s waits", row.pk)
        return False
    return True
