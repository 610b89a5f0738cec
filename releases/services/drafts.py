"""Drafts of releases: planned, changed, handed to the freeze or thrown away. Their audits: services/auditing.py."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Conflict, Fault, refused
from releases.models import Release
from releases.services.planning import checked_plan
from releases.services.requesting import check_wish, refuse_changed_code, refuse_earlier

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
    held = held_draft(release)
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


@transaction.atomic
def freeze_draft(*, by: User, release: Release) -> Release:
    """Hand an audited draft to the worker. Raises Refused for one that is not audited, and for changed code."""
    held = held_draft(release)
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
    held_draft(release).delete()


def held_draft(release: Release) -> Release:
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
