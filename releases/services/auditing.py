"""Audits of a draft, run by the worker: all of them, or one alone after what it listed was mended."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.refusal import refused
from releases.audits import AUDITS
from releases.models import Release
from releases.records import scope_of
from releases.selectors.gold import gold_rows
from releases.selectors.progress import KEPT_SECONDS, audit_key
from releases.services.checking import STEPS, made_of, rehearse
from releases.services.drafts import OPEN_STATES, held_draft
from releases.services.planning import plan_of
from releases.versions import GoldHash

logger = logging.getLogger(__name__)

Found = dict[str, Any]


def ask_for_audit(*, release: Release, audit: str = "") -> None:
    """Say that the audits, or one of them alone, were asked for; the worker runs them.

    Raises Refused for one alone when all were never run: it would stand beside nothing.
    """
    with transaction.atomic():
        held = held_draft(release)
        if audit and not held.preview:
            raise refused("never_audited", _("Run all audits once; after that each can be run again alone."))
    _tell(release.pk, "waiting", 0)


def audit_draft(*, release_id: int) -> Release:
    """Draw the exam by the plan and run all audits on the gold of now. Audited is a draft that passes all of them.

    A plan that was changed, or handed to the freeze, meanwhile keeps its state: what was found is not of it.
    """
    release = Release.objects.select_related("project").get(pk=release_id)
    with _watched(release):
        found = rehearse(
            release.project,
            plan=plan_of(release.plan, release.seed),
            version=release.version,
            leave_out_disputes=release.leave_out_disputes,
            tell=lambda stage, done: _tell(release_id, stage, done),
        )
        return _keep(release, found)


def audit_draft_alone(*, release_id: int, audit: str) -> Release:
    """Run one audit on the gold of now and put what it found in the place of what it had found before.

    The exam is drawn only if the audit reads it. The draft is audited once every audit passed on the same gold. A plan
    that was changed, frozen or audited as a whole meanwhile keeps what it has.
    """
    release = Release.objects.select_related("project").get(pk=release_id)
    with _watched(release):
        return _keep_alone(release, _run_alone(release, audit))


@transaction.atomic
def _run_alone(release: Release, audit: str) -> Found:
    """What one audit finds, over one snapshot, and which gold that was."""
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    _tell(release.pk, "reading", 0)
    with scope_of(release.project) as scope:
        made = made_of(
            release.project,
            scope,
            plan=plan_of(release.plan, release.seed),
            version=release.version,
            leave_out_disputes=release.leave_out_disputes,
            audits=[AUDITS[audit]],
            tell=lambda stage, done: _tell(release.pk, stage, done),
        )
        digest = GoldHash()
        for _row in digest.over(gold_rows(scope)):
            pass
    (found,) = made.audits
    return {**found.as_json(), "at": timezone.now().isoformat(), "gold_sha256": digest.hexdigest()}


@contextmanager
def _watched(release: Release) -> Iterator[None]:
    """An error of the program is told on the draft's page; either way nothing is left to wait for."""
    try:
        yield
    except Exception as error:
        logger.exception("The draft %s could not be audited", release)
        words = {"error": f"{type(error).__name__}: {error}"[:300]}
        Release.objects.filter(pk=release.pk, state__in=OPEN_STATES).update(
            error=_("The audits stopped on an error of the program (%(error)s). Show the worker's log to the operator.")
            % words
        )
        raise
    finally:
        cache.delete(audit_key(release.pk))


@transaction.atomic
def _keep(release: Release, found: Found) -> Release:
    now: Release = Release.objects.select_for_update().get(pk=release.pk)
    if now.state not in OPEN_STATES or _planned(now) != _planned(release):
        return now
    of = {"at": found["at"], "gold_sha256": found["gold_sha256"]}
    audits = [{**audit, **of} for audit in found.pop("audits")]
    now.state = Release.State.AUDITED if is_passed(audits, found) else Release.State.DRAFT
    now.audits, now.preview, now.audited_at, now.error = audits, found, timezone.now(), ""
    now.counts = found["counts"]
    now.save(update_fields=["state", "audits", "preview", "audited_at", "error", "counts"])
    return now


@transaction.atomic
def _keep_alone(release: Release, found: Found) -> Release:
    now: Release = Release.objects.select_for_update().get(pk=release.pk)
    is_same = _planned(now) == _planned(release) and now.preview.get("at") == release.preview.get("at")
    if now.state not in OPEN_STATES or not is_same:
        return now
    now.audits = [found if audit["name"] == found["name"] else audit for audit in now.audits]
    now.state = Release.State.AUDITED if is_passed(now.audits, now.preview) else Release.State.DRAFT
    now.error = ""
    now.save(update_fields=["state", "audits", "error"])
    return now


def is_passed(audits: list[Found], found: Mapping[str, Any]) -> bool:
    """Whether nothing stops a freeze: there is gold, and every audit that stops one passed on that same gold."""
    are_of_it = all(audit.get("gold_sha256", found["gold_sha256"]) == found["gold_sha256"] for audit in audits)
    stops = any(audit.get("stops", True) and not audit["passed"] for audit in audits)
    return are_of_it and not stops and not found["is_empty"]


def _planned(release: Release) -> tuple[Any, ...]:
    return release.version, release.seed, release.plan, release.leave_out_disputes


def _tell(release_id: int, stage: str, done: int) -> None:
    cache.set(audit_key(release_id), {"stage": stage, "done": done, "total": STEPS}, KEPT_SECONDS)
