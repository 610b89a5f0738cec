"""Open a frozen release to everybody who has its address, and close it again. Both are notices; the latest counts."""

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import refused
from releases.models import Notice, Release
from releases.selectors.public import is_open


@transaction.atomic
def open_release(*, by: User, release: Release) -> None:
    """Let everybody read and download it without an account. Opened twice it is open once.

    Raises Refused for a release that is not frozen.
    """
    _set(by, release, Notice.Kind.OPENED)


@transaction.atomic
def close_release(*, by: User, release: Release) -> None:
    """Take the public page away; what was downloaded stays where it is. Raises Refused as open_release does."""
    _set(by, release, Notice.Kind.CLOSED)


def _set(by: User, release: Release, kind: str) -> None:
    if release.state != Release.State.FROZEN:
        raise refused("not_frozen", _("Only a frozen release can be opened to the public: freeze it first."))
    Release.objects.select_for_update().get(pk=release.pk)
    if is_open(release) != (kind == Notice.Kind.OPENED):
        Notice.objects.create(release=release, kind=kind, by=by)
