"""Drafts of releases: planned, changed, audited by the worker, handed to the freeze or thrown away."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Conflict, Fault, refused
from releases.models import Release
from releases.selectors.progress import KEPT_SECONDS, audit_key
from releases.services.checking import STEPS, rehearse
from releases.services.planning import checked_plan, plan_of
from releases.services.requesting import check_wish, refuse_changed_code, refuse_earlier

logger = logging.getLogger(__name__)

OPEN_STATES = (Release.State.DRAFT, Release.State.AUDITED, Release.State.FAILED)
# What the audits of a draft do not depend on.
WITHOUT_AUDIT = {"notes", "allow_changed_code"}


def make_draft(*, by: User, project: Project, version: str, **facts: Any) -> Release:
    """Plan a release: seed, notes, leave_out_disputes, allow_changed_code and plan, each with a default.

    Raises Refused for what request_release refuses, the code aside, and for a version that is planned already.
    """
    check_wish(version, facts.get("seed", 1))
    refuse_earlier(project, version)
    plan = checked_plan(facts.pop("plan", None) or {})
    try:
        with transaction.atomic():
            made: Release = Release.objects.create(
                project=project, version=version, state=Release.State.DRAFT, requested_by=by, plan=plan, **facts
            )
    except IntegrityError as error:
        message = _("Version %(version)s is planned already: open it in the list.") % {"version": version}
        raise refused("version_taken", message, "version") from error
    return made


@transaction.atomic
def change_draft(*, release: Release, **facts: Any) -> Release:
    """Change any part of the plan. What was audited is a draft again, unless only notes or the leave for code changed.

    Raises Refused as make_draft does, Conflict once the worker has the release or it is frozen.
    """
    held = _held(release)
    if "plan" in facts:
        facts["plan"] = checked_plan(facts["plan"])
    changed = {name: value for name, value in facts.items() if getattr(held, name) != value}
    check_wish(str(changed.get("version", held.version)), int(changed.get("seed", held.seed)))
    if "version" in changed:
        refuse_earlier(held.project, changed["version"])
        _refuse_taken(held, changed["version"])
    for name, value in changed.items():
        setattr(held, name, value)
    if changed.keys() - WITHOUT_AUDIT or held.state == Release.State.FAILED:
        _back_to_draft(held, _("The plan was changed since its audits.") if held.preview else "")
    held.save()
    return held


def ask_for_audit(*, release: Release) -> None:
    """Say that the audits were asked for; the worker runs them."""
    with transaction.atomic():
        _held(release)
    _tell(release.pk, "waiting", 0)


def audit_draft(*, release_id: int) -> Release:
    """Draw the exam by the plan and run all audits on the gold of now. Audited is a draft that passes all of them.

    A plan that was changed, or handed to the freeze, meanwhile keeps its state: what was found is not of it.
    """
    release = Release.objects.select_related("project").get(pk=release_id)
    try:
        found = rehearse(
            release.project,
            plan=plan_of(release.plan, release.seed),
            version=release.version,
            leave_out_disputes=release.leave_out_disputes,
            tell=lambda stage, done: _tell(release_id, stage, done),
        )
        return _keep(release, found)
    except Exception as error:
        logger.exception("The draft %s could not be audited", release)
        words = {"error": f"{type(error).__name__}: {error}"[:300]}
        Release.objects.filter(pk=release_id, state__in=OPEN_STATES).update(
            error=_("The audits stopped on an error of the program (%(error)s). Show the worker's log to the operator.")
            % words
        )
        raise
    finally:
        cache.delete(audit_key(release_id))


@transaction.atomic
def _keep(release: Release, found: dict[str, Any]) -> Release:
    now: Release = Release.objects.select_for_update().get(pk=release.pk)
    if now.state not in OPEN_STATES or _planned(now) != _planned(release):
        return now
    audits = found.pop("audits")
    now.state = Release.State.AUDITED if is_passed(audits, found) else Release.State.DRAFT
    now.audits, now.preview, now.audited_at, now.error = audits, found, timezone.now(), ""
    now.counts = found["counts"]
    now.save(update_fields=["state", "audits", "preview", "audited_at", "error", "counts"])
    return now


def is_passed(audits: list[dict[str, Any]], found: Mapping[str, Any]) -> bool:
    """Whether nothing stops a freeze: every audit that stops one passed, and there is gold."""
    return not found["is_empty"] and all(audit["passed"] or not audit.get("stops", True) for audit in audits)


@transaction.atomic
def freeze_draft(*, by: User, release: Release) -> Release:
    """Hand an audited draft to the worker. Raises Refused for one that is not audited, and for changed code."""
    held = _held(release)
    if held.state != Release.State.AUDITED:
        raise refused("not_audited", _("Run the audits first: only a draft that passes all of them can be frozen."))
    refuse_changed_code(held.allow_changed_code)
    refuse_earlier(held.project, held.version)
    held.state, held.error = Release.State.WAITING, ""
    held.requested_by, held.requested_at = by, timezone.now()
    held.save(update_fields=["state", "error", "requested_by", "requested_at"])
    return held


@transaction.atomic
def discard_draft(*, release: Release) -> None:
    """Throw a draft away. Raises Conflict for a release that the worker has or that is frozen."""
    _held(release).delete()


def _planned(release: Release) -> tuple[Any, ...]:
    return release.version, release.seed, release.plan, release.leave_out_disputes


def _held(release: Release) -> Release:
    """The draft, locked."""
    held: Release = Release.objects.select_for_update(of=("self",)).select_related("project").get(pk=release.pk)
    if held.state not in OPEN_STATES:
        message = _("Release %(version)s is no draft any more.") % {"version": held.version}
        raise Conflict([Fault("no_draft", message)])
    return held


def _refuse_taken(release: Release, version: str) -> None:
    if Release.objects.filter(project=release.project_id, version=version).exclude(pk=release.pk).exists():
        message = _("Version %(version)s is planned already: open it in the list.") % {"version": version}
        raise refused("version_taken", message, "version")


def _back_to_draft(release: Release, why: str) -> None:
    release.state, release.error = Release.State.DRAFT, why
    release.audits, release.preview, release.audited_at, release.counts = [], {}, None, {}


def _tell(release_id: int, stage: str, done: int) -> None:
    cache.set(audit_key(release_id), {"stage": stage, "done": done, "total": STEPS}, KEPT_SECONDS)
