"""Put all labels of a project together by three methods, beside adjudicated gold. Done by the worker."""

import logging
import time

from django.core.cache import cache
from django.db import transaction

from adjudication.diagnosing import FIELDS, METHODS, diagnosed
from adjudication.models import Diagnosis
from adjudication.selectors.diagnosis import KEPT_SECONDS, error_key, gold_of, labels_of, progress_key, submissions_of
from adjudication.selectors.export import snapshot
from annotation.models import Project

logger = logging.getLogger(__name__)
ERROR_KEPT_SECONDS = 7 * 24 * 3600


def ask_for_diagnosis(*, project: Project) -> None:
    """Say that one was asked for; the worker makes it. Asked twice, it is made twice, with the same result."""
    cache.delete(error_key(project.pk))
    _tell(project.pk, "waiting", 0)


def diagnose(*, project_id: int) -> None:
    """Make the diagnosis anew, field by field; each field is read from one snapshot and replaced at once."""
    project = Project.objects.get(pk=project_id)
    try:
        for done, field in enumerate(FIELDS):
            _tell(project_id, field, done)
            _diagnose_field(project, field)
    except Exception as error:
        logger.exception("The diagnosis of %s could not be made", project)
        cache.set(error_key(project_id), f"{type(error).__name__}: {error}"[:300], ERROR_KEPT_SECONDS)
        raise
    finally:
        cache.delete(progress_key(project_id))


def _diagnose_field(project: Project, field: str) -> None:
    with snapshot():
        labels, gold = labels_of(project, field), gold_of(project, field)
        submissions = submissions_of(project, field)
    results = {method: diagnosed(method, labels, gold) for method in METHODS}
    with transaction.atomic():
        for method, result in results.items():
            Diagnosis.objects.update_or_create(
                project=project, field=field, method=method.value, defaults={"labels": submissions, "result": result}
            )


def _tell(project_id: int, stage: str, done: int) -> None:
    told = {"stage": stage, "done": done, "total": len(FIELDS), "at": time.time()}
    cache.set(progress_key(project_id), told, KEPT_SECONDS)
