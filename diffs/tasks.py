"""What the worker does for this app: fetch, call one service."""

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from diffs.models import CandidateSearch
from diffs.services import find_candidates

logger = logging.getLogger(__name__)


@shared_task(name="diffs.find_candidates")
def find_candidates_task(search_id: int) -> None:
    find_candidates(search_id=search_id)


def queue_search(search: CandidateSearch) -> bool:
    """Hand a stored search to the worker; False when the queue does not answer. Call it after the commit."""
    try:
        find_candidates_task.delay(search.pk)
    except OperationalError:
        logger.exception("The queue does not answer; the search for candidates %s waits", search.pk)
        return False
    return True
