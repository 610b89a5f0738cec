"""Hand a frozen release to a place outside: asked for by an admin, done by the worker, and once however often asked."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import refused
from releases.models import Notice, Publication, Release
from releases.publishing import Failed, place_named
from releases.publishing.words import NOT_SET_UP, STOPPED, WITHDRAWN
from releases.selectors.publications import KEPT_SECONDS, account_of, files_to_publish, publication_key

logger = logging.getLogger(__name__)

LOCK = 1_229_284_947  # any number that nothing else in this database locks


@transaction.atomic
def request_publication(*, by: User, release: Release, place: str) -> Publication:
    """Ask for a release to be published at a place. Asked for again, what is there is checked and completed.

    Raises Refused for a release that is not frozen or was withdrawn, and for a place that no setting names.
    """
    Release.objects.select_for_update().get(pk=release.pk)
    _refuse(release, place)
    found: Publication | None = Publication.objects.filter(release=release, place=place).first()
    if found is None:
        return Publication.objects.create(release=release, place=place, requested_by=by)
    if found.state != Publication.State.WAITING:
        found.state, found.error, found.requested_by = Publication.State.WAITING, "", by
        found.requested_at, found.finished_at = timezone.now(), None
        found.save(update_fields=["state", "error", "requested_by", "requested_at", "finished_at"])
    return found


def _refuse(release: Release, place: str) -> None:
    if release.state != Release.State.FROZEN:
        raise refused("not_frozen", _("Only a frozen release can be published: freeze it first."))
    if release.notices.filter(kind=Notice.Kind.WITHDRAWN).exists():
        raise refused("withdrawn", _("This release was withdrawn, so it is published nowhere. Publish a later one."))
    if place_named(place) is None:
        message = _("This place is not set up. Ask the operator to set its variables (docs/operate.md).")
        raise refused("no_such_place", message, "place")


def publish(*, publication_id: int, is_last_try: bool = True) -> Publication:
    """Publish what was asked for, or record why not. Run twice, also at once, it publishes once; killed, it goes on.

    Raises Failed for what may pass, as long as it is not the last try; the publication then still waits.
    """
    with _alone(publication_id) as is_ours:
        found = _fetched(publication_id)
        if not is_ours or found.state != Publication.State.WAITING:
            return found
        try:
            _finish(found, address=_handed_over(found))
        except Failed as failure:
            if failure.is_passing and not is_last_try:
                raise
            _finish(found, failure=failure)
        except Exception as error:  # noqa: BLE001 - recorded; its text and its traceback may repeat a secret that was sent
            logger.error("Release %s could not be published: %s", found.release, type(error).__name__)
            _finish(found, failure=Failed(STOPPED, error=type(error).__name__))
        finally:
            cache.delete(publication_key(publication_id))
    return found


def _fetched(publication_id: int) -> Publication:
    found: Publication = Publication.objects.select_related("release__project").get(pk=publication_id)
    return found


def _handed_over(publication: Publication) -> str:
    release, place = publication.release, place_named(publication.place)
    if place is None:
        raise Failed(NOT_SET_UP)
    if release.notices.filter(kind=Notice.Kind.WITHDRAWN).exists():
        raise Failed(WITHDRAWN)
    files = files_to_publish(release)

    def tell(done: int) -> None:
        cache.set(publication_key(publication.pk), {"done": done, "total": len(files)}, KEPT_SECONDS)

    tell(0)
    return place.publish(files, account_of(release), tell, publication.address)


def _finish(publication: Publication, *, address: str = "", failure: Failed | None = None) -> None:
    publication.state = Publication.State.DONE if failure is None else Publication.State.FAILED
    publication.address = address or publication.address
    publication.error = "" if failure is None else _(failure.template) % failure.params
    publication.finished_at = timezone.now()
    publication.save(update_fields=["state", "address", "error", "finished_at"])


@contextmanager
def _alone(publication_id: int) -> Iterator[bool]:
    """Whether nobody else is at it. A lock of the session: it ends with the process that holds it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [LOCK, publication_id])
        is_ours = bool(cursor.fetchone()[0])
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [LOCK, publication_id])
