"""A rehearsal of a freeze: what the gold holds now, what the audits say, which version the rule demands."""

import logging
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from annotation.models import Project
from releases.audits import run_audits
from releases.exam.generate import Draw, TaskYield
from releases.exam.plan import ExamPlan
from releases.files import canary_of
from releases.models import Notice
from releases.records import Scope, iso, scope_of
from releases.selectors.gold import gold_rows, gold_rows_of, latest_frozen
from releases.selectors.progress import KEPT_SECONDS, check_key, check_progress_key
from releases.versions import FIRST, bump_demanded, changes, gold_hash, least_version, parse_version

logger = logging.getLogger(__name__)

CHECK_KEPT_SECONDS = 7 * 24 * 3600
STEPS = 4
SEED = 1


def ask_for_check(*, project: Project) -> None:
    """Say that a check was asked for; the worker does it. Nothing but the cache knows of checks."""
    _tell(project.pk, "waiting", 0)


def check_gold(*, project_id: int) -> dict[str, Any]:
    """Do everything that freezing would, except write; the result is kept for the list of releases."""
    started = monotonic()
    project = Project.objects.get(pk=project_id)
    try:
        found = rehearse(
            project,
            plan=ExamPlan(seed=SEED),
            version="check",
            leave_out_disputes=False,
            tell=lambda stage, done: _tell(project.pk, stage, done),
        )
        found["seconds"] = round(monotonic() - started, 1)
    except Exception as error:
        logger.exception("The gold of %s could not be checked", project)
        cache.set(check_key(project_id), {"error": f"{type(error).__name__}: {error}"[:300]}, KEPT_SECONDS)
        raise
    else:
        cache.set(check_key(project_id), found, CHECK_KEPT_SECONDS)
    finally:
        cache.delete(check_progress_key(project_id))
    return found


@transaction.atomic
def rehearse(
    project: Project,
    *,
    plan: ExamPlan,
    version: str,
    leave_out_disputes: bool,
    tell: Callable[[str, int], None],
) -> dict[str, Any]:
    """What freezing now would find, over one snapshot. Must not run inside a transaction that has read already."""
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    tell("reading", 0)
    scope = scope_of(project)
    tell("exam", 1)
    draw = Draw(scope.book, plan, canary=canary_of(project, version))
    instances = list(draw)
    tell("audits", 2)
    audits = run_audits(project, scope, instances, leave_out_disputes=leave_out_disputes)
    tell("version", 3)
    rows = gold_rows(scope.book)
    return {
        "at": iso(timezone.now()),
        "counts": {**_counts(scope), "exam": len(instances), "tasks": len({each.task for each in instances})},
        "audits": [audit.as_json() for audit in audits],
        "version": _version(project, rows),
        "is_empty": not scope.book.diffs,
        "gold_sha256": gold_hash(sorted(rows.items())),
        "yields": {task: _yield(found) for task, found in draw.yields.items()},
    }


def _counts(scope: Scope) -> dict[str, int]:
    book = scope.book
    sources = [diff.gold_source.value for diff in book.diffs.values()]
    return {
        "papers": len(book.papers),
        "objects": len(book.objects),
        "diffs": len(sources),
        "unanimous": sources.count("unanimous"),
        "adjudicated": sources.count("adjudicated"),
        "traces": len(book.traces),
    }


def _yield(found: TaskYield) -> dict[str, Any]:
    counts = {"anchors": found.anchors, "tried": found.tried, "instances": found.instances}
    return {**counts, "lacks": dict(found.lacks)}


def _version(project: Project, rows: Mapping[str, bytes]) -> dict[str, Any]:
    """What the version rule demands, compared with the last frozen release."""
    previous = latest_frozen(project)
    before = parse_version(previous.version) if previous else None
    if previous is None or before is None:
        return {"previous": None, "least": str(FIRST), "demanded": None, "added": 0, "changed": 0, "withdrawn": 0}
    rows_before = gold_rows_of(previous)
    demanded = bump_demanded(rows_before, rows)
    return {
        "previous": previous.version,
        "errata": previous.notices.filter(kind=Notice.Kind.ERRATUM).count(),
        "least": str(least_version(before, demanded)),
        "demanded": demanded.name,
        **changes(rows_before, rows)._asdict(),
    }


def _tell(project_id: int, stage: str, done: int) -> None:
    cache.set(check_progress_key(project_id), {"stage": stage, "done": done, "total": STEPS}, KEPT_SECONDS)
