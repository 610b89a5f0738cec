"""What the worker does for this app: fetch, call one service."""

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from annotation.models import Project
from diffs.models import CandidateSearch
from diffs.selectors.suggestions import current_suggester, pairs_of_another_provider, pairs_to_suggest
from diffs.services import find_candidates, suggest_pair
from diffs.services.suggestions import PROJECT_TASK, TASK

logger = logging.getLogger(__name__)


@shared_task(name="diffs.find_candidates")
def find_candidates_task(search_id: int) -> None:
    find_candidates(search_id=search_id)


@shared_task(name=TASK)
def suggest_pair_task(pair_id: int) -> None:
    suggest_pair(pair_id=pair_id)


@shared_task(name=PROJECT_TASK)
def suggest_project_task(project_id: int) -> None:
    """Every pair of a project that has no suggestions, or those of another provider."""
    project = Project.objects.get(pk=project_id)
    stale = pairs_of_another_provider(project, current_suggester().name)
    for pair_id in (pairs_to_suggest(project) | stale).order_by("pk").values_list("pk", flat=True).iterator():
        suggest_pair_task.delay(pair_id)


def queue_project_suggestions(project: Project) -> bool:
    """Hand all pairs of a project to the worker; False when the queue does not answer."""
    try:
        suggest_project_task.delay(project.pk)
    except OperationalError:
        logger.exception("The queue does not answer; the suggestions of project %s wait", project.pk)
        return False
    return True


def queue_search(search: CandidateSearch) -> bool:
    """Hand a stored search to the worker; False when the queue does not answer. Call it after the commit."""
    try:
        find_candidates_task.delay(search.pk)
    except OperationalError:
        logger.exception("The queue does not answer; the search for candidates %s waits", search.pk)
        return False
    return True
