"""Ask for a release: what is asked is checked here, the worker does the rest."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Fault, Refused, refused
from releases.models import Release
from releases.provenance import code_version
from releases.selectors.gold import latest_frozen
from releases.services.planning import checked_plan
from releases.versions import parse_version

LONGEST_VERSION = 20
LARGEST_SEED = 2_147_483_647


class GoldMoved(Refused):
    """The gold is not the one that the draft's audits saw: it is a draft again."""


@transaction.atomic
def request_release(
    *,
    by: User,
    project: Project,
    version: str,
    seed: int = 1,
    notes: str = "",
    leave_out_disputes: bool = False,
    allow_changed_code: bool = False,
    plan: Mapping[str, Any] | None = None,
) -> Release:
    """Ask for a release; the worker freezes it. A draft, or a failed or waiting one of that version, is asked for anew.

    Asked for anew while the worker is at it, it stays as it is: whoever asks twice gets one release.
    Raises Refused for a malformed, frozen or too low version, a seed out of range, a faulty plan, and changed code.
    """
    check_wish(version, seed)
    refuse_changed_code(allow_changed_code)
    Project.objects.select_for_update().get(pk=project.pk)
    at_work = in_the_worker_s_hands(project, version)
    if at_work is not None:
        return at_work
    refuse_earlier(project, version)
    release, _made = Release.objects.update_or_create(
        project=project,
        version=version,
        defaults={
            "state": Release.State.WAITING,
            "seed": seed,
            "notes": notes,
            "leave_out_disputes": leave_out_disputes,
            "allow_changed_code": allow_changed_code,
            "plan": checked_plan(plan or {}),
            "requested_by": by,
            "requested_at": timezone.now(),
            "error": "",
            "audits": [],
            "preview": {},
            "audited_at": None,
        },
    )
    return release


def check_wish(version: str, seed: int) -> None:
    """Raises Refused for what is no version, and for a seed out of range."""
    if parse_version(version) is None or len(version) > LONGEST_VERSION:
        raise refused("bad_version", _("Write the version as three numbers, for example 1.0.0."), "version")
    if not 0 <= seed <= LARGEST_SEED:
        message = _("The seed is a whole number from 0 to %(most)d.") % {"most": LARGEST_SEED}
        raise refused("bad_seed", message, "seed")


def refuse_earlier(project: Project, version: str) -> None:
    """Raises Refused for a version that is not later than the last release."""
    previous, wish = latest_frozen(project), parse_version(version)
    last = parse_version(previous.version) if previous else None
    if last is not None and wish is not None and wish <= last:
        message = _("The last release is %(last)s; choose a later version.") % {"last": last}
        raise refused("version_not_later", message, "version")


def refuse_changed_code(is_allowed: bool) -> None:
    """Raises Refused when the code differs from its commit and nobody allowed that: the manifest could not name it."""
    if code_version().dirty and not is_allowed:
        message = _(
            "The program's files differ from commit %(commit)s, so nobody could make these files again."
            " Commit or undo the changes and start again, or allow changed code for this release: the manifest says so."
        )
        raise refused("changed_code", message % {"commit": code_version().commit[:7]}, "allow_changed_code")


def refuse_moved_gold(release: Release, gold_sha256: str) -> None:
    """Raises GoldMoved when the release was audited as a draft and the gold has changed since. See `gold_hash`."""
    if release.preview.get("gold_sha256", gold_sha256) != gold_sha256:
        message = _("The gold has changed since this draft was audited, so nothing was frozen. Audit it again.")
        raise GoldMoved([Fault("gold_moved", message)])


def in_the_worker_s_hands(project: Project, version: str) -> Release | None:
    """The release of that version if a freeze holds it. Otherwise None, and its row, if there is one, is locked."""
    found = Release.objects.filter(project=project, version=version)
    if found.select_for_update(skip_locked=True).first() is not None:
        return None
    held: Release | None = found.filter(state=Release.State.WAITING).first()
    return held
