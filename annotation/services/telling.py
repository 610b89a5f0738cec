"""Telling people things: rows that the page shows and the worker mails."""

import logging
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from kombu.exceptions import OperationalError

from annotation.models import Comment, Guideline, Notification, NotificationChoice, Project, Unit, User
from annotation.refusal import refused
from annotation.selectors.links import UNIT_SUBJECT
from annotation.selectors.notifications import mail_of

logger = logging.getLogger(__name__)
MAIL_TASK = "annotation.mail_notification"


@transaction.atomic
def notify(
    *,
    recipients: Iterable[User],
    project: Project,
    kind: str,
    unit: Unit | None = None,
    comment: Comment | None = None,
    guideline: Guideline | None = None,
    **params: Any,
) -> list[Notification]:
    """Tell each of the recipients once, in the ways that they want. Nothing is stored for those who want neither way.

    `kind` is one of `Notification.Kind`; `params` are what its sentence names, as JSON. Mails go out after the commit.
    """
    people = {each.pk: each for each in recipients}
    choices = {
        each.person_id: each for each in NotificationChoice.objects.filter(person__in=people.values(), kind=kind)
    }
    rows = []
    for person in people.values():
        choice = choices.get(person.pk)
        on_page = choice.on_page if choice else True
        by_mail = bool(person.email) and (choice.by_mail if choice else True)
        if on_page or by_mail:
            rows.append(
                Notification(
                    recipient=person,
                    project=project,
                    kind=kind,
                    unit=unit,
                    comment=comment,
                    guideline=guideline,
                    params=params,
                    on_page=on_page,
                    by_mail=by_mail,
                )
            )
    told = Notification.objects.bulk_create(rows)
    for row in told:
        if row.by_mail:
            transaction.on_commit(partial(_queue_mail, str(row.pk)), robust=True)
    return told


def _queue_mail(notification_id: str) -> None:
    """Hand a mail to the worker. Without a queue it waits: a worker that starts looks for what was not mailed."""
    try:
        current_app.send_task(MAIL_TASK, [notification_id])
    except OperationalError:
        logger.exception("The queue does not answer; the mail of notification %s waits", notification_id)


@transaction.atomic
def mail_notification(*, notification_id: UUID | str) -> bool:
    """Send the mail of a notification, once: the row is locked until it is marked, so a second worker finds it done.

    False when there is nothing to send, also because its person may not be told any more. Errors of the mail server
    leave the row as it was, to be tried again.
    """
    rows = Notification.objects.select_for_update(no_key=True, of=("self",)).to_mail()
    related = ("recipient", "project", "comment__unit__project", *(f"unit__{path}" for path in UNIT_SUBJECT))
    row: Notification | None = rows.select_related(*related).filter(pk=notification_id).first()
    if row is None:
        return False
    person = row.recipient
    is_due = Notification.objects.due_to(person).filter(pk=row.pk).exists()
    taken_back = row.comment is not None and row.comment.withdrawn_at is not None
    if not (person.email and person.is_active and is_due) or taken_back:
        row.by_mail = False
        row.save(update_fields=["by_mail"])
        return False
    with override(person.mail_language or settings.LANGUAGE_CODE):
        subject, body = mail_of(row)
    EmailMessage(subject, body, to=[person.email]).send()
    row.mailed_at = timezone.now()
    row.save(update_fields=["mailed_at"])
    return True


@transaction.atomic
def mark_read(*, person: User, notification: Notification | None = None) -> int:
    """Mark one notification as read, or all that the person sees; how many were unread."""
    unread = Notification.objects.visible_to(person).unread()
    if notification is not None:
        unread = unread.filter(pk=notification.pk)
    count: int = Notification.objects.filter(pk__in=list(unread.values_list("pk", flat=True))).update(
        read_at=timezone.now()
    )
    return count


@transaction.atomic
def choose_notifications(
    *, person: User, ways: Mapping[str, tuple[bool, bool]], mail_language: str | None = None
) -> None:
    """Say for each kind whether to be told on the page and by mail; kinds that are left out stay as they are."""
    unknown = set(ways) - set(Notification.Kind.values)
    if unknown:
        raise refused("unknown_kind", _("There is no such kind of notification."), sorted(unknown)[0])
    if mail_language is not None and mail_language not in {"", *dict(settings.LANGUAGES)}:
        raise refused("unknown_language", _("This site does not speak that language."), "mail_language")
    for kind, (on_page, by_mail) in ways.items():
        NotificationChoice.objects.update_or_create(
            person=person, kind=kind, defaults={"on_page": on_page, "by_mail": by_mail}
        )
    if mail_language is not None:
        person.mail_language = mail_language
        person.save(update_fields=["mail_language"])
