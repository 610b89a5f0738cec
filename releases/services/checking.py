"""A rehearsal of a freeze: what the gold holds now, what the audits say, which version the rule demands."""

import logging
from collections.abc import Callable, Collection
from time import monotonic
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from annotation.models import Project
from releases.audits import AUDITS, Auditing, scene_of
from releases.exam.generate import TaskYield
from releases.files import canary_of
from releases.making import Made, make
from releases.models import Notice
from releases.parts import splits_of
from releases.plan import ReleasePlan
from releases.records import Scope, scope_of
from releases.selectors.gold import gold_rows, gold_rows_of, latest_frozen
from releases.selectors.progress import KEPT_SECONDS, check_key, check_progress_key
from releases.services.sealing import sealing_of
from releases.tables import Nowhere
from releases.versions import (
    FIRST,
    CountedRows,
    GoldHash,
    bump_demanded,
    changed_rows,
    least_version,
    parse_version,
)

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
            plan=ReleasePlan(seed=SEED),
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
    plan: ReleasePlan,
    version: str,
    leave_out_disputes: bool,
    tell: Callable[[str, int], None],
) -> dict[str, Any]:
    """What freezing now would find, over one snapshot. Must not run inside a transaction that has read already."""
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    tell("reading", 0)
    with scope_of(project) as scope:
        made = made_of(
            project,
            scope,
            plan=plan,
            version=version,
            leave_out_disputes=leave_out_disputes,
            audits=AUDITS.values(),
            tell=tell,
        )
        tell("version", 3)
        digest = GoldHash()
        return {
            "at": timezone.now().isoformat(),
            "counts": _counts(made),
            "audits": [audit.as_json() for audit in made.audits],
            "version": _version(project, scope, digest),
            "is_empty": not scope.book.diffs,
            "gold_sha256": digest.hexdigest(),
            "yields": {task: _yield(found) for task, found in made.yields.items()},
        }


def made_of(
    project: Project,
    scope: Scope,
    *,
    plan: ReleasePlan,
    version: str,
    leave_out_disputes: bool,
    audits: Collection[type[Auditing]],
    tell: Callable[[str, int], None],
) -> Made:
    """What audits find in a scope; nothing is kept. The exam is drawn when one of them reads it."""
    splits = splits_of(scope.book, plan, scope.measured)
    return make(
        scope,
        plan,
        scene_of(project, scope.book, leave_out_disputes=leave_out_disputes, splits=splits),
        canary=canary_of(project, version),
        sealing=sealing_of(project, version),
        sink=Nowhere(wants_exam=any(audit.needs_exam for audit in audits)),
        audits=audits,
        tell=lambda stage: tell(stage, ("audits", "exam").index(stage) + 1),
    )


def _counts(made: Made) -> dict[str, int]:
    names = ("papers", "objects", "diffs", "unanimous", "adjudicated", "traces", "exam")
    asked = sum(1 for found in made.yields.values() if found.instances)
    return {**{name: made.counts[name] for name in names}, "tasks": asked}


def _yield(found: TaskYield) -> dict[str, Any]:
    counts = {"anchors": found.anchors, "tried": found.tried, "instances": found.instances}
    return {**counts, "lacks": dict(found.lacks)}


def _version(project: Project, scope: Scope, digest: GoldHash) -> dict[str, Any]:
    """What the version rule demands, compared with the last frozen release. All gold goes through the digest."""
    previous = latest_frozen(project)
    before = parse_version(previous.version) if previous else None
    rows = digest.over(gold_rows(scope))
    found = CountedRows(changed_rows(gold_rows_of(previous) if previous else (), rows)).changes()
    if previous is None or before is None:
        return {"previous": None, "least": str(FIRST), "demanded": None, "added": 0, "changed": 0, "withdrawn": 0}
    demanded = bump_demanded(found)
    return {
        "previous": previous.version,
        "errata": previous.notices.filter(kind=Notice.Kind.ERRATUM).count(),
        "least": str(least_version(before, demanded)),
        "demanded": demanded.name,
        **found._asdict(),
    }


def _tell(project_id: int, stage: str, done: int) -> None:
    cache.set(check_progress_key(project_id), {"stage": stage, "done": done, "total": STEPS}, KEPT_SECONDS)
