"""What is said of a frozen release later. Nothing of the release changes, and nothing said is taken back."""

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import Conflict, Fault, refused
from evaluator.manifest import TABLES
from releases.models import Notice, Release
from releases.selectors.content import table

LONGEST_TEXT = 4000


@transaction.atomic
def withdraw(*, by: User, release: Release, reason: str) -> Notice:
    """Say that a release should no longer be used. Raises Refused without a reason, Conflict the second time."""
    _check(release, reason, "reason")
    Release.objects.select_for_update().get(pk=release.pk)
    if release.notices.filter(kind=Notice.Kind.WITHDRAWN).exists():
        message = _("Release %(version)s was withdrawn before.") % {"version": release.version}
        raise Conflict([Fault("already_withdrawn", message)])
    return Notice.objects.create(release=release, kind=Notice.Kind.WITHDRAWN, text=reason.strip(), by=by)


@transaction.atomic
def add_erratum(*, by: User, release: Release, text: str, table_name: str = "", record: str = "") -> Notice:
    """Say what is wrong with a release, or with one record of it. Raises Refused for a record that it does not hold."""
    _check(release, text, "text")
    if bool(table_name) != bool(record):
        raise refused("half_a_record", _("Name both the table and the record, or neither."), "record")
    if record and (table_name not in TABLES or record not in table(release, table_name)):
        words = {"record": record[:80], "table": table_name[:20]}
        raise refused("no_such_record", _("There is no record “%(record)s” in table “%(table)s”.") % words, "record")
    facts = {"table": table_name, "record": record, "text": text.strip(), "by": by}
    return Notice.objects.create(release=release, kind=Notice.Kind.ERRATUM, **facts)


def _check(release: Release, text: str, field: str) -> None:
    if release.state != Release.State.FROZEN:
        raise refused("not_frozen", _("Only a frozen release can be spoken of like this."))
    if not text.strip():
        raise refused("no_text", _("Say why: everybody who uses the release will read it."), field)
    if len(text) > LONGEST_TEXT:
        raise refused("too_long", _("At most %(most)d characters.") % {"most": LONGEST_TEXT}, field)
